"""What a question and a prompt must say of their task, and what they are free to say, as features.

A question must say what its specification says: its shape, its columns, its conditions, how many
of a ranking are wanted. Anything else in it is free: which optional sentences it has, how it is
worded and laid out, in which order its columns stand. A prompt must tell the day and the budget of
its task's level; all else of it is taken as free.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from fictionworld.audit.check import AuditContext
from fictionworld.tasks.record import Task
from fictionworld.tasks.specification import Condition, Specification
from fictionworld.text.dates import written_date

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_MOST_TASKS: Final = 12_000
_IN_PACKS: Final = 0.8
"""Words in the questions of so many packs are common; others name what a pack is about."""
_NAME_OR_NUMBER: Final = re.compile(r"[^\W\d_]*[A-Z][^\s.,;:!?]*|\d[\d.,]*")
_NUMBER: Final = re.compile(r"\d[\d,]*")
_BEGIN: Final = re.compile(r"(?:^|(?<=[.!?] )|(?<=\n))[A-Z]")
_WORD: Final = r"[#\w]+"


@dataclass(frozen=True, slots=True)
class AskedTask:
    """One task as the check sees it."""

    task: Task
    specification: Specification
    prompt: str
    """The system prompt, without today's date."""

    @property
    def is_empty(self) -> bool:
        """Return whether the answer has no row."""
        return not self.task.answer_rows


def asked_tasks(context: AuditContext) -> list[AskedTask]:
    """Return the tasks of a dataset with their specifications and prompts."""
    dataset, controls = context.dataset, context.options.tools.controls
    asked = []
    for task in dataset.tasks()[:_MOST_TASKS]:
        day = written_date(dataset.world(task.world_id).as_of)
        prompt = dataset.episode(task.task_id, controls=controls).system_prompt
        specification = context.specifications[task.task_id]
        asked.append(AskedTask(task, specification, prompt.replace(day, "")))
    return asked


def explaining_features(asked: Sequence[AskedTask], source: str) -> Any:  # noqa: ANN401 - a sparse matrix
    """Return what each question must say, or the level of each task, as features."""
    from sklearn.feature_extraction import DictVectorizer  # noqa: PLC0415 - slow to import

    if source == "question":
        features = [_required(asked_task) for asked_task in asked]
    else:
        features = [{f"level {asked_task.task.level}": 1.0} for asked_task in asked]
    return DictVectorizer().fit_transform(features).tocsr()


def _required(asked: AskedTask) -> dict[str, float]:
    """Return what a question must say, as features by name."""
    specification, shape = asked.specification, asked.specification.shape
    base = f"{asked.task.pack} {specification.table}"
    features: defaultdict[str, float] = defaultdict(float)
    outputs = specification.outputs
    tests = (*specification.where, *specification.either)
    counts = (
        f"{len(specification.where)} tests, {len(specification.either)} alternatives, "
        f"{len(specification.members)} memberships"
    )
    names = [
        base, shape, f"{base} {shape}", f"{len(tests)} tests", f"{shape} {counts}",
        f"{shape} {len(outputs)} columns", f"{base} grouped by {specification.groups}",
    ]  # fmt: skip
    for test in tests:
        values = f"{test.operator} {_form_of_values(test)}"
        names += [values, f"{shape} {values}", f"{base} {test.operator} {test.path}"]
    for output in outputs:
        names += [f"{output.of} {output.kind}", f"{base} {output.of} {output.path}"]
    names += [f"{base} member {member.table} {member.holds}" for member in specification.members]
    if (against := specification.against) is not None:
        names.append(f"{base} against {against.measure} {against.above} {against.per}")
    if (extreme := specification.extreme) is not None:
        names += [f"{base} order {extreme.order} {extreme.per}", f"first {extreme.k}"]
        features["first"] = float(np.log(extreme.k))
    for name in names:
        features[name] += 1.0
    features[f"{shape}, columns"] = float(len(outputs))
    return dict(features)


def _form_of_values(test: Condition) -> str:
    """Return how many values a test has and of which type, or `whole year` for a year's ends."""
    first, last = test.values[0], test.values[-1]
    if isinstance(first, date) and isinstance(last, date) and first.year == last.year:
        days = (first.month, first.day, last.month, last.day)
        return "whole year" if days == (1, 1, 12, 31) else f"{len(test.values)} days"
    return f"{len(test.values)} {type(first).__name__}"


def free_features_of_questions(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return what questions need not say, as features and their names: words, layout, order."""
    texts = [_masked(asked_task.task.question) for asked_task in asked]
    words, names = _words(texts)
    packs = np.array([asked_task.task.pack for asked_task in asked])
    each = np.array([(words[packs == pack] > 0).any(axis=0) for pack in np.unique(packs)])
    common = each.mean(axis=0) >= _IN_PACKS
    layout = np.array(
        [[text.count("\n"), len(re.findall(r"[.?!](?:\s|$)", text))] for text in texts], np.float64
    )
    places, place_names = _places_of_kinds(asked)
    free = np.hstack([words[:, common], layout, places])
    common_names = [name for name, keep in zip(names, common, strict=True) if keep]
    return free, [*common_names, "lines", "sentences", *place_names]


def _places_of_kinds(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return the mean position of columns of each kind, from -0.5 (first) to 0.5 (last), and names.

    So the order of columns counts, not their number, nor which kinds there are.
    """
    kinds = sorted(
        {output.kind for asked_task in asked for output in asked_task.specification.outputs}
    )
    places = np.zeros((len(asked), len(kinds)))
    for number, asked_task in enumerate(asked):
        outputs = asked_task.specification.outputs
        for column, kind in enumerate(kinds):
            of_kind = [index for index, output in enumerate(outputs) if output.kind == kind]
            if of_kind:
                places[number, column] = (np.mean(of_kind) + 0.5) / len(outputs) - 0.5
    return places, [f"later columns of kind {kind}" for kind in kinds]


def free_features_of_prompts(asked: Sequence[AskedTask]) -> tuple[Numbers, list[str]]:
    """Return features of prompts, and their names: words, and numbers in their order."""
    words, names = _words([asked_task.prompt for asked_task in asked])
    numbers = [
        [int(number.replace(",", "")) for number in _NUMBER.findall(asked_task.prompt)]
        for asked_task in asked
    ]
    most = max(map(len, numbers))
    table = np.array([[*row, *[-1] * (most - len(row))] for row in numbers], np.float64)
    free = np.hstack([words, table.reshape(len(asked), most)])
    return free, [*names, *(f"number {n + 1} of the prompt" for n in range(most))]


def _words(texts: Sequence[str]) -> tuple[Numbers, list[str]]:
    """Return which words and word pairs each text has, of common ones, and the words and pairs."""
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - slow to import

    least = max(2, len(texts) // 200)
    counter = CountVectorizer(ngram_range=(1, 2), min_df=least, binary=True, token_pattern=_WORD)
    counts = counter.fit_transform(texts).toarray().astype(np.float64)
    return counts, counter.get_feature_names_out().tolist()


def _masked(question: str) -> str:
    """Return the question with `#` for each name and number."""
    lowered = _BEGIN.sub(lambda letter: letter[0].lower(), question)
    return _NAME_OR_NUMBER.sub("#", lowered)
