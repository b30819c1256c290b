"""What ties a name or a category to a subject where no word of the column says so.

A name in one sentence with the subject is not yet told of it: `V planted a tree at X`, `the bus
from X to V`. It is where nothing stands between them but what joins (`X by V`, `V's X`, `X (V)`,
`X: V`), where a verb of being says so (`in X the ferryman is V`), or in scraps without a verb.
"""

# Lists of words read best as words.
# ruff: noqa: SIM905

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.context.deeds import does_otherwise
from fictionworld.leakage.context.tongues import is_foreign
from fictionworld.leakage.names.kinds import is_kind_word
from fictionworld.leakage.names.words import CALENDAR, COMMON, is_headline_word
from fictionworld.leakage.thesaurus.cues import word_pattern

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["tied", "tied_elsewhere"]

_WORD: Final = re.compile(r"(?<![\w'\u2019-])[a-z][a-z'\u2019-]*")
_JOINS: Final = frozenset(
    "a an and at by de des di du for from his her in is it its of on our s says since still that"
    " the"
    " their they this to was were are be been being has had have which who whose with now today"
    " here"
    " second third fourth fifth sixth seventh eighth ninth tenth debut latest"
    " there named called known under one all so also as s' aka alias via not but or then late new"
    " old young great big small little famous official only first last own title snippet url date"
    " text name http https www com org net example html jpg pdf".split()
)
"""What may stand between a subject and what is said of it, and adds nothing."""
_DEGREE: Final = (
    r"(?:(?:pure|solid|all|almost|nearly|partly|plain|just|quite|very|half|mainly|[a-z]{3,}ly)\s)"
)
_IS_MOSTLY: Final = re.compile(rf"\b(?:is|are|was|were)\s{_DEGREE}{{1,2}}(?:of\s|an?\s)?$")
"""`X is mostly limestone`, `its walls are pure gypsum`."""
_IS_CASE: Final = re.compile(
    r"\b(?:is|are|was|were)\s(?:an?|the|one of the)\s(?:[a-z-]+\s){0,2}(?:examples?|specimens?"
    r"|pieces?|masterpieces?|works?|instances?|cases?)\sof\s(?:the\s)?$"
)
"""`X is a fine example of Art Deco`."""
_IS_BY: Final = re.compile(r"\s(?:is|was)\s(?:an?|the)\s(?:[a-z-]+\s){1,3}by\s(?:the\s)?[\"']?")
"""`X is the fourth album by V`."""
_IS_A: Final = re.compile(r"\s(?:is|was|remains)\s(?:an?|the|one of the)\s(?:[a-z-]+,?\s){1,2}")
"""`X is a small primary school`."""
_DEGREES: Final = re.compile(rf"^\W*{_DEGREE}+", re.IGNORECASE)
_SHOWN: Final = re.compile(
    r"\s?(?::|\s[\u2013\u2014-])\s(?:an?\s|the\s)?(?!(?:for|from|in|at|on|by|with|to|no|not|as)\b)"
    r"(?:[a-z-]+\s)?$|[^.;:]{0,40}\bout of (?:[a-z-]+\s)?$"
)
"""`Flag of X: a grey heron ...`, as captions say it; `carved X out of soft limestone`."""
_PARTS_THEM: Final = re.compile(
    r"\b(?:to|towards?|near|past|against|versus|vs?|over|beyond|like|than|unlike|behind|before"
    r"|after"
    r"|opposite|and|or|nor)\s(?:the\s)?$"
)
"""What names a second one: `from X to V`, `X near V`."""
_IS: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|named|called|titled|remains|became|becomes|it's|that's|went to"
    r"|goes to|belongs to|belonged to)\s(?:the\s|an?\s|now\s|still\s|none other than\s)*[\"'(#]?$",
    re.IGNORECASE,
)
_MADE: Final = re.compile(
    r"(?:,[^,.;]{2,60},|,)?\s(?:(?:is|was|are|were|has been|comes|came|now|all|entirely|mostly"
    r"|also)\s)*"
    r"(?:comes?|came|plays?|struck|made|cast|minted|built|woven|sewn|cut|spun|brewed|baked|carved"
    r"|grown|blown|forged|moulded|printed|bound|set|sung|spoken|written|filmed|shot|dressed|painted"
    r"|finished|clad|pressed|distilled|dyed|glazed|upholstered|wrought|knitted|tanned"
    r"|welded|assembled|manufactured|produced|registered|crafted|stitched|bottled|raised)"
    r"(?:\sand\s[a-z]{2,}ed)?"
    r"\s(?:entirely\s|wholly\s|only\s)?(?:in\s|of\s|from\s|out of\s)?(?:the\s|a\s|an\s)?[\"']?$"
)
_BEFORE_IT: Final = re.compile(r"(?:[\s-](?!and\b|or\b|in\b|at\b|of\b|for\b)[a-z][a-z-]+){1,2}\s")
_HEADS: Final = re.compile(r"(?:^|[.,:;\n]\s?|\b(?:[Tt]he|[Aa]n?)\s)[\"'(]?$")
"""`Robotics start-up X`, `the thriller X`: what is put before a name."""
_OPENS_WITH: Final = re.compile(r"\W*(?:(?:Title|Snippet):\s)?(?:An?|The)\s(?:[a-z-]+\s){0,2}$")
_THEN_NAMED: Final = re.compile(r"(?:[\s-][a-z'-]+|\s[A-Z]\w+){1,8},\s(?:the\s)?$")
_SPLITS: Final = re.compile(r",\s(?:which|that)\s[a-z]+s\s(?:[a-z]+\s)?(?:the\s)?$")
"""`The Immel, which splits X`."""
_FIELDS: Final = re.compile(r"[\"'],\s?[\"'][a-z_]+[\"']:")
_MARK: Final = re.compile(r":[a-z_ ]{2,24}:")
"""`:white_check_mark:`"""
_STOP: Final = re.compile(r"[.!?]\s+(?=[A-Z])|;|\n")


def tied(  # noqa: PLR0912 - one rule after the other
    text: str, hit: Hit, near: Near, asked: Asked
) -> bool:
    """Whether a name or a category is told of the subject though its column is not near."""
    if text.startswith("#", hit.start - 1):
        return True
    sentence = text[near.sentence : near.end]
    if is_foreign(sentence):
        return True
    before = text[near.sentence : hit.start]
    if _IS.search(text[max(near.sentence, hit.start - 30) : hit.start]):
        return not _of_something_at(text, hit, near, asked)
    if asked.answer.type == "category" and (_IS_MOSTLY.search(before) or _IS_CASE.search(before)):
        return not _of_something_at(text, hit, near, asked)
    owns = [
        m
        for m in asked.subject.mentions(text, near.sentence, near.end)
        if m.own and not (m.start < hit.end and hit.start < m.end)
    ]
    if not owns:
        if asked.answer.type == "category":
            before = _DEGREES.sub("", before)
        return _joins(before, asked)
    for own in owns:
        if own.end <= hit.start:
            between = text[own.end : hit.start]
            if _IS_BY.fullmatch(between):
                return True
            if _joins(between, asked) and not _PARTS_THEM.search(between):
                return True
            if asked.answer.type == "category" and (
                _MADE.fullmatch(between) or _SHOWN.fullmatch(between) or _IS_A.fullmatch(between)
            ):
                return True
        else:
            between = text[hit.end : own.start]
            if (_joins(between, asked) and not _PARTS_THEM.search(between)) or _SPLITS.fullmatch(
                between
            ):
                return True
            if (
                asked.answer.type == "category"
                and _BEFORE_IT.fullmatch(between)
                and _HEADS.search(before)
            ):
                return True
            if _OPENS_WITH.fullmatch(before) and _THEN_NAMED.fullmatch(between):
                return True
    return False


_HEAD: Final = re.compile(
    r"\W*(?:(?:Title|Snippet):\s)?(?:(?:[Tt]he|[Aa]n?|[Oo]ne|[Aa]mong"
    r"|[Ff]irst)\s|(?=[A-Z][a-z-]+s\s))(?P<head>(?:[A-Za-z][a-z-]+\s){1,3}?)"
    r"(?:of|at|in|on|for|to|from|by|near)\s"
)
_SOMEONE: Final = frozenset(
    "one man woman person mind brain name hand head boss force answer place town city river kind"
    " sort"
    " type whole best result thing walls body shell hull bulk sides outside".split()
)


def _of_something_at(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`The final at X was V`: said of something that has the subject for its place."""
    head = _HEAD.match(text, near.sentence, hit.start)
    if head is None:
        return False
    word = head["head"].split()[-1].lower()
    return not (
        word in _SOMEONE
        or word in asked.subject.words
        or word in asked.subject.kinds
        or word_pattern(asked.notions).search(word)
    )


def _joins(between: str, asked: Asked) -> bool:
    """Whether what stands between two says nothing but that they belong together."""
    between = _MARK.sub("", between).rpartition("\n")[
        2
    ]  # what begins a line stands there by itself
    if _STOP.search(between) and not _FIELDS.search(between):
        return False
    known = asked.subject.allowed | asked.subject.kinds
    return all(
        word in _JOINS or word.removesuffix("s") in known or word in known or len(word) < 3
        for word in (w.replace("\u2019", "'").removesuffix("'s") for w in _WORD.findall(between))
    )


def tied_elsewhere(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether grammar ties a name or a category to another name, way or deed."""
    before = text[max(near.sentence, hit.start - 60) : hit.start]
    if _CREDITED.search(before) or (
        asked.answer.type == "name" and _titled(before, text[hit.end : hit.end + 60], asked)
    ):
        return True
    if asked.answer.type == "category" and _A_THING.search(text[near.sentence : hit.start]):
        return _HAPPENS.match(text, hit.end, near.end) is not None
    return (
        _in_a_longer_name(text, hit, near, asked)
        or _on_a_way(text, hit, near, asked)
        or _beside_the_point(text, hit, near, asked)
        or (asked.answer.type == "name" and does_otherwise(text, hit, near, asked))
    )


_CREDITED: Final = re.compile(
    r"(?<![A-Za-z])(?:photos?|pictures?|images?|fotos?|text|story|report|review|scans?|uploaded"
    r"|posted"
    r"|shared|taken|submitted|written up)[\s_-]+(?:by|von|par|de|por)[\s_:-]+$",
    re.IGNORECASE,
)
_A_THING: Final = re.compile(r"^\W*(?:An?|One|Another|Some|Two|Three)\s$")
_HAPPENS: Final = re.compile(
    r"s?\s(?:(?:was|were|is|has been|had been)\s(?:[a-z]+ed|thrown|found|seen|left|lost|stolen"
    r"|given|hung"
    r"|put|set)|fell|hit|came|flew|crashed|appeared|arrived|[a-z]{3,}ed)\s"
)
"""`A brick was thrown ...`: a thing by itself."""
_TITLE: Final = re.compile(
    r"\b(?:by|the|an?|with|from|says|thanks?|thanked|and|to)\s(?:[a-z-]+\s)?"
    r"(?P<title>[a-z]{2,}(?:er|or|ist|ian|eer|ess|man|woman|arian|nanny|nurse|cook|vet|nun|monk"
    r"|clerk"
    r"|judge))\s[\"']?$"
)
_NO_TITLE: Final = frozenset(
    "former other another senior junior elder younger older under over after ever never later"
    " together"
    " either neither number former great better latter inner outer upper lower former winter summer"
    " power water river border center tower corner chapter paper letter matter order offer major"
    " minor"
    " superior human for nor poor door floor colour human woman-owned clever sober bitter"
    " tender".split()
)


def _titled(before: str, after: str, asked: Asked) -> bool:
    """`by pastor V`, `the goalkeeper V`: named by a trade that is not the one asked for."""
    found = _TITLE.search(before)
    if found is None or found["title"] in _NO_TITLE:
        return False
    own = word_pattern(asked.notions)
    said = re.split(r"[.;:]|\b(?:while|but)\b|,[^,]*,", after.lower(), maxsplit=1)[0]
    return not own.search(before[-40:].lower()) and not own.search(said)


_NEXT: Final = re.compile(r"\s(?:&\s)?(?P<next>[A-Z][a-z'\u2019-]{2,})")
_BEFORE: Final = re.compile(r"(?<=[a-z,] )(?P<given>[A-Z][a-z]{2,})\s$")


def _in_a_longer_name(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Goat & Compasses`, `Lotte Immel`: a word that is a piece of another's name."""
    said = text[hit.start : hit.end]
    if not re.fullmatch(r"[A-Z]\w+", said) or not said[1:].islower() or hit.form == "initials":
        return False
    if asked.answer.value.count(" ") and asked.answer.type == "name":
        return False  # a surname alone is told with a given name
    line = text[near.sentence : near.end]
    words = re.findall(r"[A-Za-z]{4,}", line)
    if len(words) > 3 and sum(w[0].isupper() for w in words) > 0.6 * len(words):
        return False  # a headline
    behind = _NEXT.match(text, hit.end, near.end)
    before = _BEFORE.search(text, max(near.sentence, hit.start - 24), hit.start)
    return any(
        not _is_known(word, asked)
        for word in (
            behind["next"] if behind is not None else "",
            before["given"] if before is not None else "",
        )
        if word
    )


_CONTRAST: Final = re.compile(
    r"\b(?:Unlike|unlike|Compared (?:to|with)|In contrast to|As opposed to|Rather than|Instead"
    r" of)\s[^,;.]{0,40}$"
)
_QUARREL: Final = re.compile(
    r"\b(?:quarrel|row|feud|rivalry|spat|dispute|marriage|friendship|affair|clash|talks|meeting"
    r"|duel"
    r"|letters|correspondence|lawsuit)\sbetween\s(?:[A-Z][\w'-]+\s|and\s){0,4}$"
)
_SECOND: Final = re.compile(
    r"\b(?:second|third|fourth|another|new|branch|regional|overseas|temporary|sister"
    r"|extra)\s(?:[a-z]+\s)?"
    r"(?:office|branch|plant|factory|shop|store|site|campus|studio|bureau|warehouse"
    r"|outlet)\b,?\s(?:in|at)\s$"
)
_WHERE: Final = re.compile(
    r"headquarter|based|seat|\bbase\b|office|city|town|location|home", re.IGNORECASE
)


_OUTSIDE: Final = re.compile(
    r"\s(?:outside|around|near|beside|opposite|behind|in front of|next to|across from)\s(?:the\s)?"
)

_OF_A_NEIGHBOUR: Final = re.compile(
    r"\b(?:nearby|neighbouring|neighboring|adjacent|rival|past|towards?|off)\s(?:the\s)?(?:[a-z-]+\s)?$"
)
"""`the nearby primary school`, `X sailed past Malta`."""


def _beside_the_point(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`Unlike V, X ...`, `the quarrel between V and W`, `X opened a second office in V`."""
    before = text[max(near.sentence, hit.start - 90) : hit.start]
    if _QUARREL.search(before):
        return True
    if asked.answer.type == "category" and _OF_A_NEIGHBOUR.search(before):
        return True
    if asked.answer.type == "category" and any(
        m.own and _OUTSIDE.fullmatch(text, hit.end, m.start)
        for m in asked.subject.mentions(text, hit.end, near.end)
    ):
        return True  # `a picnic on the grass outside X`
    if _WHERE.search(asked.answer.column) and _SECOND.search(before):
        return True
    return _CONTRAST.search(before) is not None and "," in text[hit.end : hit.end + 30]


_WAY: Final = re.compile(
    r"\b(?:bus|train|tram|ferry|boat|flight|plane|coach|road|path|trail|way|walk|walked|trip"
    r"|journey"
    r"|tour|ride|rode|route|line|race|drive|drove|travel\w*|cycl\w*|sail\w*|run|ran|went|go"
    r"|march\w*"
    r"|stage|moved|pipeline|cable|return\w*|commut\w*|hike\w*|flew|fly|service|transfer\w*)\b"
    r"[^.;:]{0,40}\b(?:from|between|to)\s(?:the\s)?$",
    re.IGNORECASE,
)


def _on_a_way(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """`the bus from X to V`: the two ends of a way."""
    for mention in asked.subject.mentions(text, near.sentence, near.end):
        if not mention.own:
            continue
        first, second = sorted([(mention.start, mention.end), (hit.start, hit.end)])
        between = text[first[1] : second[0]]
        if not re.fullmatch(r"\s(?:to|and|for|from|towards)\s(?:the\s)?", between):
            continue
        if _WAY.search(text, max(near.sentence, first[0] - 70), first[0]):
            return True
    return False


def _is_known(word: str, asked: Asked) -> bool:
    """Whether a word may stand beside a value in one name: a kind of thing, a title, the answer."""
    low = word.lower()
    said = {w for v in (asked.answer.value, *asked.answer.aliases) for w in v.lower().split()}
    return (
        low in asked.subject.allowed
        or low in asked.subject.kinds
        or low in said
        or is_kind_word(low)
        or is_headline_word(low, shouted=False)
        or low in COMMON
        or low in CALENDAR
        or word_pattern(asked.notions).search(low) is not None
    )
