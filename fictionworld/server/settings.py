"""What a server is started with. Worker processes get it as JSON in an environment variable."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Self

from fictionworld.errors import UsageError

_VARIABLE: Final = "FICTIONWORLD_SERVER"
_LEAST_TOKEN: Final = 16
KEY_MARK: Final = "fw-"
"""What the keys of agents begin with."""
METRICS_FOLDER: Final = "PROMETHEUS_MULTIPROC_DIR"
"""The variable by which worker processes share their figures; prometheus_client reads it as it is
imported."""


@dataclass(frozen=True)
class ServerSettings:
    """A dataset, how it is played where a client does not say, and limits."""

    dataset: str
    """The dataset's folder."""
    state: str
    """The folder that keeps the episodes; made where it is not there."""
    store: str = ""
    """The URL of a PostgreSQL database that keeps them instead, for many servers; no password."""
    policy: str = "tease"
    controls: str = "none"
    backend: str = "template"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    admin_token: str = ""
    trainer_token: str = ""
    """Who has it creates episodes and sees rewards; empty on a loopback address for anybody."""
    most_episodes: int = 16_384
    """Open at a time, of all workers that share a store."""
    idle_s: float = 7200.0
    """After which an episode that nobody uses expires."""
    keep_s: float = 86_400.0
    """For which the record of a closed episode is kept."""
    most_pending: int = 768
    """Requests that a worker has accepted and not answered; more are refused with 503."""
    most_body_bytes: int = 1_000_000
    calls_per_s: float = 50.0
    """Of one agent's key, in one worker; bursts may have twice as many."""
    cache_mb: float | None = None

    def __post_init__(self) -> None:
        for name in ("admin_token", "trainer_token"):
            token = getattr(self, name)
            if token and (len(token) < _LEAST_TOKEN or not token.isascii()):
                raise UsageError(
                    f"{name}: got {len(token)} characters; allowed are {_LEAST_TOKEN} or more, "
                    "ASCII alone: python -c 'import secrets; print(secrets.token_urlsafe())'"
                )
            if token.startswith(KEY_MARK):
                raise UsageError(
                    f"{name}: got one that begins with {KEY_MARK}, as the keys of agents do; "
                    "give another one"
                )
        if self.admin_token and self.admin_token == self.trainer_token:
            raise UsageError("admin_token and trainer_token are the same; give two")
        if not self.trainer_token and not is_loopback(self.host):
            raise UsageError(
                f"got host {self.host} and no token: off the loopback address set "
                "FICTIONWORLD_TRAINER_TOKEN, and FICTIONWORLD_ADMIN_TOKEN where metrics are read"
            )

    @property
    def is_open(self) -> bool:
        """Whether a request without a token has a trainer's rights."""
        return not self.trainer_token

    def to_environment(self) -> None:
        """Write the settings to the environment of the processes that this one starts."""
        os.environ[_VARIABLE] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Self:
        """Return the settings that the parent process left in the environment.

        Raises:
            UsageError: There are none.
        """
        content = os.environ.get(_VARIABLE)
        if content is None:
            raise UsageError("no settings of a server; start it with `fictionworld serve DIR`")
        return cls(**json.loads(content))

    @property
    def state_folder(self) -> Path:
        """The folder of `state`, created for this user alone."""
        folder = Path(self.state)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return folder


def is_loopback(host: str) -> bool:
    """Return whether an address is reached from this machine alone."""
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
