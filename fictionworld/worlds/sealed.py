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
    """Return the canonical form of `value` as JSON.

    Raises:
        TypeError: It holds a value that JSON cannot express.
        ValueError: It holds NaN or an infinity.
    """
    return json.dumps(value, sort_keys=True, indent=2, allow_nan=False).encode() + b"\n"


def seal(said: Mapping[str, Any]) -> bytes:
    """Return the sealed text of an object, which must not have a `check` of its own."""
    return canonical({**said, "check": hashlib.sha256(canonical(said)).hexdigest()})


def unseal(content: bytes) -> dict[str, Any]:
    """Return the object in a sealed text, without its `check`.

    Raises:
        ValueError: The text is no JSON, no sealed object, or its check does not fit; the message
            says which, and callers put a name before it.
    """
    try:
        contents = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"is not JSON ({error})") from None
    if not isinstance(contents, dict) or "check" not in contents:
        raise ValueError("is not of fictionworld: it has no check")
    rest = {key: value for key, value in contents.items() if key != "check"}
    try:
        whole = seal(rest) == content
    except ValueError:  # NaN, which json reads but nobody here writes
        whole = False
    if not whole:
        raise ValueError("is damaged or was edited: its check does not fit its contents")
    return rest
