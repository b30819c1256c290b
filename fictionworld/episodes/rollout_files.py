"""The files of rollouts: traces and transcripts, an object a line, written as each episode ends.

A line is in the file, whole, before the next episode is waited for: a process killed at any moment
leaves at most its last line torn. A rollout goes on with such files: what they hold is not played
again; what is torn, or failed for reasons other than the agent's, is taken out and played.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

from pydantic import TypeAdapter, ValidationError

from fictionworld.episodes.rollout import Attempt, Conditions, PlayedTask
from fictionworld.episodes.trace import Trace
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import controls_of
from fictionworld.worlds.durable import publish, storage_errors


@dataclass(frozen=True, slots=True)
class RolloutId:
    """What distinguishes the episodes of one rollout from those of another; it is in each line."""

    agent: str
    dataset: str
    """Its content hash."""
    backend: str
    policies: str
    """As asked for: one, or several of which each world draws one."""
    controls: str
    seed: int
    most_calls: int | None
    """As of `Conditions.calls`."""
    reply_characters: int | None = None
    settings: str = ""
    """The agent's own: `temperature=0.6,context=32768`."""
    earned_by: str = "f1_grounded"
    """The name of the reward."""

    @classmethod
    def of(
        cls, agent: str, dataset: str, backend: str, conditions: Conditions, settings: str = ""
    ) -> RolloutId:
        """Return the id of an agent's rollout under these conditions."""
        return cls(
            agent,
            dataset,
            backend,
            conditions.policy,
            str(controls_of(conditions.controls)),
            conditions.seed,
            conditions.calls,
            conditions.reply_characters,
            settings,
            conditions.reward,
        )


_ID = tuple(field.name for field in fields(RolloutId))


@dataclass(frozen=True, slots=True)
class _Line:
    """An episode in the file, without its task."""

    rollout: RolloutId
    trace: Trace
    episode_s: float
    sample: int = 0


_LINE = TypeAdapter(_Line)


class _LineFile(ABC):
    """An open file of episodes, an object a line."""

    record: ClassVar[str]
    """What a line is: `trace`. The option of `rollout` that names the file is `--traces`."""

    def __init__(self, path: Path, *, resume: bool) -> None:
        self.path = path
        if resume and path.exists():
            if not path.is_file():
                raise UsageError(
                    f"--resume: {path} is no regular file; name one with --{self.record}s"
                )
            publish(path, self._take_over)
        with storage_errors(path):
            self._file = path.open("ab" if resume else "wb", buffering=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @abstractmethod
    def _take_over(self, made: Path) -> None:
        """Write into `made` the lines of the file that are kept."""

    def _foreign_line(self, number: int) -> UsageError:
        return UsageError(
            f"--resume: line {number} of {self.path} is no {self.record} that `fictionworld "
            f"rollout` wrote; take the line out, or name another file with --{self.record}s"
        )

    def _add_line(self, played: PlayedTask, rollout: RolloutId, content: dict[str, Any]) -> None:
        """Write one episode, whole.

        Raises:
            StorageError: The disk refused.
        """
        line = {
            "task_id": played.task.task_id,
            "sample": played.sample,
            **asdict(rollout),
            **content,
        }
        rest = memoryview(_encoded_line(line))
        with storage_errors(self.path):
            while rest:
                rest = rest[self._file.write(rest) :]


class TraceFile(_LineFile):
    """An open file of traces; a context manager.

    Args:
        path: The file.
        resume: Go on with the file, where there is one; else what is there is replaced.

    Raises:
        UsageError: The file to go on with holds something else.
        StorageError: The file cannot be written.
    """

    record = "trace"

    def __init__(self, path: Path, *, resume: bool = False) -> None:
        self._held: dict[tuple[RolloutId, str, int], _Line] = {}
        super().__init__(path, resume=resume)

    def held(self, rollout: RolloutId, attempts: Iterable[Attempt]) -> dict[Attempt, PlayedTask]:
        """Return the episodes of a rollout that the file held when it was opened."""
        episodes: dict[Attempt, PlayedTask] = {}
        for attempt in attempts:
            line = self._held.get((rollout, attempt.task.task_id, attempt.sample))
            if line is not None:
                episodes[attempt] = PlayedTask(
                    attempt.task, rollout.agent, line.trace, None, line.episode_s, attempt.sample
                )
        return episodes

    def holds(self, rollout: RolloutId, task_id: str, number: int) -> bool:
        """Return whether the file held this episode when it was opened."""
        return (rollout, task_id, number) in self._held

    def add(self, played: PlayedTask, rollout: RolloutId) -> None:
        """Write one episode, whole.

        Raises:
            StorageError: The disk refused.
        """
        outcome = {"error": played.error} if played.trace is None else played.trace.as_dict()
        self._add_line(played, rollout, {"episode_s": played.seconds, **outcome})

    def _take_over(self, made: Path) -> None:
        """Write the episodes of the file that did not fail into `made`, and remember them."""
        torn: int | None = None
        with self.path.open("rb") as before, made.open("wb") as output:
            for number, line in enumerate(before, 1):
                if torn is not None:
                    raise self._foreign_line(torn)
                try:
                    row = json.loads(line) if line.strip() else {"error": "an empty line"}
                except (ValueError, RecursionError):
                    torn = number  # only the last line may be torn
                    continue
                if not isinstance(row, dict) or not (self._takes(row) or row.get("error")):
                    raise self._foreign_line(number)
                if not row.get("error"):
                    output.write(line if line.endswith(b"\n") else line + b"\n")

    def _takes(self, row: dict[str, Any]) -> bool:
        """Return whether a line holds an episode, and remember it."""
        try:
            entry = _LINE.validate_python(row | {"rollout": row, "trace": row})
        except ValidationError:
            return False
        self._held.setdefault((entry.rollout, str(entry.trace.task_id), entry.sample), entry)
        return True


class TranscriptFile(_LineFile):
    """An open file of transcripts; a context manager.

    Args:
        path: The file.
        kept: To go on with the file that is there: whether it keeps the line of a rollout, a task
            and a sample. Those that it does not keep are played again. None replaces the file.

    Raises:
        UsageError: The file to go on with holds something else.
        StorageError: The file cannot be written.
    """

    record = "transcript"

    def __init__(
        self, path: Path, kept: Callable[[RolloutId, str, int], bool] | None = None
    ) -> None:
        self._kept = kept
        super().__init__(path, resume=kept is not None)

    def add(self, played: PlayedTask, rollout: RolloutId) -> None:
        """Write the transcript of one episode, whole; nothing where it has none.

        Raises:
            StorageError: The disk refused.
        """
        trace, transcript = played.trace, played.transcript
        if transcript is not None and trace is not None and trace.reward is not None:
            earned = {"reward": float(trace.reward), "stopped": trace.stopped}
            self._add_line(played, rollout, earned | transcript.as_dict())

    def _take_over(self, made: Path) -> None:
        """Write into `made` the lines that are kept; a torn last line is left out."""
        assert self._kept is not None
        with self.path.open("rb") as before, made.open("wb") as output:
            for number, line in enumerate(before, 1):
                if not line.endswith(b"\n"):
                    continue
                try:
                    row: Any = json.loads(line)
                    rollout = RolloutId(**{name: row[name] for name in _ID})
                    is_kept = self._kept(rollout, row["task_id"], row["sample"])
                except (ValueError, KeyError, TypeError, RecursionError):
                    raise self._foreign_line(number) from None
                if is_kept:
                    output.write(line)


class RolloutFiles(NamedTuple):
    """The files that were asked for; None for nowhere."""

    traces: TraceFile | None
    transcripts: TranscriptFile | None

    @classmethod
    def opened(
        cls, traces: Path | None, transcripts: Path | None, stack: ExitStack, *, resume: bool
    ) -> RolloutFiles:
        """Open the files that have a path; `stack` closes them."""
        out = None if traces is None else stack.enter_context(TraceFile(traces, resume=resume))
        if transcripts is None:
            return cls(out, None)
        is_kept = out.holds if resume and out is not None else None
        return cls(out, stack.enter_context(TranscriptFile(transcripts, is_kept)))

    def held(self, rollout: RolloutId, chosen: Sequence[Attempt]) -> dict[Attempt, PlayedTask]:
        """Return the episodes that the file of traces held when it was opened."""
        return {} if self.traces is None else self.traces.held(rollout, chosen)

    def add(self, played: PlayedTask, rollout: RolloutId) -> None:
        """Write one episode, its transcript first: an episode without a trace is played again."""
        if self.transcripts is not None:
            self.transcripts.add(played, rollout)
        if self.traces is not None:
            self.traces.add(played, rollout)


def _encoded_line(line: dict[str, Any]) -> bytes:
    """Return the line as JSON in UTF-8; lone surrogates, which UTF-8 cannot hold, are escaped."""
    try:
        return f"{json.dumps(line, ensure_ascii=False)}\n".encode()
    except UnicodeEncodeError:
        return f"{json.dumps(line)}\n".encode()
