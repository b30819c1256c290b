"""A pack drafted by a model from documents of a field: the road from documents to worlds.

    1. plan     the model plans tables after the documents; the user may edit the plan
    2. write    it writes a pack after the plan
    3. check    the pack is held against the documents and checked as any other is: by its notation,
                on twenty worlds, by its sanity queries, and its rules by mutations
    4. mend     what was found goes back to the model, until nothing is found or a limit is reached
    5. build    twenty worlds, and a preview

Every attempt lies in the folder with its findings. The same command goes on where it stopped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fictionworld.build import BuildConfig, build
from fictionworld.building.sanity import sanity_of_pack
from fictionworld.dataset import open_dataset
from fictionworld.drafting.copied import copied_from
from fictionworld.drafting.documents import FieldDocument
from fictionworld.drafting.model_calls import BudgetSpentError, ModelCall, ModelCalls
from fictionworld.drafting.requests import mend_request, pack_request, plan_request, yaml_of
from fictionworld.errors import PackError, UnsatisfiableError, UsageError
from fictionworld.packs.findings import PackFinding, Place
from fictionworld.packs.source import PackSource, new_source, parse_source, read_source
from fictionworld.preview import preview_pack
from fictionworld.text.known import KnownNames
from fictionworld.trial import PackTrial, try_pack
from fictionworld.validators.sanity import SanityResult
from fictionworld.validators.stored import self_test_dataset
from fictionworld.worlds.durable import publish_bytes

__all__ = ["DraftAttempt", "DraftLimits", "DraftReport", "draft_pack", "plan_pack"]

WORLDS: Final = 20
PLAN: Final = "plan.yaml"
_SANITY_WORLDS: Final = 60
_WORD: Final = re.compile(r"[\w.]*\w|[<>=]+")
_MOST_FINDINGS: Final = 40
"""That a model is given at a time; it can mend no more at once."""


@dataclass(frozen=True, slots=True)
class DraftLimits:
    """When a draft ends without success."""

    attempts: int = 6
    """Packs that are checked: the first, and those that mend it."""
    prompt_tokens: int = 20_000
    """Of the request for a plan, which holds the documents."""
    cpu_s: int = 60
    """Processor time of one check with its trial."""


@dataclass(frozen=True, slots=True)
class DraftAttempt:
    """One pack that the model gave."""

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
    """Why it ended, in a few words: `sound`, or the limit."""
    trial: PackTrial | None
    """Of the sound pack; likewise the rest."""
    tasks: int
    """Drawn for its worlds."""

    @property
    def is_sound(self) -> bool:
        """Return whether the last attempt passed everything that a pack has to pass."""
        return self.trial is not None


def plan_pack(
    model: ModelCalls, documents: Sequence[FieldDocument], name: str, out: Path, limits: DraftLimits
) -> str:
    """Return the plan of tables: that in the folder, perhaps edited, or a new one of the model.

    Raises:
        UsageError: The name is taken, the documents do not fit, or the plan is none.
        BudgetSpentError: No call is left.
        ChatError: The model gives no usable answer.
    """
    new_source(name)  # refuses what is no name
    file = out / PLAN
    if not file.exists():
        call = model.ask(plan_request(documents, name, limits.prompt_tokens))
        _check_plan(yaml_of(call.text), "the model's answer")
        publish_bytes(file, yaml_of(call.text).encode())
    text = file.read_text(encoding="utf-8")
    _check_plan(text, str(file))
    return text


def draft_pack(  # noqa: PLR0917 - what a draft is made of
    model: ModelCalls,
    documents: Sequence[FieldDocument],
    plan: str,
    name: str,
    out: Path,
    limits: DraftLimits,
    on_attempt: Callable[[DraftAttempt], None] = lambda _: None,
) -> DraftReport:
    """Return what came of a pack written after a plan, checked and mended until it is sound.

    Args:
        model: Answers, and keeps its answers.
        documents: What the plan was made from: none of their wording may stand in the pack.
        plan: Of `plan_pack`.
        name: The pack's name.
        out: The folder: `NAME.yaml` once it is sound, `attempts/`, `worlds/`, `preview.txt`.
        limits: When it ends without success.
        on_attempt: Called with each attempt once it is checked.

    Raises:
        ChatError: The model gives no usable answer; the same call goes on later.
        StorageError: The disk refused.
    """
    attempts: list[DraftAttempt] = []
    texts: list[str] = []

    def ended(why: str) -> DraftReport:
        return DraftReport(name, tuple(attempts), why, None, 0)

    while len(attempts) < limits.attempts:
        try:
            call = model.ask(
                mend_request(plan, name, texts[-1], attempts[-1].findings[:_MOST_FINDINGS])
                if attempts
                else pack_request(plan, name)
            )
        except BudgetSpentError as error:
            return ended(str(error))
        text = yaml_of(call.text)
        if text in texts:
            return ended("the model gave a pack again that was refused before")
        texts.append(text)
        attempts.append(_checked(call, text, name, len(texts), out, documents, limits))
        on_attempt(attempts[-1])
        if not attempts[-1].findings:
            publish_bytes(out / f"{name}.yaml", text.encode())
            return _built(name, tuple(attempts), out, limits)
    return ended(f"{limits.attempts} attempts are made")


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
    folder = out / "attempts" / f"{number:02}"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.yaml"
    publish_bytes(file, text.encode())
    findings = [line.replace(f"{folder}/", "") for line in _findings(file, name, documents, limits)]
    if call.is_cut:
        findings.insert(
            0, f"{name}.yaml:1: the answer was cut at its limit of tokens; write a shorter pack"
        )
    publish_bytes(folder / "findings.txt", "".join(f"{line}\n" for line in findings).encode())
    return DraftAttempt(number, file, tuple(findings))


def _findings(
    file: Path, name: str, documents: Sequence[FieldDocument], limits: DraftLimits
) -> list[str]:
    """Return what is wrong with the pack in a file, one finding a line."""
    try:
        source = read_source(file)
    except PackError as error:
        return str(error).splitlines()
    mistakes = list(copied_from(source.data, documents))
    if isinstance(source.data, dict) and source.data.get("pack", name) != name:
        mistakes.append((("pack",), f"got {source.data['pack']!r}; the name is {name}"))
    findings = [
        str(PackFinding(source.file, source.line(place), place, message))
        for place, message in mistakes
    ]
    try:
        try_pack(str(file), worlds=WORLDS, cpu_s=limits.cpu_s)
    except PackError as error:
        findings += str(error).splitlines()
    except UnsatisfiableError as error:
        findings += [_of_rule(source, line) for line in str(error).splitlines()]
    if findings:
        return findings
    findings = [
        _of_query(source, result)
        for result in sanity_of_pack(str(file), worlds=_SANITY_WORLDS)
        if not result
    ]
    return findings or [_of_rule(source, words) for words in _untested(file)]


def _of_rule(source: PackSource, message: str) -> str:
    """Return a finding about a rule, at the rule of the file that its message quotes."""
    rules = source.data.get("rules", ())
    words = {*_WORD.findall(message)}
    shared = [len(words & {*_WORD.findall(str(rule))}) for rule in rules]
    place: Place = ("rules", shared.index(max(shared))) if shared else ("rules",)
    return str(PackFinding(source.file, source.line(place), place, message))


def _of_query(source: PackSource, result: SanityResult) -> str:
    """Return a finding about a sanity query, at its place in the file."""
    queries = source.data.get("sanity", ())
    places = [n for n, query in enumerate(queries) if query.get("says") == result.says]
    place: Place = ("sanity", *places[:1])
    message = f"{result.says} {_sanity_words(result)}"
    return str(PackFinding(source.file, source.line(place), place, message))


def _untested(file: Path) -> list[str]:
    """Return what mutated copies of worlds show of the pack's rules: those that nothing breaks."""
    with TemporaryDirectory() as folder:
        build(BuildConfig(n=WORLDS, packs=(str(file),)), Path(folder, "worlds"), workers=1)
        (test,) = self_test_dataset(Path(folder, "worlds"), known_names=KnownNames.load())
    return [
        *(
            f"{rule}: no mutation of a value breaks it; it says nothing"
            for rule in test.untriggered
        ),
        *(
            f"{mutation}: a mutation of it is not noticed; no rule reads it"
            for mutation in test.unnoticed
        ),
    ]


def _sanity_words(result: SanityResult) -> str:
    if result.between is None:
        return f"got {result.violations:,} rows in {_SANITY_WORLDS} worlds; allowed: none"
    return f"got {result.figure}; allowed: {result.between[0]:g} to {result.between[1]:g}"


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


def _check_plan(text: str, where: str) -> None:
    """Refuse what is no plan: a mapping with tables."""
    try:
        plan = parse_source(text).data
    except PackError as error:
        raise UsageError(f"{where} is no plan of tables: {error}; mend it, and run again") from None
    if not isinstance(plan, dict) or not isinstance(plan.get("tables"), dict):
        raise UsageError(f"{where} is no plan: it has no mapping `tables`; mend it, and run again")
