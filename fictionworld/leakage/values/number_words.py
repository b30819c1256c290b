"""Numbers in words, put in digits: a view of a text in which only digits tell numbers.

English is read by `fictionworld.text.number_words`, which knows ordinals, halves, years and prices
as they are spoken; German, French, Spanish, Portuguese, Italian and Dutch by text2num, where the
text looks to be of that language.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Final

from fictionworld.extras import require_extra
from fictionworld.leakage.data import word_list
from fictionworld.leakage.values.units import SCALE_POWERS
from fictionworld.leakage.views.view import View
from fictionworld.text.number_words import WORD_RUN, read_number_words

_ENGLISH: Final = word_list("number")
"""Words one of which stands in every number in English words."""
_ABROAD: Final = word_list("number abroad")
_PARTS_OF_NUMBERS: Final = re.compile(
    r"hundert|tausend|honderd|duizend|cient|[a-z]cent|zig\b|zehn|[a-z]{3}(?:ante|anta|enta|tig)\b"
    r"|veinti|venti[a-z]"
)
_WORD: Final = re.compile(r"[a-z]+")
_ROMAN_LETTERS: Final = re.compile(r"\b[MDCLXVI]{4}")


@lru_cache(1024)
def _number_words(text: str) -> tuple[bool, bool]:
    """Whether words of numbers may stand in a text: in English, in another language."""
    low = text.lower()
    words = set(_WORD.findall(low))
    abroad = not words.isdisjoint(_ABROAD) or _PARTS_OF_NUMBERS.search(low) is not None
    return not words.isdisjoint(_ENGLISH), abroad


def holds_number(text: str) -> bool:
    """Whether anything stands in a text that no number is without, whatever its form."""
    return (
        _DIGIT.search(text) is not None
        or any(_number_words(text))
        or _ROMAN_LETTERS.search(text) is not None
    )


_DIGIT: Final = re.compile(r"\d")
_MIXED: Final = re.compile(
    r"(?<![\d.,])(\d{1,3})(?:\s(?:and|plus)\s|\s)(?:(?:an?|one)\s)?"
    r"(half|quarter|third|three[ -]quarters|two[ -]thirds)\b(?!\s(?:of|the|century|finals?)\b)",
    re.IGNORECASE,
)
_DOZENS: Final = re.compile(
    r"\b(?:(?P<half>half a)|(?P<many>\d{1,2})|an?)\s(?:dozen|score(?=\s[a-z]+s\b))s?\b",
    re.IGNORECASE,
)
_UNIT_AND_PART: Final = re.compile(
    r"\b(?P<many>an?|one|two|three|four|five|seven|nine|\d{1,3})\s(?P<unit>[a-z]{4,12})\sand\s"
    r"(?:an?\s)?(?P<part>half|quarter|third|three[ -]quarters|two[ -]thirds)\b(?!\s(?:of|the"
    r"|an?)\b)",
    re.IGNORECASE,
)
_SINGLE: Final = re.compile(
    r"\ban?(?=\s(?:hour|minute|day|week|month|year|mile|foot|pound|euro|dollar|crown|florin|mark"
    r"|kilo|stone)(?:,|\sand|\s\d))",
    re.IGNORECASE,
)
_SHARE: Final = re.compile(
    r"(?<!and )\b(?P<over>an?|one|two|three|four|five|seven|nine|\d{1,2})[\s-]"
    r"(?P<under>half|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twentieth|hundredth)s?\b"
    r"(?!\s(?:an?|[a-z]*illion|final|place|time|day|year|floor|round|season|edition|child"
    r"|century))",
    re.IGNORECASE,
)
_HALF: Final = re.compile(r"\bhalf(?=\s(?:of|the|its|their|all|our|his|her)\b)", re.IGNORECASE)
_UNDER: Final = {
    "half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "twentieth": 20, "hundredth": 100,
}  # fmt: skip
_OVER: Final = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "nine": 9,
}  # fmt: skip
_PARTS: Final = {
    "half": ".5", "quarter": ".25", "third": ".333", "three quarters": ".75", "two thirds": ".667",
}  # fmt: skip
_ROMAN: Final = re.compile(
    r"\b(?=[MDCLXVI]{4})M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b"
)
_ROMAN_WORTH: Final = {"M": 1000, "D": 500, "C": 100, "L": 50, "X": 10, "V": 5, "I": 1}
_SINGLE_DIGITS: Final = re.compile(
    r"\b(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
    r"(?:[\s,-]{1,2}(?:zero|oh|nought|point|one|two|three|four|five|six|seven|eight|nine)){2,12}\b",
    re.IGNORECASE,
)
_DIGITS: Final = {
    word: str(n)
    for n, words in enumerate(
        ("zero oh nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    )
    for word in words.split()
} | {"point": "."}


def in_digits(view: View) -> View:
    """The view in which numbers in words stand in digits: `5180` for `five thousand one hundred
    and eighty`, `21st` for `twenty-first`, `2/3` for `two thirds`, `3.5 million`.
    """
    text = view.text
    english, abroad = _number_words(text)
    if _ROMAN_LETTERS.search(text):
        view = view.rewritten(_ROMAN, _from_roman)
    if english:
        view = view.rewritten(_SINGLE_DIGITS, _digit_by_digit)
        view = view.rewritten(_UNIT_AND_PART, _with_part)
        view = view.rewritten(_SHARE, _as_fraction).rewritten(_HALF, lambda _: "1/2")
    if "hour" in text or " and " in text:
        view = view.rewritten(_SINGLE, lambda _: "1")
    if abroad:
        found = (*_languages_of(text), *(one for one in _LONG if _LONG[one].search(text)))
        for language in dict.fromkeys(found):
            view = view.rewritten(_RUNS[language], partial(_foreign, language=language))
    if english:
        view = view.rewritten(WORD_RUN, _english)
        view = view.rewritten(_DOZENS, _dozens)
        view = view.rewritten(_MIXED, _mixed)
    return view


def _mixed(match: re.Match[str]) -> str:
    return match[1] + _PARTS[match[2].lower().replace("-", " ")]


@lru_cache(1 << 12)
def _spoken(words: str) -> str | None:
    read = read_number_words(words)
    if read is None:
        return None
    value, ordinal = read
    digits = format(value, "f")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return f"{digits}{_ending(int(value))}" if ordinal else digits


def _english(match: re.Match[str]) -> str | None:
    words = match[0].lower()
    if words in {"second", "quarter", "half", "a quarter", "a half", "a second"}:
        before = match.string[max(0, match.start() - 12) : match.start()].lower()
        if words != "second" or re.search(r"\d\s$|(?:per|a|each|every)\s$", before):
            return None
    if words in {"hundred", "thousand", "million", "billion", "trillion", "dozen"}:
        return None  # a word of scale behind digits
    said = _spoken(words)
    if said is None and words[:2] in {"a ", "a\t", "a\n"}:  # `a ten`
        rest = _spoken(words[2:])
        return None if rest is None else match[0][:2] + rest
    return said


def _ending(value: int) -> str:
    if value % 100 in {11, 12, 13}:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")


def _from_roman(match: re.Match[str]) -> str | None:
    if not match[0]:
        return None
    values = [_ROMAN_WORTH[c] for c in match[0]]
    signed = [-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True)]
    return str(sum(signed))


def _digit_by_digit(match: re.Match[str]) -> str:
    return "".join(_DIGITS[word] for word in re.findall(r"[a-z]+", match[0].lower()))


def _with_part(match: re.Match[str]) -> str | None:
    """`an hour and a half`: 1.5 hour."""
    many = match["many"].lower()
    if match["unit"].lower() in {"million", "billion", "hundred", "thousand"}:
        return None
    part = _PARTS[match["part"].lower().replace("-", " ")]
    return f"{_OVER.get(many) or many}{part} {match['unit']}"


def _as_fraction(match: re.Match[str]) -> str | None:
    over, under = match["over"].lower(), match["under"].lower()
    if under == "half" and over in {"a", "an"}:
        return None
    if over == "a" and under not in {"third", "quarter", "fifth", "tenth", "sixth", "eighth"}:
        return None
    top = _OVER.get(over) or int(over)
    if top > 1 and not match[0].lower().endswith("s"):
        return None  # `two third-placed`
    return f"{top}/{_UNDER[under]}" if top < _UNDER[under] else None


def _dozens(match: re.Match[str]) -> str:
    size = 20 if "score" in match[0].lower() else 12
    many = 0.5 if match["half"] else int(match["many"] or 1)
    return str(int(many * size))


# Other languages ------------------------------------------------------------------------------

_FUNCTION_WORDS: Final = {
    "de": "der die das und ist mit von im hat fur den dem ein eine auf am zu nicht wurde bei fasst",
    "fr": "le la les des du et est dans avec une un pour au sur qui par a ete ne pas l'",
    "es": "el la los las del y es en con una un por su que al fue tiene se",
    "pt": "o a os as do da dos das e em com um uma por que no na foi tem se ao",
    "it": "il lo la gli le del della di e un una con per che nel ha si al dal sono",
    "nl": "de het een en van is in met op voor te heeft werd er zijn",
}
_UNITS_OF: Final = {
    "de": r"(?:ersten|dritten|siebten|ein(?:s|e|er|en)?|zwei|zwo|drei|vier|funf|fuenf|sechs?|sieben"
    r"|sieb|acht|neun|zehn|elf"
    r"|zwolf|zwoelf|zwanzig|dreissig|(?:vier|funf|fuenf|sech|sieb|acht|neun)zig|hundert|tausend"
    r"|million(?:en)?|milliarden?|und)+(?:te[nr]?|ste[nr]?)?",
    "fr": r"(?:zero|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|treize|quatorze"
    r"|quinze|seize|vingts?|trente|quarante|cinquante|soixante|septante|huitante|nonante|cents?"
    r"|mille|millions?|milliards?)",
    "es": r"(?:uno?|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce"
    r"|quince|dieci[a-z]+|veint[a-z]+|treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa"
    r"|cien|ciento|[a-z]+cient[oa]s|quinient[oa]s|mil|millon(?:es)?)",
    "pt": r"(?:uma?|dois|duas|tres|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|treze|catorze"
    r"|quinze|dezasseis|dezesseis|dezassete|dezessete|dezoito|dezanove|dezenove|vinte|trinta"
    r"|quarenta|cinquenta|sessenta|setenta|oitenta|noventa|cem|cento|duzent[oa]s|trezent[oa]s"
    r"|[a-z]+cent[oa]s|quinhent[oa]s|mil|milhao|milhoes)",
    "it": r"(?:(?:uno?|una|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici"
    r"|quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti?|trenta?|quaranta?"
    r"|cinquanta?|sessanta?|settanta?|ottanta?|novanta?|cento?|mille|mila|milion[ei])+)",
    "nl": r"(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien"
    r"|(?:vijf|zes|zeven|acht|negen)tien|twintig|dertig|veertig|(?:vijf|zes|zeven|tach|negen)tig"
    r"|tachtig|honderd|duizend|miljoen|en)+",
}
_LINKS: Final = {"de": r"[\s-]", "fr": r"[\s-](?:et[\s-])?", "es": r"\s(?:y\s)?",
                 "pt": r"\s(?:e\s)?", "it": r"\s", "nl": r"\s"}  # fmt: skip
_RUNS: Final = {
    language: re.compile(
        rf"(?<![a-z0-9'-]){one}(?:{_LINKS[language]}{one})*(?![a-z0-9'])", re.IGNORECASE
    )
    for language, one in _UNITS_OF.items()
}
_LONG: Final = {
    language: re.compile(rf"\b(?=[a-z]{{10}}){_UNITS_OF[language]}\b", re.IGNORECASE)
    for language in ("de", "it", "nl")
}
"""Numbers so long that they are words of no other language."""
_ACCENTED: Final = {
    "de": ((re.compile("f(?:u|ue)nf"), "fünf"), (re.compile("zw(?:o|oe)lf"), "zwölf")),
    "es": (
        (re.compile(r"veinti(?=dos|tres|seis)"), "veinti"),
        (re.compile("veintidos"), "veintidós"), (re.compile("veintitres"), "veintitrés"),
        (re.compile("veintiseis"), "veintiséis"), (re.compile(r"millon\b"), "millón"),
    ),
    "pt": ((re.compile("milhao"), "milhão"), (re.compile("milhoes"), "milhões")),
}  # fmt: skip
"""What text2num asks for, where our views have no accents."""
_ARTICLES: Final = frozenset(
    "ein eine einen einer un une uno una um uma o a e en und een six mille cent mil once".split()
)
"""Numbers of other languages that are articles, or words of ours."""
_FEWEST: Final = 2


@lru_cache(256)
def _languages_of(text: str) -> tuple[str, ...]:
    """The languages two of whose commonest words stand in a text that hardly looks English."""
    words = set(re.findall(r"[a-z]+'?", text.lower()[:4_000]))
    english = len(words & {"the", "of", "and", "is", "was", "with", "for", "its", "at"})
    found = []
    for language, common in _FUNCTION_WORDS.items():
        known = len(words & set(common.split()))
        if known >= max(_FEWEST, english):
            found.append(language)
    return tuple(found)


def _foreign(match: re.Match[str], language: str) -> str | None:
    words = match[0].lower()
    if words in _ARTICLES or all(word in SCALE_POWERS for word in words.split()):
        return None
    for pattern, accented in _ACCENTED.get(language, ()):
        words = pattern.sub(accented, words)
    require_extra("leaks", "the matcher of leaks")
    from text_to_num import alpha2digit  # noqa: PLC0415 - of an extra

    said = str(alpha2digit(words, language, 0.0))
    return said if said.rstrip(".").isdigit() else None
