"""One world as an SQLModel session, for the people who look at worlds; read only.

The connection behind a session is its own. Over each table of the shard lies a temporary view of
the same name that shows one world's rows; names are looked up among temporary views first, so
queries on the classes, joins, and SQL that names tables as the pack does see that world.

It is a convenience and no wall. The shard's file is attached with all its worlds: SQL that names it
(`"shard-00000".main.task`), or drops a view, sees them all, and detaching it ends other reading in
this process. So whoever writes the SQL is trusted: no tool and no server hands a session to an
agent, nor an agent's text to a session.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from duckdb_engine import ConnectionWrapper
from sqlalchemy import create_engine, event
from sqlalchemy.dialects import registry
from sqlalchemy.pool import StaticPool
from sqlmodel import Session

from fictionworld.errors import UsageError

if TYPE_CHECKING:
    import duckdb
    from sqlalchemy import Engine
    from sqlalchemy.orm import ORMExecuteState

# Under a name of our own: more than one package offers SQLAlchemy a dialect called `duckdb`.
registry.register("duckdb.fictionworld", "duckdb_engine", "Dialect")

_VIEWS = """
SELECT database_name, table_name FROM duckdb_columns()
WHERE NOT internal AND database_name = current_database() AND column_name = 'world_id'
"""


def world_session(connection: duckdb.DuckDBPyConnection, world_id: int) -> Session:
    """Return a session over one world of a shard; closing it closes `connection` too.

    SQL that names the shard's file reaches other worlds too; see the top of this file.
    """
    for database, table in connection.execute(_VIEWS).fetchall():
        connection.execute(
            f'CREATE TEMP VIEW "{table}" AS FROM "{database}".main."{table}" '
            f"WHERE world_id = {int(world_id)}"
        )
    engine = create_engine(
        "duckdb+fictionworld://",
        creator=lambda: ConnectionWrapper(connection),
        poolclass=StaticPool,
    )
    return _WorldSession(engine, connection)


class _WorldSession(Session):
    """A session that refuses to write before the database has to."""

    def __init__(self, engine: Engine, connection: duckdb.DuckDBPyConnection) -> None:
        super().__init__(engine)
        self._connection = connection
        event.listen(self, "before_flush", _refuse_flush)
        event.listen(self, "do_orm_execute", _refuse_statement)

    def close(self) -> None:
        super().close()
        self._connection.close()


def _refuse_flush(session: Session, *_: object) -> None:
    changed_rows = [*session.new, *session.dirty, *session.deleted]
    if any(session.is_modified(row) or row in session.deleted for row in changed_rows):
        raise UsageError(_read_only(type(changed_rows[0]).__name__))


def _refuse_statement(state: ORMExecuteState) -> None:
    if state.is_insert or state.is_update or state.is_delete:
        mapper = state.bind_mapper
        raise UsageError(_read_only("a row" if mapper is None else mapper.class_.__name__))


def _read_only(what: str) -> str:
    return (
        f"got a change of {what}; a dataset is read only: to change worlds, edit the pack and "
        "build again, or work on `dataset.frames(world_id)`, which are copies"
    )
