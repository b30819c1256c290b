"""Mathematical notation as plain text: LaTeX, powers of ten, powers of units."""

from __future__ import annotations

import re
from typing import Final

_MARKED: Final = re.compile(r"[\\$^\u207b\u00d7]|<sup>")
_BRACKETED: Final = re.compile(r"\\[()\[\]]")
_DOLLARS: Final = re.compile(
    r"(?<![\\\w$])(\$\$?)(?=[^\s$])((?:[^$\n\\]|\\.)*(?:[^\s$\\]|\\.))\1(?![\w$])"
)
_COMMANDS: Final = re.compile(r"\$([^$\n]{0,40}\\[A-Za-z][^$\n]{0,40})\$")
"""Mathematics within a word, as in `21.5$^\\circ$C`."""
_STYLED: Final = re.compile(
    r"\\(?:text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|operatorname|mbox|boxed|unit|emph)"
    r"\s?\{([^{}]*)\}"
)
_QUANTITY: Final = re.compile(r"\\(?:SI|qty)\{([^{}]*)\}\{([^{}]*)\}")
_SPACES: Final = re.compile(r"\\[,;: ]|\\(?:quad|thinspace|enspace)\b")
_SIGNS: Final = {
    r"\^\{?\\circ\}?|\\degree\b|\\textdegree\b": "\u00b0", r"\\mu\b": "\u03bc",
    r"\\times\b": "\u00d7", r"\\cdot\b": "\u00b7", r"\\(?:approx|sim|simeq)\b": "\u2248",
    r"\\pm\b": "\u00b1", r"\\leq?\b": "\u2264", r"\\geq?\b": "\u2265",
    r"\\(?:text)?euro\b": "\u20ac", r"\\pounds\b": "\u00a3", r"\{,\}": ",", r"\\!": "",
}  # fmt: skip
_SIGN_PATTERNS: Final = [(re.compile(pattern), sign) for pattern, sign in _SIGNS.items()]
_POWER_OF_TEN: Final = re.compile(r"(?<=\d)\s?[\u00d7x*]\s?10\^\{?([+-]?\d{1,2})\}?(?!\d)")
_INVERSE: Final = re.compile(
    r"[\s\u00b7.]?(?<![^\W\d_])([^\W\d_]+)(?:\^\{?[-\u2212]([123])\}?|\u207b([\u00b9\u00b2\u00b3]))"
)
_SUPERSCRIPT: Final = re.compile(r"(?<=m)<sup>([23])</sup>", re.IGNORECASE)
_BRACES: Final = re.compile(r"\{([^{}\\]*)\}")
_POWER: Final = re.compile(r"(?<=[^\W\d_])\^\{?([23])\}?(?!\d)")
_RAISED: Final = {"\u00b9": "", "\u00b2": "2", "\u00b3": "3", "1": "", "2": "2", "3": "3"}


def plain_notation(text: str) -> str:
    r"""Return `text` without LaTeX's marks: `$18.2\%$` is `18.2%`, `\text{km}^2` is `km2`.

    `1.2*10^3` is `1.2e3`, and `μSv h⁻¹` is `μSv per h`. Other texts are returned as they are, and
    so is a price in dollars.
    """
    if _MARKED.search(text) is None:
        return text
    math = "\\" in text
    if "$" in text:
        text, count = _DOLLARS.subn(r"\2", text)
        text = _COMMANDS.sub(r"\1", text)
        math = math or count > 0
    if math:
        text = _SPACES.sub(" ", _QUANTITY.sub(r"\1 \2", _BRACKETED.sub("", text)))
        for pattern, sign in _SIGN_PATTERNS:
            text = pattern.sub(sign, text)
        text = _BRACES.sub(r"\1", _STYLED.sub(r"\1", text))
    text = _POWER_OF_TEN.sub(r"e\1", text)
    text = _INVERSE.sub(lambda match: f" per {match[1]}{_RAISED[match[2] or match[3]]}", text)
    return _POWER.sub(r"\1", _SUPERSCRIPT.sub(r"\1", text))
