"""One request from prompt to judged drafts: asked, read, checked, failed passages asked for again.

A passage that fails twice keeps the template's text. The form of a draft is checked again whenever
it is shown (`worded.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Literal, NamedTuple

from pydantic import ConfigDict, RootModel, StringConstraints, ValidationError
from pydantic_core import from_json

from fictionworld.simulator.backends.backend import Backend, Completion, Prompt
from fictionworld.simulator.drafts.checks import Checks
from fictionworld.simulator.drafts.given import DraftFault
from fictionworld.simulator.drafts.request import Batch, Request

_OPEN, _CLOSE = "<think", "</think>"
_LONGEST = 200_000
"""Characters of a reply that is read at all."""

_Text = Annotated[str, StringConstraints(max_length=20_000)]

Outcome = Literal["accepted", "corrected", "reused", "replaced"]


class Draft(NamedTuple):
    """The outcome of one passage."""

    key: str
    text: str
    """As the model last wrote it; empty where there is none. A draft: never shown unchecked."""
    outcome: Outcome
    """`accepted` as first written, `corrected` at the second try, `reused` from another passage of
    the same skeleton, or `replaced` by the template's text.
    """
    reason: str
    """The check that a corrected draft failed first, or a replaced one last; empty for others."""
    why: str


def texts_let_through(drafts: Iterable[Draft]) -> dict[str, str]:
    """Return, by key, the texts of the drafts that stand in place of the template's."""
    return {draft.key: draft.text for draft in drafts if draft.outcome != "replaced"}


@dataclass(frozen=True)
class Wording:
    """The drafts of one request, and what they took."""

    drafts: tuple[Draft, ...]
    """In the order of the passages that were asked for."""
    requests: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    variants: Mapping[str, str] = field(default_factory=dict)
    """By key the drafts that serve other passages of the same skeleton too."""


class DraftVerdict(NamedTuple):
    """The texts of a reply, and what is wrong with them."""

    texts: dict[str, str]
    """By key, as the model wrote them."""
    faults: dict[str, DraftFault]
    """By key, of those that are not let through."""
    again: Prompt | None = None
    """What asks for these once more; None where that is of no use."""
    variants: Mapping[str, str] = {}


Judge = Callable[["Completion", Sequence[str], bool], Awaitable[DraftVerdict]]
"""Looks at the reply of a model that was asked for these keys, for the first time or again."""


@dataclass
class OutcomeCounts:
    """Outcomes counted."""

    accepted: int = 0
    corrected: int = 0
    reused: int = 0
    replaced: int = 0
    corrected_by: Counter[str] = field(default_factory=Counter)
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
        """Return the number of drafts counted."""
        return self.accepted + self.corrected + self.reused + self.replaced

    @property
    def share_replaced(self) -> float:
        """Return the share of drafts replaced by the template's text; 0 where there are none."""
        return self.replaced / self.drafts if self.drafts else 0.0

    @property
    def share_reused(self) -> float:
        """Return the share of drafts that were reused; 0 where there are none."""
        return self.reused / self.drafts if self.drafts else 0.0

    @property
    def share_template_pages(self) -> float:
        """Return the share of pages left as the template has them; 0 where there are none."""
        return self.template_pages / self.pages if self.pages else 0.0

    def add(self, drafts: Iterable[Draft]) -> None:
        """Count drafts."""
        for draft in drafts:
            if draft.outcome == "accepted":
                self.accepted += 1
            elif draft.outcome == "corrected":
                self.corrected += 1
                self.corrected_by[draft.reason] += 1
            elif draft.outcome == "reused":
                self.reused += 1
            else:
                self.replaced += 1
                self.replaced_by[draft.reason] += 1

    def add_all(self, other: OutcomeCounts) -> None:
        """Count what another has counted."""
        for counter in fields(self):
            total = getattr(self, counter.name)
            total += getattr(other, counter.name)
            setattr(self, counter.name, total)

    def add_page(self, drafts: Sequence[Draft]) -> None:
        """Count the drafts of a page."""
        self.add(drafts)
        self.pages += 1
        self.template_pages += all(draft.outcome == "replaced" for draft in drafts)

    def add_wording(self, wording: Wording) -> None:
        """Count the drafts of a page, and the requests and tokens that they took."""
        self.add_page(wording.drafts)
        self.add_spent(wording)

    def add_spent(self, other: Wording | OutcomeCounts) -> None:
        """Count the requests and tokens that drafts took, and not the drafts."""
        self.requests += other.requests
        self.prompt_tokens += other.prompt_tokens
        self.cached_tokens += other.cached_tokens
        self.output_tokens += other.output_tokens


async def word(request: Request, backend: Backend, checks: Checks) -> Wording:
    """Ask for the drafts of all passages of a request, and judge them.

    Raises:
        BackendError: No request can succeed.
    """

    async def judge(completion: Completion, keys: Sequence[str], first: bool) -> DraftVerdict:
        return judged(completion, request.batch, keys, checks, first=first)

    return await worded(request.prompt, list(request.batch.passages), backend, judge)


async def worded(asked: Prompt, keys: Sequence[str], backend: Backend, judge: Judge) -> Wording:
    """Ask for the drafts of a prompt, and once more for the ones that fail.

    Raises:
        BackendError: No request can succeed.
    """
    first_completion = (await backend.complete([asked]))[0]
    completions = [first_completion]
    texts, earlier_faults, again_prompt, variants = await judge(first_completion, keys, True)
    texts, faults, variants = dict(texts), dict(earlier_faults), dict(variants)
    if again_prompt is not None:
        assert again_prompt.schema is not None, "drafts are asked for by their keys"
        again_keys = list(again_prompt.schema["required"])
        second_completion = (await backend.complete([again_prompt]))[0]
        completions.append(second_completion)
        new_texts, new_faults, _, new_variants = await judge(second_completion, again_keys, False)
        texts |= new_texts
        variants |= new_variants
        faults = {key: fault for key, fault in faults.items() if key not in again_keys} | new_faults
    return Wording(
        tuple(_draft(key, texts, earlier_faults, faults) for key in keys),
        len(completions),
        sum(completion.prompt_tokens for completion in completions),
        sum(completion.cached_tokens for completion in completions),
        sum(completion.output_tokens for completion in completions),
        variants,
    )


def _draft(
    key: str,
    texts: Mapping[str, str],
    begun: Mapping[str, DraftFault],
    faults: Mapping[str, DraftFault],
) -> Draft:
    text = texts.get(key, "")
    if key in faults:
        return Draft(key, text, "replaced", *faults[key])
    if key in begun:
        return Draft(key, text, "corrected", *begun[key])
    return Draft(key, text, "accepted", "", "")


def judged(
    completion: Completion,
    batch: Batch,
    keys: Sequence[str],
    checks: Checks,
    *,
    first: bool,
) -> DraftVerdict:
    """Return the texts of a reply, and the faults of the keys that were asked for.

    Only the first reply to a request is followed by a prompt for the faulty passages.
    """
    if completion.error is not None:  # a server that gave nothing was asked often enough
        return DraftVerdict({}, dict.fromkeys(keys, DraftFault("backend", completion.error)))
    texts, faults = _read(completion, batch, keys, checks)
    again_prompt = None
    if faults and first:
        again_prompt = batch.again(texts, {key: fault.why for key, fault in faults.items()})
    return DraftVerdict(texts, faults, again_prompt)


def _read(
    completion: Completion, batch: Batch, keys: Sequence[str], checks: Checks
) -> tuple[dict[str, str], dict[str, DraftFault]]:
    replied = read_reply(completion.text, keys, cut=completion.cut)
    if replied.fault is not None:
        why = f"the reply {replied.fault}"
        if completion.cut:
            why = "the reply was cut off at the limit of tokens; write less"
        return {}, dict.fromkeys(keys, DraftFault("format", why))
    faults = {key: DraftFault("format", "the reply lacks this key") for key in keys}
    texts: dict[str, str] = {}
    for key, short_text in replied.texts.items():
        request, passage = batch.passages[key]
        text = passage.lengthened(short_text)
        copied = batch.copied(key, text, texts)
        texts[key] = text
        if copied is None:
            fault = checks.written(text, passage, request)
        else:
            fault = DraftFault("prose", f"says what {copied} says")
        if fault is None:
            del faults[key]
        else:
            faults[key] = fault
    return texts, faults


# Replies ----------------------------------------------------------------------------------------


class _Reply(RootModel[dict[str, _Text]]):
    model_config = ConfigDict(strict=True)


class ReplyTexts(NamedTuple):
    """The texts of a reply by key, or why there are none."""

    texts: dict[str, str]
    fault: str | None


def without_thinking(text: str) -> str | None:
    """Return the text behind the model's thinking; None where the thinking does not end."""
    if _CLOSE in text:
        text = text.rpartition(_CLOSE)[2]
    return None if _OPEN in text else text.strip()


def read_reply(text: str, keys: Collection[str], *, cut: bool = False) -> ReplyTexts:
    """Return the texts of a reply for `keys`, without the missing ones; none where it is odd.

    Of a reply that was cut off the pairs that are whole are read.
    """
    if len(text) > _LONGEST:
        return ReplyTexts({}, f"has {len(text):,} characters")
    answer = without_thinking(text)
    if answer is None:
        return ReplyTexts({}, "ended while the model was thinking")
    if not answer:
        return ReplyTexts({}, "is empty")
    try:
        texts = _Reply.model_validate(from_json(answer, allow_partial=cut)).root
    except ValueError as error:  # pydantic's own are too
        first_error = str(error)
        if isinstance(error, ValidationError):
            first_error = error.errors(include_url=False, include_input=False)[0]["msg"]
        return ReplyTexts({}, f"is not one JSON object of texts: {first_error}")
    unknown_keys = sorted(set(texts) - set(keys))
    if unknown_keys:
        return ReplyTexts({}, f"has keys that were not asked for: {', '.join(unknown_keys)[:80]}")
    return ReplyTexts(texts, None)
