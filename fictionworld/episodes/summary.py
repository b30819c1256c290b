"""What a rollout comes to: means of the figures, whole and by kind and pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from fictionworld.episodes.faults import ENDINGS
from fictionworld.episodes.rollout import PlayedTask
from fictionworld.simulator.drafts.counting import TextCounts, all_texts

FIGURES = (
    "f1_by_item", "f1_by_row", "f1_value", "f1_grounded", "f1_evidenced", "score", "coverage",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Summary:
    """The tasks of one kind and pack, or all."""

    agent: str
    policy: str
    kind: str
    pack: str
    """Both `all` for all."""
    tasks: int
    """Played to the end, at least once."""
    samples: int
    """Episodes of these tasks played to the end: as many, where each was played once."""
    errors: int
    """Episodes that failed, and not by the agent's doing; no mean counts them."""
    stopped: int
    """Episodes that the agent ended without an answer, its context full; means count them."""
    endings: dict[str, int]
    """How many episodes ended in each way: `answered`, `empty`, `refused`, `context`, `stopped`."""
    cut: int
    """Episodes whose last completion ended at its limit of tokens; means count them."""
    unread_calls: int
    """What looked like a call in a model's text and could not be read, in all episodes."""
    mean: dict[str, float | None]
    """By figure, and by the reward if it is none of them: over the episodes for which it is
    defined; None where it is for none."""
    best: dict[str, float | None]
    """By figure, the mean over tasks of their best episode's; as `mean` where each task was played
    once."""
    calls: dict[str, float]
    """Calls of each tool in an episode, on average."""
    seconds: float
    """An episode, on average."""
    wording: TextCounts
    """Whose words the texts shown are in, where a model words the web; of all episodes together."""

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as plain data, for JSON."""
        plain = asdict(self) | {"wording": self.wording._asdict()}
        del plain["kind"], plain["pack"]
        return plain


def summary_of(
    played: Sequence[PlayedTask], agent: str, policy: str, kind: str = "all", pack: str = "all"
) -> Summary:
    """Return the summary of these played tasks."""
    done = [episode for episode in played if episode.trace is not None]
    traces = [episode.trace for episode in played if episode.trace is not None]
    rewards = {trace.reward.chosen for trace in traces if trace.reward is not None}
    figures = (*FIGURES, *sorted(rewards - set(FIGURES)))
    endings = Counter(trace.ending for trace in traces)
    calls = Counter(call.tool for trace in traces for call in trace.calls)
    return Summary(
        agent,
        policy,
        kind,
        pack,
        len({episode.task.task_id for episode in done}),
        len(done),
        len(played) - len(done),
        sum(trace.stopped is not None for trace in traces),
        {ending: endings[ending] for ending in ENDINGS},
        sum(trace.cut for trace in traces),
        sum(len(trace.unread_calls) for trace in traces),
        {figure: _mean(_figure(episode, figure) for episode in done) for figure in figures},
        {figure: _mean(_best(done, figure)) for figure in figures},
        {tool: count / len(done) for tool, count in sorted(calls.items())},
        fmean(episode.seconds for episode in done) if done else 0.0,
        all_texts(trace.wording for trace in traces),
    )


def by_pack_and_kind(played: Sequence[PlayedTask], agent: str, policy: str) -> list[Summary]:
    """Return one summary for each pack and kind played, and at the end one for all."""
    groups = sorted({(episode.task.pack, episode.task.kind) for episode in played})
    parts = [
        summary_of(
            [
                episode
                for episode in played
                if (episode.task.pack, episode.task.kind) == (pack, kind)
            ],
            agent,
            policy,
            kind,
            pack,
        )
        for pack, kind in groups
    ]
    return [*parts, summary_of(played, agent, policy)]


def by_policy(played: Sequence[PlayedTask], agent: str, policies: str) -> list[Summary]:
    """Return one summary for each policy that worlds drew, and if several, one for all."""
    drawn = sorted({episode.trace.policy for episode in played if episode.trace is not None})
    if len(drawn) < 2:
        return [summary_of(played, agent, policies)]
    parts = [
        summary_of(
            [episode for episode in played if episode.trace and episode.trace.policy == policy],
            agent,
            policy,
        )
        for policy in drawn
    ]
    return [*parts, summary_of(played, agent, policies)]


def _figure(played: PlayedTask, figure: str) -> float | None:
    if played.trace is None or played.trace.reward is None:
        return None
    reward = played.trace.reward
    value: float | None = reward.earned if figure == reward.chosen else getattr(reward, figure)
    return value


def _best(done: Sequence[PlayedTask], figure: str) -> Iterable[float]:
    """Return the best value of a figure for each task that has any."""
    best: dict[str, float] = {}
    for episode in done:
        value = _figure(episode, figure)
        if value is not None:
            best[episode.task.task_id] = max(value, best.get(episode.task.task_id, value))
    return best.values()


def _mean(values: Iterable[float | None]) -> float | None:
    defined = [value for value in values if value is not None]
    return fmean(defined) if defined else None
