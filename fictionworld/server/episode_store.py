"""The episodes of a server in one SQLite file, which all its worker processes share.

A call is stored before it is answered, so a worker that is killed loses none. Replies are not
stored: the same calls bring the same texts. Whoever stores a call says how many there were before;
where another worker was faster nothing is stored, and the call is made again on top of the other's.
SQLite writes ahead (WAL): a killed process leaves whole transactions alone.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic_core import to_json

from fictionworld.episodes.call import Call
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.reward import Reward
from fictionworld.errors import FictionworldError, StorageError

_FILE: Final = "episodes.sqlite"
_WAIT_S: Final = 5.0
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS secret (one INTEGER PRIMARY KEY CHECK (one = 1), value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS episode (
    id TEXT PRIMARY KEY,
    idempotency TEXT UNIQUE,
    request TEXT NOT NULL,
    log TEXT NOT NULL,
    chosen TEXT NOT NULL,
    calls INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'open',
    answer TEXT,
    reward TEXT,
    used REAL NOT NULL
) WITHOUT ROWID;
DROP INDEX IF EXISTS by_state;
CREATE INDEX IF NOT EXISTS in_state ON episode (state);
CREATE INDEX IF NOT EXISTS ended ON episode (used) WHERE state <> 'open';
CREATE TABLE IF NOT EXISTS call (
    episode TEXT NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (episode, number)
) WITHOUT ROWID;
"""


class FullError(FictionworldError):
    """As many episodes are open as may be: try again later."""


class StoredEpisode(NamedTuple):
    """An episode as it stands, without its calls."""

    id: str
    request: str
    """What it was asked for with, as JSON."""
    chosen: str
    """The name of its reward."""
    calls: int
    """How many were made."""
    state: str
    """`open`, `answered`, `closed`, or `expired`."""
    answer: str | None
    reward: str | None
    """All figures as JSON; None until it is answered."""


_COLUMNS: Final = ", ".join(StoredEpisode._fields)


class EpisodeStore:
    """The file, opened in one process over three connections.

    `find`, `listed`, `open_episodes` and `note_at_once` wait for nobody: an event loop may call
    them. All else may wait for another process, and is for one other thread.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / _FILE
        try:
            path.touch(mode=0o600)
            self._db = _connected(path)
            self._db.executescript(_SCHEMA)
            self._db.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", [secrets.token_bytes()])
            [(self.secret,)] = self._db.execute("SELECT value FROM secret")
            self._reading = _connected(path)
            self._at_once = _connected(path, wait_s=0.0)
            # the commit that fills a log copies it into the file and waits for the disk: not here
            self._at_once.execute("PRAGMA wal_autocheckpoint=0")
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"{path}: {error}; give another folder with --state, or delete this one to begin "
                "without the episodes in it"
            ) from None

    def close(self) -> None:
        """Close the connections to the file."""
        self._at_once.close()
        self._reading.close()
        self._db.close()

    def create(
        self, episode: Episode, request: str, chosen: str, idempotency: str | None, most: int
    ) -> StoredEpisode:
        """Store a new episode and return it; return the old one if the idempotency key was used
        before.

        Raises:
            FullError: `most` episodes are open already.
        """
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if idempotency is not None:
                stored = _row(self._db, "idempotency", idempotency)
                if stored is not None:
                    return stored
            if _count_open(self._db) >= most:
                raise FullError(
                    f"{most} episodes are open, as many as may be; close some, or try again later"
                )
            episode_id = secrets.token_hex(12)
            self._db.execute(
                "INSERT INTO episode (id, idempotency, request, log, chosen, used) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [episode_id, idempotency, request, episode.log(), chosen, time.time()],
            )
        return StoredEpisode(episode_id, request, chosen, 0, "open", None, None)

    def find(self, episode_id: str) -> StoredEpisode | None:
        """Return the episode of this id; None if there is none."""
        return _row(self._reading, "id", episode_id)

    def log(self, episode_id: str) -> str:
        """Return the episode with its calls, as `Episode.log` writes it."""
        with self._db:
            self._db.execute("BEGIN")
            [(log, answer, reward)] = self._db.execute(
                "SELECT log, answer, reward FROM episode WHERE id = ?", [episode_id]
            )
            calls = self._db.execute(
                "SELECT record FROM call WHERE episode = ? ORDER BY number", [episode_id]
            ).fetchall()
        content: dict[str, Any] = json.loads(log)
        content["calls"] = [json.loads(record) for (record,) in calls]
        content["answer"] = answer
        content["reward"] = None if reward is None else json.loads(reward)
        return json.dumps(content)

    def note(self, episode_id: str, before: int, call: Call) -> bool:
        """Store a call; False where the episode is no longer open with `before` calls."""
        return _noted(self._db, episode_id, before, call)

    def note_at_once(self, episode_id: str, before: int, call: Call) -> bool | None:
        """Store a call like `note`, without waiting for a disk; None where another process is
        writing.
        """
        try:
            return _noted(self._at_once, episode_id, before, call)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # there are kinds of it
                raise
            return None

    def answer(self, episode_id: str, before: int, answer: str, reward: Reward) -> bool:
        """Store an answer and its reward, which closes the episode; False as in `note`."""
        values = [answer, json.dumps(reward.as_dict()), time.time()]
        with self._db:
            changes = "state = 'answered', answer = ?, reward = ?, used = ?"
            return _changed(self._db, changes, values, episode_id, before)

    def end(self, episode_id: str) -> None:
        """Close an episode without an answer; nothing changes if it is not open."""
        self._db.execute(
            "UPDATE episode SET state = 'closed', used = ? WHERE id = ? AND state = 'open'",
            [time.time(), episode_id],
        )

    def expire(self, idle_s: float, keep_s: float) -> int:
        """Expire episodes not used for `idle_s`, delete those that ended `keep_s` ago, and return
        how many expired.
        """
        now = time.time()
        with self._db:
            ended = self._db.execute(
                "UPDATE episode SET state = 'expired', used = ? WHERE state = 'open' AND used < ?",
                [now, now - idle_s],
            ).rowcount
            self._db.execute(
                "DELETE FROM episode WHERE state <> 'open' AND used < ?", [now - keep_s]
            )
        return ended

    def checkpoint(self) -> None:
        """Copy the write-ahead log into the file, so that the log does not grow."""
        self._db.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()

    def open_episodes(self) -> int:
        """Return how many episodes are open."""
        return _count_open(self._reading)

    def open_ids(self) -> set[str]:
        """Return the ids of the open episodes."""
        return {
            episode_id
            for (episode_id,) in self._db.execute("SELECT id FROM episode WHERE state = 'open'")
        }

    def listed(self, state: str, after: str, most: int) -> list[StoredEpisode]:
        """Return at most `most` episodes of a state, by id, whose ids are greater than `after`."""
        query = f"SELECT {_COLUMNS} FROM episode WHERE state = ? AND id > ? ORDER BY id LIMIT ?"  # noqa: S608 - names of ours
        return [StoredEpisode(*row) for row in self._reading.execute(query, [state, after, most])]


def _connected(path: Path, wait_s: float = _WAIT_S) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path, timeout=wait_s, isolation_level=None, check_same_thread=False
    )
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _noted(db: sqlite3.Connection, episode_id: str, before: int, call: Call) -> bool:
    record = to_json(call).decode()
    with db:
        db.execute("BEGIN IMMEDIATE")
        if not _changed(db, "calls = calls + 1, used = ?", [time.time()], episode_id, before):
            return False
        db.execute("INSERT INTO call VALUES (?, ?, ?)", [episode_id, before, record])
    return True


def _changed(
    db: sqlite3.Connection, changes: str, values: list[Any], episode_id: str, before: int
) -> bool:
    query = f"UPDATE episode SET {changes} WHERE id = ? AND calls = ? AND state = 'open'"  # noqa: S608 - changes of ours
    return db.execute(query, [*values, episode_id, before]).rowcount == 1


def _row(db: sqlite3.Connection, column: str, value: str) -> StoredEpisode | None:
    query = f"SELECT {_COLUMNS} FROM episode WHERE {column} = ?"  # noqa: S608 - names of ours
    row = db.execute(query, [value]).fetchone()
    return None if row is None else StoredEpisode(*row)


def _count_open(db: sqlite3.Connection) -> int:
    [(number,)] = db.execute("SELECT count(*) FROM episode WHERE state = 'open'")
    return int(number)
