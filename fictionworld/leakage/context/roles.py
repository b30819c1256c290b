"""In which part a text names someone: as photographer, guest or judge, where another is asked for.

A name bears its part beside it: `the novelist X`, `photographs by X`, `Reviewed-by: X`, `X, a
baker, won ...`, `X visited ...`. Where that part is not the column's, the name answers nothing,
however near the subject stands. What says no part at all is left to the other rules.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.governed import clause_of

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["in_another_part", "is_person", "of_a_relative"]

_PARTS: Final = frozenset(
    "photographer reporter journalist correspondent critic reviewer columnist blogger novelist"
    " poet writer author playwright essayist historian biographer translator illustrator editor"
    " publisher printer bookseller painter artist sculptor potter weaver architect engineer"
    " designer builder surveyor mason carpenter joiner composer musician singer soprano tenor"
    " baritone pianist violinist cellist organist drummer guitarist conductor dancer actor"
    " actress"
    " comedian presenter host director producer cameraman screenwriter mayor councillor alderman"
    " minister senator deputy governor ambassador consul judge lawyer barrister prosecutor"
    " solicitor notary doctor surgeon nurse dentist vet midwife pharmacist chemist physicist"
    " biologist botanist geologist astronomer mathematician economist professor lecturer teacher"
    " pupil student graduate apprentice librarian archivist curator keeper warden ranger guide"
    " gardener farmer miller baker butcher brewer cook chef waiter sommelier barman innkeeper"
    " fisherman sailor skipper captain mate pilot driver conductor jockey rider runner swimmer"
    " cyclist climber mountaineer skier skater boxer wrestler goalkeeper striker midfielder"
    " defender winger forward coach trainer manager referee umpire linesman spectator fan"
    " supporter visitor guest tourist traveller pilgrim passenger customer owner tenant landlord"
    " neighbour witness bystander plaintiff defendant thief forger hoaxer detective inspector"
    " sergeant constable firefighter soldier general colonel banker broker accountant merchant"
    " shopkeeper grocer tailor cobbler hairdresser clerk secretary treasurer spokesman"
    " spokeswoman spokesperson chairman chairwoman chair president director founder donor patron"
    " sponsor collector dealer auctioneer inventor developer programmer maintainer contributor"
    " analyst consultant adviser expert scientist researcher explorer winner champion laureate"
    " nominee finalist candidate contender favourite rival opponent runner-up predecessor"
    " successor namesake widow widower cousin nephew niece uncle aunt brother sister son daughter"
    " reader narrator juror jury moderator commentator anchor announcer caretaker porter janitor"
    " sexton vicar priest bishop abbot monk nun saint king queen duke duchess count countess"
    " prince"
    " princess baron baroness bellringer shepherd beekeeper forester hunter plumber electrician"
    " mechanic welder blacksmith goldsmith silversmith clockmaker watchmaker cabinetmaker breeder"
    " raiser grower florist midwife tutor mentor coach-driver crew member trustee volunteer"
    " steward stewardess scholar critic soloist understudy extra stuntman cinematographer"
    " pollster lobbyist activist campaigner retailer distributor importer wholesaler".split()
)
"""What people are called by what they do."""
_WORKS: Final = (
    r"(?:photo(?:graph)?s?|(?:cover |key )?art(?:work)?|layout|jacket|typesetting|pictures?"
    r"|images?|drawings?|sketch(?:es)?|engravings?|illustrations?"
    r"|paintings?|watercolours?|prints?|text|words|story|report|article|essay|review|foreword"
    r"|preface|afterword|introduction|lecture|talk|speech|reading|concert|recital|music|songs?"
    r"|poems?|novels?|books?|biography|translation|lyrics|score|screenplay|script|costumes?|sets?"
    r"|lighting|sound|editing|camera|steelwork|glazing|masonry|planting|statue|bust|portrait"
    r"|mural|fresco|sculpture|poster|cover|logo|typeface|website|survey|catering|flowers|cake"
    r"|exhibition|workshop|tour|commentary|recording|sponsorship|gift|donation|letter|comment"
    r"|question|answer|interview|post|posting|message|complaint|remark|quote|bid|offer|proposal"
    r"|motion|appeal|petition|attempt|performance|solo|goal|try)"
)
_DONE: Final = (
    r"(?:photographed|filmed|shot|pictured|drawn|sketched|painted|engraved|illustrated|written"
    r"|reported|reviewed|edited|translated|narrated|read|told|sung|played|performed|recorded"
    r"|conducted|composed|arranged|produced|directed|designed|built|made|carved|cast|printed"
    r"|published|bound|restored|repaired|cleaned|surveyed|measured|visited|attended|opened"
    r"|unveiled|inaugurated|blessed|presented|introduced|hosted|moderated|chaired|judged|refereed"
    r"|sponsored|funded|donated|given|sold|bought|owned|rented|leased|supplied|delivered|planted"
    r"|bred|raised|discovered|found|invented|praised|criticised|criticized|condemned|quoted|cited"
    r"|posted|uploaded|submitted|commented|asked|answered|signed|approved|rejected|proposed"
    r"|seconded|supported|opposed|defended|prosecuted|arrested|injured|rescued|beaten|defeated"
    r"|succeeded|preceded|followed|accompanied|assisted|coached|trained|taught|managed|led|headed"
    r"|run|founded|named|compiled|curated|guided|tested|driven|flown|steered|sailed|climbed)"
)
_BY: Final = re.compile(
    rf"(?P<what>\b(?:{_WORKS}|{_DONE})(?:(?:,\s|\sand\s|\s&\s)(?:{_WORKS}|{_DONE}))*)"
    r"(?:\s(?:of|on|in|at|from|for)\s[^.;:()]{1,50}?)?[\s_-](?:by|from|von|par|de|por|di)[\s_-]"
    r"(?:(?:the|a|an)\s(?:[a-z-]+\s){1,3})?[\"'(]?$",
    re.IGNORECASE,
)
_LABEL: Final = re.compile(
    r"(?:^|[\n.;,"
    r"|({\[>\u00b7\u2022])\s*[\"'*-]{0,4}(?P<label>[A-Za-z][A-Za-z -]{1,28}?)[\"'*]{0,3}\s?"
    r"(?::|=|\u2013|-(?=\s))\s?[\"'*\[]{0,3}(?:[A-Z][\w.'-]+(?:\s[A-Z][\w.'-]+)*(?:,|\s&"
    r"|\sand)\s)*$"
)
_LIKENESS: Final = re.compile(
    r"\b(?:bust|statue|portrait|painting|picture|photo(?:graph)?|letters?|grave|tomb|house"
    r"|widow|memory|honour"
    r"|biography|life|works?|poems?|books?|paintings?|room|desk|birthplace|plaque|friends?"
    r"|fans?|pupils?"
    r"|followers?|admirers?|critics?|guests?)\s(?:of|to|from|for|by)\s$"
)
_TITLED: Final = re.compile(
    r"\b(?P<what>(?:[A-Za-z]+[\s-])?(?:[a-z]+[\s-])?[A-Za-z-]{3,})[\s,]\s?[\"']?$"
)
_APPOSED: Final = re.compile(
    r"[\"']?,\s(?:(?:a|an|the|one of(?: the)?|his|her|their|our|its|former|now|then|then a"
    r"|once)\s)*"
    r"(?!(?:between|near|opposite|next|behind|above|beside|across|below|just|round|off|by)\b)"
    r"(?P<what>[^,.;:()]{3,60})|\s?\((?P<role>[a-z][^()]{2,30})\)"
)
_DID: Final = re.compile(
    r"[\"']?(?:,[^,.;]{2,80},)?\s(?:(?:has|have|had|also|then|later|recently|once|twice|never"
    r"|often|will|is|was|who|which|to)\s)*(?P<verb>[a-z]+)"
)
_OTHER_DEEDS: Final = frozenset(
    "visits visited visit spotted dined dines ate eats attended attends spoke speaks speak talks"
    " talked read reads reading judges judged reviewed reviews praised praises criticised"
    " criticized called admired photographed photographs filmed sketched interviewed interviews"
    " asked wrote writes reports reported says said told thanked applauded watched watches saw"
    " sees remembers remembered recalls recalled lives lived resides grew studied worked"
    " performed"
    " performs sang sings played plays danced stayed stays slept passed walked cycled swam sailed"
    " drove flew hiked proposed married died mourns mourned joined joins left signed unveiled"
    " opened"
    " presented presents hosted hosts moderated chaired donated bought sold sponsored sponsors"
    " lost loses finished beat congratulated welcomed greeted showed guided accompanied assisted"
    " helped restored repaired cleaned measured surveyed turned tried attempted failed gave"
    " withdrew retired exposed denied declined refused claims claimed warned warns complained"
    " sued suggested nominated shortlisted guest stars appeared appears features featured".split()
)
_AMONG: Final = re.compile(
    r"\b(?:shortlist\w*|longlist\w*|nominees?|nominated|candidates?|finalists?|contenders?|jury"
    r"|jurors?"
    r"|judges|guests?|visitors?|fans?|reviewers?|critics?)\b",
    re.IGNORECASE,
)
_UNACHIEVED: Final = re.compile(
    r"(?:,[^,.;:]{2,60},)?[^,.;:]{0,24}?\b(?P<what>hop(?:es?|ed) (?:to|for)|wants? to|wanted to"
    r"|wish(?:es|ed) to"
    r"|plans? to|planned to|intends? to|offer(?:s|ed) to|tr(?:ies|ied) to|failed to|fails to"
    r"|aims? (?:to|for)"
    r"|expect(?:s|ed) to|bid(?:s|ding)? (?:to|for)|vy(?:ing|ies) for|compet(?:ed|es|ing) (?:for"
    r"|in)|favourite|favorite"
    r"|contenders?|finalists?|nominees?|nominated|shortlist(?:ed)?|longlist(?:ed)?|runners?-up"
    r"|missed|lost|pulls? out|withdraws?|bows? out|drops? out|crash(?:es|ed) out|miss(?:es)? out"
    r"|was denied|declin(?:ed|es)|refus(?:ed|es)|withdrew|pulled out|turned down|came second"
    r"|chair(?:s|ed) the jury"
    r"|jur(?:y|or)|judges?|judged|presented|presents|handed over|handed out|hands out|announced"
    r"|announces"
    r"|applied for|applies for|was passed over|tipped|said to be"
    r"|in the running|on the (?:short)?list|is mentioned|hopeful|narrowly|almost|nearly)\b"
)
_PARTED: Final = re.compile(
    r"\b(?:sacked|fired|dismissed|parted (?:company )?with|replaced|let go of|dropped|ousted"
    r"|got rid of|farewell to"
    r"|thanks? to|thanks|thanked|mourns?|mourned|sued|suing|rejected|turned down|snubbed)\s$",
    re.IGNORECASE,
)
_ACHIEVED: Final = re.compile(
    r"\b(?:won|wins|has won|took|takes|was awarded|was chosen|received|got|is the winner)\b"
)
_TITLE: Final = re.compile(
    r"(?<![a-z])((?![a-z]*(?:ed|ing|by|as|reads|says|spells|gives)\b)[a-z]{3,})\s['\"\u2018\u201c]$"
)
"""`the rose 'X'`: what a thing is called."""
_NAMED_THING: Final = re.compile(
    r"['\u2019]?s?['\u2019\"]?\s(?:Wing|Hall|House|Street|Road|Lane|Avenue|Square|Room|Gallery"
    r"|Prize|Award"
    r"|Medal|Trophy|Cup|Foundation|Fund|Trust|Society|Institute|School|College|Library|Museum"
    r"|Bridge|Park|Garden|Theatre|Theater|Stadium|Stand|Station|Hospital|Ward|Lecture|Fellowship"
    r"|Scholarship|Chair|Collection|Quartet|Trio|Orchestra|Band|Ensemble|Choir|Festival)\b"
)


def in_another_part(text: str, hit: Hit, near: Near, own: re.Pattern[str] | None) -> bool:
    """Whether the words beside a name give it a part that is not the one asked for."""
    if own is None:
        return False
    before = text[max(near.sentence, hit.start - 120) : hit.start]
    after = text[hit.end : min(near.end, hit.end + 140)]
    thing = _NAMED_THING.match(after)
    if thing and not own.search(thing[0].lower()):
        return True
    clause = _predicate(after)
    wished = _UNACHIEVED.match(clause)
    if wished and not own.search(wished["what"]):
        return True
    parted = _PARTED.search(before)
    if parted and not own.search(parted[0]):
        return True
    among = _APPOSED.match(after)
    if (
        among
        and _AMONG.search(among["what"] or among["role"])
        and not own.search(among["what"] or among["role"])
    ):
        return not _ACHIEVED.search(clause[among.end() :])
    titled = _TITLE.search(before)
    if (
        titled
        and text[hit.end : hit.end + 1] in {"'", "\u2019", '"', "\u201d"}
        and not own.search(titled[1])
    ):
        return True
    start, _ = clause_of(text, hit, near)
    if _parts_before(before):
        parts = _parts_before(before) + _parts_behind(after)
    elif own.search(text[start : hit.start].lower()):
        return False  # `the chain of office hangs round the neck of N, a former bus driver`
    else:
        parts = _parts_behind(after)
    if not parts:
        return False
    told = " ".join(parts).lower()
    if own.search(told):
        return False
    # `photographer X designed the bridge`: what is said next may yet be what is asked
    return not own.search(_predicate(after))


_LEFT_APPOSED: Final = re.compile(
    r"(?:\b(?:the|its|their|his|her|our)|['\u2019]s)\s(?P<what>[^,;.:]{3,70}),\s$", re.IGNORECASE
)


def _parts_before(before: str) -> list[str]:
    """`the novelist`, `photographs by`, `Reported-by:`, `the rector of Y, `."""
    found = _LEFT_APPOSED.search(before)
    if found:
        return [found["what"]]
    found = _BY.search(before)
    if found:
        return [found["what"]]
    found = _LIKENESS.search(before)
    if found:
        return [found[0]]
    found = _LABEL.search(before)
    if found and _is_part(found["label"]):
        return [found["label"]]
    found = _TITLED.search(before)
    if found and _is_part(found["what"].rsplit(None, 1)[-1]):
        return [found["what"]]
    return []


def of_a_relative(
    text: str, hit: Hit, near: Near, asked: Asked, own: re.Pattern[str] | None
) -> bool:
    """`X's teacher was born on DAY`: told of someone who is only named by the subject."""
    for mention in asked.subject.mentions(text, near.sentence, hit.start):
        found = _RELATIVE.match(text, mention.end - 2, hit.start) if mention.own else None
        if found and not (own is not None and own.search(found["who"])):
            return found["who"] in _RELATIVES or found["who"] in _PARTS
    return False


_RELATIVE: Final = re.compile(
    r"\w{0,2}['\u2019]s?\s(?:[a-z]+\s)?(?P<who>[a-z]{3,})\b(?=\s(?:was|is|had|has|died"
    r"|[a-z]+ed)\b)"
)
_RELATIVES: Final = frozenset(
    "father mother parents brother sister son daughter wife husband uncle aunt cousin nephew"
    " niece"
    " grandfather grandmother grandson widow widower partner friend neighbour rival teammate"
    " namesake twin colleague".split()
)


def _parts_behind(after: str) -> list[str]:
    """`, a baker`, `(chair)`, `visited ...`."""
    found = _APPOSED.match(after)
    parts = []
    if found:
        said = found["what"] or found["role"]
        if _AMONG.search(said) or any(is_person(word) for word in said.split()[:5]):
            parts.append(said)
    did = _DID.match(after)
    if did and did["verb"] in _OTHER_DEEDS:
        parts.append(did["verb"])
    return parts


def is_person(word: str) -> bool:
    """Whether a word says what someone is by trade or part: `judge`, `rowers`."""
    low = word.lower()
    return low in _PARTS or low.removesuffix("s") in _PARTS


def _is_part(said: str) -> bool:
    words = re.findall(r"[a-z]+", said.lower())
    if not words:
        return False
    return (
        any(word in _PARTS or word.removesuffix("s") in _PARTS for word in words)
        or re.fullmatch(rf"(?:{_WORKS}|{_DONE})(?: by)?", " ".join(words)) is not None
    )


def _predicate(after: str) -> str:
    """What is said of the name in its own clause, beyond what stands right beside it."""
    return re.split(r"[.;:]|\bbut\b|\bwhile\b", after.lower(), maxsplit=1)[0][:110]
