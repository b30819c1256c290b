"""All texts of a dataset's web worded by a model, ahead of time.

    1. passages   of each world: what a model may word on its pages
    2. requests   for those of them whose skeleton has not enough variants yet
    3. drafts     checked as they come, what failed asked for once more; each answer is appended
    4. variants   of what was worded before stand on all other passages
    5. parts      a world's drafts, in one file when all of them are there
    6. manifest   last: its presence means complete

Prompts and checks are made in worker processes (`worker.py`). Training then needs no
model for the web at all.
"""

from fictionworld.render.report import RenderProgress, RenderReport, Saved
from fictionworld.render.run import VARIANTS, render

__all__ = ["VARIANTS", "RenderProgress", "RenderReport", "Saved", "render"]
