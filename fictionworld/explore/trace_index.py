"""A file of traces or transcripts, an object a line: an index in DuckDB, and single lines read.

The index holds what a table of episodes shows. It is begun when the file is first asked for, and
goes on where lines were added since. A line that is no trace is listed as damaged; nothing else is
lost by it. The file is mapped, and its lines go to DuckDB as they lie there.
"""

from __future__ import annotations

import json
import mmap
from collections.abc import Sequence
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Final

import duckdb
import pyarrow as pa

from fictionworld.errors import UsageError
from fictionworld.files import storage_error
from fictionworld.worlds.reading import ISOLATED

_SHAPE: Final = {
    "agent": "VARCHAR",
    "dataset": "VARCHAR",
    "task_id": "VARCHAR",
    "world_id": "BIGINT",
    "sample": "BIGINT",
    "policy": "VARCHAR",
    "policies": "VARCHAR",
    "controls": "VARCHAR",
    "seed": "BIGINT",
    "settings": "VARCHAR",
    "stopped": "VARCHAR",
    "ending": "VARCHAR",
    "error": "VARCHAR",
    "episode_s": "DOUBLE",
    "reward": {"earned": "DOUBLE", "coverage": "DOUBLE"},
    "calls": [{"kind": "VARCHAR", "characters": "BIGINT"}],
}
_COLUMNS: Final = """
    line BIGINT, begins BIGINT, ends BIGINT, damaged BOOLEAN, agent VARCHAR, dataset VARCHAR,
    task_id VARCHAR, world_id BIGINT, sample BIGINT, policy VARCHAR, policies VARCHAR,
    controls VARCHAR, seed BIGINT, settings VARCHAR, stopped VARCHAR, ending VARCHAR, error VARCHAR,
    episode_s DOUBLE, reward DOUBLE, coverage DOUBLE, calls BIGINT, pages BIGINT, characters BIGINT
"""
_INSERT: Final = f"""
    INSERT INTO trace
    SELECT line, begins, ends, t.task_id IS NULL OR (t.calls IS NULL AND t.error IS NULL
        AND NOT has_messages), t.agent, t.dataset, t.task_id, t.world_id, coalesce(t.sample, 0),
        t.policy, t.policies, t.controls, t.seed, t.settings, t.stopped, t.ending, t.error,
        t.episode_s, t.reward.earned, t.reward.coverage, len(t.calls),
        len(list_filter(t.calls, lambda c: c.kind = 'page')),
        list_sum(list_transform(t.calls, lambda c: c.characters))
    FROM (
        SELECT line, begins, ends, contains(text, '"messages"') AS has_messages,
            TRY(json_transform(text, '{json.dumps(_SHAPE)}')) AS t
        FROM lines
    )
"""  # noqa: S608 - our own text
_BATCH_BYTES: Final = 8_000_000


class TraceIndex:
    """The episodes of one file. Threads share it.

    Args:
        path: The file; it need not be there yet.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = Lock()
        self._connection = duckdb.connect(":memory:", config=ISOLATED)
        self._connection.execute(f"CREATE TABLE trace ({_COLUMNS})")
        self._lines = self._read_to = self._size = 0
        self._reader: Thread | None = None
        self._is_closed = False
        self._version: tuple[int, int, int] | None = None

    def rows(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
        """Return the rows of a query over the table `trace`, as the file is now.

        Raises:
            StorageError: The file cannot be read.
        """
        self._refresh()
        cursor = self._connection.cursor()
        answer = cursor.execute(sql, values)
        names = [column[0] for column in answer.description or ()]
        return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]

    def close(self) -> None:
        """Stop reading the file."""
        self._is_closed = True

    @property
    def share_read(self) -> float:
        """Return how much of the file is in the index, from 0 to 1."""
        return self._read_to / self._size if self._size else 1.0

    def record(self, line: int) -> dict[str, Any]:
        """Return the object in a line, from 1.

        Raises:
            UsageError: There is no such line, or it is damaged.
            StorageError: The file cannot be read.
        """
        found = self.rows("SELECT begins, ends, damaged FROM trace WHERE line = $1", [line])
        if not found:
            [counts] = self.rows("SELECT count(*) AS n, max(line) AS last FROM trace")
            raise UsageError(
                f"got line {line}; {self.path.name} has {counts['n']:,} episodes, in lines 1 to "
                f"{counts['last'] or 0}"
            )
        begins, ends = found[0]["begins"], found[0]["ends"]
        try:
            with self.path.open("rb") as file:
                file.seek(begins)
                text = file.read(ends - begins).decode("utf-8", "replace")
        except OSError as error:
            raise storage_error(self.path, error, "read") from error
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            record = None
        if found[0]["damaged"] or not isinstance(record, dict):
            raise UsageError(
                f"line {line} of {self.path.name} is damaged: it is no record that `fictionworld "
                f"rollout` wrote, and begins {text[:80]!r}; other lines are not affected"
            )
        return record

    # Behind the scenes ---------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Read what was added to the file; all of it where it is another file now.

        Of much, the beginning is read at once and the rest in a thread.
        """
        with self._lock:
            if self._reader is not None and self._reader.is_alive():
                return
            try:
                status = self.path.stat()
                version = status.st_size, status.st_mtime_ns, status.st_ino
                if version == self._version:
                    return
                before, self._version = self._version, version
                if before is None or before[2] != version[2] or version[0] < self._read_to:
                    self._connection.execute("DELETE FROM trace")
                    self._lines = self._read_to = 0
                if status.st_size <= self._read_to:
                    return
                with self.path.open("rb") as file:
                    content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except OSError as error:
                self._version = None
                raise storage_error(self.path, error, "read") from error
            self._size = len(content)
            if self._read_batch(content):
                self._reader = Thread(target=self._read_rest, args=(content,), daemon=False)
                self._reader.start()

    def _read_rest(self, content: mmap.mmap) -> None:
        # no daemon, as threads of web servers are: one that is within DuckDB as Python ends would
        # abort the process
        while not self._is_closed and self._read_batch(content):
            pass

    def _read_batch(self, content: mmap.mmap) -> bool:
        """Read some of the lines that were not read; return whether more may follow."""
        begins, lines = self._read_to, []
        while begins - self._read_to < _BATCH_BYTES:
            ends = content.find(b"\n", begins)
            if ends < 0:  # its end is still being written
                break
            self._lines += 1
            if ends > begins:
                lines.append((self._lines, begins, ends))
            begins = ends + 1
        self._insert(content, lines)
        is_end, self._read_to = begins == self._read_to, begins
        return not is_end and begins < len(content)

    def _insert(self, content: mmap.mmap, lines: list[tuple[int, int, int]]) -> None:
        if not lines:
            return
        first, last = lines[0][1], lines[-1][2]
        # one text a line, newline included: the buffer is not copied
        offsets = pa.array([begins - first for _, begins, _ in lines] + [last - first], pa.int64())
        data = pa.py_buffer(memoryview(content)[first:last])
        text = pa.LargeStringArray.from_buffers(len(lines), offsets.buffers()[1], data)
        try:
            text.validate(full=True)
        except pa.ArrowInvalid:  # not UTF-8
            text = pa.array(
                [content[begins:ends].decode("utf-8", "replace") for _, begins, ends in lines],
                pa.large_string(),
            )
        numbers, starts, stops = zip(*lines, strict=True)
        table = pa.table({"line": numbers, "begins": starts, "ends": stops, "text": text})
        self._connection.register("lines", table)
        try:
            self._connection.execute(_INSERT)
        finally:
            self._connection.unregister("lines")
