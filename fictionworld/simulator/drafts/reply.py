"""What a model replied, taken apart: thinking left off, the JSON read strictly, keys compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import ConfigDict, RootModel, StringConstraints, ValidationError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["ReplyTexts", "read_reply", "without_thinking"]

_OPEN, _CLOSE = "<think", "</think>"
_LONGEST = 200_000
"""Characters of a reply that is read at all."""

_Text = Annotated[str, StringConstraints(max_length=20_000)]


class _Reply(RootModel[dict[str, _Text]]):
    model_config = ConfigDict(strict=True)


class ReplyTexts(NamedTuple):
    """The texts of a reply by key, or why there are none."""

    texts: dict[str, str]
    fault: str | None


def without_thinking(text: str) -> str | None:
    """The text behind the model's thinking; None where the thinking does not end."""
    if _CLOSE in text:
        text = text.rpartition(_CLOSE)[2]
    return None if _OPEN in text else text.strip()


def read_reply(text: str, keys: Collection[str]) -> ReplyTexts:
    """The texts for `keys`; those that the reply lacks are missing. Anything odd gives none."""
    if len(text) > _LONGEST:
        return ReplyTexts({}, f"has {len(text):,} characters")
    answer = without_thinking(text)
    if answer is None:
        return ReplyTexts({}, "ended while the model was thinking")
    if not answer:
        return ReplyTexts({}, "is empty")
    try:
        texts = _Reply.model_validate_json(answer).root
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return ReplyTexts({}, f"is not one JSON object of texts: {first['msg']}")
    unknown = sorted(set(texts) - set(keys))
    if unknown:
        return ReplyTexts({}, f"has keys that were not asked for: {', '.join(unknown)[:80]}")
    return ReplyTexts(texts, None)
