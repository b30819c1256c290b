"""Numbers written as words, in English and six other languages, or as Roman or Chinese numerals."""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal
from functools import lru_cache
from typing import Final

from fictionworld.leakage.quantities.foreign_words import FOREIGN_PARTS, HALF_MORE
from fictionworld.leakage.quantities.more_tongues import TONGUES, is_run_together, read_tongue
from fictionworld.leakage.quantities.word_set import word_set
from fictionworld.text.number_words import read_number_words
from fictionworld.text.numbers import EXACT

__all__ = [
    "DIGIT_WORDS",
    "ENGLISH",
    "FRACTION_NOUNS",
    "HAN",
    "LINKS",
    "ORDINALS",
    "VULGAR",
    "WITHIN",
    "folded",
    "german_ordinal",
    "languages_of",
    "read_english",
    "read_foreign",
    "read_han",
    "read_roman",
    "triggers",
]  # fmt: skip

_ONES: Final = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS: Final = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_FROM_TEN: Final = frozenset({*_ONES[10:], *_TENS})
_SCALES: Final = ["hundred", "thousand", "million", "billion", "trillion"]
DIGIT_WORDS: Final = {word: n for n, word in enumerate(_ONES[:10])} | {
    "oh": 0, "nought": 0, "naught": 0, "nil": 0,
}  # fmt: skip
_IRREGULAR: Final = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight",
    "ninth": "nine", "twelfth": "twelve",
}  # fmt: skip
_ORDINAL_WORDS: Final = (
    set(_IRREGULAR) | {f"{w}th" for w in (*_ONES, *_SCALES)} | {f"{w[:-1]}ieth" for w in _TENS}
)
ENGLISH: Final = frozenset({*_ONES, *_TENS, *_SCALES, *_ORDINAL_WORDS, "half", "quarter", "dozen"})
"""Words of which English numbers consist."""
LINKS: Final = frozenset({"and", "a", "an", "point", "of"})
"""Words that stand inside English numbers, never at their end."""
FRACTION_NOUNS: Final = (
    {"half": 2, "halves": 2, "quarter": 4, "quarters": 4, "thirds": 3, "third": 3}
    | {f"{w}th": n for n, w in enumerate(_ONES) if n > 3}
    | {f"{w}ths": n for n, w in enumerate(_ONES) if n > 3}
    | {"fifth": 5, "fifths": 5, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9}
    | {"twelfth": 12, "twelfths": 12, "twentieth": 20, "twentieths": 20, "hundredth": 100}
    | {"hundredths": 100, "thousandth": 1000, "thousandths": 1000, "fiftieth": 50}
)
"""Parts of a whole, by how many of them make it."""

_FOREIGN: Final = {
    "de": (
        "null eins zwei zwo drei vier funf sechs sieben acht neun "
        "zehn elf zwolf zwanzig dreissig "
        "vierzig funfzig sechzig siebzig achtzig neunzig hundert tausend millionen milliarden"
    ),
    "fr": (
        "deux trois quatre cinq sept huit neuf dix onze douze treize quatorze quinze seize vingt "
        "vingts trente quarante cinquante soixante septante octante nonante cents mille million "
        "millions milliard milliards six cent mil"
    ),
    "es": (
        "dos tres cuatro cinco seis siete ocho nueve diez once "
        "doce trece catorce quince dieciseis "
        "diecisiete dieciocho diecinueve veinte veintiuno veintiun "
        "veintidos veintitres veinticuatro "
        "veinticinco veintiseis veintisiete veintiocho veintinueve "
        "treinta cuarenta cincuenta sesenta "
        "setenta ochenta noventa cien ciento doscientos trescientos cuatrocientos quinientos "
        "seiscientos setecientos ochocientos novecientos mil millon millones cero"
    ),
    "it": (
        "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici "
        "quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta "
        "settanta ottanta novanta cento mille mila milione milioni miliardo miliardi"
    ),
    "pt": (
        "dois duas tres quatro cinco seis sete oito nove dez onze doze treze catorze quatorze "
        "quinze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove vinte trinta "
        "quarenta cinquenta sessenta setenta oitenta noventa cem "
        "cento duzentos trezentos quatrocentos "
        "quinhentos seiscentos setecentos oitocentos novecentos mil milhao milhoes"
    ),
    "nl": (
        "nul twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien "
        "zestien zeventien achttien negentien twintig dertig "
        "veertig vijftig zestig zeventig tachtig "
        "negentig honderd duizend miljoen miljard"
    ),
}
_AMONG_OTHERS: Final = word_set("to fire sex ti ni og ett set sta ste pet tri tres million")
"""Words of the north and the east that mean something else where nothing goes with them."""
_SETS: Final = {language: frozenset(words.split()) for language, words in _FOREIGN.items()} | {
    tongue: frozenset(words) - _AMONG_OTHERS for tongue, words in TONGUES.items()
}
_COMPOUNDS: Final = {
    "de": re.compile(
        r"(?:ein|eins|zwei|drei|vier|funf|sechs?|sieb(?:en)?|acht|neun|zehn|elf|zwolf|und|zwanzig|"
        r"dreissig|zig|hundert|tausend)+"
    ),
    "it": re.compile(
        r"(?:un|uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|tredici|"
        r"quattordici|quindici|sedici|diciassette|diciotto|diciannove|venti?|trenta?|quaranta?|"
        r"cinquanta?|sessanta?|settanta?|ottanta?|novanta?|cento?|mille|mila)+"
    ),
    "nl": re.compile(
        r"(?:een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|dertien|veertien|en|"
        r"twintig|dertig|veertig|zestig|tig|tachtig|teen|honderd|duizend)+"
    ),
}
WITHIN: Final = frozenset(
    {
        "et",
        "y",
        "e",
        "und",
        "en",
        "un",
        "une",
        "ein",
        "eine",
        "um",
        "uma",
        "una",
        "uno",
        "een",
        "og",
    }
)
"""Words that stand inside numbers of other languages, and mean little outside."""
_ALSO_ENGLISH: Final = frozenset(
    {
        "due",
        "once",
        "cent",
        "cents",
        "six",
        "million",
        "millions",
        "sei",
        "elf",
        "mil",
        "sept",
        "mille",
        "zero",
        "mila",
        "dos",
        "tres",
        "null",
    }
)
"""Foreign numbers that are English words: by themselves they say nothing."""
_SPELLING: Final = {
    "fr": (("mil ", "mille "),),
    "de": (("funf", "f\u00fcnf"), ("zwolf", "zw\u00f6lf"), ("dreissig", "drei\u00dfig")),
    "pt": (("tres", "tr\u00eas"), ("milhoes", "milh\u00f5es"), ("milhao", "milh\u00e3o")),
    "es": (
        ("veintidos", "veintid\u00f3s"), ("veintitres", "veintitr\u00e9s"),
        ("veintiseis", "veintis\u00e9is"), ("dieciseis", "diecis\u00e9is"),
        ("millon ", "mill\u00f3n "),
    ),
}  # fmt: skip
VULGAR: Final = {
    "\u00bd": Decimal("0.5"), "\u00bc": Decimal("0.25"), "\u00be": Decimal("0.75"),
    "\u215b": Decimal("0.125"), "\u215c": Decimal("0.375"), "\u215d": Decimal("0.625"),
    "\u215e": Decimal("0.875"), "\u2155": Decimal("0.2"), "\u2156": Decimal("0.4"),
    "\u2157": Decimal("0.6"), "\u2158": Decimal("0.8"),
    "\u2153": EXACT.divide(Decimal(1), Decimal(3)), "\u2154": EXACT.divide(Decimal(2), Decimal(3)),
}  # fmt: skip
"""Fractions of one character, and what they are worth."""
_NTH: Final = re.compile(r"(?P<de>\w+?)s?te[rnsm]?|(?P<nl>\w+?)(?:de|ste)")
_ROMAN: Final = re.compile(r"M{0,5}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_DIGITS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
HAN: Final = re.compile(
    "[\u3007\u96f6\u4e00\u4e8c\u4e24\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d"
    "\u5341\u767e\u5343\u4e07\u842c\u5104\u4ebf]{2,24}"
)
"""A run of Chinese or Japanese numerals."""
_HAN_DIGITS: Final = {
    c: n for n, c in enumerate("\u3007\u4e00\u4e8c\u4e09\u56db\u4e94\u516d\u4e03\u516b\u4e5d")
} | {"\u96f6": 0, "\u4e24": 2}
_HAN_TENS: Final = {"\u5341": 10, "\u767e": 100, "\u5343": 1000}
_HAN_SCALES: Final = {"\u4e07": 10**4, "\u842c": 10**4, "\u5104": 10**8, "\u4ebf": 10**8}
_RANKS: Final = (
    "erste erster erstes ersten premier premiere primero primera primo prima primeiro eerste",
    "zweite zweiter zweites zweiten deuxieme segundo segunda secondo seconda tweede",
    (
        "dritte dritter drittes dritten troisieme tercero tercera "
        "tercer terzo terza terceiro terceira derde"
    ),
    "vierte vierter vierten quatrieme cuarto cuarta quarto quarta vierde",
    "funfte funfter funften cinquieme quinto quinta vijfde",
    "sechste sechster sixieme sexto sesto sexta zesde",
    "siebte siebter siebten septieme septimo settimo setimo zevende",
    "achte achter huitieme octavo ottavo oitavo achtste",
    "neunte neunter neuvieme noveno nono negende",
    "zehnte zehnter zehnten dixieme decimo decima tiende",
    "onzieme undecimo undecima undicesimo undicesima",
    "douzieme duodecimo duodecima dodicesimo dodicesima",
    "treizieme decimotercero decimotercera tredicesimo tredicesima",
    "quatorzieme decimocuarto decimocuarta quattordicesimo quattordicesima",
    "quinzieme decimoquinto decimoquinta quindicesimo quindicesima",
    "seizieme decimosexto decimosexta sedicesimo sedicesima",
    "decimoseptimo decimoseptima diciassettesimo diciassettesima",
    "decimoctavo decimoctava diciottesimo diciottesima",
    "decimonoveno decimonovena diciannovesimo diciannovesima",
    "vingtieme vigesimo vigesima ventesimo ventesima",
)
ORDINALS: Final = {word: n for n, words in enumerate(_RANKS, start=1) for word in words.split()}
"""Ordinals of other languages, up to the twentieth."""


@lru_cache(1 << 14)
def folded(word: str) -> str:
    """A word in small letters without its accents."""
    if word.isascii():
        return word
    plain = unicodedata.normalize("NFKD", word.replace("\u00df", "ss"))
    return "".join(c for c in plain if not unicodedata.combining(c))


@lru_cache(1 << 14)
def languages_of(word: str) -> tuple[str, ...]:
    """The languages other than English in which a word, accents dropped, may be a number."""
    found = [language for language, words in _SETS.items() if word in words]
    if len(word) >= 7:
        found += [
            language
            for language, pattern in _COMPOUNDS.items()
            if language not in found and pattern.fullmatch(word)
        ]
        found += [tongue for tongue in ("sv", "no") if is_run_together(word, tongue)]
    return tuple(found)


@lru_cache(1 << 15)
def triggers(word: str) -> bool:
    """Whether a word in small letters may be (part of) a number by itself."""
    if word in ENGLISH or word in FRACTION_NOUNS or word in DIGIT_WORDS:
        return True
    plain = folded(word)
    if plain in FOREIGN_PARTS or HALF_MORE.fullmatch(plain):
        return True
    if plain in ORDINALS or word in VULGAR or german_ordinal(plain) is not None:
        return True
    if not word.isascii() and HAN.match(word):
        return True
    return bool(languages_of(plain)) and plain not in _ALSO_ENGLISH


@lru_cache(1 << 13)
def read_english(words: str) -> tuple[Decimal, bool] | None:
    """The number that English words say, and whether they are an ordinal."""
    if words.endswith((" and", " a", " an", " point", " of")):
        return None
    if " and " in words and _two_numbers(words):
        return None
    first, _, last = words.rpartition(" oh ")
    if first and last in DIGIT_WORDS:  # twenty oh nine
        century = read_english(first)
        if century and 10 <= century[0] < 100:
            return 100 * century[0] + DIGIT_WORDS[last], False
    first, _, last = words.partition(" ")
    hundreds = DIGIT_WORDS.get(first, 0)
    if hundreds and last and last.split(" ")[0] in _FROM_TEN:  # eight ninety-nine
        rest = read_number_words(last)
        if rest and 10 <= rest[0] < 100 and not rest[1] and rest[0] == int(rest[0]):
            return 100 * hundreds + rest[0], False
    try:
        return read_number_words(words)
    except (IndexError, ArithmeticError):
        return None


def _two_numbers(words: str) -> bool:
    """Whether `and` stands between two numbers: `two thousand and three thousand`."""
    before, _, behind = words.rpartition(" and ")
    if behind.startswith(("a ", "half", "quarter")):
        return False
    scales = [_SCALES.index(w) for w in before.split() if w in _SCALES[1:]]
    return any(
        w in _SCALES[1:] and scales and _SCALES.index(w) >= min(scales) for w in behind.split()
    )


@lru_cache(1 << 13)
def german_ordinal(word: str) -> Decimal | None:
    """The number of an ordinal in German or Dutch beyond the tenth: `vierzehnter`, `veertiende`."""
    match = _NTH.fullmatch(word) if len(word) > 5 else None
    if match is None:
        return None
    language = "nl" if match["nl"] else "de"
    stem = match["de"] or match["nl"]
    if language not in languages_of(stem):
        return None
    return read_foreign(stem, language)


@lru_cache(1 << 13)
def read_foreign(words: str, language: str) -> Decimal | None:
    """The number that words of another language say, accents dropped."""
    from text_to_num import text2num  # noqa: PLC0415 - a native library, for texts that need it

    if words.count(" ") == 0 and words in _ALSO_ENGLISH:
        return None
    if language in TONGUES:
        return read_tongue(words, language)
    spelled = f"{words} "
    for plain, accented in _SPELLING.get(language, ()):
        spelled = spelled.replace(plain, accented)
    for candidate in dict.fromkeys((spelled.strip(), words)):
        try:
            return Decimal(text2num(candidate, language))
        except (ValueError, OverflowError):
            continue
    return None


@lru_cache(4096)
def read_roman(word: str) -> int | None:
    """The value of a Roman numeral in capitals of two letters or more."""
    if len(word) < 2 or not _ROMAN.fullmatch(word):
        return None
    values = [_ROMAN_DIGITS[c] for c in word]
    return sum(-a if a < b else a for a, b in zip(values, [*values[1:], 0], strict=True))


@lru_cache(1024)
def read_han(word: str) -> Decimal | None:
    """The value of Chinese numerals: by place (two, zero, two, nine) or with words of scale."""
    if all(c in _HAN_DIGITS for c in word):
        return Decimal("".join(str(_HAN_DIGITS[c]) for c in word))
    total, group, digit = 0, 0, -1
    for c in word:
        if c in _HAN_DIGITS:
            digit = _HAN_DIGITS[c]
        elif c in _HAN_TENS:
            group += (max(digit, 1)) * _HAN_TENS[c]
            digit = -1
        else:
            total += max(group + max(digit, 0), 1) * _HAN_SCALES[c]
            group, digit = 0, -1
    return Decimal(total + group + max(digit, 0))
