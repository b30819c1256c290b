"""The one place where SQL of a pack runs: a DuckDB that reaches nothing, with a limit in time.

The expressions of a pack pass an allow-list first (`expression.py`); the sandbox holds even where
the list should fail: no files, no network, no extensions, no variables of the caller's, one thread,
bounded memory, nothing on disk, and no way to change any of that.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

import duckdb

from fictionworld.errors import PackError

if TYPE_CHECKING:
    import pyarrow as pa

_MEMORY = "1GB"
_OPTIMIZERS = {"filter_pushdown", "unused_columns"}
"""What makes joins of products, and drops what is not read."""
_SETTINGS = (
    "TimeZone = 'UTC'",
    # x / 0 and x % 0 are missing; else the one is infinite and the other an error
    "error_on_division_by_zero = false",
    "ieee_floating_point_ops = false",
    "lock_configuration = true",
)


def sandbox(*, keep_errors_apart: bool = False) -> duckdb.DuckDBPyConnection:
    """Return a new connection to a database in memory; close it when done.

    Frames come in by `connection.register(name, frame)`; they, and what is made as TEMP, belong to
    the connection alone. A database takes 15 ms to open, so a process opens one of each kind.

    Args:
        keep_errors_apart: Whether `TRY(x)` is missing whatever error `x` raises. DuckDB's
            optimizers may move what several expressions have in common out of their TRY; few are on
            then.
    """
    key = os.getpid(), keep_errors_apart
    if key not in _databases:
        # no lock, which a fork might inherit: at worst two threads open one each
        _databases.setdefault(key, _database(keep_errors_apart))
        atexit.register(_forget, key)
    return _databases[key].cursor()


_databases: dict[tuple[int, bool], duckdb.DuckDBPyConnection] = {}
"""By process and kind. Those of a parent stay: to close them crashes a forked child."""


def _database(keep_errors_apart: bool) -> duckdb.DuckDBPyConnection:
    connection = duckdb.connect(
        ":memory:",
        config={
            "enable_external_access": "false",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
            "allow_community_extensions": "false",
            "python_enable_replacements": "false",
            "threads": "1",
            "memory_limit": _MEMORY,
            "temp_directory": "",
            "max_temp_directory_size": "0B",
            "disabled_optimizers": _idle_optimizers() if keep_errors_apart else "",
        },
    )
    for setting in _SETTINGS:
        connection.execute(f"SET GLOBAL {setting}")  # for all connections to it
    return connection


@cache
def _idle_optimizers() -> str:
    """Return all optimizers but two.

    The rules of a pack are tried once, over few rows: the others cost more than they save.
    """
    query = "SELECT name FROM duckdb_optimizers() ORDER BY name"
    return ",".join(name for (name,) in ask(query) if name not in _OPTIMIZERS)


def _forget(key: tuple[int, bool]) -> None:
    """Drop a database: one that outlives the interpreter is reported as a leak."""
    if key[0] == os.getpid():
        _databases.pop(key, None)


def ask(sql: str, given: Sequence[object] = ()) -> list[tuple[Any, ...]]:
    """Return the rows of a query that reads no frames; `given` are its parameters."""
    with closing(sandbox()) as connection:
        return connection.execute(sql, given).fetchall()


def run_with_deadline(connection: duckdb.DuckDBPyConnection, sql: str, seconds: float) -> pa.Table:
    """Return the whole result of one query as an Arrow table.

    Raises:
        PackError: It took more than `seconds` of processor time, or DuckDB refused or could not
            compute it.
    """
    with deadline(connection, sql, seconds):
        return connection.sql(sql).to_arrow_table()


@contextmanager
def deadline(connection: duckdb.DuckDBPyConnection, sql: str, seconds: float) -> Iterator[None]:
    """Interrupt what runs on the connection once it has taken so many processor seconds.

    Raises:
        PackError: It took longer, or DuckDB refused or could not compute it.
    """
    done = threading.Event()
    given = connection, seconds, _processor_clock(), done
    watcher = threading.Thread(target=_interrupt_late, args=given, daemon=True)
    watcher.start()
    try:
        yield
    except duckdb.InterruptException:
        raise PackError(
            f"sql: got an expression that took more than {seconds:g} s of processor time; make it "
            f"simpler: {sql}"
        ) from None
    except (duckdb.Error, MemoryError) as error:
        raise PackError(f"sql: {first_line(error)}; got {sql}") from None
    finally:
        done.set()
        watcher.join()  # it must not interrupt the next query


def _processor_clock() -> Callable[[], float]:
    """Return a clock of processor seconds: the thread's or, if there is none, the process's.

    By the clock on the wall, the expression would be blamed for a busy machine.
    """
    if not hasattr(time, "pthread_getcpuclockid"):  # macOS
        return time.process_time
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


def _interrupt_late(
    connection: duckdb.DuckDBPyConnection,
    seconds: float,
    spent: Callable[[], float],
    done: threading.Event,
) -> None:
    """Interrupt the query once it has taken more than `seconds` of processor time."""
    end = spent() + seconds
    # waiting by the wall is not too long: one thread never takes more time than passes there
    while not done.wait(max(end - spent(), 0.01)):
        if spent() >= end:
            connection.interrupt()
            return


def first_line(error: BaseException) -> str:
    """Return DuckDB's message without the kind of error and the drawing below it."""
    line = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    return line.partition("Error: ")[2] or line
