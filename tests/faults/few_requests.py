"""`fictionworld` with the first pages of each world alone, for renderings that are killed often.

python -m tests.faults.few_requests render DIR ...
"""

from __future__ import annotations

from functools import partial

import fictionworld.render
from fictionworld.cli.main import main

FEW = 30

if __name__ == "__main__":
    fictionworld.render.render = partial(fictionworld.render.render, pages=FEW)
    main()
