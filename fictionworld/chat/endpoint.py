"""Where a model is served, its key, and the limits of one request to it."""

from __future__ import annotations

import math
import os
import re
from dataclasses import dataclass, field
from typing import Final

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
        """Return the address that requests go to."""
        return f"{self.base_url.rstrip('/')}/chat/completions"

    @property
    def try_s(self) -> float:
        """Return the seconds of one try: half of all, so that a hanging server is asked twice."""
        return self.deadline_s / 2

    def without_key(self, text: str) -> str:
        """Return a text of the server without the key: it may have echoed the request."""
        return text.replace(self.key, _HIDDEN) if len(self.key) >= _LEAST_KEY else text

    def quoted(self, text: str, most: int = 300) -> str:
        """Return a text of the server for an error: one line, short, printable, without the key."""
        hidden = text.replace(self.key, _HIDDEN) if self.key else text
        return _NOT_PRINTED.sub(" ", hidden).strip()[:most]


def key_from_environment() -> str:
    """Return OPENAI_API_KEY; empty where it is not set."""
    return os.environ.get("OPENAI_API_KEY", "")


def without_credentials(address: str) -> str:
    """Return a text to be shown, without user and password of an address in it."""
    return re.sub(r"//.*@", "//...@", address)


def _check_address(text: str) -> None:
    import httpx  # noqa: PLC0415 - slow, and most commands ask no server

    shown = f"...{text[text.rindex('@') :]}" if "@" in text else re.split("[?#]", text)[0]
    hint = "it is an address such as http://localhost:8000/v1"
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise UsageError(f"--base-url: got {shown!r}, which is none ({error}); {hint}") from None
    if url.scheme not in {"http", "https"} or not url.host or (url.port or 1) > _LAST_PORT:
        raise UsageError(f"--base-url: got {shown!r}; {hint}")
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
    """Raise UsageError unless the key is printable ASCII, as it goes into a header.

    The message names the position of the first bad character, and nothing of the key.
    """
    for position, character in enumerate(key, 1):
        if "!" <= character <= "~":
            continue
        if character in "\r\n":
            what = "a line end"
        else:
            what = "a space" if character == " " else "no printable ASCII character"
        raise UsageError(
            f"OPENAI_API_KEY: its character {position} of {len(key)} is {what}; a key is printable "
            "ASCII without spaces: set it again, without what was copied along"
        )
