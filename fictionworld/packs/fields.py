"""The kinds of fields that a pack is written in, and the record that holds them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from fictionworld.packs.terms import Path

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
TableColumn = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
"""`table.column`."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Probability = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Weights = dict[str | int, Positive]
Effects = dict[Path, Number | dict[str | int, Number]]
"""What moves a value: `{tier: 0.6}` correlates it with a latent or a drawn number (-1..1), and
`{brand.position: {premium: 1.2}}` shifts it by so many standard deviations for that category."""

Strategy = Literal["time_shifted", "long_tail", "private", "grounded"]
Role = Literal["name", "context", "askable", "hidden"]
"""`hidden` columns drive others and are never stored."""
ColumnType = Literal[
    "text", "name", "category", "integer", "decimal", "money", "percent", "date", "year",
    "boolean", "url",
]  # fmt: skip

Kind = Literal["reference", ColumnType]
"""What the values of a column are."""

Measure = Literal["amount", "level", "order", "label"]
"""What may be done with the figures of a column: an `amount` adds up over rows (units sold, goals),
a `level` is averaged and compared (a price, a weight), an `order` is only compared (a growth, a
place in a table), a `label` only distinguishes rows (a shirt number)."""


StandingFigure = Literal[
    "played", "won", "drawn", "lost", "scored", "conceded", "difference", "points", "rank"
]


class Spec(BaseModel):
    """A record of the notation: frozen, and no field that it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, defer_build=True)

    @classmethod
    def key_of(cls, field: str) -> str:
        """Return the key that a field is written under: `copy_of` is `copy` in a pack."""
        return cls.model_fields[field].alias or field

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        """Return the record itself: it is frozen, and pydantic would copy each default."""
        return self


class OneOf(Spec):
    """A record of which exactly one of the fields in `kinds` is given."""

    kinds: ClassVar[tuple[str, ...]] = ()

    @property
    def kind(self) -> str:
        """Return the one kind that is given."""
        given = self.__dict__  # asked for often: half as long as by `getattr`
        return next(kind for kind in self.kinds if given[kind] is not None)

    @property
    def written(self) -> Any:  # noqa: ANN401 - the fields have types of their own
        """Return the value of the kind that is given."""
        return getattr(self, self.kind)

    def get(self, kind: str) -> Any:  # noqa: ANN401 - as `written`
        """Return the value of `kind`; None where another kind is given."""
        return getattr(self, kind) if kind in self.kinds else None

    @model_validator(mode="after")
    def _exactly_one(self) -> OneOf:
        given = [kind for kind in self.kinds if getattr(self, kind) is not None]
        if len(given) != 1:
            given_keys = " and ".join(map(self.key_of, given)) if given else "none"
            allowed = ", ".join(map(self.key_of, self.kinds))
            raise ValueError(f"got {given_keys}; give exactly one of {allowed}")
        return self
