"""Words that a draft may not say unless it was given them, and words that may open a sentence.

One list for each reason. Those made by `_any` are searched in text in small letters: a search that
minds no case takes three times as long.
"""

# Text has typographic quotes.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from functools import cache
from typing import Final

import numpy as np

from fictionworld.text.dates import MONTHS
from fictionworld.text.known import KnownNames


def _any(words: str, *patterns: str) -> re.Pattern[str]:
    alternatives = "|".join((*words.split(), *patterns))
    return re.compile(rf"(?<![\w'’])(?:{alternatives})(?![\w])")


COUNTS: Final = _any(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty "
    "ninety hundreds? thousands? millions? billions? trillions? first second third fourth fifth "
    "sixth seventh eighth ninth tenth eleventh twelfth half halves quarters? dozens? score "
    "scores pair couple trio quartet duo single double doubled triple tripled twice thrice nil "
    "nought naught lakh crore solitary lone century centuries decade decades teens? hat-trick "
    "brace percent percentage bn mn",
    r"\w+teenth", r"(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)ie(?:s|th)",
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-?\w+", r"per\s+cent",
    r"hundredths?", r"thousandths?", r"fourfold|\w+fold", r"mid-?\w*(?:ties)",
)  # fmt: skip
"""Numbers in words."""
_IDIOMS: Final = (
    r"\b(?:(?:every|each|any|this|that|the|which|another|some|no|either|neither)[ -]one"
    r"|one (?:of|another|or other|by one|would|might|could|can|should|may|must|expects?|hears?"
    r"|sees?|wants?|day)|at first|first of all|in the first place|first[ -]team|on the one hand"
    r"|second thoughts?|for once|second[ -]hand|as well(?: as)?|for the record"
    r"|no (?:idea|luck|clue)|of course not|why not|more about|read more)\b"
    r"|(?<=\u25a1 )(?:tall|old|long|high|wide|heavy)\b"
)
IDIOMS: Final = re.compile(_IDIOMS, re.IGNORECASE)
"""Words of the lists below that count, compare and judge nothing there."""
IDIOMS_SMALL: Final = re.compile(_IDIOMS)
"""The same, for text in small letters."""
_MONTHS: Final = [name for name in MONTHS if name != "May"]
TIMES: Final = re.compile(
    rf"\b(?:{'|'.join(_MONTHS)}|{'|'.join(name[:3] for name in _MONTHS)}|Sept)\b"
    r"|\bMay\b(?! not| be| have)(?<!^May)"
    r"|(?i:\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|yesterday|tomorrow|tonight|midsummer"
    r"|christmas|easter|new year|spring|summer|autumn|winter|fortnight|last (?:week|month|year)"
    r"|next (?:week|month|year))\b)"
)
"""Days, months, seasons."""
MONEY: Final = _any(
    "euros? eur dollars? usd pounds? gbp sterling yen yuan francs? krona kronor krone kroner "
    "rupees? rupiah ringgit baht pesos? dinars? dirhams? riyals? cents? pence quid bucks? "
    "crowns? florins? ducats? thalers? marks guilders? talers? zloty",
    r"free of charge",
)
"""Currencies."""
RELATES: Final = _any(
    "than largest biggest smallest highest lowest longest shortest oldest youngest newest "
    "fastest slowest strongest weakest richest cheapest dearest tallest heaviest lightest "
    "greatest fewest latest earliest better worse best worst larger bigger smaller higher lower "
    "longer shorter older younger faster slower stronger weaker richer cheaper dearer taller "
    "heavier lighter greater fewer earlier later leading top topped tops runner-up champions? "
    "winners? winning record majority minority increas\\w+ decreas\\w+ rose risen rising fell "
    "fallen falling grew grown growth declin\\w+ halved outs\\w+ beats? beaten unbeaten only "
    "sole unique identical equals? equal equally compar\\w+ likewise similarly average averaged "
    "altogether combined respectively outperform\\w* exceed\\w* surpass\\w* trail\\w* overt\\w+ "
    "ahead runner predecess\\w+ maximum minimum peak rivalled unmatched unrivalled second-\\w+ "
    "tied level unlike remaining total totals totall?ing sum difference plus minus extra "
    "additional except drawn won lost defeat\\w* victor\\w* narrow\\w* edged thrash\\w* "
    "relegat\\w* promot\\w*",
    r"the same", r"as (?:many|much|long|high|big|large|old|tall|heavy|cheap) as", r"top-\w+",
    r"at (?:least|most)",
    r"leads? (?:the )?(?:table|league|ranking|rankings|field|standings|market)",
    r"(?:days?|weeks?|months?|years?|seasons?) (?:after|before|since|ago)",
    r"half as", r"all others?", r"every other", r"(?:the )?most", r"the least", r"the next",
    r"the last", r"more (?:\w+ )?than", r"less (?:\w+ )?than",
)  # fmt: skip
"""What sets values, slots or rows beside one another."""
DEGREES: Final = _any(
    "high low big small large huge tiny long short tall heavy light cheap expensive costly dear "
    "fast quick slow strong weak rich poor old young new early late many few several much "
    "little numerous countless plenty lots ample scarce modest generous hefty whopping massive "
    "vast enormous substantial considerable sizeable impressive remarkable respectable decent "
    "solid mediocre disappointing excellent outstanding superb strong poor meagre slim thin "
    "thick steep bargain premium moderate average typical unusual rare frequent prolific "
    "veteran experienced teenage teenager newcomer seasoned busy quiet packed sold-out crowded "
    "empty full heaviest ageing evergreen mighty compact giant roomy spacious cramped pricey "
    "affordable budget mid-range flagship entry-level brisk sluggish healthy unhappy dismal "
    "glowing lukewarm enthusiastic rave deep shallow wide broad enough barely hardly merely "
    "none nobody nothing without zero never no nor neither yes every all always entirely fully "
    "wholly partly partially",
)
"""How much there is of something."""
BY_VALUE: Final = _any(
    "impressive\\w* remarkabl\\w+ respectabl\\w+ decent solid\\w* mediocre disappoint\\w* "
    "excellent outstanding superb meagre hefty whopping massive vast enormous substantial\\w* "
    "considerabl\\w+ sizeable huge tiny modest\\w* generous\\w* steep bargain high low big "
    "large small cheap\\w* expensive\\w* costly pricey affordab\\w+ strong\\w* weak\\w* "
    "poor\\w* prolific brilliant\\w* fantastic\\w* amazing\\w* incredibl\\w+ great\\w* good "
    "well bad\\w* terribl\\w+ deserved\\w* unfortunately sadly luckily fortunately "
    "surprising\\w* surprise astonishing\\w* sensational\\w* successful\\w* fail\\w* "
    "triumph\\w* struggl\\w* tall heavy light young old long short early late many few much "
    "little",
)
"""Praise and blame, and words of size, that would follow from a value."""
ABOUT_ITSELF: Final = _any(
    "instructions? prompts? slots? passages? placeholders? json reword\\w* rewrit\\w+ rewrote "
    "paraphras\\w+ chatbot assistant",
    r"as (?:requested|instructed|an ai)", r"language model",
)  # fmt: skip
"""What a model says of its task."""
DOUBTS: Final = _any(
    "not never cannot allegedly reportedly supposedly rumou?r\\w* perhaps maybe possibly "
    "probably might den(?:y|ies|ied) untrue false falsely wrong wrongly incorrect\\w* formerly "
    "until instead rather hardly barely nobody without neither nor unconfirmed doubt\\w* "
    "disput\\w* unless apparently presumably",
    r"\w+n['’]t",
    r"no longer",
    r"used to",
)
"""What would put a fact in doubt, or deny it."""
HEDGE: Final = re.compile(
    r"\b(?:about|around|roughly|nearly|almost|approximately|some|over|under|below|above|circa"
    r"|(?:more|less|fewer) than|at (?:least|most)|close to|just (?:over|under|about)|not|no longer"
    r"|well (?:over|under)|barely|hardly|only|merely|as much as|as many as|no more than)"
    r"(?:\s+(?:a|an|the|only|quite))?\s*$",
    re.IGNORECASE,
)
"""What stands right before a value and changes it."""


@cache
def said_in(text: str) -> frozenset[str]:
    """Return the words of a text in small letters; of hyphenated ones, their parts."""
    return frozenset(re.findall(r"[^\W_]+(?:['’][^\W_]+)?", text.casefold()))


# Openers of sentences ---------------------------------------------------------------------------

_OPENERS: Final = """
a about above according across after again against ahead all alone along already also although
always amid among an and another any anybody anyone anything apart around as ask at away back
because before behind being below beneath beside besides between beyond both but by call can come
consider details despite down due during each earlier either elsewhere enough even ever every
everybody everyone everything except expect few fewer fans figures find first following for from
further given go good had has have having he head hence her here hers his hosts how however i if in
indeed inside instead into is it its itself just keep know known last late later least less let like
listed little located long look made many may maybe meanwhile more most much my named nearly neither
never nevertheless next no nobody none nor not note nothing now of off officially often old on once
one only open opinions or other others otherwise our out outside over people perhaps plenty press
put quite rather read readers right say scroll see seen set several she should since so some
somebody someone something sometimes soon sources still such supporters take team tell than that the
their them then there these they things this those though through throughout thus to today together
too toward training two under unless unlike until up upon us use usually very visit visitors wait
we well were what whatever when whenever where whether which while who whoever whole whose why will
with within without word yes yet you your yours
add anyway asked browse checked choose choosing critics discover glad got greetings guess hello hey
hi honestly hope hurry i'd i'll i'm i've join keen launch launched led let's list listen lol meet
mine nice oh ok okay order owners pages pick please point pretty put quick quite readers released
release reviewers sadly save seems shop sign signed sold sorry spotted start started stop sure
thanks tip try turns tune want watch welcome well went wondering work written yep
"""
_ENDINGS: Final = re.compile(
    r"[a-z]{3,}(?:ly|ing|ed|[ts]ions?|ments?|ness|ers|ors|ists|ians|it(?:y|ies)|ages?|ances?|ences?"
    r"|[ai]bles?|ives?|ics?|isms?|ships?|ful|ous|al|als)"
)


def is_common(word: str) -> bool:
    """Return whether a capitalized word that opens a sentence reads as an ordinary word.

    A word counts as a name if it is in none of the lists and is not formed like a common word, or
    is the name of somebody or something real. The model is then asked to begin another way.
    """
    word = re.split(r"['\u2019-]", word.casefold(), maxsplit=1)[0]
    if word in _words():
        return True
    return _ENDINGS.fullmatch(word) is not None and not _is_real(word)


@cache
def _words() -> frozenset[str]:
    from faker.providers.lorem.en_US import Provider  # noqa: PLC0415 - slow to import

    return frozenset(_OPENERS.split()) | frozenset(Provider.word_list)


@cache
def _is_real(word: str) -> bool:
    names = np.empty(1, object)
    names[:] = [word]
    return bool(_known().contains(names)[0])


@cache
def _known() -> KnownNames:
    return KnownNames.load()
