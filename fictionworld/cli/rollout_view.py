"""What rollouts came to, as a table that a terminal of 80 columns has room for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fictionworld.cli.terminal import duration, escape, grid, stdout
from fictionworld.simulator.drafts.counting import all_texts

if TYPE_CHECKING:
    from fictionworld.episodes.summary import Summary

_FIGURES = {
    "item": "f1_by_item", "row": "f1_by_row", "value": "f1_value", "seen": "coverage",
}  # fmt: skip
_LEGEND = (
    "item, row, value, {reward}: f1 by these; seen: share of the evidence shown;\n"
    "{tools}: calls a task, on average"
)


def print_summaries(summaries: Sequence[Summary], reward: str) -> None:
    """One agent under one policy: a row for each pack and kind, and one for all."""
    agent, policy = summaries[0].agent, summaries[0].policy
    stdout().print(f"[bold]{escape(agent)}[/bold] under {policy}", soft_wrap=True)
    names = {
        "pack": [summary.pack for summary in summaries],
        "kind": [summary.kind for summary in summaries],
    }
    _print(summaries, reward, names)
    _print_wording(summaries[-1:])


def print_comparison(summaries: Sequence[Summary], reward: str) -> None:
    """Several agents or policies: a row for each of them."""
    names = {
        "agent": [summary.agent for summary in summaries],
        "policy": [summary.policy for summary in summaries],
    }
    _print(summaries, reward, names)
    _print_wording([summary for summary in summaries if summary.pack == "all"])


def _print(summaries: Sequence[Summary], reward: str, names: dict[str, list[str]]) -> None:
    from fictionworld.simulator.toolbox import all_tools

    earned = reward.removeprefix("f1_")
    figures = {**_FIGURES, earned: reward}
    headings = ["tasks", *_FIGURES]
    headings.insert(headings.index("seen"), earned)
    used = {tool for result in summaries for tool in result.calls}
    labels = {tool.label: tool.name for tool in all_tools() if tool.name in used}
    table = grid(gap=1)
    for heading in names:
        table.add_column(heading, overflow="fold")
    for heading in (*headings, *labels, "a task"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row, result in enumerate(summaries):
        table.add_row(
            *(escape(values[row]) for values in names.values()),
            f"{result.tasks:,}",
            *(_figure(result.mean[figures[heading]]) for heading in headings[1:]),
            *(_calls(result.calls.get(tool, 0)) for tool in labels.values()),
            duration(result.seconds),
            style="bold" if result.pack == "all" and "pack" in names else "",
        )
    console = stdout()
    console.print(table)
    legend = (_LEGEND if labels else _LEGEND.partition(";\n")[0]).format(
        reward=earned, tools=", ".join(labels)
    )
    console.print(f"[dim]{legend}[/dim]", soft_wrap=True)


def _print_wording(whole: Sequence[Summary]) -> None:
    """Whose words were shown, where a model words the web; its failures are counted too."""
    counts = all_texts(summary.wording for summary in whole)
    if any(counts):
        stdout().print(
            f"texts shown: {counts.worded:,} in the model's words, {counts.template:,} the "
            f"template's, {counts.failed:,} the template's because the model gave none",
            style="red" if counts.failed else "dim",
            soft_wrap=True,
        )


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _calls(mean: float) -> str:
    """Return a mean of calls in at most four characters, so that a terminal has room for a row."""
    return f"{mean:.1f}" if mean < 99.95 else f"{mean:.0f}"
