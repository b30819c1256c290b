"""What an `EpisodeStore` asks of a database, and SQLite, one connection to a file.

Queries are written for SQLite; PostgreSQL translates what it calls otherwise (`postgres.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol


class WouldWaitError(Exception):
    """Another process writes, and this connection waits for nobody."""


class Cursor(Protocol):
    """What a statement did."""

    @property
    def rowcount(self) -> int: ...

    def fetchall(self) -> list[Any]: ...


class Transaction(Protocol):
    """Statements of which all are stored, or none."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Cursor: ...


class Database(Protocol):
    """A database."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return the rows of a query, which is a transaction of its own."""
        ...

    def transaction(self, *, alone: bool = False) -> AbstractContextManager[Transaction]:
        """Store what is executed within, all or nothing; `alone`: after others of this kind.

        Raises:
            WouldWaitError: Another process writes, and this connection does not wait.
        """
        ...

    def close(self) -> None: ...


class SqliteConnection:
    """A connection to a file that is written ahead (WAL): a killed process leaves whole
    transactions alone, and who reads waits for nobody. Every transaction is alone.
    """

    def __init__(self, path: Path, wait_s: float) -> None:
        self._waits = wait_s > 0
        self._connection = sqlite3.connect(
            path, timeout=wait_s, isolation_level=None, check_same_thread=False
        )
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
            self._connection.execute(f"PRAGMA {pragma}")

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """Return the rows of a query, which is a transaction of its own."""
        return self._connection.execute(query, values).fetchall()

    @contextmanager
    def transaction(self, *, alone: bool = False) -> Iterator[sqlite3.Connection]:  # noqa: ARG002
        """Store what is executed within, all or nothing.

        Raises:
            WouldWaitError: Another process writes, and the time to wait is 0.
        """
        try:
            with self._connection:
                self._connection.execute("BEGIN IMMEDIATE")
                yield self._connection
        except sqlite3.OperationalError as error:
            # there are kinds of it
            if self._waits or error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            raise WouldWaitError from error

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
