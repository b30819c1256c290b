"""Where a model is served, its key, and the limits of one request to it."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, field
from typing import Final

import httpx

from fictionworld.errors import UsageError

_HIDDEN: Final = "[key]"
_LAST_PORT: Final = 65_535
_LEAST_KEY: Final = 8
"""Characters; a shorter one, such as `EMPTY`, is a word that a model may say, and no secret."""
_NOT_PRINTED: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


@dataclass(frozen=True)
class Endpoint:
    """A server, and how long, how often and how much it is asked.

    Raises:
        UsageError: The address, the key or a limit cannot be used. The key is never repeated.
    """

    base_url: str
    """`http://localhost:8000/v1`; requests go to `/chat/completions` below it."""
    key: str = field(default="", repr=False)
    at_once: int = 64
    """Requests in flight."""
    deadline_s: float = 600.0
    """For one request, all its tries together, whatever the server does."""
    most_bytes: int = 4_000_000
    """Of a reply."""
    tries: int = 5
    pause_s: float = 1.0
    """Before the second try; each further pause is twice as long, up to a minute."""

    def __post_init__(self) -> None:
        _check_address(self.base_url)
        _check_key(self.key)
        if not 0 < self.deadline_s < math.inf:
            raise UsageError(
                f"--timeout-s: got {self.deadline_s}; allowed: seconds above 0, such as 600"
            )
        if self.most_bytes < 1 or self.at_once < 1 or self.tries < 1:
            raise UsageError(
                f"got most_bytes={self.most_bytes}, at_once={self.at_once}, tries={self.tries}; "
                "each is 1 or more"
            )

    @property
    def address(self) -> str:
        """Where requests go."""
        return f"{self.base_url.rstrip('/')}/chat/completions"

    @property
    def try_s(self) -> float:
        """For one try: half of it all, so that a server which hangs is asked once more."""
        return self.deadline_s / 2

    def without_key(self, text: str) -> str:
        """A text of the server with the key taken out: it may have echoed the request."""
        return text.replace(self.key, _HIDDEN) if len(self.key) >= _LEAST_KEY else text

    def quoted(self, text: str, most: int = 300) -> str:
        """A text of the server for an error: on one line, short, printable, without the key."""
        hidden = text.replace(self.key, _HIDDEN) if self.key else text
        return _NOT_PRINTED.sub(" ", hidden).strip()[:most]


def key_from_environment() -> str:
    """OPENAI_API_KEY; empty where there is none."""
    return os.environ.get("OPENAI_API_KEY", "")


def without_credentials(address: str) -> str:
    """A text with an address in it, user and password left out, to be shown."""
    return re.sub(r"//.*@", "//...@", address)


def _check_address(text: str) -> None:
    shown = f"...{text[text.rindex('@') :]}" if "@" in text else re.split("[?#]", text)[0]
    such = "it is an address such as http://localhost:8000/v1"
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise UsageError(f"--base-url: got {shown!r}, which is none ({error}); {such}") from None
    if url.scheme not in {"http", "https"} or not url.host or (url.port or 1) > _LAST_PORT:
        raise UsageError(f"--base-url: got {shown!r}; {such}")
    if url.userinfo or "@" in text:
        raise UsageError(
            f"--base-url: got {shown!r}, an address with a user or a password in it; leave them "
            "out, and give the key in the environment as OPENAI_API_KEY"
        )
    if url.query or url.fragment:
        raise UsageError(
            f"--base-url: got an address with ? or # in it; give the part before it, {shown!r}, "
            "and the key in the environment as OPENAI_API_KEY"
        )


def _check_key(key: str) -> None:
    """A key goes into a header: what is no printable ASCII cannot be sent, or would be two lines.

    The message names the place, and nothing of the key.
    """
    for place, character in enumerate(key, 1):
        if "!" <= character <= "~":
            continue
        if character in "\r\n":
            what = "a line end"
        else:
            what = "a space" if character == " " else "no printable ASCII character"
        raise UsageError(
            f"OPENAI_API_KEY: its character {place} of {len(key)} is {what}; a key is printable "
            "ASCII without spaces: set it again, without what was copied along"
        )
