"""Shapes of tasks: how each is drawn and what its question asks for.

A shape is one file in `tasks/shapes/`, whose `SHAPE` is an object of a class derived from
`WideShape` or `DeepShape`. Keys, evidence and grading follow from the specification that it draws.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from fictionworld.registry import Registry
from fictionworld.tasks.draw.narrowing import Narrowed
from fictionworld.tasks.draw.sizes import AnswerSize, SizeClass
from fictionworld.tasks.draw.sketch import FEWEST_COLUMNS, Sketch
from fictionworld.tasks.specification import Output, Path, Specification, TaskKind

if TYPE_CHECKING:
    from fictionworld.tasks.wording.lexicon import Lexicon
    from fictionworld.tasks.wording.need import Need


class TaskShape(ABC):
    """One shape of tasks."""

    name: ClassVar[str]
    """As specifications have it: `top_k`."""
    kind: ClassVar[TaskKind]
    """The kind of task that slots are drawn for: `wide` or `deep`."""
    weight: ClassVar[float]
    """How often it is tried, beside the weights of the others."""
    order: ClassVar[int] = 1000
    """Its position when one of them is drawn; another position draws other tasks."""
    one_row: ClassVar[bool] = False
    """Asks for one row, which questions do more often than orders."""
    empty_weight: ClassVar[float] = 0.0
    """How often it is tried for an empty task, so that similar shares of all shapes are empty.

    It is the larger, the more rarely a test of such a task can be exchanged; 0 where none is empty.
    """

    @property
    def may_be_empty(self) -> bool:
        """Return whether some of its tasks are empty: questions often say what to answer then."""
        return self.empty_weight > 0

    def weight_of(self, kind: TaskKind) -> float:
        """Return how often it is tried for a task of this kind."""
        return self.empty_weight if kind == "empty" else self.weight

    @abstractmethod
    def draw(self, sketch: Sketch, size: SizeClass) -> Specification | None:
        """Return a task over the table of the sketch; None where the world has none to give.

        Args:
            sketch: The world, the table, the stream of choices.
            size: How large it is to be.
        """

    @abstractmethod
    def word(self, lexicon: Lexicon, specification: Specification) -> Need:
        """Return what the question asks for; it must fit any specification of this shape."""

    def made(self, sketch: Sketch, outputs: Sequence[Output], **parts: object) -> Specification:
        """Return a specification of this shape."""
        return Specification(
            pack=sketch.columns.pack.name,
            kind=self.kind,
            shape=self.name,
            table=sketch.table,
            outputs=tuple(outputs),
            **parts,  # type: ignore[arg-type]
        )


class WideShape(TaskShape):
    """A shape whose answers have many cells."""

    kind: ClassVar[TaskKind] = "wide"

    def draw(self, sketch: Sketch, size: SizeClass) -> Specification | None:
        """Return a task whose answer has a size drawn within the class."""
        return self.draw_sized(sketch, AnswerSize.drawn(size, sketch.rng))

    @abstractmethod
    def draw_sized(self, sketch: Sketch, size: AnswerSize) -> Specification | None:
        """Return a task with an answer of this size; None where the world has none to give."""

    def sized(
        self,
        sketch: Sketch,
        size: AnswerSize,
        rows: int,
        outputs: Sequence[Output],
        **parts: object,
    ) -> Specification | None:
        """Return the task if its answer of `rows` rows has the wanted size, else None."""
        cells = rows * len(outputs)
        if not size.cells[0] <= cells <= size.cells[1] or len(outputs) < FEWEST_COLUMNS:
            return None
        return self.made(sketch, outputs, **parts)

    def list_rows(
        self,
        sketch: Sketch,
        size: AnswerSize,
        rows: Sequence[int],
        keys: Sequence[Output],
        narrowed: Narrowed,
        *,
        first: Sequence[Path] = (),
        **parts: object,
    ) -> Specification | None:
        """Return the task that lists rows: the columns that tell them apart, then other values.

        Args:
            sketch: What it is drawn from.
            size: How large its answer is to be.
            rows: The rows of the answer.
            keys: The columns before the values.
            narrowed: The conditions of the question.
            first: The values that come first.
            parts: What else its specification has.
        """
        values = sketch.choose(
            sketch.base.values,
            rows,
            size.columns - len(keys),
            start=first,
            without=sketch.given(narrowed.conditions, rows),
        )
        if values is None:
            return None
        return self.sized(
            sketch,
            size,
            len(rows),
            [*keys, *map(sketch.cell, values)],
            where=narrowed.conditions,
            either=narrowed.either,
            **parts,
        )


class DeepShape(TaskShape):
    """A shape of a few look-ups that depend on each other, to one value or a short list."""

    kind: ClassVar[TaskKind] = "deep"

    def draw(self, sketch: Sketch, size: SizeClass) -> Specification | None:
        """Return a task; deep answers have no size to choose."""
        del size
        return self.draw_deep(sketch)

    @abstractmethod
    def draw_deep(self, sketch: Sketch) -> Specification | None:
        """Return a task; None where the world has none to give."""


task_shapes: Registry[TaskShape] = Registry("fictionworld.tasks.shapes", "SHAPE", "task shape")
"""All shapes by name: `task_shapes["top_k"]`."""


def shapes_of(kind: TaskKind) -> list[TaskShape]:
    """Return the shapes that are drawn for tasks of a kind, in their order.

    An empty task is made of one with rows, of a shape whose conditions may leave none.
    """
    shapes = [
        shape
        for shape in task_shapes
        if (shape.may_be_empty if kind == "empty" else shape.kind == kind)
    ]
    return sorted(shapes, key=lambda shape: (shape.order, shape.name))
