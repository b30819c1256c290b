"""The transcripts of rollouts in a file, an object a line, beside that of their traces."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from fictionworld.episodes.trace_file import RolloutId, encoded_line
from fictionworld.errors import UsageError
from fictionworld.worlds.durable import publish, storage_errors

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType

    from fictionworld.episodes.rollout import PlayedTask

__all__ = ["TranscriptFile"]

_ID = tuple(field.name for field in fields(RolloutId))


class TranscriptFile(AbstractContextManager["TranscriptFile"]):
    """An open file of transcripts; close it, or use it as a context manager.

    Args:
        path: The file.
        kept: To go on with the file that is there: whether it keeps the line of a rollout, a task
            and a sample. Those that it does not keep are played again. None replaces the file.

    Raises:
        UsageError: The file to go on with holds something else.
        StorageError: The file cannot be written.
    """

    def __init__(
        self, path: Path, kept: Callable[[RolloutId, str, int], bool] | None = None
    ) -> None:
        self.path = path
        if kept is not None and path.exists():
            if not path.is_file():
                raise UsageError(
                    f"--resume: {path} is no regular file; name one with --transcripts"
                )
            self._kept = kept
            publish(path, self._take_over)
        with storage_errors(path):
            self._file = path.open("wb" if kept is None else "ab", buffering=0)

    def add(self, played: PlayedTask, rollout: RolloutId) -> None:
        """Write the transcript of one episode, whole; nothing where it has none.

        Raises:
            StorageError: The disk refused.
        """
        if played.transcript is None or played.trace is None or played.trace.reward is None:
            return
        line = {
            "task_id": played.task.task_id,
            "sample": played.sample,
            **asdict(rollout),
            "reward": float(played.trace.reward),
            "stopped": played.trace.stopped,
            **played.transcript.as_dict(),
        }
        rest = memoryview(encoded_line(line))
        with storage_errors(self.path):
            while rest:
                rest = rest[self._file.write(rest) :]

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def _take_over(self, made: Path) -> None:
        """Write into `made` the lines that are kept; a last line that was torn is not."""
        with self.path.open("rb") as before, made.open("wb") as kept:
            for number, line in enumerate(before, 1):
                if not line.endswith(b"\n"):
                    continue
                try:
                    row: Any = json.loads(line)
                    rollout = RolloutId(**{name: row[name] for name in _ID})
                    known = self._kept(rollout, row["task_id"], row["sample"])
                except (ValueError, KeyError, TypeError, RecursionError):
                    raise UsageError(
                        f"--resume: line {number} of {self.path} is no transcript that "
                        "`fictionworld rollout` wrote; take the line out, or name another file "
                        "with --transcripts"
                    ) from None
                if known:
                    kept.write(line)
