"""Drafts by the name that episodes and the command line have for them, opened once in a process.

- `template`: the template's own text
- `drafts:FOLDER`: what `fictionworld render` made
- `vllm:MODEL`: a model in this process, asked while episodes wait
- `endpoint:MODEL@http://host:8000/v1`: a model behind a server; its key is OPENAI_API_KEY
"""

from __future__ import annotations

import atexit
import os
import re
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from fictionworld.chat.endpoint import Endpoint, key_from_environment, without_credentials
from fictionworld.errors import UsageError, nearest
from fictionworld.simulator.backends.named import backend_named
from fictionworld.simulator.drafts.live import LiveDrafts
from fictionworld.simulator.drafts.store import DraftStore

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fictionworld.simulator.drafts.worded import Drafts

__all__ = ["TEMPLATE", "drafts_named", "parse_backend"]

TEMPLATE: Final = "template"
_KINDS: Final = ("template", "drafts", "vllm", "endpoint")
_SHAPES: Final = "template, drafts:FOLDER, vllm:MODEL, endpoint:MODEL@http://localhost:8000/v1"
_SERVED: Final = re.compile(r"(?P<model>.+?)@(?P<url>https?://.*)")
"""A model's name may hold an @ of its own, and so may an address, which is refused later."""
_opened: dict[tuple[int, str], Drafts] = {}
_lock = Lock()


def parse_backend(name: str) -> tuple[str, str]:
    """The kind of backend that a name says, and the rest of it.

    Raises:
        UsageError: It says none; the message says what is allowed.
    """
    kind, _, rest = name.strip().partition(":")
    shown = without_credentials(name)
    if kind not in _KINDS:
        raise UsageError(f"got backend {shown!r}; allowed: {_SHAPES}{nearest(kind, _KINDS)}")
    if (kind == TEMPLATE) == bool(rest):
        raise UsageError(f"got backend {shown!r}; it is written as one of: {_SHAPES}")
    if kind == "endpoint" and _SERVED.fullmatch(rest) is None:
        raise UsageError(
            f"got backend {shown!r}; it lacks the server: endpoint:MODEL@http://localhost:8000/v1"
        )
    return kind, rest


def drafts_named(name: str, worlds: Iterable[str] = ()) -> Drafts | None:
    """The drafts of a name; None for the template's text.

    Args:
        name: The backend's.
        worlds: Structures of worlds that are to be worded: a folder has to hold some of them.

    Raises:
        UsageError: There is no such backend, or the folder is no rendering of these worlds.
    """
    kind, rest = parse_backend(name)
    if kind == TEMPLATE:
        return None
    key = (os.getpid(), name.strip())  # a forked child must not use its parent's threads
    with _lock:
        if key not in _opened:
            _opened[key] = _open(kind, rest)
        found = _opened[key]
    wanted = tuple(worlds)
    if isinstance(found, DraftStore) and wanted and not any(world in found for world in wanted):
        raise UsageError(
            f"{found.folder} holds drafts of other worlds; render this dataset, or give the folder "
            "of one that it is the twin of"
        )
    return found


def _open(kind: str, rest: str) -> Drafts:
    if kind == "drafts":
        return DraftStore(Path(rest))
    served = _SERVED.fullmatch(rest) if kind == "endpoint" else None
    if served is None:
        live = LiveDrafts(backend_named(kind, rest, live=True))
    else:
        endpoint = Endpoint(served["url"], key_from_environment())
        live = LiveDrafts(backend_named(kind, served["model"], endpoint=endpoint))
    atexit.register(live.close)
    return live
