"""Whether a draft may stand, by its form and its words, with no value looked at.

Its slots are there, each where its form allows; it is a text of fitting length without markup. What
stands beside the slots is `closed_world.py`'s, whether it is prose `prose.py`'s, and whether each
slot is said of its own row and column `attribution.py`'s. No value takes part, so a draft that
passes does so in every world of the structure. It is strict: some true sentences are refused, and
said again in other words.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from fictionworld.simulator.drafts import words
from fictionworld.simulator.drafts.attribution import Attribution
from fictionworld.simulator.drafts.closed_world import check_closed_world, check_values
from fictionworld.simulator.drafts.given import HOLE, DraftFault, ReadDraft, WrongDraftError
from fictionworld.simulator.drafts.labels import Labels
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.simulator.drafts.prose import prose_fault
from fictionworld.text.units import known_unit, unit_words

_STRANGE: Final = re.compile(r"[^A-Za-zÀ-ÖØ-öø-ÿ\s.,;:!?'\"“”‘’–—()&/\u2026\u25a1-]")
_RARE: Final = re.compile(r"[^ -~]")
_MARKUP: Final = re.compile(
    r"[*_#|<>`\[\]{}\\~^=+]|https?:|www\.|\(\s*/|</?\w|&\w+;|^\s*[-\u2022]\s|(?<!\w)p\d+\s*:"
)
_END: Final = re.compile(r"[.?!\u2026][\"\u201d\u2019')]*$")
_SLOTS_LENGTH: Final = 14
"""Characters that a slot counts for, whatever will stand there."""
_STARTS: Final = re.compile(
    r"(?:^|[.?!;:,\u2013\u2014(\u201c\"-]|\b(?:and|but|while|whereas|as|that|because|since|for|so|or"
    r"|where|when|though|although|then))[\"\u201c(]?\s*$",
    re.IGNORECASE,
)
_NOT_ON: Final = re.compile(r"\b(?:before|after)\s*$")
_NO_SUBJECT: Final = re.compile(
    r"(?:^|[.?!;:]|\b(?:of|at|an?|the|with|is|was|are|were|has|had|have|for|from|by|in|on|to))\s*$",
    re.IGNORECASE,
)
_FOLLOWS: Final = re.compile(
    r"\s*(?:$|[.?!;:,)\u2013\u2014\"\u201d]|(?:and|but|while|whereas|as|in|for|at|on|with|to|over"
    r"|during|this|so|or|according|says?|across|throughout|too|by|within|after|before)\b)",
    re.IGNORECASE,
)


def label_fault_of(text: str, passage: DraftPassage, labels: Labels) -> DraftFault | None:
    """Return the fault where a draft describes a column that has no slot; check nothing else."""
    return _first_fault(ReadDraft(text, passage, labels, ""), check_values)


def fault_of(
    text: str,
    passage: DraftPassage,
    labels: Labels,
    page: str = "",
) -> DraftFault | None:
    """Return the first fault of a draft; None where it has none.

    Args:
        text: As the model wrote it, with slots.
        passage: The passage that it words.
        labels: The words that speak of the columns that may be asked for.
        page: Further names that were given: the titles of page, site and world.
    """
    draft = ReadDraft(text, passage, labels, page)
    return _first_fault(
        draft,
        _check_format,
        _check_slots,
        _check_length,
        check_closed_world,
        check_values,
        _check_prose,
        _check_attribution,
    )


def _first_fault(draft: ReadDraft, *checks: Callable[[ReadDraft], None]) -> DraftFault | None:
    try:
        for check in checks:
            check(draft)
    except WrongDraftError as wrong:
        return wrong.fault
    return None


def _check_format(draft: ReadDraft) -> None:
    text = draft.text
    categories = {"Cc", "Cf", "Co", "Cs", "Cn"}
    control_char = next(
        (char for char in _RARE.findall(text) if unicodedata.category(char) in categories), None
    )
    if control_char is not None:
        raise WrongDraftError(
            "format", f"holds a line break or control character (U+{ord(control_char):04X})"
        )
    if HOLE in text:
        raise WrongDraftError("format", f"holds {HOLE!r}; write plain text")
    if text != text.strip() or "  " in text:
        raise WrongDraftError("format", "begins or ends with blanks, or has several in a row")
    markup = _MARKUP.search(draft.bare)
    if markup is not None:
        why = f"holds markup, an address or a broken slot ({markup[0]!r}); write plain text"
        raise WrongDraftError("format", why)
    given_text = draft.passage.plain + draft.page + draft.plain
    strange_char = next(
        (char for char in _STRANGE.findall(draft.bare) if char not in given_text), None
    )
    if strange_char is not None and not strange_char.isdigit():
        raise WrongDraftError(
            "format", f"holds {strange_char!r}, which is not given; write plain English"
        )
    if text and not _END.search(text):
        raise WrongDraftError("format", "does not end with a full stop")


def _check_length(draft: ReadDraft) -> None:
    length = len(draft.bare) + _SLOTS_LENGTH * draft.bare.count(HOLE)
    plain = SLOT.sub("x" * _SLOTS_LENGTH, draft.passage.plain)
    least, most = int(0.2 * len(plain)), 2 * len(plain) + 60
    if not least <= length <= most or not draft.text:
        raise WrongDraftError("length", f"has {length} characters; allowed: {least} to {most}")


def _check_slots(draft: ReadDraft) -> None:
    seen: set[str] = set()
    for match in SLOT.finditer(draft.text):
        slot = draft.slots.get(match[1])
        if slot is None:
            raise WrongDraftError("slots", f"has {match[0]}, which is no slot of this passage")
        if slot.name in seen:
            raise WrongDraftError("slots", f"has {match[0]} twice; write each slot once")
        seen.add(slot.name)
        _check_place(slot, draft.text[: match.start()], draft.text[match.end() :])
    for slot in draft.passage.slots:
        if slot.name not in seen:
            raise WrongDraftError("slots", f"lacks {slot.token}; write each slot once")


def _check_place(slot: DraftSlot, before: str, behind: str) -> None:
    if slot.form == "predicate" and _NO_SUBJECT.search(before):
        raise WrongDraftError("slots", f"has {slot.token} without its subject right before it")
    if slot.form == "clause" and not _STARTS.search(before):
        raise WrongDraftError("slots", f"has {slot.token} inside a clause; it is one by itself")
    if slot.form != "value" and not _FOLLOWS.match(behind):
        raise WrongDraftError("slots", f"goes on right behind {slot.token}; end the clause there")
    if slot.filler:
        return
    hedge = words.HEDGE.search(words.OVER.sub("", before)[-28:])
    if slot.reads in {"a date", "a year"} and _NOT_ON.search(before):
        raise WrongDraftError("slots", f"has 'before' or 'after' before {slot.token}")
    if hedge is not None and (
        slot.form != "value" or slot.reads not in {"a name", "a word or two"}
    ):
        raise WrongDraftError(
            "slots", f"has {hedge[0].strip()!r} before {slot.token}; values are exact"
        )
    word = re.match(r"\s?-?([^\W\d_]+)", behind)
    if slot.form == "value" and word is not None and word[1] not in {"in", "m", "a"}:
        unit = unit_words(word[1])[0]
        if known_unit(unit) and unit not in unit_words(f"{slot.reads} {slot.label}"):
            raise WrongDraftError("slots", f"has a unit behind {slot.token}; the slot says its own")


def _check_prose(draft: ReadDraft) -> None:
    """Raise `WrongDraftError` where the draft is no prose; the plain text may say what it says."""
    if draft.text != draft.passage.plain:
        why = prose_fault(draft.text, draft.passage.plain, draft.given)
        if why is not None:
            raise WrongDraftError("prose", why)


def _check_attribution(draft: ReadDraft) -> None:
    """Raise `WrongDraftError` where a slot is said of another column or row than its own."""
    if draft.passage.slots and draft.text != draft.passage.plain:
        why = Attribution(draft.text, draft.passage, draft.labels.lexicons).fault()
        if why is not None:
            raise WrongDraftError("attribution", why)
