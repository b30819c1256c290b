"""One request from prompt to judged drafts: asked, checked, what failed asked for once more.

What still fails is replaced: the template's text stands there. Nothing here releases a text; it is
checked again whenever it is shown (`worded.py`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from fictionworld.simulator.drafts.checks import Fault, check_draft
from fictionworld.simulator.drafts.reply import read_reply

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fictionworld.simulator.backends.backend import Backend, Completion
    from fictionworld.simulator.drafts.book import Book
    from fictionworld.simulator.drafts.checks import Checked, Watch
    from fictionworld.simulator.drafts.request import Request

__all__ = ["Draft", "Outcome", "Tally", "Wording", "judged", "word"]

Outcome = Literal["released", "mended", "replaced"]


class Draft(NamedTuple):
    """What came of one passage."""

    key: str
    text: str
    """As the model last wrote it; empty where there is none. A draft: never shown unchecked."""
    outcome: Outcome
    """`released` as first written, `mended` at the second try, or `replaced`."""
    reason: str
    """Of what was mended or replaced: which check failed last, or first where it was mended."""
    why: str


@dataclass(frozen=True)
class Wording:
    """What came of one request."""

    request: Request
    drafts: tuple[Draft, ...]
    """In the order of the passages."""
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0


@dataclass
class Tally:
    """Outcomes counted."""

    released: int = 0
    mended: int = 0
    replaced: int = 0
    mended_by: Counter[str] = field(default_factory=Counter)
    replaced_by: Counter[str] = field(default_factory=Counter)
    """By reason."""
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0

    @property
    def drafts(self) -> int:
        """All drafts."""
        return self.released + self.mended + self.replaced

    @property
    def share_replaced(self) -> float:
        """0 where there are none."""
        return self.replaced / self.drafts if self.drafts else 0.0

    def add(self, drafts: Iterable[Draft]) -> None:
        """Count drafts."""
        for draft in drafts:
            if draft.outcome == "released":
                self.released += 1
            elif draft.outcome == "mended":
                self.mended += 1
                self.mended_by[draft.reason] += 1
            else:
                self.replaced += 1
                self.replaced_by[draft.reason] += 1

    def add_wording(self, wording: Wording) -> None:
        """Count the drafts of a request, and what it took."""
        self.add(wording.drafts)
        self.requests += wording.requests
        self.prompt_tokens += wording.prompt_tokens
        self.cached_tokens += wording.cached_tokens
        self.output_tokens += wording.output_tokens


async def word(request: Request, backend: Backend, book: Book, watch: Watch | None) -> Wording:
    """The drafts for a request, judged.

    Raises:
        BackendError: No request can succeed.
    """
    first = (await backend.complete([request.prompt]))[0]
    spent = [first]
    texts, faults = _judged(first, request, [p.key for p in request.passages], book, watch)
    begun = dict(faults)
    # a server that gave nothing was asked often enough
    back = {key: fault.why for key, fault in faults.items() if fault.reason != "backend"}
    if back:
        again = request.again({key: texts[key] for key in back if key in texts}, back)
        second = (await backend.complete([again]))[0]
        spent.append(second)
        anew, still = _judged(second, request, list(back), book, watch)
        texts |= anew
        faults = {key: fault for key, fault in faults.items() if key not in back} | still
    return Wording(
        request,
        tuple(_draft(p.key, texts, begun, faults) for p in request.passages),
        len(spent),
        sum(one.prompt_tokens for one in spent),
        sum(one.cached_tokens for one in spent),
        sum(one.output_tokens for one in spent),
    )


def _draft(
    key: str, texts: Mapping[str, str], begun: Mapping[str, Fault], faults: Mapping[str, Fault]
) -> Draft:
    text = texts.get(key, "")
    if key in faults:
        return Draft(key, text, "replaced", *faults[key])
    if key in begun:
        return Draft(key, text, "mended", *begun[key])
    return Draft(key, text, "released", "", "")


def _judged(
    completion: Completion, request: Request, keys: list[str], book: Book, watch: Watch | None
) -> tuple[dict[str, str], dict[str, Fault]]:
    """The texts of a reply, and what is wrong with those that are asked for."""
    if completion.error is not None:
        return {}, dict.fromkeys(keys, Fault("backend", completion.error))
    replied = read_reply(completion.text, keys)
    if replied.fault is not None:
        why = f"the reply {replied.fault}"
        if completion.cut:
            why = "the reply was cut off at the limit of tokens; write less"
        return {}, dict.fromkeys(keys, Fault("format", why))
    checked = judged(request, replied.texts, book, watch)
    faults = {key: fault for key in keys if (fault := _fault_of(checked.get(key))) is not None}
    return replied.texts, faults


def _fault_of(checked: Checked | None) -> Fault | None:
    return Fault("format", "the reply lacks this key") if checked is None else checked.fault


def judged(
    request: Request, texts: Mapping[str, str], book: Book, watch: Watch | None
) -> dict[str, Checked]:
    """Those of the texts that belong to a passage of the request, each checked."""
    return {
        passage.key: check_draft(texts[passage.key], passage, request, book, watch)
        for passage in request.passages
        if passage.key in texts
    }
