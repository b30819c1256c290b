"""Drafts by the name that episodes and the command line give, opened once in a process.

- `template`: the template's own text
- `drafts:FOLDER`: what `fictionworld render` made
- `vllm:MODEL`: a model in this process, asked while episodes wait
- `endpoint:MODEL@http://host:8000/v1`: a model behind a server; its key is OPENAI_API_KEY
- `simulate:MODEL`, `simulate:MODEL@http://host:8000/v1`: such a model plays the web: it words what
  each search shows, asked by call, and the pages that are read
- any other kind of `backends/registry.py` that asks a model

Settings of a model that is asked follow its name: `vllm:MODEL?temperature=0.7&fallback=template`.
They are those of `fictionworld render --set`, and

- `fallback=template`: where the model gives no text, the template's stands, and is counted
- `drafts=FOLDER`: where processes share what it writes, in place of `.cache/live` in the dataset
- `engine=FILE`: arguments of vLLM's engine by vLLM's own names
- `at_once`, `timeout_s`: of a server: requests in flight, seconds for one with all its tries
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from multiprocessing.util import Finalize
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple
from urllib.parse import parse_qsl, quote, urlencode

from fictionworld.chat.endpoint import Endpoint, key_from_environment, without_credentials
from fictionworld.errors import UsageError, nearest
from fictionworld.simulator.backends.backend import BackendKind
from fictionworld.simulator.backends.options import preset_named
from fictionworld.simulator.backends.registry import BACKENDS, backend_named
from fictionworld.simulator.drafts.live import LiveDrafts, LiveFolder, LiveModel
from fictionworld.simulator.drafts.store import DraftStore
from fictionworld.simulator.drafts.worded import Drafts

TEMPLATE: Final = "template"
_LIVE: Final = {kind.name: kind for kind in BACKENDS.values() if kind.is_live}
SIMULATE: Final = "simulate"
_KINDS: Final = (TEMPLATE, "drafts", *_LIVE, SIMULATE)
_SYNTAX: Final = ", ".join((TEMPLATE, "drafts:FOLDER", *(kind.syntax for kind in _LIVE.values()),
                            f"{SIMULATE}:MODEL, with @URL of a server"))  # fmt: skip
_SERVED: Final = re.compile(r"(?P<model>.+?)@(?P<url>https?://.*)")
"""A model's name may hold an @ of its own, and so may an address, which is refused later."""
_CACHE: Final = Path(".cache", "live")
_OF_A_SERVER: Final[dict[str, type[int | float]]] = {"at_once": int, "timeout_s": float}

_models: dict[tuple[int, str], LiveModel] = {}
_opened: dict[tuple[int, str, Path], Drafts] = {}
_lock = Lock()


class BackendName(NamedTuple):
    """What the name of a backend says."""

    kind: str
    """`template`, `drafts`, `vllm`, `endpoint` or `simulate`."""
    rest: str
    """The folder, or the model, or the model and its server."""
    settings: tuple[tuple[str, str], ...] = ()
    """Of a model that is asked."""

    @property
    def asks(self) -> BackendKind | None:
        """Return the kind of backend that is asked; None where none is."""
        if self.kind == SIMULATE:
            return _LIVE["endpoint" if _SERVED.fullmatch(self.rest) else "vllm"]
        return _LIVE.get(self.kind)


def parse_backend(name: str) -> BackendName:
    """Return the parts of a backend's name.

    Raises:
        UsageError: It says none; the message says what is allowed.
    """
    kind, _, rest = name.strip().partition(":")
    settings: tuple[tuple[str, str], ...] = ()
    if kind in _LIVE or kind == SIMULATE:
        rest, _, query = rest.partition("?")
        settings = tuple(parse_qsl(query, keep_blank_values=True))
    shown_name = without_credentials(name.partition("?")[0])
    if kind not in _KINDS:
        raise UsageError(f"got backend {shown_name!r}; allowed: {_SYNTAX}{nearest(kind, _KINDS)}")
    if (kind == TEMPLATE) == bool(rest):
        raise UsageError(f"got backend {shown_name!r}; it is written as one of: {_SYNTAX}")
    if kind in _LIVE and _LIVE[kind].is_served and _SERVED.fullmatch(rest) is None:
        raise UsageError(f"got backend {shown_name!r}; it lacks the server: {_LIVE[kind].syntax}")
    return BackendName(kind, rest, settings)


def with_settings(name: str, settings: Iterable[str] = (), engine: Path | None = None) -> str:
    """Return a backend's name with `name=value` settings and a file for vLLM's engine added.

    Raises:
        UsageError: It is no backend, or none that takes settings.
    """
    pairs = [(name, value) for name, _, value in (text.partition("=") for text in settings)]
    if engine is not None:
        pairs.append(("engine", str(engine.absolute())))
    parsed = parse_backend(name)
    if not pairs:
        return name
    if parsed.asks is None:
        raise UsageError(
            f"--set: the backend {parsed.kind} takes no settings; they are for vllm:MODEL and "
            "endpoint:MODEL@URL"
        )
    joined = urlencode(pairs, quote_via=quote, safe="/:,")
    return f"{name}{'&' if '?' in name else '?'}{joined}"


def drafts_named(name: str, dataset: Path, worlds: Iterable[str] = ()) -> Drafts | None:
    """Return the drafts of a name; None for the template's text.

    Args:
        name: The backend's name.
        dataset: The folder of the dataset that is worded.
        worlds: The structures of the worlds to word; a folder of drafts has to hold some of them.

    Raises:
        UsageError: There is no such backend or setting, or the folder is no rendering of these
            worlds.
    """
    parsed = parse_backend(name)
    if parsed.kind == TEMPLATE:
        return None
    key = (os.getpid(), name.strip(), dataset)  # a forked child must not use its parent's threads
    with _lock:
        if key not in _opened:
            if parsed.kind == "drafts":
                _opened[key] = DraftStore(Path(parsed.rest))
            else:
                _opened[key] = _live(name.strip(), parsed, dataset)
        store = _opened[key]
    structures = tuple(worlds)
    if (
        isinstance(store, DraftStore)
        and structures
        and not any(world in store for world in structures)
    ):
        raise UsageError(
            f"{store.folder} holds drafts of other worlds; render this dataset, or give the folder "
            "of one that it is the twin of"
        )
    return store


def _live(name: str, parsed: BackendName, dataset: Path) -> LiveDrafts:
    """Return the drafts of a model: one model for a process, with a folder for each dataset."""
    given = dict(parsed.settings)
    fallback = given.pop("fallback", None)
    if fallback not in {None, TEMPLATE}:
        raise UsageError(
            f"--set fallback: got {fallback!r}; allowed: template, for its text where the model "
            "gives none; without it a failure ends the episode"
        )
    shared_folder = given.pop("drafts", "")
    limits = {key: _number(key, given.pop(key)) for key in _OF_A_SERVER if key in given}
    engine = Path(given.pop("engine")) if "engine" in given else None
    settings = [f"{key}={value}" for key, value in given.items()]
    kind = parsed.asks
    assert kind is not None
    server_match = _SERVED.fullmatch(parsed.rest) if kind.is_served else None
    model = parsed.rest if server_match is None else server_match["model"]
    if limits and server_match is None:
        raise UsageError(f"--set {next(iter(limits))}: it is for endpoint:MODEL@URL alone")
    key = (os.getpid(), name)
    if key not in _models:
        endpoint = None
        if server_match is not None:
            endpoint = Endpoint(
                server_match["url"],
                key_from_environment(),
                int(limits.get("at_once", 64)),
                limits.get("timeout_s", 600.0),
            )
        backend = backend_named(
            kind.name, model, endpoint=endpoint, settings=settings, engine=engine
        )
        _models[key] = LiveModel(backend)
        # before `multiprocessing` waits, at the end of this process, for the engine to end
        Finalize(None, _models[key].close, exitpriority=1)
    folder = LiveFolder.below(
        Path(shared_folder) if shared_folder else dataset / _CACHE,
        preset_named(model, settings, engine).of_texts(),
    )
    return LiveDrafts(
        _models[key], folder, fallback=fallback == TEMPLATE, plays=parsed.kind == SIMULATE
    )


def _number(name: str, value: str) -> float:
    try:
        return _OF_A_SERVER[name](value)
    except ValueError:
        kind = "a whole number" if _OF_A_SERVER[name] is int else "seconds"
        raise UsageError(f"--set {name}: got {value!r}; allowed: {kind}") from None
