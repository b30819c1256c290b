"""Confirming by SQL, for many worlds at once, the answers that the other evaluator has found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fictionworld.errors import KeyMismatchError, quoted
from fictionworld.tasks.evaluation.evaluate import Evaluator, coded_rows, typed_rows
from fictionworld.tasks.evaluation.parameters import AskedSpecification
from fictionworld.tasks.key import Row, sort_rows
from fictionworld.worlds.rows import WorldColumns


def confirm_answers(
    evaluator: Evaluator,
    asked: Sequence[AskedSpecification],
    answers: Sequence[tuple[Row, ...]],
    columns: Mapping[int, WorldColumns],
) -> None:
    """Compute the answers by SQL, and compare.

    Args:
        evaluator: Holds the worlds that are asked.
        asked: What is asked, and of which world.
        answers: The rows that the second evaluator found for each, sorted.
        columns: The columns of each world, by id.

    Raises:
        KeyMismatchError: An answer differs; names the world, the task and both answers.
    """
    for request, answer, found in zip(asked, answers, evaluator.evaluate(asked), strict=True):
        specification = request.specification
        coded = coded_rows(specification, found, columns[request.world_id])
        rows = sort_rows(typed_rows(specification, coded), specification.outputs)
        if found.tied or rows != answer:
            raise KeyMismatchError(
                f"world {request.world_id}, {specification.shape} of {specification.table}: "
                f"SQL finds {'a tie in ' if found.tied else ''}{quoted(rows)}, the second "
                f"evaluator {quoted(answer)}. This is a defect of fictionworld: please report it "
                f"with this task: {specification.as_json()}"
            )
