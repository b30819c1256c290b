"""The figures of the WideSearch benchmark for a Markdown table against a gold CSV, by code alone.

The same figures as the public scorer gives where its calls of a model return nothing: no header
and no key is aligned by meaning, and a cell under `llm_judge` scores 0. Its tables go through
pandas and its dates through dateparser, and so do ours: what these make of a cell (`1.50` is
`1.5`, an empty cell `nan`) is part of the figures. Both are imported on first use.

    evaluation.py   what a task asks of each column, read from its JSON and checked
    tables.py       the table in a response, and the gold, as columns of text
    matching.py     the rows of both sides whose keys are equal, cells made ready to be compared
    dates.py        dates in cells
    metrics.py      two cells compared
    scoring.py      the figures, and a verdict on each cell
    form.py         a task of ours in this form
    case_file.py    many answers in a file of JSON lines
"""

from fictionworld.tasks.widesearch.evaluation import ColumnRule, Evaluation, parse_evaluation
from fictionworld.tasks.widesearch.scoring import (
    MetricVerdict,
    WideSearchFigures,
    judge_cells,
    score_widesearch,
)

__all__ = [
    "MetricVerdict",
    "ColumnRule",
    "Evaluation",
    "WideSearchFigures",
    "judge_cells",
    "parse_evaluation",
    "score_widesearch",
]
