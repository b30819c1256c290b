"""Chat completions of any OpenAI-compatible server: one request, tried again where that may help.

The standard library's HTTP client is enough for it: the answer is read whole, and rollouts run in
threads.
"""

from __future__ import annotations

import json
import random
import time
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError

__all__ = ["Endpoint"]

_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504})
"""Statuses that another try may mend."""


@dataclass(frozen=True)
class Endpoint:
    """A server and how patient to be with it."""

    base_url: str
    """`http://localhost:8000/v1`; requests go to `/chat/completions` below it."""
    key: str = field(default="", repr=False)
    timeout_s: float = 600.0
    tries: int = 6
    pause_s: float = 1.0
    """Before the second try; each further pause is twice as long, up to a minute."""

    def __post_init__(self) -> None:
        if urlsplit(self.base_url).scheme not in {"http", "https"}:
            raise UsageError(
                f"--base-url: got {self.base_url!r}; it is an address such as "
                "http://localhost:8000/v1"
            )

    def complete(self, body: dict[str, Any]) -> dict[str, Any]:
        """The message that the model gives.

        Raises:
            InfrastructureError: The server refused, or could not be reached in `tries` tries.
        """
        for number in range(1, self.tries + 1):
            try:
                return self._asked(body)
            except HTTPError as error:
                said = error.read(2_000).decode("utf-8", "replace").strip()
                failure = f"HTTP {error.code}: {said}"
                if error.code not in _PASSING:
                    break
                wait = error.headers.get("Retry-After", "")
            except (URLError, HTTPException, OSError, ValueError) as error:
                failure, wait = f"{type(error).__name__}: {error}", ""
            if number < self.tries:
                time.sleep(self._pause(number, wait))
        raise InfrastructureError(
            f"{self.base_url} gave no answer after {number} tries; the last said {failure}"
        )

    def _asked(self, body: dict[str, Any]) -> dict[str, Any]:
        request = Request(  # noqa: S310 - the scheme was checked
            f"{self.base_url.rstrip('/')}/chat/completions",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"},
        )
        with urlopen(request, timeout=self.timeout_s) as reply:  # noqa: S310
            answer = json.load(reply)
        try:
            message = answer["choices"][0]["message"]
        except (KeyError, IndexError, TypeError) as error:
            raise ValueError(f"no message in the answer: {str(answer)[:300]}") from error
        if not isinstance(message, dict):
            raise ValueError(f"no message in the answer: {str(answer)[:300]}")
        return message

    def _pause(self, number: int, asked_for: str) -> float:
        if asked_for.isdigit():
            return min(float(asked_for), 60.0)
        # spread, so that a crowd of rollouts does not come back at once
        spread = 0.5 + random.random()  # noqa: S311 - no secret
        return min(60.0, self.pause_s * 2.0 ** (number - 1)) * spread
