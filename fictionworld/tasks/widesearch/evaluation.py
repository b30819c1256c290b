"""What a WideSearch task asks of each column: its `evaluation`, read from JSON and checked."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from fictionworld.errors import UsageError, nearest

Preprocess = Literal["norm_str", "extract_number", "norm_date"]
Metric = Literal[
    "exact_match", "url_match", "in_match", "number_near", "date_near", "llm_judge",
]  # fmt: skip

_PREPROCESS: tuple[str, ...] = get_args(Preprocess)
_METRICS: tuple[str, ...] = get_args(Metric)
_FORM = (
    '{"unique_columns": [...], "required": [...], '
    '"eval_pipeline": {column: {"preprocess": [...], "metric": [...]}}}'
)

_Json = Any


@dataclass(frozen=True, slots=True)
class ColumnRule:
    """How the cells of one column are made ready and compared."""

    column: str
    preprocess: tuple[Preprocess, ...] = ()
    """In this order, the cells of both sides."""
    metrics: tuple[Metric, ...] = ()
    """Each named once. Key columns are compared by the join alone, whatever stands here."""
    tolerance: float = 0.0
    """For `number_near`: how far off a number may be, as a share of the gold number."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a task asks, all columns named in their normal form."""

    unique_columns: tuple[str, ...]
    """The key columns, at least one: rows are matched by them."""
    required: tuple[str, ...]
    """All columns of the answer, the key columns among them."""
    pipeline: tuple[ColumnRule, ...]
    """One rule for each required column, in that order."""

    @property
    def keys_go_to_a_model(self) -> bool:
        """Return whether the public scorer asks a model to align the cells of a key column."""
        asked = {"exact_match", "llm_judge"}
        return any(
            asked & set(rule.metrics)
            for rule in self.pipeline
            if rule.column in self.unique_columns
        )


def column_name(header: str) -> str:
    """Return the normal form of a column's name: lower case, no spaces."""
    return "".join(header.strip().lower().split(" "))


def parse_evaluation(value: object) -> Evaluation:
    """Return the evaluation of a task in WideSearch form, from its JSON object or the text of one.

    Raises:
        UsageError: A field is missing or wrong; the message names it and what is allowed.
    """
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError as error:
            raise UsageError(f"got an evaluation that is no JSON ({error}); give {_FORM}") from None
    if not isinstance(value, dict):
        raise UsageError(f"got an evaluation that is {_shown(value)}; give an object, {_FORM}")
    required = _columns(value, "required")
    unique_columns = _columns(value, "unique_columns")
    for name in unique_columns:
        if name not in required:
            raise UsageError(
                f"unique_columns: got {name!r}, which is not in required{nearest(name, required)}; "
                f"give some of {list(required)}"
            )
    rules = _rules(value.get("eval_pipeline"), required)
    for name in required:
        if name not in rules and name not in unique_columns:
            raise UsageError(
                f"eval_pipeline: got no entry for the column {name!r}; give one, such as "
                '{"preprocess": ["norm_str"], "metric": ["exact_match"]}'
            )
    return Evaluation(
        unique_columns, required, tuple(rules.get(name, ColumnRule(name)) for name in required)
    )


def _columns(value: dict[str, _Json], field: str) -> tuple[str, ...]:
    names = value.get(field)
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise UsageError(f"{field}: got {_shown(names)}; give a list of one or more column names")
    normal = tuple(column_name(name) for name in names)
    for index, name in enumerate(normal):
        if name in normal[:index]:
            raise UsageError(f"{field}: got the column {name!r} twice; name each once")
    return normal


def _rules(pipeline: _Json, required: tuple[str, ...]) -> dict[str, ColumnRule]:
    if not isinstance(pipeline, dict):
        raise UsageError(
            f"eval_pipeline: got {_shown(pipeline)}; give an object with an entry for each column"
        )
    rules: dict[str, ColumnRule] = {}
    for header, item in pipeline.items():
        name = column_name(header)
        field = f"eval_pipeline.{name}"
        if not isinstance(item, dict):
            raise UsageError(
                f'{field}: got {_shown(item)}; give an object, {{"preprocess": [...], '
                '"metric": [...]}'
            )
        if name in rules:
            raise UsageError(f"{field}: got two entries for this column; give one")
        rules[name] = _rule(name, item, field)
        # an entry for a column that no answer has is idle, unless it has something to do there
        if name not in required and rules[name].preprocess:
            raise UsageError(
                f"{field}: got a column that is not in required{nearest(name, required)}; give "
                f"entries for {list(required)}"
            )
    return rules


def _rule(name: str, item: dict[str, _Json], field: str) -> ColumnRule:
    metrics = _names(item, field, "metric", _METRICS)
    return ColumnRule(
        name,
        cast("tuple[Preprocess, ...]", _names(item, field, "preprocess", _PREPROCESS)),
        # a metric named twice is counted once, as the public scorer does
        cast("tuple[Metric, ...]", tuple(dict.fromkeys(metrics))),
        _tolerance(item.get("criterion"), field) if "number_near" in metrics else 0.0,
    )


def _names(
    item: dict[str, _Json], field: str, what: str, allowed: tuple[str, ...]
) -> tuple[str, ...]:
    names = item.get(what, [])
    if not isinstance(names, list):
        raise UsageError(f"{field}.{what}: got {_shown(names)}; give a list of {list(allowed)}")
    for name in names:
        if name not in allowed:
            hint = nearest(name, allowed) if isinstance(name, str) else ""
            raise UsageError(
                f"{field}.{what}: got {_shown(name)}{hint}; give some of {list(allowed)}"
            )
    return tuple(names)


def _tolerance(criterion: _Json, field: str) -> float:
    try:
        if isinstance(criterion, int | float) and not isinstance(criterion, bool):
            share = float(criterion)
            if math.isfinite(share) and share >= 0:
                return share
    except OverflowError:
        pass
    raise UsageError(
        f"{field}.criterion: got {_shown(criterion)}; number_near needs a number from 0, the "
        "share by which a number may be off, such as 0.05"
    )


def _shown(value: object) -> str:
    """Return a value as an error names it, cut to 80 characters."""
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
