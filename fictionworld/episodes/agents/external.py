"""`package.module:Class`: an agent of another package, by its path or its entry point."""

from __future__ import annotations

import asyncio
import inspect
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.episode import Episode
from fictionworld.errors import UsageError


class ExternalAgent:
    """An object of a class of others, made without arguments; its method `play` takes an episode.

    `play` may be `async`. The object plays many episodes, several at a time where threads play. It
    pickles as its path: each worker process makes one of its own.

    Args:
        name: As it stands in tables and traces.
        path: `package.module:Class`.

    Raises:
        UsageError: There is no such class, or it cannot be made, or it has no `play`.
    """

    waits = False

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self._path = path
        self._player = _made(name, path)
        self.settings = str(getattr(self._player, "settings", ""))

    def play(self, episode: Episode, reasoner: Reasoner) -> str | None:  # noqa: ARG002 - not granted
        """Return what the object's `play` returns: the answer, or None for no answer."""
        answer = self._player.play(episode)
        if inspect.isawaitable(answer):
            answer = asyncio.run(_awaited(answer))
        if not isinstance(answer, str | None):
            raise UsageError(
                f"--agent {self.name}: play returned {type(answer).__name__}; allowed: the answer "
                "as text, or None"
            )
        return answer

    def __reduce__(self) -> tuple[type[ExternalAgent], tuple[str, str]]:
        return ExternalAgent, (self.name, self._path)


async def _awaited(answer: Any) -> Any:  # noqa: ANN401 - an answer, once it is checked
    return await answer


def _made(name: str, path: str) -> Any:  # noqa: ANN401 - a class of somebody else
    module, _, attribute = path.partition(":")
    folder = str(Path.cwd())
    if folder not in sys.path:  # as `python -m` does
        sys.path.insert(0, folder)
    try:
        imported = import_module(module)
    except Exception as error:
        raise UsageError(
            f"--agent {name}: the module {module} cannot be imported ({type(error).__name__}: "
            f"{error}); give one that stands in this folder or is installed"
        ) from error
    if not hasattr(imported, attribute):
        raise UsageError(f"--agent {name}: the module {module} has no {attribute}")
    try:
        player = getattr(imported, attribute)()
    except Exception as error:
        raise UsageError(
            f"--agent {name}: {attribute}() failed ({type(error).__name__}: {error}); it is called "
            "without arguments"
        ) from error
    if not callable(getattr(player, "play", None)):
        raise UsageError(f"--agent {name}: it has no method play(episode) that returns the answer")
    return player
