"""Drafts by the name that episodes and the command line have for them, opened once in a process.

- `template`: the template's own text
- `drafts:FOLDER`: what `fictionworld render` made
- `vllm:MODEL`: a model in this process, asked while episodes wait
- `endpoint:MODEL@http://host:8000/v1`: a model behind a server; its key is OPENAI_API_KEY
"""

from __future__ import annotations

import atexit
import os
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from fictionworld.errors import UsageError, nearest
from fictionworld.simulator.backends.named import backend_named
from fictionworld.simulator.drafts.live import LiveDrafts
from fictionworld.simulator.drafts.store import DraftStore

if TYPE_CHECKING:
    from fictionworld.simulator.drafts.worded import Drafts

__all__ = ["TEMPLATE", "drafts_named", "parse_backend"]

TEMPLATE: Final = "template"
_KINDS: Final = ("template", "drafts", "vllm", "endpoint")
_SHAPES: Final = "template, drafts:FOLDER, vllm:MODEL, endpoint:MODEL@http://localhost:8000/v1"
_opened: dict[tuple[int, str, str], Drafts] = {}
_lock = Lock()


def parse_backend(name: str) -> tuple[str, str]:
    """The kind of backend that a name says, and the rest of it.

    Raises:
        UsageError: It says none; the message says what is allowed.
    """
    kind, _, rest = name.strip().partition(":")
    if kind not in _KINDS:
        raise UsageError(f"got backend {name!r}; allowed: {_SHAPES}{nearest(kind, _KINDS)}")
    if (kind == TEMPLATE) == bool(rest):
        raise UsageError(f"got backend {name!r}; it is written as one of: {_SHAPES}")
    if kind == "endpoint" and "@" not in rest:
        raise UsageError(
            f"got backend {name!r}; it lacks the server: endpoint:MODEL@http://localhost:8000/v1"
        )
    return kind, rest


def drafts_named(name: str, dataset: str) -> Drafts | None:
    """The drafts of a name for the dataset of this content hash; None for the template's text.

    Raises:
        UsageError: There is no such backend, or the folder is no rendering of this dataset.
    """
    kind, rest = parse_backend(name)
    if kind == TEMPLATE:
        return None
    # a forked child must not use its parent's threads; a live model serves all datasets
    key = (os.getpid(), name.strip(), dataset if kind == "drafts" else "")
    with _lock:
        if key not in _opened:
            _opened[key] = _open(kind, rest, dataset)
        return _opened[key]


def _open(kind: str, rest: str, dataset: str) -> Drafts:
    if kind == "drafts":
        return DraftStore(Path(rest), dataset)
    model, _, url = rest.rpartition("@") if kind == "endpoint" else (rest, "", "")
    key = os.environ.get("OPENAI_API_KEY", "")
    live = LiveDrafts(backend_named(kind, model, base_url=url or None, key=key, live=True))
    atexit.register(live.close)
    return live
