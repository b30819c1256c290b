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

from fictionworld.files import packaged
from fictionworld.text.dates import MONTHS
from fictionworld.text.known import KnownNames


def _any(words: str, *patterns: str) -> re.Pattern[str]:
    alternatives = "|".join((*words.split(), *patterns))
    return re.compile(rf"(?<![\w'’])(?:{alternatives})(?![\w])")


LOOSE: Final = frozenset(
    [
        "one",
        "two",
        "first",
        "second",
        "third",
        "half",
        "halves",
        "quarter",
        "quarters",
        "single",
        "double",
        "pair",
        "couple",
        "duo",
        "twice",
        "lone",
        "solitary",
        "score",
        "scores",
        "brace",
        "hundreds",
        "thousands",
        "dozen",
        "dozens",
        "decade",
        "decades",
        "century",
        "centuries",
        "seconds",
    ]
)
"""Numbers that a sentence about no row may say: `on second thoughts`, `for one reason`."""
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
    r"|no (?:idea|luck|clue)|of course not|why not|more about|read more|on record|better part"
    r"|the latest (?:on|from|about)|later (?:superseded|replaced|followed)"
    r"|one [\w ]{0,20}(?:at a time|from another|after another)"
    r"|grown (?:on|in|at|by)|from \w+ until|i (?:cannot|can't|do not|don't) (?:tell|say|know|think)"
    r"|(?:should|can|may|does|might|must) one|(?:made|has|have|get|got) one(?=[.,;]))\b"
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
DAYS: Final = re.compile(
    rf"\b(?:{'|'.join(_MONTHS)}|Sept)\b|(?i:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b)"
)
"""Days and months alone."""
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
    "glowing lukewarm enthusiastic rave deep shallow wide broad",
)
"""How much there is of something."""
QUANTITIES: Final = _any(
    "enough barely hardly merely none nobody nothing without zero never no nor neither yes every "
    "all always entirely fully wholly partly partially",
)
"""How much, in a sentence that is about no row no more than a way of speaking."""
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
    "disput\\w* unless apparently presumably if would could should whether suppos\\w+ provided "
    "assum\\w+ hypothetic\\w+ imagin\\w+ unlikely hopes? hoped hoping expect\\w* plan planned "
    "plans "
    "wish\\w* otherwise lest myths? legends? tales? mistak\\w+ erroneous\\w* errors? "
    "inaccurate\\w* "
    "misprint\\w* misquot\\w+ misreport\\w* mislead\\w+ contrary refut\\w+ debunk\\w* retract\\w* "
    "withdrawn corrected correction claim claims claimed claiming believ\\w+ thought gossip "
    "hearsay speculat\\w+ fak\\w+ bogus invented fiction\\w* lie lies lied hoax joke joked failed "
    "fails refus\\w+ lacks lacked far cease\\w* stopped once pretend\\w* except guess\\w* "
    "challeng\\w+ contest\\w* anything allege[sd]? hardly scarcely",
    r"ought to",
    r"(?:has|have|had|is|was|are|were|with|shows?|gives?) no",
    r"said to",
    r"no (?:one|club|player|truth|way|such|longer)",
    r"were (?:it|he|she|they) to",
    r"had (?:it|he|she|they)",
    r"in case",
    r"as if",
    r"as though",
    r"by no means",
    r"in (?:no|the) event",
    r"some (?:say|said|report\w*)",
    r"nowhere near",
    r"short of",
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
OVER: Final = re.compile(
    r"\b(?:spread|spreads|extends?|extended|extending|stretch|stretches|stretching)\s+over\s*$"
)
"""Where `over` is no hedge."""


GENERIC: Final = (
    "a an and are as at be been but by can could did do does for from had has have he her his how "
    "i if in into is it its me my no not of off on one or our out over she so some than that the "
    "their them then there these they this those to under up was we were what when where which "
    "while who whose will with you your am being had just very also after before during per all "
    "number numbers total date name year rate amount count figure "
    "come comes came coming has show shows showed shown stand stands stood list lists listed give "
    "gives given record records recorded put puts take takes took taken go goes went gone get gets "
    "got say says said see sees seen know known find call called read reads word "
    "words"
)
"""Words that speak of no column in particular."""
SYNONYMS: Final = """
begin began begun beginning start started opened opening open launch founded founding established
end ended ending finish finished finishing close closed complete completed conclusion concluded over
hold holds holding seat seats seating accommodate room capacity fit fits space
weigh weighs weighing weight heavy mass scale scales tip tips
tall height high stand measure measures measuring
old age aged years
born birth birthday birthdate birthplace world
cost costs costing price priced prices pricing charge charged asks paid pay sells sold retails
pay paid salary wage wages earn earns earning income
value valued valuation worth estimate estimated estimates
build built building construct constructed construction erected raised completed
owner owned owns ownership belongs belong property hands
lead led leads leader head headed heads run runs running director directed manages charge
staff employ employs employees workers people workforce payroll
live inhabitants residents population people home
home based hails hail seat comes native roots town
reign tenure term office stay
left leave leaves departed departure quit gone stepped
appointed appointment took over arrived joined hired named installed job reins post charge
sign signed signature ink inked papers contract deal
score scored rated rating points marks mark average reviewers
crowd attendance spectators gate watched audience people fans onlookers
screen display diagonal panel
battery cell capacity charge
area space surface floor covers covering extends spread spreads stretches spans
long length runs stretches extends kilometres
insured insurance policy cover covered coverage
inspected inspection checked check examined examination looked
decide decided decision vote voted ruling resolved
publish published publication appeared appear printed print issue issued out ran review reviewed
budget money funds spend spending spent outlay
responsible keeper keeps kept charge care custody looks
launched launch lifted off departed
maker make makes made manufacture manufactured manufacturer brand produced producer produces
operator operated operates run runs ran carried conducted
sponsor sponsored sponsors proposed proposer proposes put forward moved tabled introduced
position role plays post job
kind type sort category class
time took lasted lasting takes duration hours days length
review reviews verdict reviewed test tested
reached shops sale market shelves launch launched release released debut
successor succeeded followed replaced superseded follow-up
stock shelf shelves available inventory
member members membership roll
"""
"""Words that say the same of a column, each group once."""
OTHERS: Final = _any(
    "another others? rivals? brothers? sisters? neighbou?rs? neighbou?ring twins? colleagues? "
    "team-?mates? cousins? mother father sons? daughters? opponents? competitors? counterparts? "
    "elsewhere namesake else unlike wife husband friends? buyers? sellers? sequels? "
    "adversar\\w+ sibling\\w* parents?",
    r"(?:the|its|his|her|their) (?:other|next|previous|former)",
    r"(?:next|close) to",
    r"across the",
)
"""Who is not the subject."""
EVENTS: Final = _any(
    "demolish\\w* destroy\\w* stolen stole steals? broke broken burnt burned sued sues fined "
    "fines banned "
    "bans overruled appealed crash\\w* collided dismissed sacked fired expelled rejected hated "
    "flooded "
    "damaged ruined died dies dead killed retired resigned abandoned cancelled postponed delayed "
    "interrupt\\w* suspended arrested bankrupt dissolved leaked hidden vanished missed "
    "forgot\\w* owes owed sank",
    r"moved away",
    r"thrown out",
    r"turned away",
    r"torn (?:up|down)",
    r"shut down",
)
"""What befalls a row, and no slot says."""


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
awesome brilliant cheers contact cool exactly excellent fair fantastic fine great indeed lovely
naturally neat perfect quiet right splendid true wonderful wrong
"""
_SMALL_WORD: Final = re.compile(r"(?<![\w'{])[a-z]{2,}(?![\w'}])")
_BENT: Final = ("s", "es", "d", "ed", "ing", "er", "r", "ly", "y", "n", "en", "t")
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
    known = _words()
    if word in _listed():
        return True
    if word in known or any(word.removesuffix(ending) in known for ending in _BENT):
        return not _is_real(word)
    return _ENDINGS.fullmatch(word) is not None and not _is_real(word)


@cache
def _listed() -> frozenset[str]:
    from faker.providers.lorem.en_US import Provider  # noqa: PLC0415 - slow to import

    return frozenset(_OPENERS.split()) | frozenset(Provider.word_list)


@cache
def _words() -> frozenset[str]:
    """Return the words in small letters of the phrases that pages are made of."""
    texts = [path.read_text("utf-8") for path in packaged("web/words").glob("*.yaml")]
    return frozenset(_SMALL_WORD.findall(" ".join(texts)))


@cache
def _is_real(word: str) -> bool:
    names = np.empty(1, object)
    names[:] = [word]
    return bool(_known().contains(names)[0])


@cache
def _known() -> KnownNames:
    return KnownNames.load()
