"""The readings of a text: plain, with its markup, and those that undo a disguise.

A reading is a view with a name. The plain one comes first. Every rewriting takes time linear in the
text, and is passed over where nothing calls for it.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Callable, Iterator
from html import unescape
from typing import Final, NamedTuple
from urllib.parse import unquote_to_bytes

from fictionworld.leakage.views.look_alikes import plain_word
from fictionworld.leakage.views.view import View, remembered


class TextReading(NamedTuple):
    """One way to read a text."""

    view: View
    name: str
    """`plain`, `markup`, `spaced letters`, `base64`, ..."""
    sure: bool = True
    """False where undoing the disguise may also make a value of nothing: then only a value that
    the rewriting touched counts."""


@remembered
def readings_of(text: str) -> tuple[TextReading, ...]:
    """All readings of a text, the plain one first, those of disguises where there may be any."""
    return tuple(_readings(text))


def _readings(text: str) -> Iterator[TextReading]:
    raw = _characters(View(text))
    plain = _without_markup(raw)
    yield TextReading(plain, "plain")
    if plain is not raw and ("<" in raw.text or "](" in raw.text):
        yield TextReading(raw, "markup")
    for name, undo, sure in _DISGUISES:
        base = raw if name in _OF_MARKUP else plain
        view = undo(base)
        if view is not base:
            yield TextReading(view, name, sure)


# What stands there, character by character ----------------------------------------------------

_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?")
_PERCENTS: Final = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_ESCAPE: Final = re.compile(
    r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([nrtbf])(?![a-z]{2})"
    r"|([\\`*_{}\[\]()#+\-.!|~<>$&%\"'/]))"
)
_BLANKS: Final = {"n": "\n", "r": "\n", "t": "\t", "b": "", "f": "\n"}
_INVISIBLE: Final = re.compile(
    "[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5"
    "\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_VULGAR: Final = re.compile(r"(?<=\d)(?=[¼½¾⅐-⅞])")
_NOT_ASCII: Final = re.compile(r"[^\x00-\x7f]+")
_ODD_WORD: Final = re.compile(r"[A-Za-z0-9]*[^\W\d_\x00-\x7f][A-Za-z0-9\u0080-\U0010ffff]*")
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2212\ufe58\ufe63\uff0d\u2043", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        "\u2014": " - ", "\u2015": " - ", "\u2044": "/", "\u2028": "\n", "\u2029": "\n",
        "\u2024": ".", "\u066b": ".", "\u066c": ",", "\u3002": ". ", "\u3001": ", ",
        "\uff0c": ",", "\u2022": " | ", "\u00b7": " | ",
    }
)  # fmt: skip
_MANY_BLANKS: Final = re.compile(r"[ \t\x0b\f]{3,}")
_MANY_LINES: Final = re.compile(r"\n(?:[ \t]{0,2}\n){2,}")


def _characters(view: View) -> View:
    """Entities and escapes undone, what no one sees left out, look-alike letters made plain."""
    for _ in range(2):  # what was escaped twice
        before = view
        if "&" in view.text:
            view = view.rewritten(_ENTITY, _unescaped)
        if "%" in view.text:
            view = view.rewritten(_PERCENTS, _unquoted)
        if "\\" in view.text:
            view = view.rewritten(_ESCAPE, _character)
        if view is before:
            break
    view = view.rewritten(_INVISIBLE, _tagged)
    if not view.text.isascii():
        view = view.rewritten(_VULGAR, lambda _: " ")
        view = view.rewritten(_NOT_ASCII, _compatible)
        view = view.rewritten(_ODD_WORD, lambda match: plain_word(match[0]))
    view = view.rewritten(_MANY_BLANKS, lambda _: "  ")
    return view.rewritten(_MANY_LINES, lambda _: "\n\n")


def _unescaped(match: re.Match[str]) -> str | None:
    new = unescape(match[0] if match[0].endswith(";") else match[0] + ";")
    return None if new.endswith(";") else new


def _unquoted(match: re.Match[str]) -> str | None:
    try:
        return unquote_to_bytes(match[0]).decode()
    except UnicodeDecodeError:
        return None


def _character(match: re.Match[str]) -> str | None:
    code = match[1] or match[2] or match[3]
    if code:
        number = int(code, 16)
        return chr(number) if number < 0x110000 and not 0xD800 <= number < 0xE000 else None
    return _BLANKS[match[4]] if match[4] else match[5]


def _tagged(match: re.Match[str]) -> str:
    """Nothing for what no one sees, but the letters that tag characters spell."""
    code = ord(match[0])
    return chr(code - 0xE0000) if 0xE0020 <= code <= 0xE007E else ""


def _compatible(match: re.Match[str]) -> str:
    plain = unicodedata.normalize("NFKC", match[0].translate(_SIGNS)).translate(_SIGNS)
    return "".join(
        str(unicodedata.decimal(c))
        if not c.isascii() and c.isdecimal()
        else " "
        if c.isspace() and c != "\n"
        else c
        for c in plain
    )


# Markup ---------------------------------------------------------------------------------------

_TAG: Final = re.compile(
    # an address in angle brackets is no tag
    r"<(/?)([A-Za-z][A-Za-z0-9]{0,14}+)(?!://|mailto:|[\w-]*\.[A-Za-z])([^<>]{0,2000})>|<!--|-->"
)
_LINES: Final = frozenset({"br", "p", "li", "div", "dt", "option", "section", "article", "hr"})
_BLOCKS: Final = frozenset(
    {"table", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "thead", "tbody"}
)
_LINK: Final = re.compile(r"!?\[([^\[\]\n]{0,400})\]\([^()\s]{0,1000}(?:\s+\"[^\"\n]{0,200}\")?\)")
_FOOTNOTE: Final = re.compile(
    r"(?<=[\w.,;%)])\[(?:\^[^\[\]\s]{1,20}|\d{1,3}|[a-z]|citation needed)\]"
)
_EMPHASIS: Final = re.compile(r"~~[^~\n]{1,60}~~|\*{2,}|`+|~~|==(?=\w)|(?<=\w)==|\|\|")
_STAR: Final = re.compile(r"\*(?=[^\s*])([^*\n]{1,200})(?<=\S)\*")
_UNDERLINE: Final = re.compile(r"(?<!\w)_{1,4}(?=[^\W_])|(?<=[^\W_])_{1,4}(?!\w)")
_LEADER: Final = re.compile(r"(?<=\w)[ \t]?\.{4,}[ \t]?(?=\w)")
_TEX: Final = re.compile(
    r"\\(?:text(?:bf|it|rm)?|mathrm|mathbf|num|SI|emph)\{|(?<=\d)\{,\}(?=\d)|\\[,;!]"
)


def _without_markup(view: View) -> View:
    """Tags, links, footnotes and emphasis taken off; what is struck out is gone."""
    if "\\" in view.text:
        view = view.without(_TEX)
    if "<" in view.text:
        view = view.rewritten(_TAG, _untagged)
    if "](" in view.text:
        view = view.rewritten(_LINK, lambda match: match[1])
    if "[" in view.text:
        view = view.without(_FOOTNOTE)
    if "...." in view.text:
        view = view.rewritten(_LEADER, lambda _: ": ")
    view = view.rewritten(_EMPHASIS, lambda match: " | " if match[0] == "||" else "")
    if "*" in view.text:
        view = view.rewritten(_STAR, lambda match: match[1])
    return view.without(_UNDERLINE) if "_" in view.text else view


def _untagged(match: re.Match[str]) -> str:
    closing, name = bool(match[1]), (match[2] or "").lower()
    if name in {"td", "th", "tr"}:
        # the next cell's own mark ends the one before
        return "" if closing else "\n" if name == "tr" else " | "
    if name == "dd":
        return "" if closing else ": "
    if name in _LINES:
        return "\n"
    return " " if not name or name in _BLOCKS else ""


# Disguises ------------------------------------------------------------------------------------

_BROKEN: Final = re.compile(
    r"(?<=\w)-[ \t]*\n[ \t]*(?=\w)|(?<=\w)-[ \t]+(?=[a-z]{2})|(?<=[a-z])~(?=[a-z])"
)
_SPACED: Final = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z0-9]([ ._*/|,\n-]|[ ]{2,3})[A-Za-z0-9](?![A-Za-z0-9])"
    r"(?:\1(?:-\1)?[A-Za-z0-9](?![A-Za-z0-9])){1,200}"
)
_SPACED_FIGURES: Final = re.compile(
    r"(?<![\w.,])\d(?:[ _-][\d.,](?!\w))+[ _-]\d(?!\w)"
    r"|(?<![\w.,])\d{1,3}(?: [,.] ?| ?[,.] )\d{3}(?!\d)"
)
_ALIKE_FIGURES: Final = re.compile(
    r"(?<![A-Za-z0-9])(?=[OoIlSB|.,' \-/]{0,12}\d)[\dOoIlSB|](?:[.,'/-]?[\dOoIlSB"
    r"|])+(?![A-Za-z0-9])"
)
_FIGURES: Final = str.maketrans("OoIlSB|", "0011581")
_GLUED: Final = re.compile(r"[#@]?[A-Za-z0-9]+(?:[_+.-]+[A-Za-z0-9]+)*")
_PLAIN_TOKEN: Final = re.compile(
    r"[A-Za-z][a-z]*|[A-Z]+|[\d.]+|[\d-]+|[a-z]+(?:[.-][a-z]+)|[kdcm]?m[23]"  # km² is no 2
)
_CAMEL: Final = re.compile(
    r"(?<=[a-z][a-z])(?=[A-Z])|(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])|(?<=[A-Z])(?=[A-Z][a-z])"
)
_FILE_ENDING: Final = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|html?|php|aspx?|txt|csv|json|xlsx?|docx?|zip|mp4)$",
    re.IGNORECASE,
)
_FIELD_LABEL: Final = (
    r"(?:(?:\[\d{1,3}\](?:[^\n]{0,200}\n)?)?[ \t]*[\"'*_]{0,3}(?:title|snippet|summary|text|body"
    r"|content|date|source|results?(?: \d{1,3})?|url|link|description|caption)[\"'*_]{0,3}"
    r"[ \t]*[:=]\s*\"?)"
)
_JOINT: Final = re.compile(
    # what is cut off at the end of one result and goes on in the next
    r"\.\.\.\n(?:(?:Url|Date|Title):[^\n]{0,200}\n){1,3}Snippet:\s?(?:\.\.\.)?"
    rf"|(?:[ \t]*(?:\.\.\.|-|[\"',}}|])?[ \t]*)(?:\n[ \t]*)+{_FIELD_LABEL}?(?:\.\.\.[ \t]*)?"
    rf"|[ \t]*\.\.\.[ \t]*(?:\|[ \t]*)?(?:\.\.\.[ \t]*)?|[ \t]+\|[ \t]+{_FIELD_LABEL}?"
    rf"|\"?[,;][ \t]*{_FIELD_LABEL}|(?<=\w)[ \t]+{_FIELD_LABEL}",
    re.IGNORECASE,
)
_BASE64: Final = re.compile(
    r"(?<![A-Za-z0-9+/])(?:[A-Za-z0-9+/_-]{6,4096}={1,2}|[A-Za-z0-9+/_-]{8,4096})(?![A-Za-z0-9+/=])"
)


def _unspaced(view: View) -> View:
    """`B r e n c k`, `5 1 8 0`: without the blanks."""
    view = view.rewritten(_SPACED, _run_together)
    return view.rewritten(_SPACED_FIGURES, lambda match: re.sub(r"[ _-]", "", match[0]))


def _run_together(match: re.Match[str]) -> str | None:
    sign = match[1]
    if sign in {".", "/", ",", "|", "\n"} and not re.search("[A-Za-z]", match[0]):
        return None  # `3.4.2`, `1, 2, 3`
    if (
        sign == " "
        and re.fullmatch(r"[A-Z] (?:[A-Z] )+[A-Z]", match[0]) is None
        and len(match[0]) < 6
        and not match[0].replace(" ", "").isdigit()
    ):
        return None
    return re.sub(r"(?<=\w)(?:[ ._*/|,\n]| - |-|[ ]{2,3})(?=\w)", _hyphen, match[0])


def _hyphen(match: re.Match[str]) -> str:
    return "-" if match[0] == " - " else ""


def _unglued(view: View) -> View:
    """`#OrenTalvik`, `oren_talvik.pdf`, `vela-5-battery`: the words in it, with blanks between."""
    return view.rewritten(_GLUED, _taken_apart)


def _taken_apart(match: re.Match[str]) -> str | None:
    token = match[0]
    if _PLAIN_TOKEN.fullmatch(token) or not re.search("[A-Za-z]", token):
        return None
    bare = _FILE_ENDING.sub("", token.lstrip("#@"))
    # a sign between figures is part of a number or a date
    bare = re.sub(r"(?<=\d)-(?=\d{1,2}(?:-|\b))|(?<=\d)\.(?=\d)", "\0", bare)
    apart = _CAMEL.sub(" ", re.sub(r"[_+.-]+", " ", bare))
    return apart.replace("\0", "-" if "-" in token else ".")


def _alike_figures(view: View) -> View:
    return view.rewritten(
        _ALIKE_FIGURES,
        lambda m: m[0].translate(_FIGURES) if re.search("[OoIlSB|]", m[0]) else None,
    )


def _joined(view: View) -> View:
    return view.rewritten(_JOINT, _joint)


def _joint(match: re.Match[str]) -> str | None:
    """Nothing for what parts two fields; a line's end behind a whole sentence parts no value."""
    before = match.string[max(0, match.start() - 2) : match.start()]
    whole = before[-1:] in {".", "!", "?"} and before != ".."
    return None if whole and match[0].isspace() else ""


def _from_base64(match: re.Match[str]) -> str | None:
    token = match[0].rstrip("=")
    if len(token) % 4 == 1:
        return None
    token = token.replace("-", "+").replace("_", "/")
    try:
        said = base64.b64decode(token + "=" * (-len(token) % 4), validate=True).decode()
    except ValueError:
        return None
    return said if _is_printable(said) else None


def _is_printable(said: str) -> bool:
    return (
        len(said) > 2
        and sum(c.isalnum() or c in " .,:-/€$%" for c in said) >= 0.9 * len(said)
        and any(c.isalnum() for c in said)
    )


_DISGUISES: Final[tuple[tuple[str, Callable[[View], View], bool], ...]] = (
    ("unbroken lines", lambda view: view.without(_BROKEN), True),
    ("spaced letters", _unspaced, True),
    ("words taken apart", _unglued, True),
    ("look-alike figures", _alike_figures, False),
    ("joined fields", _joined, False),
    ("base64", lambda view: view.rewritten(_BASE64, _from_base64), False),
)
"""The disguises: what each is called, how it is undone, whether to trust what comes out."""
_OF_MARKUP: Final = frozenset({"base64"})
"""Those that may stand in attributes."""


# Whether any of this is needed ------------------------------------------------

_SHAPES: Final = re.compile(
    r"[a-z]{2}[A-Z]|[A-Za-z0-9+/]{16}|\b\w[ .*_-]\w[ .*_-]\w[ .*_-]\w[ .*_-]|[^ \n]{2}\n[^ \n]"
    r"|\d(?:[OoIl](?:\d|[OoIl])|(?<=[A-Za-z]\d)[A-Za-z])|\b[A-Za-z0-9+/]{6,}={1,2}|\w_\w|\\[ux]"
    r"|\*\*|<\w|-\n|&#?\w+;|%[0-9a-fA-F]{2}"
)
"""`OrenTalvik`, a code, `T a l v i k`, `5l80`, escapes, markup."""
_ODD: Final = re.compile(
    "[\u0370-\u04ff\u13a0-\u13ff\u200b-\u200f\u2060-\u206f\u00ad\ufeff\uff10-\uff5a]"
)
"""Letters of other alphabets, characters of no width, wide figures."""


def looks_disguised(text: str) -> bool:
    """Whether a value may stand in a text in another form than a reader's eye is used to."""
    return _SHAPES.search(text) is not None or (
        not text.isascii() and _ODD.search(text) is not None
    )
