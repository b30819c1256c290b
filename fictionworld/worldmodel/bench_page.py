"""The report of a run as one HTML file: the model beside the baselines, and its worst replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from fictionworld.reports.html_page import html_page
from fictionworld.reports.plots import Interval, IntervalPlot, Plot
from fictionworld.version import __version__
from fictionworld.worldmodel.bench_call import BenchCall
from fictionworld.worldmodel.figures import DIMENSIONS
from fictionworld.worldmodel.repliers import PLANTED
from fictionworld.worldmodel.reward import reward
from fictionworld.worldmodel.scores import ModelScore

_MOST_EXAMPLES: Final = 8
_MOST_TEXT: Final = 900
_SERIES: Final = {"model": 0, "baseline": 1, "planted": 2}


class ShownReply(NamedTuple):
    """A reply that was worth little."""

    call_id: str
    worth: float
    call: str
    text: str
    reference: str


def bench_page(
    dataset: str,
    calls: Sequence[BenchCall],
    scores: Sequence[ModelScore],
    replies: Mapping[str, str | None],
    day: date,
) -> str:
    """Return the page.

    Args:
        dataset: What the dataset is called.
        calls: The calls of the run.
        scores: What was reached; the model's first, if there is one.
        replies: The model's replies by call; none where the baselines alone were scored.
        day: The date that the page bears; nothing else on it depends on when it is made.
    """
    planted = {player.name: player.breaks for player in PLANTED}
    plots = []
    for dimension in DIMENSIONS:
        rows = []
        for place, score in enumerate(scores):
            kind = "model" if replies and not place else "baseline"
            kind = "planted" if score.model in planted else kind
            mean = score.dimensions.get(dimension)
            if mean is not None:
                low, high = (value or 0.0 for value in (mean.low, mean.high))
                rows.append(
                    Interval(
                        score.model, _SERIES[kind], mean.value / 100, low / 100, high / 100,
                        f"{mean.value:.0f}",
                    )
                )  # fmt: skip
        plots.append(Plot(dimension, "intervals", IntervalPlot(rows)))
    names = list(dict.fromkeys(name for score in scores for name in score.figures))
    return html_page(
        "worldmodel",
        "bench.html",
        dataset=dataset,
        day=day.isoformat(),
        version=__version__,
        calls=len(calls),
        worlds=len({call.world_id for call in calls}),
        packs=sorted({call.pack for call in calls}),
        dimensions=DIMENSIONS,
        scores=scores,
        is_asked=bool(replies),
        planted=planted,
        plots=plots,
        names=names,
        examples=_worst(calls, replies),
    )


def _worst(calls: Sequence[BenchCall], replies: Mapping[str, str | None]) -> list[ShownReply]:
    """Return the replies that are worth least, of different arms first."""
    judged = [
        (reward(call, replies[call.call_id] or ""), call)
        for call in calls
        if call.call_id in replies and call.arm != "again"
    ]
    judged.sort(key=lambda pair: (pair[0], pair[1].call_id))
    by_arm = {call.arm: (worth, call) for worth, call in reversed(judged)}
    chosen = [*by_arm.values(), *(pair for pair in judged if pair not in by_arm.values())]
    return [
        ShownReply(
            call.call_id,
            worth,
            f"{call.state.tool} {call.state.arguments}",
            (replies[call.call_id] or "")[:_MOST_TEXT],
            call.reference[:_MOST_TEXT],
        )
        for worth, call in chosen[:_MOST_EXAMPLES]
        if worth < 1
    ]
