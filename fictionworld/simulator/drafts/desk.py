"""One request from prompt to judged drafts: asked, checked, what failed asked for once more.

What still fails is replaced: the template's text stands there. Nothing here releases a text; its
form is checked again whenever it is shown (`worded.py`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from fictionworld.simulator.drafts.form import Fault
from fictionworld.simulator.drafts.reply import read_reply

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from fictionworld.simulator.backends.backend import Backend, Completion
    from fictionworld.simulator.drafts.checks import Checks
    from fictionworld.simulator.drafts.request import Request

__all__ = ["Draft", "Outcome", "Tally", "Wording", "word"]

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
    pages: int = 0
    template_pages: int = 0
    """Those with nothing of the model's on them."""
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

    @property
    def share_template_pages(self) -> float:
        """Of the pages, those left as the template has them; 0 where there are none."""
        return self.template_pages / self.pages if self.pages else 0.0

    def add_request(self, field: str, drafts: Sequence[Draft]) -> None:
        """Count the drafts of one request, those of a page or of its snippets."""
        self.add(drafts)
        if field == "page":
            self.pages += 1
            self.template_pages += all(draft.outcome == "replaced" for draft in drafts)

    def add_wording(self, wording: Wording) -> None:
        """Count the drafts of a request, and what it took."""
        self.add_request(wording.request.field, wording.drafts)
        self.requests += wording.requests
        self.prompt_tokens += wording.prompt_tokens
        self.cached_tokens += wording.cached_tokens
        self.output_tokens += wording.output_tokens


async def word(request: Request, backend: Backend, checks: Checks) -> Wording:
    """The drafts for a request, judged.

    Raises:
        BackendError: No request can succeed.
    """
    first = (await backend.complete([request.prompt]))[0]
    spent = [first]
    texts, faults = _judged(first, request, [p.key for p in request.passages], checks)
    begun = dict(faults)
    # a server that gave nothing was asked often enough
    back = {key: fault.why for key, fault in faults.items() if fault.reason != "backend"}
    if back:
        again = request.again({key: texts[key] for key in back if key in texts}, back)
        second = (await backend.complete([again]))[0]
        spent.append(second)
        anew, still = _judged(second, request, list(back), checks)
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
    completion: Completion, request: Request, keys: list[str], checks: Checks
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
    faults = {key: Fault("format", "the reply lacks this key") for key in keys}
    for passage in request.passages:
        if passage.key in faults and passage.key in replied.texts:
            fault = checks.written(replied.texts[passage.key], passage, request)
            if fault is None:
                del faults[passage.key]
            else:
                faults[passage.key] = fault
    return replied.texts, faults
