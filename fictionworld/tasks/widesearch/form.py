"""A task of ours in the form of the WideSearch benchmark: what to compare how, and the gold CSV.

The published functions are all that a scorer of that form has, so the rules are chosen such that
the right answer, in the words that the question asks for, scores 1, and another value 0:

| kind of column | made ready by | compared by |
|---|---|---|
| names, texts, yes and no, addresses | `norm_str` | `exact_match` |
| numbers, years | `extract_number` | `number_near`, tolerance 0 |
| dates | `norm_date` | `exact_match` |

Numbers are compared as numbers, since pandas reads a column of whole numbers with one gap as
`192.0`. The gold has no thousands separators, which `extract_number` drops from an answer, and no
`%`: that function takes `12.5%` for 0.125, and the headers say `(%)`.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO
from typing import Any

from fictionworld.packs.compiled import NUMBERS
from fictionworld.tasks.key import Key, KeyColumn, answer_texts
from fictionworld.tasks.widesearch.evaluation import column_name

_Json = Any


@dataclass(frozen=True, slots=True)
class WideSearchForm:
    """What a scorer of WideSearch needs of one task."""

    evaluation: dict[str, _Json]
    """`unique_columns`, `required` and `eval_pipeline`, as its JSON has them."""
    gold_csv: str


def widesearch_form(key: Key) -> WideSearchForm:
    """Return the evaluation and the gold CSV of a key, as a scorer of WideSearch needs them.

    For a key without rows no figure is of use: the public scorer gives 0 to every answer.
    """
    names = {column.header: column_name(column.header) for column in key.columns}
    # rows of a key without key columns are distinguished by all of their cells
    unique = [names[header] for header in key.key_columns or key.required]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(key.required)
    writer.writerows(answer_texts(key))
    return WideSearchForm(
        {
            "unique_columns": unique,
            "required": list(names.values()),
            "eval_pipeline": {
                names[column.header]: _rule(column, is_key=names[column.header] in unique)
                for column in key.columns
            },
        },
        text.getvalue(),
    )


def _rule(column: KeyColumn, *, is_key: bool) -> dict[str, _Json]:
    if column.kind in NUMBERS:
        rule: dict[str, _Json] = {"preprocess": ["extract_number"], "metric": ["number_near"]}
        rule["criterion"] = 0.0
    else:
        step = "norm_date" if column.kind == "date" else "norm_str"
        rule = {"preprocess": [step], "metric": ["exact_match"]}
    if is_key:
        # Keys are compared by the join alone. A metric here would only have the public scorer ask
        # a model to align them, and fail where none is set up.
        return {"preprocess": rule["preprocess"], "metric": []}
    return rule
