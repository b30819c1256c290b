"""Which subjects a text names near a value: the one asked about, and others."""

# Lists of words read best as words.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from fictionworld.leakage.kinds import bare, is_kind_word, other_words
from fictionworld.leakage.lookalikes import plain_word

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Mention", "Subject"]


class Mention(NamedTuple):
    """A place where a subject is named."""

    start: int
    end: int
    own: bool
    """Whether it is the subject asked about."""
    kin: bool = False
    """Another subject with a name of the same kind: `Vela 6` beside `Vela 5`."""
    context: bool = False
    """Another name that the question holds: it stands for the subject where no one else does."""


_GENERIC: Final = frozenset(
    "fc museum bridge line school united bank festival hut tower games radio railways cup"
    " camera the of and club"
    " company city town county lake river park house street road hotel university college"
    " institute group station"
    " league team ltd inc gmbh ag plc co sa phone smartphone model series pro max ultra plus"
    " lite mini de la le el"
    " association society council office observatory theatre theater opera gazette news times"
    " daily press journal"
    " final finals season relay open north south east west new old great saint st mount mt"
    " peak valley port".split()
)
_SUFFIXES: Final = frozenset(
    "pro max ultra plus lite mini neo air se fe fold flip ii iii iv v vi x xl xs s gt classic"
    " prime reserves"
    " women juniors b u21 u19 youth junior senior jr sr".split()
)
_NUMBERS: Final = frozenset(
    "one two three four five six seven eight nine ten eleven twelve zero".split()
)
_CALENDAR: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march april"
    " may june july august"
    " september october november december jan feb mar apr jun jul aug sep sept oct nov dec"
    " spring summer autumn"
    " winter fall mon tue wed thu fri sat sun today yesterday tomorrow easter christmas"
    " halloween enero febrero marzo"
    " abril mayo junio julio agosto septiembre octubre noviembre diciembre januar februar"
    " märz mai juni juli oktober"
    " dezember janvier fevrier mars avril juin juillet aout septembre octobre novembre"
    " decembre".split()
)
_COMMON: Final = frozenset(
    "the a an in on at it its this that these those of for from with without by as to and or"
    " but not no yes if when"
    " while where who what which how why is are was were be been being has have had do does"
    " did can could will would"
    " shall should may might must i we you he she they them his her our your their my me us"
    " all any each every both"
    " either neither some most many few more less much several only just also too very so"
    " than then there here now"
    " after before since until during under over above below between about around up down out"
    " off first second third"
    " last next new old per via one two three four five six seven eight nine ten twenty"
    " thirty forty fifty sixty"
    " title snippet date url source error note notes result results page table figure number"
    " name price cost battery"
    " capacity weight length height captain director founder owner author editor rank ranking"
    " place position rating"
    " score release released launch opened founded visitors attendance revenue sales share"
    " market employees staff"
    " wireless waterproof website address genre city country question answer read more see"
    " find full review reviews"
    " guide official list overview details facts key news update according despite although"
    " because once still even"
    " nobody nothing everyone everything people owners readers fans customers users system"
    " ignore never always"
    " total average twice half roughly nearly almost exactly expect suppose unlike like"
    " against inside meanwhile"
    " however instead compared visit help listen copyright home contact imprint n/a tba faq"
    " pdf mah eur usd gbp kg km"
    " cm mm gb mb ghz mhz hz kwh wh mp inc club captain's skipper composer operator chip"
    " display screen weighs designed"
    " director's category categories music der die das den dem des ein eine einer ist im am"
    " und von mit bei el la los las un una"
    " les des du le par en est il elle del por con staff seat height cyclists scorer home"
    " ground capital ceo president"
    " marktanteil reichweite umsatz preis gewicht hohe hoehe breite lange laenge kapazitat"
    " kapazitaet akku einwohner mitarbeiter besucher eroffnung eroeffnung grundung gruendung"
    " gegrundet trainer leiter direktor kapitan rang platz anteil auslastung baujahr tiefe"
    " flache flaeche gehalt budget"
    " prix poids hauteur longueur capacite chiffre directeur directrice entraineur rang part"
    " ouverture fondation autonomie superficie effectif"
    " precio peso altura longitud capacidad alcance cuota apertura fundacion entrenador"
    " directora puesto superficie ingresos aforo"
    " prezzo altezza lunghezza capienza quota apertura fondazione allenatore direttore"
    " preco lotacao quota abertura fundacao treinador diretor"
    " head chief dr mr mrs ms prof sir madame".split()
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9&]+(?:['.-][A-Za-z0-9]+)*")
_PHRASE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z][A-Za-z0-9]*(?:[.&-][A-Za-z0-9]+|'(?!s\b)[A-Za-z0-9]+)*)"
    r"(?:(?: |-|_| v\. | vs\. )(?:& )?(?:[A-Z][A-Za-z0-9]*(?:[.&-][A-Za-z0-9]+"
    r"|'(?!s\b)[A-Za-z0-9]+)*"
    r"|(?<!\d )\d{1,3}(?![\d.,%:/]|-\d|[a-z])|[ivx]{2,4}(?![a-z])))*"
)
_QUOTED: Final = re.compile(r'"([^"]{3,40})"')
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
_QUALIFIER: Final = re.compile(r"\s*\([^()]*\)\s*$")
_POSSESSIVE: Final = re.compile(r"'s?$")
_VERB: Final = re.compile(
    r"\s(?:has|have|had|is|was|were|are|costs?|uses?|used|weighs?|measures?|holds?|held|carri"
    r"|sells?|sold|stands?|stood"
    r"|charges?|charged|plays?|broadcasts?|went|grew|ends?|began|begins?|opens?|opened|comes?"
    r"|came|offers?|employs?|draws?|drew|lists?"
    r"|runs?|rank|finish|won|took|gets?|got|features?|supports?|scores?|scored|counts?|counted"
    r"|chose|charge|hosts?|starts?|paid|lies)"
)


@dataclass(frozen=True)
class Subject:
    """The subject that a case asks about, ready to be found."""

    name: str
    words: tuple[str, ...]
    """Of its name, small letters."""
    allowed: frozenset[str]
    """Words that may stand beside those in one phrase and leave it the same subject."""
    own: frozenset[str]
    """Words any of which names it."""
    model: frozenset[str]
    """Of these, figures that tell it from its kin."""
    pattern: re.Pattern[str] | None
    kin: re.Pattern[str] | None

    @classmethod
    @lru_cache(4096)
    def of(  # noqa: PLR0912 - one kind of name after the other
        cls, entity: str, question: str = "", column: str = ""
    ) -> Subject:
        """The subject of a name; other names in the question count as part of its surroundings."""
        plain = plain_word(entity) if not entity.isascii() else entity
        # `Tram line 9 (Dorvane)`: the bracket says which of its name, and is no name itself
        named_in_full = _QUALIFIER.sub("", plain) or plain
        qualifier = {w.lower() for w in _TOKEN.findall(plain[len(named_in_full) :])}
        words = tuple(w.lower() for w in _TOKEN.findall(named_in_full))
        model = frozenset(
            w
            for w in words
            if (any(c.isdigit() for c in w) and not _YEAR.fullmatch(w)) or w in _NUMBERS
        )
        own = {w for w in words if w not in _GENERIC and not _YEAR.fullmatch(w) and len(w) > 1}
        if model:
            own = set(words) & (model | {w for w in words[1:] if w not in _GENERIC})
            own = {w for w in own if not w.isdigit() and w not in _NUMBERS} or set()
            own -= {words[0]}
        own -= {w for w in own if len(w) < 3 and not any(c.isdigit() for c in w)}
        if not own and not model:
            own = {w for w in words if len(w) > 3} or set(words)
        asked = plain_word(question) if not question.isascii() else question
        beside = {
            w.lower() for phrase in _PHRASE.findall(asked[1:]) for w in _TOKEN.findall(phrase)
        }
        label = {w.lower() for w in _TOKEN.findall(column)}
        named = tuple(
            phrase
            for phrase in (
                *_QUOTED.findall(asked),
                *(_strip(p) for p in _PHRASE.findall(asked[1:])),
            )
            if len(phrase.split()) > 1 and not set(phrase.lower().split()) & set(words)
        )
        pattern = None
        if words:
            gap = r"(?:[\s_+.'’-]|%20){0,3}"
            parts = [_loose(w) for w in words]
            alternatives = [gap.join(parts)]
            if model and len(parts) > 1:
                # `Verra 5`, `the Nine`, `C70`
                for cut in range(1, len(parts)):
                    tail = words[cut:]
                    if tail[0].isdigit():
                        break
                    if any(w in model or w not in _GENERIC for w in tail):
                        alternatives.append(gap.join(map(_loose, _trimmed(tail))))
                if all(w.isdigit() or w in _NUMBERS for w in model):
                    last = words[-1]
                    if last in _NUMBERS:
                        alternatives.append(r"the\s" + last.capitalize())
            alternatives += [gap.join(map(re.escape, _TOKEN.findall(p))) for p in named]
            pattern = re.compile(
                r"(?<![A-Za-z0-9])(?:"
                + "|".join(dict.fromkeys(a for a in alternatives if a))
                + r")(?![A-Za-z0-9])",
                re.IGNORECASE,
            )
        kin = None
        if model:
            shapes = []
            for w in model:
                if w in _NUMBERS:
                    shapes.append("(?:" + "|".join(n.capitalize() for n in sorted(_NUMBERS)) + ")")
                elif not w.isdigit():
                    shapes.append(re.sub(r"\d+", r"\\d+", re.escape(w)).replace("\\\\d", "\\d"))
            if shapes:
                kin = re.compile(
                    r"(?<![A-Za-z0-9])(?:" + "|".join(sorted(shapes)) + r")(?![A-Za-z0-9])",
                    re.IGNORECASE,
                )
        return cls(
            entity,
            words,
            frozenset(
                set(words) | qualifier | beside | label | other_words(words) | _GENERIC - _SUFFIXES
            ),
            frozenset(own),
            model,
            pattern,
            kin,
        )

    def mentions(self, text: str, start: int, end: int) -> list[Mention]:
        """The subjects named in `text[start:end]`, in order."""
        found: list[Mention] = []
        if self.pattern is not None:
            for match in self.pattern.finditer(text, start, end):
                after = (
                    _TOKEN.match(text, match.end() + 1)
                    if text[match.end() : match.end() + 1] in " -"
                    else None
                )
                if (
                    after is not None
                    and after[0].lower() in _SUFFIXES
                    and after[0][:1].isupper()
                    and after[0].lower() not in self.words
                ):
                    continue
                named = {w.lower() for w in _TOKEN.findall(match[0])}
                context = bool(named) and named.isdisjoint(self.words) and match[0].count(" ") > 0
                found.append(Mention(*match.span(), own=True, context=context))
        for match in _PHRASE.finditer(text, start, end):
            found += self._phrase(text, match)
        if not found or not any(m.own for m in found):
            for word in sorted(self.own):
                if len(word) > 4:
                    for match in re.finditer(
                        r"(?<![A-Za-z])" + re.escape(word), text[start:end], re.IGNORECASE
                    ):
                        at = start + match.start()
                        if text[at].islower() and not any(m.start <= at < m.end for m in found):
                            found.append(Mention(at, start + match.end(), own=True))
        whole = [m for m in found if m.own and m.end - m.start >= len(self.name) - 2]
        if whole and " " in self.name:
            # `... by Elias Marchweil Vela 5: ...`: names run together, and the last is whole
            ends = {m.end: m.start for m in whole}
            found = [m for m in found if m.own or m.start >= ends.get(m.end, m.start)]
        return sorted(_outermost(found))

    def _trails(self, tokens: list[re.Match[str]]) -> bool:
        """Whether the last of some words is no part of a name."""
        last = tokens[-1][0].lower()
        if last in self.words:
            return False
        if last in _NUMBERS:
            return len(tokens) < 2
        return last in _COMMON or last in _CALENDAR or _is_year(last)

    def _parts(self, word: str) -> list[str]:
        """`gorsefell-damm`: a word glued to the subject's own stands for itself."""
        parts = word.split("-")
        if len(parts) == 2 and not {*parts}.isdisjoint(self.own) and any(map(is_kind_word, parts)):
            return parts
        return [word]

    def _phrase(self, text: str, match: re.Match[str]) -> Iterable[Mention]:  # noqa: PLR0912 - one rule after the other
        start, end = match.span()
        phrase = match[0]
        tokens = list(_TOKEN.finditer(phrase))
        placed = False
        while tokens and tokens[0][0].lower() in _COMMON and tokens[0][0].lower() not in self.words:
            placed = tokens.pop(0)[0] in {"At", "Unlike", "Than"} or placed
        while tokens and self._trails(tokens):
            tokens.pop()
        if not tokens:
            return ()
        start, end = start + tokens[0].start(), start + tokens[-1].end()
        if (
            len(tokens) > 1
            and tokens[-1][0].isdigit()
            and not self.model
            and all(t[0].lower() in self.allowed for t in tokens[:-1])
        ):
            tokens.pop()
            end = match.start() + tokens[-1].end()
        said = [bare(_POSSESSIVE.sub("", t[0].lower())) for t in tokens]
        said = [w for word in said for w in self._parts(word)]
        content = [w for w in said if w not in _CALENDAR and not _YEAR.fullmatch(w)]
        if not content:
            return ()
        strange = [w for w in content if w not in self.allowed]
        known = [
            w
            for w in content
            if w in self.own or any(w.startswith(o) and len(o) > 4 for o in self.own)
        ]
        if known and not strange:
            return (Mention(start, end, own=True),)
        if known and len(strange) == len(content) and len(content) == 1:
            return (Mention(start, end, own=True),)
        shares = any(w in self.words and w not in _GENERIC for w in content)
        if not strange and not shares:
            return ()
        if not strange:
            # words of its name, but not those that name it: `Cobalt` for `Cobalt Wren 2`
            figures = [w for w in content if any(c.isdigit() for c in w) or w in _NUMBERS]
            if self.model and figures and not set(figures) & self.model:
                return (Mention(start, end, own=False, kin=True),)
            return ()
        if known and self.model and not shares:
            return ()
        if self.kin is not None and self.kin.search(phrase) and not set(content) & self.model:
            return (Mention(start, end, own=False, kin=True),)
        if shares and len(content) > 1:
            return (Mention(start, end, own=False, kin=True),)
        if len(content) > 1:
            return (Mention(start, end, own=False),)
        word = content[0]
        if len(word) < 3 or (tokens[0][0].isupper() and len(word) < 4):
            return ()
        if (
            _NEWCOMER.match(text, end)
            and _opens(text, start)
            and not word.endswith(("s", "ing", "ly"))
        ):
            return (Mention(start, end, own=False),)
        possessive = said[0] != tokens[0][0].lower() or text.startswith("'s", end)
        if (
            possessive
            or placed
            or _VERB.match(text, end)
            or _PREPOSITION.search(text, max(0, start - 8), start)
        ):
            return (Mention(start, end, own=False),)
        return ()


_NEWCOMER: Final = re.compile(r"\s(?:[a-z]{2,}ed|beat|met|lost|drew|made|wrote|gave|led|sang)\s")


def _opens(text: str, start: int) -> bool:
    """Whether a place opens a sentence or a field: `Losk tried ...`."""
    before = text[max(0, start - 10) : start].rstrip(" \"'(")
    return not before or before[-1] in ".!?\n:;"


def _loose(word: str) -> str:
    """A word in which figures may stand apart from letters: `K 2`, `K-2`; or its kind's others."""
    if is_kind_word(word):
        return "(?:" + "|".join(sorted(map(re.escape, other_words((word,))))) + ")"
    parts = re.split(r"[.'-]|(?<=[a-z])(?=\d)|(?<=\d)(?=[a-z])", word)
    return r"[\s_.'-]?".join(map(re.escape, parts))


def _is_year(word: str) -> bool:
    return _YEAR.fullmatch(word) is not None


_PREPOSITION: Final = re.compile(r"(?:\bat|\bof|\bby|\bthan|\bin|\bfor|\bwhile|\bWhile) (?:the )?$")


def _strip(phrase: str) -> str:
    tokens = phrase.split()
    while tokens and (
        tokens[-1].lower() in _CALENDAR or _is_year(tokens[-1]) or tokens[-1].lower() in _COMMON
    ):
        tokens.pop()
    while tokens and tokens[0].lower() in _COMMON:
        tokens.pop(0)
    return " ".join(tokens)


def _trimmed(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1 and words[-1] in _GENERIC - _SUFFIXES:
        words = words[:-1]
    return words


def _outermost(found: list[Mention]) -> list[Mention]:
    """Without those that lie within longer ones; of equal ones the own."""
    kept: list[Mention] = []
    for one in sorted(found, key=lambda m: (m.start, -m.end, not m.own)):
        if kept and one.start < kept[-1].end:
            if one.own and not kept[-1].own and (one.end - one.start) >= 1 and not kept[-1].kin:
                kept[-1] = one
            continue
        kept.append(one)
    return kept
