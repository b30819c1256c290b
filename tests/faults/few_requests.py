"""`fictionworld` with the first pages of each world alone, for renderings that are killed often.

A request asks for few passages, so that so small a world takes many.

python -m tests.faults.few_requests render DIR ...
"""

from __future__ import annotations

from functools import partial

import fictionworld.render
import fictionworld.render.worker
from fictionworld.cli.main import main

FEW = 30
TOGETHER = 4

if __name__ in {"__main__", "__mp_main__"}:  # a worker process is its own
    fictionworld.render.worker._TOGETHER = TOGETHER

if __name__ == "__main__":
    fictionworld.render.render = partial(fictionworld.render.render, pages=FEW)
    main()
