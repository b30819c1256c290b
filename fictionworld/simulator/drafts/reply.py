"""What a model replied, taken apart: thinking left off, the JSON read strictly, keys compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import ConfigDict, RootModel, StringConstraints, ValidationError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["Replied", "read_reply", "without_thinking"]

_OPEN, _CLOSE = "<think", "</think>"
_LONGEST = 200_000
"""Characters of a reply that is read at all."""

_Text = Annotated[str, StringConstraints(max_length=20_000)]


class _Reply(RootModel[dict[str, _Text]]):
    model_config = ConfigDict(strict=True)


class Replied(NamedTuple):
    """The texts of a reply by key, or why there are none."""

    texts: dict[str, str]
    fault: str | None


def without_thinking(text: str) -> str | None:
    """The text behind the model's thinking; None where the thinking does not end."""
    if _CLOSE in text:
        text = text.rpartition(_CLOSE)[2]
    return None if _OPEN in text else text.strip()


def read_reply(text: str, keys: Collection[str]) -> Replied:
    """The texts for `keys`; those that the reply lacks are missing. Anything odd gives none."""
    if len(text) > _LONGEST:
        return Replied({}, f"has {len(text):,} characters")
    answer = without_thinking(text)
    if answer is None:
        return Replied({}, "ended while the model was thinking")
    if not answer:
        return Replied({}, "is empty")
    try:
        texts = _Reply.model_validate_json(answer).root
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return Replied({}, f"is not one JSON object of texts: {first['msg']}")
    unknown = sorted(set(texts) - set(keys))
    if unknown:
        return Replied({}, f"has keys that were not asked for: {', '.join(unknown)[:80]}")
    return Replied(texts, None)
