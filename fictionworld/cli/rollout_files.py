"""Where a rollout writes its episodes, each as it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import ExitStack
    from pathlib import Path

    from fictionworld.episodes.rollout import Attempt, PlayedTask
    from fictionworld.episodes.trace_file import RolloutId, TraceFile
    from fictionworld.episodes.transcript_file import TranscriptFile

__all__ = ["RolloutFiles"]


class RolloutFiles(NamedTuple):
    """The files that were asked for; None for nowhere."""

    traces: TraceFile | None
    transcripts: TranscriptFile | None

    @classmethod
    def opened(
        cls, traces: Path | None, transcripts: Path | None, stack: ExitStack, *, resume: bool
    ) -> RolloutFiles:
        from fictionworld.episodes.trace_file import TraceFile
        from fictionworld.episodes.transcript_file import TranscriptFile

        out = None if traces is None else stack.enter_context(TraceFile(traces, resume=resume))
        if transcripts is None:
            return cls(out, None)
        kept = out.holds if resume and out is not None else None
        return cls(out, stack.enter_context(TranscriptFile(transcripts, kept)))

    def held(self, rollout: RolloutId, chosen: Sequence[Attempt]) -> dict[Attempt, PlayedTask]:
        return {} if self.traces is None else self.traces.held(rollout, chosen)

    def add(self, played: PlayedTask, rollout: RolloutId) -> None:
        """The transcript first: what lacks its trace is played again."""
        if self.transcripts is not None:
            self.transcripts.add(played, rollout)
        if self.traces is not None:
            self.traces.add(played, rollout)
