"""The episodes of a server in one database: a SQLite file, which the worker processes of a machine
share, or PostgreSQL, which servers on many machines share.

A call is stored before it is answered, so a worker that is killed loses none. Replies are not
stored: the same calls bring the same texts. Whoever stores a call says how many there were before;
where another worker was faster nothing is stored, and the call is made again on top of the other's.
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
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.reward import Reward
from fictionworld.errors import FictionworldError, StorageError
from fictionworld.extras import require_extra
from fictionworld.server.database import Database, SqliteConnection, Transaction, WouldWaitError

_FILE: Final = "episodes.sqlite"
_WAIT_S: Final = 5.0
_THREADS: Final = 8
_SCHEMA: Final = (
    """CREATE TABLE IF NOT EXISTS secret (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        value BLOB NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS episode (
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
    ) WITHOUT ROWID""",
    "DROP INDEX IF EXISTS by_state",
    "CREATE INDEX IF NOT EXISTS in_state ON episode (state)",
    "CREATE INDEX IF NOT EXISTS ended ON episode (used) WHERE state <> 'open'",
    """CREATE TABLE IF NOT EXISTS call (
        episode TEXT NOT NULL REFERENCES episode (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (episode, number)
    ) WITHOUT ROWID""",
)


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


_EPISODES: Final = f"SELECT {', '.join(StoredEpisode._fields)} FROM episode WHERE "  # noqa: S608 - names of ours
_BY_ID: Final = _EPISODES + "id = ?"
_BY_IDEMPOTENCY: Final = _EPISODES + "idempotency = ?"
_BY_STATE: Final = _EPISODES + "state = ? AND id > ? ORDER BY id LIMIT ?"
_CHANGE: Final = "UPDATE episode SET {} WHERE id = ? AND calls = ? AND state = 'open'"
_NOTE: Final = "calls = calls + 1, used = ?"
_NOTE_IN_ONE: Final = (
    f"WITH noted AS ({_CHANGE.format(_NOTE)} RETURNING id, calls - 1) "  # noqa: S608 - of ours
    "INSERT INTO call SELECT *, ? FROM noted RETURNING number"
)
"""One round trip; SQLite, which needs none, has no such statements."""
_COUNT_OPEN: Final = "SELECT count(*) FROM episode WHERE state = 'open'"


class EpisodeStore:
    """The database, opened in one process.

    Where it is a file, `find`, `open_episodes` and `note_at_once` wait for nobody: an event loop
    may call them. All else may wait for another process, and is for one other thread. Where it is
    reached over a network, all but `note_at_once` waits, and is for any of `threads` threads.
    """

    def __init__(self, folder: Path, url: str = "") -> None:
        """Open the file in `folder`, or the database of PostgreSQL at `url`, if one is given.

        Raises:
            StorageError: It cannot be opened.
            UsageError: `url` is none of PostgreSQL, or holds a password.
            MissingExtraError: The packages to reach PostgreSQL are not installed.
        """
        self._db: Database
        self._reading: Database
        self._at_once: Database | None = None
        self.threads = 1
        """How many threads may use the store at a time, beside the event loop."""
        if url:
            require_extra("postgres", "--store")
            from fictionworld.server.postgres import PostgresDatabase  # noqa: PLC0415 - an extra's

            self._db = self._reading = PostgresDatabase(url)
            self.threads = _THREADS
            try:
                self.secret = self._begun()
            except InfrastructureError as error:
                said = str(error.__cause__).partition("\n")[0]
                raise StorageError(
                    f"--store: {said}; see that the database runs, and that its user may connect "
                    "and create tables; a password is taken from PGPASSWORD or ~/.pgpass"
                ) from None
            self._db.close()  # a process that only tries whether it can serve keeps none open
            return
        path = folder / _FILE
        try:
            path.touch(mode=0o600)
            self._db = SqliteConnection(path, _WAIT_S)
            self.secret = self._begun()
            self._reading = SqliteConnection(path, _WAIT_S)
            self._at_once = SqliteConnection(path, 0.0)
            # the commit that fills a log copies it into the file and waits for the disk: not here
            self._at_once.rows("PRAGMA wal_autocheckpoint=0")
        except (OSError, sqlite3.Error) as error:
            raise StorageError(
                f"{path}: {error}; give another folder with --state, or delete this one to begin "
                "without the episodes in it"
            ) from None

    def _begun(self) -> bytes:
        """Create what is not there, and return the secret by which keys are signed."""
        with self._db.transaction(alone=True) as db:
            for statement in _SCHEMA:
                db.execute(statement)
            db.execute(
                "INSERT INTO secret VALUES (1, ?) ON CONFLICT DO NOTHING", [secrets.token_bytes()]
            )
        [(secret,)] = self._db.rows("SELECT value FROM secret")
        return bytes(secret)

    @property
    def is_remote(self) -> bool:
        """Whether whatever is asked of it waits for a network."""
        return self._at_once is None

    def close(self) -> None:
        """Close the connections."""
        for database in (self._at_once, self._reading, self._db):
            if database is not None:
                database.close()

    def create(
        self, episode: Episode, request: str, chosen: str, idempotency: str | None, most: int
    ) -> StoredEpisode:
        """Store a new episode and return it; return the old one if the idempotency key was used
        before.

        Raises:
            FullError: `most` episodes are open already.
        """
        with self._db.transaction(alone=True) as db:
            if idempotency is not None:
                stored = db.execute(_BY_IDEMPOTENCY, [idempotency]).fetchall()
                if stored:
                    return StoredEpisode(*stored[0])
            [(open_episodes,)] = db.execute(_COUNT_OPEN).fetchall()
            if open_episodes >= most:
                raise FullError(
                    f"{most} episodes are open, as many as may be; close some, or try again later"
                )
            episode_id = secrets.token_hex(12)
            db.execute(
                "INSERT INTO episode (id, idempotency, request, log, chosen, used) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                [episode_id, idempotency, request, episode.log(), chosen, time.time()],
            )
        return StoredEpisode(episode_id, request, chosen, 0, "open", None, None)

    def find(self, episode_id: str) -> StoredEpisode | None:
        """Return the episode of this id; None if there is none."""
        rows = self._reading.rows(_BY_ID, [episode_id])
        return StoredEpisode(*rows[0]) if rows else None

    def log(self, episode_id: str) -> str:
        """Return the episode with its calls, as `Episode.log` writes it."""
        # one query, so that nothing is stored between two
        (_, log, answer, reward), *calls = self._db.rows(
            "SELECT -1 AS number, log, answer, reward FROM episode WHERE id = ? UNION ALL "
            "SELECT number, record, NULL, NULL FROM call WHERE episode = ? ORDER BY number",
            [episode_id, episode_id],
        )
        content: dict[str, Any] = json.loads(log)
        content["calls"] = [json.loads(record) for (_, record, _, _) in calls]
        content["answer"] = answer
        content["reward"] = None if reward is None else json.loads(reward)
        return json.dumps(content)

    def note(self, episode_id: str, before: int, call: Call) -> bool:
        """Store a call; False where the episode is no longer open with `before` calls."""
        if self.is_remote:
            values = [time.time(), episode_id, before, _record(call)]
            return bool(self._db.rows(_NOTE_IN_ONE, values))
        with self._db.transaction() as db:
            return _noted(db, episode_id, before, call)

    def note_at_once(self, episode_id: str, before: int, call: Call) -> bool | None:
        """Store a call like `note`, without waiting for a disk; None where another process is
        writing, or the database is reached over a network.
        """
        if self._at_once is None:
            return None
        try:
            with self._at_once.transaction() as db:
                return _noted(db, episode_id, before, call)
        except WouldWaitError:
            return None

    def answer(self, episode_id: str, before: int, answer: str, reward: Reward) -> bool:
        """Store an answer and its reward, which closes the episode; False as in `note`."""
        values = [answer, json.dumps(reward.as_dict()), time.time()]
        with self._db.transaction() as db:
            changes = "state = 'answered', answer = ?, reward = ?, used = ?"
            return _changed(db, changes, values, episode_id, before)

    def end(self, episode_id: str) -> None:
        """Close an episode without an answer; nothing changes if it is not open."""
        with self._db.transaction() as db:
            db.execute(
                "UPDATE episode SET state = 'closed', used = ? WHERE id = ? AND state = 'open'",
                [time.time(), episode_id],
            )

    def expire(self, idle_s: float, keep_s: float) -> int:
        """Expire episodes not used for `idle_s`, delete those that ended `keep_s` ago, and return
        how many expired.
        """
        now = time.time()
        with self._db.transaction(alone=True) as db:
            ended = db.execute(
                "UPDATE episode SET state = 'expired', used = ? WHERE state = 'open' AND used < ?",
                [now, now - idle_s],
            ).rowcount
            db.execute("DELETE FROM episode WHERE state <> 'open' AND used < ?", [now - keep_s])
        return ended

    def checkpoint(self) -> None:
        """Copy SQLite's write-ahead log into the file, so that the log does not grow."""
        if not self.is_remote:
            self._db.rows("PRAGMA wal_checkpoint(RESTART)")

    def open_episodes(self) -> int:
        """Return how many episodes are open."""
        [(number,)] = self._reading.rows(_COUNT_OPEN)
        return int(number)

    def open_ids(self) -> set[str]:
        """Return the ids of the open episodes."""
        return {
            episode_id
            for (episode_id,) in self._db.rows("SELECT id FROM episode WHERE state = 'open'")
        }

    def listed(self, state: str, after: str, most: int) -> list[StoredEpisode]:
        """Return at most `most` episodes of a state, by id, whose ids are greater than `after`."""
        return [StoredEpisode(*row) for row in self._db.rows(_BY_STATE, [state, after, most])]


def _noted(db: Transaction, episode_id: str, before: int, call: Call) -> bool:
    if not _changed(db, _NOTE, [time.time()], episode_id, before):
        return False
    db.execute("INSERT INTO call VALUES (?, ?, ?)", [episode_id, before, _record(call)])
    return True


def _record(call: Call) -> str:
    return to_json(call).decode()


def _changed(
    db: Transaction, changes: str, values: list[Any], episode_id: str, before: int
) -> bool:
    return db.execute(_CHANGE.format(changes), [*values, episode_id, before]).rowcount == 1
