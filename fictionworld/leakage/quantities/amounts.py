"""The numbers of a text, each with its sign, scale, unit and what it counts, in a line."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from fictionworld.leakage.quantities.behind import with_what_follows
from fictionworld.leakage.quantities.foreign_parts import foreign_half, foreign_share
from fictionworld.leakage.quantities.foreign_words import FOREIGN_ONES
from fictionworld.leakage.quantities.hedges import HAIRS
from fictionworld.leakage.quantities.items import (
    MONTH_MARK,
    MONTHS,
    NUMBER_MARK,
    Item,
    Line,
    sort_of,
)
from fictionworld.leakage.quantities.labels import label_before, may_be_many
from fictionworld.leakage.quantities.measures import PREFIXES, SCALE_WORDS, unit_of
from fictionworld.leakage.quantities.numerals import NUMERAL, read_numeral
from fictionworld.leakage.quantities.quantity import Quantity
from fictionworld.leakage.quantities.spelled import (
    DIGIT_WORDS,
    ENGLISH,
    HAN,
    ORDINALS,
    VULGAR,
    folded,
    german_ordinal,
    languages_of,
    read_han,
    read_roman,
)
from fictionworld.leakage.quantities.word_numbers import (
    AND_A_HALF,
    english_number,
    foreign_number,
)
from fictionworld.text.numbers import EXACT

__all__ = ["read_line"]

_TOKEN: Final = re.compile(rf"(?P<w>[^\W\d_]+)|(?P<n>{NUMERAL})|(?P<o>[^\w\s]|_)")
_CLOSED: Final = re.compile(
    r"(?<![\w.,])(?<!\d[-/])(?:"
    r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?![\d:])(?:\s?[ap]\.?m\b)?"
    r"|\d{1,4}(?P<m>[-/.])\d{1,2}(?P=m)\d{1,4}(?![\d]|[-/.]\d)"
    r"|\d+\.\d+\.\d+(?:\.\d+)+"
    r"|97[89][- ]?\d{1,5}[- ]\d{1,7}[- ]\d{1,7}[- ][\dx]\b|97[89]\d{10}\b"
    r"|\+\d{1,3}[\s./(-]{1,2}\d{1,5}(?:[\s./)-]{1,2}\d{2,6}){1,4}"
    r"|\(\d{2,5}\)\s?\d{3,4}[\s-]\d{3,4}"
    r"|\d{3}[-.\s]\d{3}[-.\s]\d{4}(?!\d)|\d{3}-\d{4}(?![\d-])"
    r"|0\d{1,4}(?:[\s/.-]\d{2,4}){2,5}(?!\d)|0\d{2,4}[\s/-]\d{3,4}[\s-]?\d{3,5}(?!\d)"
    r")"
)
"""Times, dates in digits, versions, numbers of books and telephones: none is a quantity."""
_TELEPHONE: Final = frozenset({"tel", "telephone", "fax", "isbn", "issn", "hotline", "whatsapp"})
_SUPERSCRIPTS: Final = str.maketrans(
    "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b", "0123456789-"
)
_POWER: Final = re.compile(
    r"\s?[x\u00d7*\u00b7]\s?10(?:\s?(?:\^|\*\*)\s?\{?(?P<caret>[-+\u2212]?\d{1,2})\}?"
    r"|"
    r"(?P<raised>[\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]{1,3}))|"
    r"\u00d710(?P<flat>[2-9])(?![\d.,])"
)
_MIXED: Final = re.compile(r"\s(?P<over>\d{1,2})[/\u2044](?P<under>\d{1,3})(?![\d/\u2044]|[.,]\d)")
_SLASH: Final = re.compile(r"\u2044(?P<under>\d{1,3})(?!\d)")
_ONE_OF: Final = re.compile(
    r"an?\s(?:(?:fortnight|decade|century|hundredweight|gross|score)\b"
    r"|(?:hour|minute|day|week|month|year|mile|kilomet(?:re|er)|met(?:re|er)|foot|yard|pound|kilo"
    r"|stone|tonne|lit(?:re|er)|gallon|crown|florin|mark|ducat|thaler|taler|shilling|guilder|euro"
    r"|dollar|franc|krona|krone|credit)\sand\s(?:\d|an?\s(?:half|quarter|third)|[a-z]+[\s-][a-z]+))"
)
"""`an hour and ten minutes`: a single unit that another amount is added to."""
_ROUGHLY: Final = re.compile(
    r"(?:^|\s)(?:about|around|roughly|some|nearly|almost|approximately|approx(?: \.)?|ca(?: \.)?"
    r"|circa|close to|close on|near to|nigh on|getting on for|going on|all but|not quite"
    r"|the best part of|estimated|~|\u2248|rund|etwa|fast|knapp|gut|ungef\u00e4hr|environ|presque"
    r"|unos|unas|casi|cerca de|quasi|quase|bijna|ongeveer|prawie|oko\u0142o"
    rf"|(?:just|only|slightly|barely|marginally|fractionally|comfortably|{HAIRS})"
    r" (?:over|under|above|below|past|beyond|off|on|(?:shy|short) of|(?:more|less|fewer) than))$"
)
"""Words before a number that say that it is rough, and near; bounds (`over 300`) are none."""
_SPLIT: Final = re.compile(
    r"\d{1,9}[.,]?(?:[\[(][\d.,]{1,4}[\])][.,]?\d{1,9}){1,4}(?![\d.,]?[\[(\d])"
)
"""A number with brackets in it: `12,(4)06`."""
_BRACKETS: Final = re.compile(r"[\[\]()]")
_MILLION: Final = 6
_SHORTEST: Final = 3
_MINUS: Final = "-\u2212\u2013"
_ROMAN_LETTERS: Final = frozenset("MDCLXVI")


def read_line(text: str, original: str) -> Line:
    """The items of a text.

    Args:
        text: In small letters, digits of other scripts as ours.
        original: The same text with its capitals; no place differs.
    """
    return _Reader(text, original).read()


class _Reader:
    """One pass over the tokens of a text."""

    def __init__(self, text: str, original: str) -> None:
        self.text = text
        self.capitals = original if original != text else ""
        self.tokens = list(_TOKEN.finditer(text))
        self.line = Line(text, [])

    def read(self) -> Line:
        tokens, items, capitals = self.tokens, self.line.items, self.capitals
        closed = [match.span() for match in _CLOSED.finditer(self.text)]
        i, c, count = 0, 0, len(tokens)
        while i < count:
            token = tokens[i]
            word, kind = token[0], token.lastgroup
            start, end = token.span()
            i += 1
            if kind == "w":
                sort = sort_of(word)
                if sort == "plain" and not (capitals and capitals[start] in _ROMAN_LETTERS):
                    items.append(Item(word, start, end))
                    continue
                if sort == "month":
                    items.append(Item(MONTH_MARK, start, end))
                    continue
                end = self._word(i - 1)
            elif kind == "o":
                items.append(Item(word, start, end))
                continue
            else:
                while c < len(closed) and closed[c][1] <= start:
                    c += 1
                if c < len(closed) and closed[c][0] <= start:
                    items.append(Item(word, start, end))
                    continue
                end = self._numeral(word, start, end)
            while i < count and tokens[i].start() < end:
                i += 1
        self.line.close()
        return self.line

    def _numeral(self, word: str, start: int, end: int) -> int:
        """One number in digits with all that belongs to it; where it ends."""
        split = _SPLIT.match(self.text, start)
        if split is not None:
            word, end = _BRACKETS.sub("", split[0]), split.end()
        numeral = read_numeral(word)
        if numeral is None or any(item.text in _TELEPHONE for item in self.line.items[-2:]):
            self.line.items.append(Item(word, start, end))
            return end
        text = self.text
        q = Quantity(
            start, end, numeral.values, numeral.form, pointed=numeral.pointed,
            grouped=numeral.grouped, decimals=numeral.decimals,
        )  # fmt: skip
        if power := _POWER.match(text, end):
            raised = (power["raised"] or "").translate(_SUPERSCRIPTS)
            shift = int((power["caret"] or raised or power["flat"]).replace("\u2212", "-"))
            values = tuple(EXACT.scaleb(value, shift) for value in (*q.values, *q.pointed))
            q = q._replace(end=power.end(), values=values, pointed=(), form="scientific")
        elif text[end : end + 1] in VULGAR:
            q = q._replace(end=end + 1, values=(q.values[0] + VULGAR[text[end]],), form="fraction")
        elif (part := _MIXED.match(text, end)) and 0 < int(part["over"]) < int(part["under"]):
            fraction = EXACT.divide(Decimal(part["over"]), Decimal(part["under"]))
            q = q._replace(end=part.end(), values=(q.values[0] + fraction,), form="fraction")
        elif (part := _SLASH.match(text, end)) and int(part["under"]):
            value = EXACT.divide(q.values[0], Decimal(part["under"]))
            q = q._replace(end=part.end(), values=(value,), form="fraction", share=True)
        return self._add(q, word if len(word) == 1 and q.form == "digits" else "")

    def _add(self, q: Quantity, digit: str = "") -> int:
        """A number with its sign, currency and all that follows, made an item; where it ends."""
        text, items = self.text, self.line.items
        joined = q.start > 0 and text[q.start - 1].isalpha()
        if items and items[-1].text in PREFIXES and q.start - items[-1].end <= 1:
            mark = items.pop()
            q, joined = q._replace(start=mark.start, unit=unit_of(mark.text)), False
        if self._signed(q.start):
            items.pop()
            q = q._replace(
                start=q.start - 1,
                values=tuple(-value for value in q.values),
                pointed=tuple(-value for value in q.pointed),
            )
        last = q.end
        if joined != q.joined:
            q = q._replace(joined=joined)
        q, second = with_what_follows(text, q)
        if q.form in {"digits", "number words"} and not q.ordinal:
            label = label_before(items, q.start)
            if label:
                counts = q.unit or q.scaled or q.noun or may_be_many(label, last - q.start)
                q = q._replace(label="" if counts else label, joined=True)
        if second is not None:
            self.line.also.append(second)
        if items and _ROUGHLY.search(" ".join([item.text for item in items[-4:]])):
            q = q._replace(hedged=True)
        named, title = self._named(q), self._title(q)
        if named or title:
            q = q._replace(named=named, title=title)
        items.append(Item(NUMBER_MARK, q.start, q.end, q, digit))
        return q.end

    def _signed(self, start: int) -> bool:
        """Whether a minus before a number is its sign, and no hyphen, dash or operator."""
        if start == 0 or self.text[start - 1] not in _MINUS or not self.line.items:
            return False
        before = self.text[start - 2 : start - 1]
        return self.line.items[-1].end == start and not (
            before.isalnum() or before in list(")].'%")
        )

    def _title(self, q: Quantity) -> str:
        """The word with a capital that a bare number follows with nothing but a blank between."""
        if q.unit or q.scaled or q.ordinal or q.noun or not self.capitals or not self.line.items:
            return ""
        last = self.line.items[-1]
        if last.number is not None or last.end != q.start - 1 or len(last.text) < _SHORTEST:
            return ""
        return last.text if self.capitals[last.start].isupper() else ""

    def _named(self, q: Quantity) -> bool:
        """Whether a word with a capital stands right before, as in the name of a model."""
        if q.unit or q.scaled or q.ordinal or q.grouped:
            return False  # names of models have no thousands set apart
        if not self.capitals or not self.line.items:
            return False
        last = self.line.items[-1]
        if last.number is not None or last.end != q.start - 1 or len(last.text) < 2:
            return False
        if not self.capitals[last.start].isupper() or folded(last.text) in MONTHS:
            return False
        opening = self.capitals[max(0, last.start - 2) : last.start].strip()
        return bool(opening) and opening[-1] not in ".!?:|\n"

    def _word(self, i: int) -> int:
        """A word, or the number that it begins; where it ends."""
        word, (start, end) = self.tokens[i][0], self.tokens[i].span()
        if self._french_six(i) and (q := self._foreign(i)) is not None:
            return self._add(q)
        if word in ENGLISH or word in DIGIT_WORDS or word in {"a", "an"} or word in VULGAR:
            found = english_number(self.text, self.tokens, i)
            if found is not None:
                return self._add(found.number, found.digit)
            if word in {"a", "an"} and _ONE_OF.match(self.text, start):
                return self._add(Quantity(start, end, (Decimal(1),), "number words"))
        q = self._foreign(i) or self._behind_one(i)
        roman = read_roman(self.capitals[start:end]) if self.capitals else None
        if q is not None:
            if roman is not None:  # DIX is ten in French, and 509
                also = Quantity(start, end, (Decimal(roman),), "Roman numerals")
                self.line.also.append(also)
            return self._add(q)
        if roman is not None:
            joined = start > 0 and not self.text[start - 1].isspace()
            return self._add(
                Quantity(start, end, (Decimal(roman),), "Roman numerals", joined=joined)
            )
        self.line.items.append(Item(MONTH_MARK if folded(word) in MONTHS else word, start, end))
        return end

    def _french_six(self, i: int) -> bool:
        """`six cent cinquante`: the one word that begins numbers in two languages."""
        if self.tokens[i][0] != "six":
            return False
        following = [folded(token[0]) for token in self.tokens[i + 1 : i + 3]]
        if following[:1] == ["cents"]:
            return len(following) > 1 and bool(languages_of(following[1]))
        return bool(following) and following[0] not in ENGLISH and bool(languages_of(following[0]))

    def _behind_one(self, i: int) -> Quantity | None:
        """`un million`, `ein Achtel`: what the one of another language stands before."""
        word, (start, end) = self.tokens[i][0], self.tokens[i].span()
        items = self.line.items
        if not items or items[-1].text not in FOREIGN_ONES or start - items[-1].end > 1:
            return None
        plain = folded(word)
        power = SCALE_WORDS.get(plain, 0)
        form = "words of another language"
        if part := foreign_share(self.text, Decimal(1), items[-1].end):
            first = items.pop()
            return Quantity(first.start, part.end, (part.value,), form, share=True)
        if power < _MILLION:
            return None
        first = items.pop()
        value = Decimal(10) ** power
        if half := AND_A_HALF.match(self.text, end):
            value, end = value * 3 / 2, half.end()
        return Quantity(first.start, end, (value,), form, scaled=True)

    def _foreign(self, i: int) -> Quantity | None:
        """The number that a word of another language begins."""
        word, (start, end) = self.tokens[i][0], self.tokens[i].span()
        plain = folded(word)
        nth = german_ordinal(plain)
        if nth is None and plain in ORDINALS and plain not in ENGLISH:
            nth = Decimal(ORDINALS[plain])
        if nth is not None:
            return Quantity(start, end, (nth,), "words of another language", ordinal=True)
        if (half := foreign_half(plain)) is not None:
            return Quantity(start, end, (half,), "words of another language")
        if languages_of(plain):
            return foreign_number(self.text, self.tokens, i)
        if (
            not word.isascii()
            and (han := HAN.match(word))
            and (value := read_han(han[0])) is not None
        ):
            return Quantity(start, start + han.end(), (value,), "Chinese numerals")
        return None
