"""An episode as a text that another process can go on with: `Episode.log`, `Episode.from_log`.

It holds what the episode was made from and what was called, no reply: the same calls bring the same
texts. It is read strictly, since it may come from a file or over a wire.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from fictionworld.episodes.call import Call
from fictionworld.episodes.reward import Reward
from fictionworld.episodes.source import Source
from fictionworld.errors import UsageError
from fictionworld.version import __version__

_FORMAT: Final = 1


@dataclass(frozen=True, slots=True)
class EpisodeLog:
    """What is in a log beside its format."""

    dataset: str
    """The content hash of the dataset."""
    backend: str
    task_or_world: str | int
    """The task's id, or the world's of an episode without a task."""
    policy: str
    controls: str
    seed: int
    most_calls: int
    reply_characters: int | None
    calls: tuple[Call, ...]
    answer: str | None
    reward: Reward | None


_LOG: Final = TypeAdapter(EpisodeLog)


def written_log(log: EpisodeLog) -> str:
    """Return the log as one line of JSON, in ASCII."""
    content = {"format": _FORMAT, "fictionworld": __version__, **asdict(log)}
    return json.dumps(content, separators=(",", ":"))


def read_log(text: str, dataset: Source) -> EpisodeLog:
    """Return the log in a text, of an episode on this dataset.

    Raises:
        UsageError: The text is no log, damaged, or of another format, dataset or backend.
    """
    log = _read(text)
    if log.dataset != dataset.content_hash:
        raise UsageError(
            f"got the log of an episode on another dataset (content {log.dataset[:12]}...); "
            f"{dataset.path} has content {dataset.content_hash[:12]}...: open the one that it was "
            "played on"
        )
    if log.backend != dataset.backend:
        raise UsageError(
            f"got the log of an episode in the words of {log.backend!r}; this dataset is open in "
            f"those of {dataset.backend!r}: give dataset.worded_by({log.backend!r})"
        )
    return log


def _read(text: str) -> EpisodeLog:
    try:
        content: Any = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise UsageError(
            f"got a log that is no JSON ({error}); give the whole text that Episode.log() returned"
        ) from None
    if not isinstance(content, dict) or "format" not in content:
        raise UsageError(
            "got JSON that is no log of an episode: it is no object with a field format; give the "
            "text that Episode.log() returned"
        )
    if content["format"] != _FORMAT:
        raise UsageError(
            f"got a log of format {content['format']!r}, written by fictionworld "
            f"{content.get('fictionworld', 'of unknown version')}; this is fictionworld "
            f"{__version__}, which reads format {_FORMAT}: use the version that wrote it"
        )
    try:
        return _LOG.validate_python(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        raise UsageError(
            f"got a damaged log: {'.'.join(map(str, first['loc']))}: {first['msg']}; give the "
            "whole text that Episode.log() returned"
        ) from None
