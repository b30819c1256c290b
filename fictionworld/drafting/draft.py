"""A pack drafted by a model from documents of a field: the road from documents to worlds.

    1. plan     the model plans tables after the documents, and again where that is no plan; the
                user may edit the plan
    2. write    it writes a pack after the plan
    3. check    the pack is held against the documents and checked as any other is: by its notation,
                on twenty worlds, by its sanity queries, and its rules by mutations
    4. mend     what was found goes back to the model, until nothing is found or a limit is reached
    5. build    twenty worlds, and a preview

Every attempt lies in the folder with its findings. The same command goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fictionworld.build import BuildConfig, build
from fictionworld.chat.client import ChatContextError, ChatError
from fictionworld.dataset import open_dataset
from fictionworld.drafting.documents import FieldDocument
from fictionworld.drafting.findings import PLAN, WORLDS, findings_of_pack, findings_of_plan
from fictionworld.drafting.model_calls import BudgetSpentError, ModelCall, ModelCalls
from fictionworld.drafting.requests import (
    Message,
    mend_request,
    pack_request,
    plan_again_request,
    plan_request,
    tokens_of,
    yaml_of,
)
from fictionworld.errors import (
    FictionworldError,
    UsageError,
)
from fictionworld.packs.source import new_source
from fictionworld.preview import preview_pack
from fictionworld.trial import PackTrial, try_pack
from fictionworld.worlds.durable import publish_bytes

__all__ = [
    "DraftAttempt",
    "DraftEndedError",
    "DraftLimits",
    "DraftReport",
    "draft_pack",
    "plan_pack",
]

_PLANS: Final = 3
"""Answers that may be no plan."""
_MOST_OF_A_PLAN: Final = 6
"""Findings of a plan that a model is given."""
_CUT: Final = "the answer was cut at its limit of tokens; write a shorter"
_MOST_FINDINGS: Final = 40
"""That a model is given at a time; it can mend no more at once."""


class DraftEndedError(FictionworldError):
    """A draft ends without success; the message says why, and how it can go on."""


@dataclass(frozen=True, slots=True)
class DraftLimits:
    """When a draft ends without success."""

    attempts: int = 6
    """Packs that are checked: the first, and those that mend it."""
    prompt_tokens: int = 20_768
    """Of a request: what an answer leaves of the model's context."""
    cpu_s: int = 60
    """Processor time of one check with its trial."""


@dataclass(frozen=True, slots=True)
class DraftAttempt:
    """One plan or pack that the model gave."""

    number: int
    file: Path
    findings: tuple[str, ...]
    """What the check refused, a line each; empty where the pack is sound."""


@dataclass(frozen=True, slots=True)
class DraftReport:
    """What was drafted, what was refused, and why it ended."""

    name: str
    attempts: tuple[DraftAttempt, ...]
    stopped: str
    """Why it ended: `sound`, or the limit and how the draft can go on."""
    trial: PackTrial | None
    """Of the sound pack; likewise the rest."""
    tasks: int
    """Drawn for its worlds."""

    @property
    def is_sound(self) -> bool:
        """Return whether the last attempt passed everything that a pack has to pass."""
        return self.trial is not None


def plan_pack(
    model: ModelCalls,
    documents: Sequence[FieldDocument],
    name: str,
    out: Path,
    limits: DraftLimits,
    on_attempt: Callable[[DraftAttempt], None] = lambda _: None,
) -> str:
    """Return the plan of tables: that in the folder, perhaps edited, or a new one of the model.

    Raises:
        UsageError: The name is taken, or the documents, the notation or the edited plan cannot be
            used.
        BudgetSpentError: No call is left.
        DraftEndedError: The model gives no plan.
    """
    new_source(name)  # refuses what is no name
    file = out / PLAN
    if file.exists():
        text = file.read_text(encoding="utf-8")
        if mistakes := findings_of_plan(text):
            raise UsageError(
                f"{file} is no plan: {mistakes[0]}; mend it, or remove it for a new one"
            )
        return text
    _refuse_short_context(name, limits)
    first = request = plan_request(documents, name, limits.prompt_tokens)
    for number in range(1, _PLANS + 1):
        call = _ask(model, request)
        text = yaml_of(call.text)
        mistakes = findings_of_plan(text)
        if call.is_cut:
            mistakes.insert(0, f"{PLAN}:1: {_CUT} plan")
        on_attempt(attempt := _kept(out, f"plan-{number}", PLAN, text, mistakes, number))
        if not mistakes:
            publish_bytes(file, text.encode())
            return text
        request = plan_again_request(first, text, mistakes[:_MOST_OF_A_PLAN])
    raise DraftEndedError(
        f"the model gave no plan in {_PLANS} answers, the last: {mistakes[0]}; make {file} by hand "
        f"from {attempt.file} and run again, or give a larger model"
    )


def draft_pack(
    model: ModelCalls,
    documents: Sequence[FieldDocument],
    name: str,
    out: Path,
    limits: DraftLimits,
    on_attempt: Callable[[DraftAttempt], None] = lambda _: None,
) -> DraftReport:
    """Return what came of a pack written after a plan, checked and mended until it is sound.

    Args:
        model: Answers, and keeps its answers.
        documents: What the plan is made from: none of their wording may stand in the pack.
        name: The pack's name.
        out: The folder: `NAME.yaml` once it is sound, `attempts/`, `worlds/`, `preview.txt`.
        limits: When it ends without success.
        on_attempt: Called with each attempt once it is checked, plans too.

    Raises:
        UsageError: As for `plan_pack`.
        StorageError: The disk refused.
    """
    attempts: list[DraftAttempt] = []
    try:
        plan = plan_pack(model, documents, name, out, limits, on_attempt)
        while not attempts or attempts[-1].findings:
            _attempt(model, documents, plan, name, out, limits, attempts)
            on_attempt(attempts[-1])
    except (BudgetSpentError, DraftEndedError) as error:
        return DraftReport(name, tuple(attempts), str(error), None, 0)
    publish_bytes(out / f"{name}.yaml", attempts[-1].file.read_bytes())
    return _built(name, tuple(attempts), out, limits)


def _attempt(  # noqa: PLR0917 - what an attempt is made of
    model: ModelCalls,
    documents: Sequence[FieldDocument],
    plan: str,
    name: str,
    out: Path,
    limits: DraftLimits,
    attempts: list[DraftAttempt],
) -> None:
    """Add the next attempt: the first pack, or the last one mended, written down and checked.

    Raises:
        BudgetSpentError: No call is left.
        DraftEndedError: No attempt is left, or the model gives nothing new.
    """
    by_hand = (
        f"or mend it by hand: fictionworld packs check {attempts[-1].file}" if attempts else ""
    )
    if len(attempts) == limits.attempts:
        raise DraftEndedError(
            f"the last of {limits.attempts} attempts is refused; give more --attempts, {by_hand}"
        )
    texts = [attempt.file.read_text(encoding="utf-8") for attempt in attempts]
    request = (
        mend_request(
            plan, name, texts[-1], attempts[-1].findings[:_MOST_FINDINGS], limits.prompt_tokens
        )
        if attempts
        else pack_request(plan, name)
    )
    call = _ask(model, request)
    text = yaml_of(call.text)
    if text in texts:
        raise DraftEndedError(
            "the model gave a pack again that was refused before; edit "
            f"{out / PLAN} or give another --temperature, and run again, {by_hand}"
        )
    attempts.append(_checked(call, text, name, len(attempts) + 1, out, documents, limits))


def _ask(model: ModelCalls, request: Sequence[Message]) -> ModelCall:
    """Return the model's answer.

    Raises:
        BudgetSpentError: No call is left.
        DraftEndedError: There is none that can be used.
    """
    try:
        return model.ask(request)
    except ChatContextError as error:
        raise DraftEndedError(
            f"a request of about {tokens_of(request):,} tokens and its answer are too long for the "
            f"server ({error}); serve the model with a longer context, or give a smaller "
            "--max-tokens, and run again"
        ) from None
    except ChatError as error:
        raise DraftEndedError(f"{error}; run again, and the draft goes on from here") from None


def _refuse_short_context(name: str, limits: DraftLimits) -> None:
    """Refuse a context that has no room for the notation, before anything is asked.

    Raises:
        UsageError: It has none.
    """
    least = tokens_of(pack_request("", name))
    if least > limits.prompt_tokens:
        raise UsageError(
            f"--context less --max-tokens: got {limits.prompt_tokens:,} tokens for a request; "
            f"allowed: {least:,} or more, since a request for a pack holds the notation; serve the "
            "model with a longer context, or give a smaller --max-tokens"
        )


def _checked(  # noqa: PLR0917 - what an attempt is made of
    call: ModelCall,
    text: str,
    name: str,
    number: int,
    out: Path,
    documents: Sequence[FieldDocument],
    limits: DraftLimits,
) -> DraftAttempt:
    """Write an attempt into its folder, check it and write down what was found."""
    file = _kept(out, f"{number:02}", f"{name}.yaml", text, [], number).file
    findings = [
        line.replace(f"{file.parent}/", "")
        for line in findings_of_pack(file, name, documents, limits.cpu_s)
    ]
    if call.is_cut:
        findings.insert(0, f"{name}.yaml:1: {_CUT} pack")
    return _kept(out, f"{number:02}", f"{name}.yaml", text, findings, number)


def _kept(
    out: Path, folder: str, name: str, text: str, findings: Sequence[str], number: int
) -> DraftAttempt:
    """Write an attempt and its findings into a folder of its own."""
    file = out / "attempts" / folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    publish_bytes(file, text.encode())
    publish_bytes(file.parent / "findings.txt", "".join(f"{f}\n" for f in findings).encode())
    return DraftAttempt(number, file, tuple(findings))


def _built(
    name: str, attempts: tuple[DraftAttempt, ...], out: Path, limits: DraftLimits
) -> DraftReport:
    """Build worlds of a sound pack, and write the preview."""
    file = out / f"{name}.yaml"
    trial = try_pack(str(file), worlds=WORLDS, cpu_s=limits.cpu_s)
    build(BuildConfig(n=WORLDS, packs=(str(file),)), out / "worlds")
    with preview_pack(str(file)) as preview:
        pages = [f"== {page.kind}  {page.url}\n{page.text.strip()}" for page in preview.pages]
        questions = [f"== question {n}\n{text}" for n, text in enumerate(preview.questions, 1)]
    publish_bytes(out / "preview.txt", "\n\n".join([*questions, *pages, ""]).encode())
    tasks = len(open_dataset(out / "worlds").tasks())
    return DraftReport(name, attempts, "sound", trial, tasks)
