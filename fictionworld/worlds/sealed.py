"""JSON in canonical form with a checksum of its own.

Sorted keys, two spaces, a newline at the end, and under `check` the SHA-256 of the same text
without `check`. A single altered byte is detected, in whitespace too.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def canonical(value: object) -> bytes:
    """The canonical form of `value` as JSON.

    Raises:
        TypeError: It holds something that JSON cannot say.
        ValueError: It holds NaN or an infinity.
    """
    return json.dumps(value, sort_keys=True, indent=2, allow_nan=False).encode() + b"\n"


def seal(said: Mapping[str, Any]) -> bytes:
    """The text of a sealed object that says this; it must not have a `check` of its own."""
    return canonical({**said, "check": hashlib.sha256(canonical(said)).hexdigest()})


def unseal(content: bytes) -> dict[str, Any]:
    """What a sealed text says, without its `check`.

    Raises:
        ValueError: It is no JSON, no sealed object, or its check does not fit; the message,
            which wants a name in front, says which.
    """
    try:
        said = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is not JSON ({error})") from None
    if not isinstance(said, dict) or "check" not in said:
        raise ValueError("is not of fictionworld: it has no check")
    rest = {key: value for key, value in said.items() if key != "check"}
    try:
        whole = seal(rest) == content
    except ValueError:  # NaN, which json reads but nobody here writes
        whole = False
    if not whole:
        raise ValueError("is damaged or was edited: its check does not fit its contents")
    return rest
