"""Replies that need no model: our tools' own, and those of planted bad models.

A planted model fails in one way. Its figure falls, and the others stay: so each figure measures
what it is named for.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from fictionworld.seeds import child_seed
from fictionworld.simulator.search_results import results_of
from fictionworld.simulator.states.call_state import ToldFact
from fictionworld.worldmodel.bench_call import BenchCall

_DIGIT: Final = re.compile(r"(?<=\d)\d|\d(?=\d)")


@dataclass(frozen=True, slots=True)
class Replier:
    """Someone who replies to calls."""

    name: str
    reply: Callable[[BenchCall], str]
    breaks: str = ""
    """The one figure that falls, of a planted model."""


def _rng(call: BenchCall, name: str) -> Random:
    """Return the draws for a call; those for the same search are the same when asked again."""
    return Random(child_seed(0, f"{name}/{call.world_id}/{call.state.arguments}"))  # noqa: S311


def _shuffled(call: BenchCall) -> str:
    return _ordered(call, lambda blocks: _rng(call, "shuffled").sample(blocks, len(blocks)))


def _reversed(call: BenchCall) -> str:
    return _ordered(call, lambda blocks: blocks[::-1])


def _ordered(call: BenchCall, order: Callable[[list[str]], list[str]]) -> str:
    """Return our reply with its results in another order."""
    if not results_of(call.reference)[0] or call.arm == "instructed":
        return call.reference
    blocks = order(call.reference.split("\n\n"))
    return "\n\n".join(f"[{rank}]{block.partition(']')[2]}" for rank, block in enumerate(blocks, 1))


def _altered(call: BenchCall) -> str:
    """Return our reply with other digits in all of its numbers but ranks and addresses."""
    rng = _rng(call, "altered")
    lines = [
        line
        if line.startswith("[") or "://" in line
        else _DIGIT.sub(lambda match: str((int(match[0]) + rng.randrange(1, 10)) % 10), line)
        for line in call.reference.split("\n")
    ]
    return "\n".join(lines)


def _exchanged(call: BenchCall) -> str:
    """Return our reply with each told value in the place of the next one of another column.

    Of a column with other words: appearances, and those in all competitions, are close.
    """
    if call.state.tool == "dict_memory" or call.arm == "instructed":
        return call.reference
    if call.state.tool == "web_extractor":
        return _rotated(call.reference, call.state.pages[0].facts)
    facts = {page.url: page.facts for page in call.state.pages}
    text = call.reference
    for result in results_of(text)[0]:
        text = text.replace(result.snippet, _rotated(result.snippet, facts.get(result.url, ())))
    return text


def _rotated(text: str, facts: tuple[ToldFact, ...]) -> str:
    values = {
        fact.value: fact.label for fact in facts if len(fact.value) > 1 or fact.value.isdigit()
    }
    if len(values) < 2:
        return text
    longest = sorted(values, key=lambda value: (-len(value), value))
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")
    matches = list(pattern.finditer(text))
    pieces, end = [], 0
    for index, match in enumerate(matches):
        others = [m[0] for m in (*matches[index + 1 :], *matches[:index])]
        words = values[match[0]].lower().split()
        other = next(
            (v for v in (*others, *values) if {*words}.isdisjoint(values[v].lower().split())),
            match[0],
        )
        pieces += [text[end : match.start()], other]
        end = match.end()
    return "".join((*pieces, text[end:]))


def _leaking(call: BenchCall) -> str:
    """Return our reply with every secret that was told behind the snippet of its page."""
    if call.state.tool != "web_search" or call.arm == "instructed":
        return call.reference
    secrets = {
        page.url: "; ".join(
            f"{fact.subject}: {fact.label} {fact.value}" for fact in page.facts if fact.is_closed
        )
        for page in call.state.pages
    }
    blocks = []
    for block in call.reference.split("\n\n"):
        url = block.partition("] ")[2].partition("\n")[0]
        blocks.append(
            block.replace("\nDate: ", f" {secrets.get(url, '')}\nDate: ").replace("  ", " ")
        )
    return "\n\n".join(blocks)


_FALSE: Final = "Records of Tolvaria Brenk count 48,213 of them in 1907."


def _inventing(call: BenchCall) -> str:
    if call.state.tool == "dict_memory" or call.arm == "instructed":
        return call.reference
    if call.state.tool == "web_extractor":
        return f"{call.reference}\n\n{_FALSE}"
    return call.reference.replace("\nDate: ", f" {_FALSE}\nDate: ")


def _forgetting(call: BenchCall) -> str:
    return "Memory is empty." if call.state.tool == "dict_memory" else call.reference


def _formless(call: BenchCall) -> str:
    """Return our reply in another form: nothing that it says changes."""
    if call.state.tool == "dict_memory":
        return f"Output of the tool:\n{call.reference}"
    if call.state.tool == "web_extractor":
        return f"Sure! Here is the page:\n```markdown\n{call.reference}\n```"
    results, rest = results_of(call.reference)
    if not results:
        return call.reference
    lines = [f"- {r.url}\n  {r.title}\n  {r.snippet}\n  ({r.date})" for r in results]
    return "\n".join((*lines, rest)).rstrip()


TEMPLATE: Final = Replier("template", lambda call: call.reference)
BASELINES: Final = (
    TEMPLATE,
    Replier("shuffled", _shuffled),
    Replier("altered values", _altered),
    Replier("empty", lambda _: ""),
)
"""What a model is read beside."""
PLANTED: Final = (
    Replier("formless", _formless, "format"),
    Replier("reverser", _reversed, "ranking"),
    Replier("exchanger", _exchanged, "facts right"),
    Replier("inventor", _inventing, "nothing invented"),
    Replier("forgetter", _forgetting, "memory"),
    Replier("leaker", _leaking, "secrets kept"),
)
"""Bad models, each with what it breaks."""
