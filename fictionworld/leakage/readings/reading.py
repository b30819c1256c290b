"""The readings of a text: plain, as it stands behind its markup, and those that undo a disguise.

A reading is a view with a name and a word on how far to trust it. The plain ones come first.
Every rewriting takes time linear in the text, and is passed over where nothing calls for it.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from html import unescape
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import unquote_to_bytes

from fictionworld.leakage.readings.attributes import with_attributes
from fictionworld.leakage.readings.clipped import written_out
from fictionworld.leakage.readings.decoded import DECODERS
from fictionworld.leakage.readings.headed import with_units_behind
from fictionworld.leakage.readings.leetspeak import in_letters
from fictionworld.leakage.readings.lookalikes import plain_word
from fictionworld.leakage.readings.refanged import refanged
from fictionworld.leakage.readings.spaced import run_together, with_figures
from fictionworld.leakage.readings.taken_apart import taken_apart
from fictionworld.leakage.readings.view import View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Reading", "keyed_view", "plain_readings", "readings_of"]


class Reading(NamedTuple):
    """One way to read a text."""

    view: View
    name: str
    """`plain`, `raw`, `taken apart`, `joined`, `base64`, ..."""
    sure: bool = True
    """False where undoing the disguise may also make something of nothing: what is found there
    counts only if it is long, or stands beside what it is the value of."""


_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_PERCENTS: Final = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_ESCAPE: Final = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([nrtbf])"
    r"|([\\`*_{}\[\]()#+\-.!|~<>$&%\"'/]))"
)
_BLANKS_OF: Final = {"n": "\n", "r": "\n", "t": "\t", "b": "", "f": "\n"}
_INVISIBLE: Final = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b"
    "-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
_ODD: Final = re.compile(r"[^\x00-\x7f]+")
_ODD_WORD: Final = re.compile(r"[A-Za-z0-9]*[^\x00-\x7f][A-Za-z0-9\u0080-\U0010ffff]*")
_VULGAR: Final = re.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_RAISED_RUN: Final = re.compile(r"(?<=\d)[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SAME: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d\u2043", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        "\u2014": " - ",
        "\u2015": " - ",
        "\u2044": "/",
        "\u2028": "\n",
        "\u2029": "\n",
        "\u2024": ".",
        "\u201a": ",",
        "\u066b": ".",
        "\u066c": ",",
        "\u3002": ". ",
        "\u3001": ", ",
        "\uff0c": ",",
        "\u2022": " | ",
        "\u00b7": " | ",
    }
)

_DURATION: Final = re.compile(
    r"\bPT(?:(?P<h>\d{1,4})H)?(?:(?P<min>\d{1,5})M)?(?:(?P<s>\d{1,6}(?:\.\d+)?)S)?\b(?<!PT)"
)
_MANY_BLANKS: Final = re.compile(r"[ \t\x0b\f]{3,}")
_MANY_LINES: Final = re.compile(r"\n(?:[ \t]{0,2}\n){2,}")

_TAG: Final = re.compile(
    # an address in angle brackets is no tag
    r"<(/?)([A-Za-z][A-Za-z0-9]{0,14}+)(?!://|mailto:|[\w-]*\.[A-Za-z])([^<>]{0,2000})>|<!--|-->"
)
_BLOCK: Final = frozenset(
    "br p div tr td th li ul ol table h1 h2 h3 h4 h5 h6 dt dd section article hr option".split()
)
_TARGET: Final = re.compile(
    r"!?\[([^\[\]\n]{0,400})\]\(([^()\s]{0,1000})(?:\s+\"[^\"\n]{0,200}\")?\)"
)
_FOOTNOTE: Final = re.compile(
    r"(?<=[\w.,;%)])\[(?:\^[^\[\]\s]{1,20}|\d{1,3}|[a-z]|citation needed)\]"
)
_STARS: Final = re.compile(
    r"~~[^~\n]{1,60}~~|(?<=\w)[ \t]?\.{4,}[ \t]?(?=\w)|\*{2,}|`+|~~|==(?=\w)|(?<=\w)==|\|\|"
)
_STAR: Final = re.compile(r"\*(?=[^\s*])([^*\n]{1,200})(?<=\S)\*")
_LINE: Final = re.compile(r"(?<!\w)_{1,4}(?=[^\W_])|(?<=[^\W_])_{1,4}(?!\w)")
_TEX: Final = re.compile(
    r"\\(?:text(?:bf|it|rm)?|mathrm|mathbf|num|SI|emph)\{|(?<=\d)\{,\}(?=\d)|\\[,;!]"
)
_QUOTED_KEY: Final = re.compile(
    r"\"(?=[^\"\n]{1,80}\"\s*:)|(?<=[\w)])\"(?=\s*:)|(?<=:)\s*\"|(?<=[\w)%.])\"(?=\s*[,}\]])"
)

_CSV_LINE: Final = re.compile(r"(?m)^(?:[^,\n]{0,200},(?! )){3,60}[^,\n]{0,200}$")
_HYPHENED: Final = re.compile(
    r"(?<=\w)-[ \t]*\n[ \t]*(?=\w)|(?<=\w)-[ \t]+(?=[a-z]{2})|(?<=[a-z])~(?=[a-z])"
)
_LABEL: Final = (
    r"(?:(?:\[\d{1,3}\](?:[^\n]{0,200}\n)?)?[ \t]*(?:[\"'*_]{0,3}(?:title|snippet|summary|text"
    r"|body|content|date|source|"
    r"results?(?: \d{1,3})?|url|link|description|desc|caption)[\"'*_]{0,3}[ \t]*[:=]\s*\"?))"
)
_JOINT: Final = re.compile(
    # what is cut off at the end of one result and goes on in the next
    r"(?:\.\.\.|\u2026)\n(?:(?:Url|Date|Title):[^\n]{0,200}\n){1,3}Snippet:\s?(?:\.\.\.|\u2026)"
    r"|(?:[ \t]*(?:\.\.\.|\u2026|-|[\"',}|])?[ \t]*)(?:\n[ \t]*)+" + _LABEL + r"?(?:\.\.\.[ \t]*)?"
    r"|[ \t]*\.\.\.[ \t]*(?:\|[ \t]*)?(?:\.\.\.[ \t]*)?|[ \t]+(?:\|{1,2}|/)[ \t]+(?:"
    + _LABEL
    + ")?"
    r"|\"?[,;][ \t]*" + _LABEL + r"|(?<=\w)[ \t]+" + _LABEL,
    re.IGNORECASE,
)
_TURNED_CUE: Final = re.compile(
    r"revers|backward|mirror|right[ -]to[ -]left|rot ?-?13|caesar", re.IGNORECASE
)
_ROT13: Final = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm",
)


def keyed_view(text: str) -> View | None:
    """The view in which keys can be read, be their marks escaped; None where there are none."""
    view = View(text)
    if "&quot;" in text or "&#34;" in text:
        view = view.rewritten(_ENTITY, _unescaped)
    if '\\":' in view.text:
        view = view.rewritten(_ESCAPED_QUOTE, lambda _: '"')
    return view if view.text.count('"') > 1 or "{" in view.text or "\n" in view.text else None


_ESCAPED_QUOTE: Final = re.compile(r"\\+\"")


def plain_readings(text: str) -> tuple[Reading, ...]:
    """What stands in a text: its words without markup, and where that hid any, with it."""
    return _plain_in(text) if len(text) <= _REMEMBERED else _plain_of(text)


@lru_cache(256)
def _plain_in(text: str) -> tuple[Reading, ...]:
    return _plain_of(text)


def _plain_of(text: str) -> tuple[Reading, ...]:  # noqa: PLR0912 - one rule after the other
    view = View(text)
    for _ in range(2):  # what was escaped twice
        if "&" in text:
            view = view.rewritten(_ENTITY, _unescaped)
        if "%" in text:
            view = view.rewritten(_PERCENTS, _unquoted)
        if "\\" in view.text:
            view = view.rewritten(_ESCAPE, _escaped)
        if view.parent is None:
            break
        text = view.text
    if "\\" in view.text:
        view = view.rewritten(_TEX, lambda _: "")
    raw = view.rewritten(_INVISIBLE, _seen)
    if not raw.text.isascii():
        raw = raw.rewritten(_VULGAR, lambda _: " ")
        raw = raw.rewritten(_RAISED_RUN, lambda match: "^" + match[0].translate(_RAISED))
        raw = raw.rewritten(_ODD, _compatible)
    if "PT" in raw.text:
        raw = raw.rewritten(_DURATION, _lasting)
    raw = raw.rewritten(_MANY_BLANKS, lambda _: "  ").rewritten(_MANY_LINES, lambda _: "\n\n")
    plain = raw
    if "<" in plain.text:
        plain = plain.rewritten(_TAG, _untagged)
    if "](" in plain.text:
        plain = plain.rewritten(_TARGET, lambda match: match[1])
    if "[" in plain.text:
        plain = plain.rewritten(_FOOTNOTE, lambda _: "")
    plain = _without_emphasis(plain)
    if "," in plain.text:
        plain = plain.rewritten(_CSV_LINE, _as_table)
    if '"' in plain.text:
        plain = plain.rewritten(_QUOTED_KEY, lambda _: "")
    plain = plain.rewritten(_MANY_BLANKS, lambda _: "  ").rewritten(_MANY_LINES, lambda _: "\n\n")
    found = [Reading(plain, "plain")]
    if not plain.text.isascii():
        found.insert(0, Reading(_in_plain_letters(plain), "plain letters"))
    if plain is not raw and ("](" in raw.text or "=" in raw.text or "[" in raw.text):
        shown = with_attributes(raw)
        if shown is not raw:
            found.append(Reading(shown, "attributes"))
        else:
            found.append(Reading(raw, "markup"))
    return tuple(found)


def _in_plain_letters(view: View) -> View:
    """The same without accents and look-alikes: as the names of subjects are looked for."""
    if view.text.isascii():
        return view
    return view.rewritten(_ODD_WORD, lambda match: plain_word(match[0]))


def readings_of(text: str, *, about: str = "") -> Iterator[Reading]:
    """All readings, the plain ones first, each kind made when it is asked for.

    Those of short texts are remembered: a guard asks for them once for each of many cells.

    Args:
        text: Any text.
        about: Words that clipped ones may stand for: the subject's name, the column, the question.
    """
    plain = plain_readings(text)
    yield from plain
    base = plain[0].view
    whole = written_out(base, of=about)
    if whole is not base:
        yield _news(base, Reading(whole, "words written out"))
    yield from _disguised_in(text) if len(text) <= _REMEMBERED else _disguises_of(plain)


@lru_cache(256)
def _disguised_in(text: str) -> tuple[Reading, ...]:
    return tuple(_disguises_of(plain_readings(text)))


def _disguises_of(plain: Sequence[Reading]) -> Iterator[Reading]:
    """The readings that undo a disguise of what stands in the plain ones."""
    base = plain[0].view
    marked = plain[-1].view if plain[-1].name in {"markup", "attributes"} else base
    for name, view, sure in (
        ("addresses made whole", refanged(base), True),
        ("figures for letters", in_letters(base), False),
        ("units behind", with_units_behind(base), True),
        ("unbroken lines", base.rewritten(_HYPHENED, lambda _: ""), True),
        ("spaced letters", run_together(base), True),
        ("look-alike figures", with_figures(base), False),
        ("taken apart", taken_apart(marked), True),
        ("taken apart in small letters", taken_apart(base, small=True), True),
    ):
        if view is not base:
            yield _news(base, Reading(view, name, sure))
    joined = base.rewritten(_JOINT, _joined)
    if joined is not base:
        yield _news(base, Reading(joined, "joined fields", sure=False), _REACH // 2)
    raw = plain[-1].view
    for name, pattern, decode in DECODERS:
        view = raw.rewritten(pattern, decode)
        if view is not raw:
            yield _news(raw, Reading(_in_plain_letters(view), name))
    if _TURNED_CUE.search(base.text):
        turned = base.rewritten(re.compile(r"[A-Za-z]+"), lambda match: match[0].translate(_ROT13))
        yield Reading(turned, "rot13")
        yield Reading(base.rewritten(re.compile(r"[^\n]+"), lambda m: m[0][::-1]), "reversed")


def _joined(match: re.Match[str]) -> str | None:
    """Nothing for what parts two fields; a line's end behind a whole sentence parts no value."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    whole = before[-1:] in {".", "!", "?"} and before != ".."
    return None if whole and match[0].isspace() else ""


def _news(base: View, reading: Reading, reach: int | None = None) -> Reading:
    """Of a long text, only what stands near what a reading changes: the rest has been read."""
    if len(base.text) < _LONG:
        return reading
    return reading._replace(view=reading.view.around_changes(base, reach or _REACH))


_LONG: Final = 8_000
_REMEMBERED: Final = 8_000
"""Characters: longer texts are read anew each time."""
_REACH: Final = 700
"""How far from a value its subject and its column may stand."""


def _unescaped(match: re.Match[str]) -> str | None:
    said = unescape(match[0] if match[0].endswith(";") else match[0] + ";")
    return None if said.endswith(";") else said


def _unquoted(match: re.Match[str]) -> str | None:
    try:
        return unquote_to_bytes(match[0]).decode()
    except UnicodeDecodeError:
        return None


def _escaped(match: re.Match[str]) -> str | None:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 else None
    return _BLANKS_OF[match[4]] if match[4] else match[5]


def _seen(match: re.Match[str]) -> str:
    """Nothing for what no one sees, but the letters that tag characters spell."""
    code = ord(match[0])
    return chr(code - 0xE0000) if 0xE0020 <= code <= 0xE007E else ""


def _compatible(match: re.Match[str]) -> str | None:
    said = unicodedata.normalize("NFKC", match[0].translate(_SAME)).translate(_SAME)
    said = "".join(
        str(unicodedata.decimal(c))
        if not c.isascii() and c.isdecimal()
        else " "
        if c.isspace() and c != "\n"
        else c
        for c in said
    )
    return None if said == match[0] else said


def _lasting(match: re.Match[str]) -> str:
    """`PT1H30M`, as machines write a duration."""
    return " ".join(f"{n} {unit}" for unit, n in match.groupdict().items() if n)


def _as_table(match: re.Match[str]) -> str | None:
    """A line of comma-separated values as a row of a table; prose and one number are left."""
    line = match[0]
    if (
        ", " in line
        or "{" in line
        or re.fullmatch(r"[\d,. ]+", line)
        or len(line.split()) > 3 * line.count(",")
    ):
        return None
    return line.replace(",", " | ")


def _untagged(match: re.Match[str]) -> str:
    name = (match[2] or "").lower()
    if name in {"td", "th", "tr"}:
        # the next cell's own mark ends the one before
        return "" if match[1] else "\n" if name == "tr" else " | "
    if name == "dd":
        return "" if match[1] else ": "
    if name in {"br", "p", "li", "div", "dt"}:
        return "\n"
    return " " if not name or name in _BLOCK else ""


def _without_emphasis(view: View) -> View:
    text = view.text
    if any(mark in text for mark in ("*", "`", "~~", "==", "||", "....")):
        # dots lead from a label to what it labels
        became = {"||": " | ", "....": ": "}
        view = view.rewritten(_STARS, lambda m: became.get(m[0].strip()[:4], ""))
        if "*" in view.text:
            view = view.rewritten(_STAR, lambda match: match[1])
    return view.rewritten(_LINE, lambda _: "") if "_" in view.text else view
