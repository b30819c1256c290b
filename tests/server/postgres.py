"""PostgreSQL as Debian has it: a server of its own folder, whose users need a password."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

USER, PASSWORD = "fictionworld", "no-secret-of-anybody"


class NoPostgresError(Exception):
    """PostgreSQL is not installed here."""


class Postgres:
    """A server on a free port of this machine; the password is in PGPASSWORD, as users have it."""

    def __init__(self):
        folders = map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))
        initdb = shutil.which("initdb", path=os.pathsep.join([*folders, os.environ["PATH"]]))
        if initdb is None:
            raise NoPostgresError("PostgreSQL is not here: apt-get install postgresql")
        self._bin = Path(initdb).resolve().parent
        self._folder = Path(tempfile.mkdtemp(prefix="fictionworld-postgres-"))
        self._user = "postgres" if os.getuid() == 0 else None  # it refuses to run as root
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        password = self._folder / "password"
        password.write_text(PASSWORD)
        if self._user:
            for path in (self._folder, password):
                shutil.chown(path, self._user)
        self._run("initdb", "-N", "-U", USER, "-A", "scram-sha-256", f"--pwfile={password}")
        os.environ["PGPASSWORD"] = PASSWORD
        self.start()

    def start(self):
        # without fsync: no test cuts the power
        options = f"-p {self.port} -k {self._folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self._run("pg_ctl", "start", "-w", "-o", options, "-l", self._folder / "log")

    def stop(self, mode="fast"):
        """`immediate` ends its processes where they are; it recovers when it starts again."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def new_database(self):
        """The URL of an empty database."""
        name = f"test_{secrets.token_hex(6)}"
        words = ["-h", "127.0.0.1", "-p", str(self.port), "-U", USER, name]
        subprocess.run([self._bin / "createdb", *words], check=True, timeout=60)
        return f"postgresql://{USER}@127.0.0.1:{self.port}/{name}"

    def close(self):
        self.stop("immediate")
        del os.environ["PGPASSWORD"]
        shutil.rmtree(self._folder)

    def _run(self, program, *words):
        command = [self._bin / program, "-D", self._folder / "data", *words]
        # what it starts keeps no pipe of ours open
        subprocess.run(
            command, check=True, user=self._user, cwd=self._folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, timeout=60,
        )  # fmt: skip
