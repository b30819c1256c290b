"""SQLModel classes of a compiled pack: typed rows, read with `dataset.session(world_id)`.

Each pack gets a registry of its own, so two packs may both have a `player`, and loading a pack
twice does not collide. Bulk never goes through these classes: frames do that by Arrow.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, Optional

from sqlalchemy import BigInteger, Boolean, Date, Integer, Numeric, String
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from fictionworld.packs.compiled import CompiledColumn, CompiledPack, CompiledTable

_PYTHON: dict[str, tuple[type, Any]] = {
    "VARCHAR": (str, String),
    "BIGINT": (int, BigInteger),
    "INTEGER": (int, Integer),
    "DATE": (date, Date),
    "BOOLEAN": (bool, Boolean),
}


def model_name(table: str) -> str:
    """Return the name of a table's class: `ServiceCentre` for `service_centre`."""
    return "".join(word.capitalize() for word in table.split("_"))


_MODELS: dict[str, SimpleNamespace] = {}


def compile_models(pack: CompiledPack) -> SimpleNamespace:
    """Return the classes of `pack` by name (`models.Phone`, `models.Setting`), cached by text."""
    if pack.source not in _MODELS:
        _MODELS[pack.source] = _build(pack)
    return _MODELS[pack.source]


def _build(pack: CompiledPack) -> SimpleNamespace:
    class PackModel(SQLModel, registry=registry()):
        """The base of one pack's rows, with a registry of its own."""

    return SimpleNamespace(
        **{
            model_name(table.name): _row_class(PackModel, pack.name, table)
            for table in pack.tables.values()
        }
    )


def _row_class(base: type[SQLModel], pack: str, table: CompiledTable) -> type[SQLModel]:
    # The shard has no physical keys (they double load time and forbid planting faults);
    # SQLAlchemy needs to know what identifies a row all the same.
    fields: dict[str, Any] = {
        "world_id": (int, Field(sa_type=Integer, primary_key=True)),
        "id": (int, Field(sa_type=Integer, primary_key=True)),
        **{column.name: _field(column) for column in table.stored},
    }
    namespace = {
        "__module__": f"fictionworld.packs.{pack}",
        "__doc__": f"One {table.name} of a world of the pack {pack}.",
        "__tablename__": table.sql_name,
        "__annotations__": {name: annotation for name, (annotation, _) in fields.items()},
        **{name: value for name, (_, value) in fields.items()},
    }
    row_class: type[SQLModel] = type(base)(  # type: ignore[misc]
        model_name(table.name), (base,), namespace, table=True
    )
    return row_class


def _field(column: CompiledColumn) -> tuple[Any, Any]:
    if column.sql_type.startswith("DECIMAL"):
        # Numeric with its scale: without one the driver pads decimals to ten places.
        return Optional[Decimal], Field(default=None, sa_type=_numeric(column.decimals))  # noqa: UP045
    python, sql = _PYTHON[column.sql_type]
    return Optional[python], Field(default=None, sa_type=sql)  # noqa: UP045


@lru_cache(maxsize=16)
def _numeric(decimals: int) -> type[Numeric]:  # type: ignore[type-arg]
    class ScaledNumeric(Numeric):  # type: ignore[type-arg]
        """DECIMAL(18, s) with the scale of one column."""

        cache_ok = True

        def __init__(self) -> None:
            super().__init__(precision=18, scale=decimals)

    return ScaledNumeric
