"""PostgreSQL as a `Database`: connections for several threads, made again where they broke.

What may be given beside the URL is libpq's: `PGPASSWORD`, `~/.pgpass`, `PGSSLMODE` and the others.
"""

from __future__ import annotations

import logging
import select
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any, Final

import psycopg
from psycopg.abc import Buffer
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.string import StrDumperUnknown, TextLoader

from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError

_LOG: Final = logging.getLogger("fictionworld.server")
_SCHEMES: Final = ("postgresql://", "postgres://")
_SECRETS: Final = ("password", "sslpassword")
_REACHED: Final = {"connect_timeout": "5", "tcp_user_timeout": "10000", "keepalives_idle": "30"}
"""Where the URL has none: seconds, milliseconds and seconds until a lost host is noticed."""
_WITHIN: Final = (
    "SET statement_timeout = '10s'; SET lock_timeout = '5s'; "
    "SET idle_in_transaction_session_timeout = '10s'"
)
"""A process that hangs within a transaction keeps others from theirs for no longer."""
_LOCK: Final = "SELECT pg_advisory_xact_lock(7311092)"
"""A number of ours: whoever has its lock is alone."""
_NAMES: Final = {
    "?": "%s", "BLOB": "BYTEA", "REAL": "DOUBLE PRECISION", " WITHOUT ROWID": "",
}  # fmt: skip
"""What SQLite calls so, and PostgreSQL so."""

_Connection = psycopg.Connection[tuple[Any, ...]]


class DatabaseDownError(InfrastructureError):
    """The database is not reached, refuses, or did not do it in time; its cause says what."""


class PostgresDatabase:
    """A database, over as many connections as threads use it at a time."""

    def __init__(self, url: str) -> None:
        """Connect to nothing yet.

        Raises:
            UsageError: `url` is none of PostgreSQL, or holds a password.
        """
        self._conninfo = _checked(url)
        self._idle: list[_Connection] = []
        weakref.finalize(self, _close, self._idle)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return the rows of a query, which is a transaction of its own.

        Raises:
            DatabaseDownError: The database is not reached, refuses, or did not do it in time.
        """
        with self._connection() as connection:
            return connection.execute(_translated(query), values).fetchall()

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Iterator[_Translating]:
        """Store what is executed within, all or nothing; `alone`: after others of this kind.

        Raises:
            DatabaseDownError: As of `rows`; where the connection broke at the very end, it may have
                been stored.
        """
        with self._connection() as connection, connection.transaction():
            if alone:
                connection.execute(_LOCK)
            yield _Translating(connection)

    def close(self) -> None:
        """Close the connections that nobody uses; what is asked later makes others."""
        _close(self._idle)

    @contextmanager
    def _connection(self) -> Iterator[_Connection]:
        connection = None
        try:
            connection = self._taken() or self._connected()
            yield connection
        except psycopg.Error as error:
            said = str(error).partition("\n")[0]  # later lines repeat the statement
            _LOG.warning("the database of episodes: %s", said)
            raise DatabaseDownError("the database of episodes fails; try again later") from error
        finally:
            if connection is not None and not connection.closed:
                self._idle.append(connection)

    def _taken(self) -> _Connection | None:
        """Return a connection that waits for use; None if there is none that lives."""
        while True:
            try:
                connection = self._idle.pop()  # of all threads one gets it
            except IndexError:
                return None
            poll = select.poll()
            poll.register(connection.fileno(), select.POLLIN)
            if not poll.poll(0):
                return connection
            with suppress(psycopg.Error):  # something came unasked: mostly the connection's end
                connection.execute("SELECT 1")
                return connection
            connection.close()

    def _connected(self) -> _Connection:
        connection = psycopg.connect(self._conninfo, autocommit=True)
        connection.adapters.register_dumper(str, _AsciiDumper)
        connection.adapters.register_loader("text", _AsciiLoader)
        connection.execute(_WITHIN)
        return connection


class _AsciiDumper(StrDumperUnknown):
    """Texts in ASCII: PostgreSQL takes no zero byte, and what else depends on its encoding."""

    def dump(self, obj: str) -> bytes:
        return obj.encode("unicode_escape")


class _AsciiLoader(TextLoader):
    def load(self, data: Buffer) -> str:
        return bytes(data).decode("unicode_escape")


class _Translating:
    """A connection that takes queries as SQLite does."""

    def __init__(self, connection: _Connection) -> None:
        self._connection = connection

    def execute(self, query: str, values: Sequence[Any] = (), /) -> psycopg.Cursor[tuple[Any, ...]]:
        """Execute a statement."""
        return self._connection.execute(_translated(query), values)


def _close(connections: list[_Connection]) -> None:
    while connections:
        connections.pop().close()


@cache
def _translated(query: str) -> bytes:
    for name, other in _NAMES.items():
        query = query.replace(name, other)
    return query.encode()


def _checked(url: str) -> str:
    """Return what libpq connects with; no error repeats the URL, which may hold a secret."""
    try:
        given = conninfo_to_dict(url) if url.startswith(_SCHEMES) else {}
    except psycopg.Error:
        given = {}
    if not given:
        raise UsageError(
            "--store: got no URL of PostgreSQL; allowed is postgresql://USER@HOST:PORT/DATABASE"
        )
    if any(given.get(name) for name in _SECRETS):
        raise UsageError(
            "--store: got a URL with a password, which other users read in the list of processes; "
            "leave it out, and set PGPASSWORD or write it to ~/.pgpass"
        )
    return make_conninfo(url, **{name: _REACHED[name] for name in _REACHED if name not in given})
