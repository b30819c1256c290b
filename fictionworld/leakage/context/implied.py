"""Verbs and turns that say what a column asks without a word of it: `V snapped up X` of an owner.

What one does to a thing tells what one is to it. Columns of people fall into few families: those
who make a thing, write it, found it, own it, win it, lead it; each has its verbs, which take the
subject for their object, and its turns, which stand between the two.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked, Near

__all__ = ["implied", "implies"]

_FAMILIES: Final[tuple[tuple[str, str, str], ...]] = (
    (
        (
            r"design|architect|invent|creator|created|engineer|builder|built|develop|maker"
            r"|planner"
        ),
        (
            r"dream(?:t|ed) up|conceived|devised|thought up|came up with|masterminded"
            r"|drew(?: up)?|drawn(?: up)?|sketched|shaped|created|invented|imagined"
            r"|engineered|designed|crafted|styled|drafted|put up|planned|made"
        ),
        (
            r"brainchild of|handiwork of|creation of|drawing board of|drawings of"
            r"|from the (?:hand|hands|pencil|pen|desk|studio|workshop|drawing board|brain"
            r"|mind) of|the work of|owes its (?:shape|form|look|looks|lines|plan) to"
            r"|man behind|woman behind|mind behind|brain behind|to plans by|to designs by"
            r"|to a design by|signed by"
        ),
    ),
    (
        r"author|writer|written|poet|novelist|playwright",
        r"penned|wrote|set down|typed|dictated|authored|published",
        r"from the pen of|the work of|pen of",
    ),
    (
        r"compos|music|song|score",
        r"wrote|composed|scored|set to music|penned",
        r"from the pen of|set to music by|music of",
    ),
    (
        r"paint|artist|sculpt|carv|illustrat",
        r"painted|carved|modelled|sculpted|chiselled|drew|cast|finished",
        (
            r"from the (?:brush|chisel|hand|studio|easel|workshop) of|(?:brush|chisel|hand"
            r"|easel) of"
        ),
    ),
    (
        r"found|establish|set up|start",
        (
            r"set up|started|launched|founded|established|began|created|got going"
            r"|called into being|opened|built"
        ),
        (
            r"(?:begins?|began|started|starts) with|brainchild of|creation of|set up by"
            r"|started by|goes back to|owes its (?:existence|birth|beginnings) to"
        ),
    ),
    (
        r"\bown|landlord|parent|holder|proprietor|buyer|bought",
        (
            r"snapped up|acquired|purchased|took over|inherited|picked up|bought up"
            r"|bought(?: out)?|owns|got hold of|came into possession of|holds the deeds to"
            r"|has the deeds to"
        ),
        (
            r"in the (?:hands|possession|ownership) of|fell to|passed (?:in)?to the hands of"
            r"|property of|sold to|portfolio of|bought by|acquired by|snapped up by"
        ),
    ),
    (
        r"winner|winning|won\b|champion|victor|laureate|gold",
        (
            r"lifted|clinched|took|claimed|landed|bagged|secured|captured|scooped|carried off"
            r"|ran away with|romped home in|cruised to victory in|triumphed (?:in|at)"
            r"|came out on top (?:in|at|of)|was crowned at|came first (?:in|at)"
            r"|crossed the line first (?:in|at)|pocketed|wrapped up"
        ),
        r"went to|goes to|fell to|was taken by|was claimed by|was lifted by",
    ),
    (
        (
            r"director|head|manager|coach|captain|mayor|chief|ceo|president|leader|chair"
            r"|principal|trainer|boss|rector|editor|conductor|chef|commander|warden|dean"
            r"|skipper|executive|chancellor"
        ),
        (
            r"leads|led|heads|runs|steers|helms|manages|oversees|commands|presides over"
            r"|is in charge (?:of|at)|(?:has )?t(?:ook|aken) (?:the reins|over the reins"
            r"|the helm|charge|command|over|the wheel|the top job)(?: of| at| as)?"
            r"|calls the shots at|holds the reins (?:of|at)|is at the helm of"
            r"|has been in the dugout (?:for|at|of)|has the last word at|sits at the top of"
        ),
        (
            r"at whose helm|under the (?:leadership|guidance|direction|command|baton) of"
            r"|takes? (?:its|their|his|her) orders from|headed by|led by|run by"
            r"|in the charge of|answers? to|reports? to"
        ),
    ),
    (
        r"flows? into|tributary|mouth",
        r"",
        r"joins|flows into|empties into|runs into|drains into|meets|feeds|pours into|ends in",
    ),
    (
        r"river|stream|water",
        (
            r"burst its banks (?:at|in)|flows through|runs through|splits|divides|cuts through"
            r"|winds through|flooded|loops round|curls round"
        ),
        r"astride|on the banks? of|straddles|spans|built on both sides of|banks of",
    ),
    (
        r"manufacturer|maker|brand|producer|made by",
        (
            r"makes|made|builds|built|produces|produced|launched|unveiled|released|assembles"
            r"|turns out|brought out"
        ),
        (
            r"rolls? off the (?:line|lines) at|product of|(?:is|are) made by|from the (?:house"
            r"|stable|works|factory) of|leaves? the (?:works|factory) (?:of|at)"
        ),
    ),
    (
        r"headquarter|based|seat|head office|home town|base|city|town|location",
        r"is home to|hosts the (?:headquarters|head office) of",
        (
            r"(?:is|are) (?:printed|edited|made|run|published|produced|registered|domiciled"
            r"|at home) (?:and [a-z]+ )?in|from its (?:newsroom|office|offices|base|seat"
            r"|desks?) in|pays its taxes in|runs its business from|is run from|has its (?:seat"
            r"|desk|address|main office) in|operates from|out of"
        ),
    ),
    (
        r"industry|sector|business|branch|trade|field",
        r"",
        (
            r"makes its (?:money|living|name|fortune) (?:in|with|from)|earns its (?:keep"
            r"|living|bread|money) (?:in|with|from)|lives (?:off|from|on)|is in|deals in"
            r"|is big in|trades in"
        ),
    ),
    (
        (
            r"street|square|road|district|quarter|village|valley|island|region|province|county"
            r"|country|town|city|location|where|origin"
        ),
        r"",
        (
            r"(?:sits|stands|stood|lies|lay|located|situated|perched|nestled)"
            r" (?:on|in|at)|(?:hails?|comes?|came|stems?) from|originat(?:es|ed) in"
            r"|(?:has|have) its roots in"
        ),
    ),
    (
        r"namesake|named (?:after|for)|eponym",
        r"",
        (
            r"named (?:after|for|in honour of)|(?:takes|took|owes|gets|got|has) its name (?:from"
            r"|to)|honours|commemorates|called after"
        ),
    ),
    (
        r"material|built of|made of|stone",
        r"",
        (
            r"(?:was |is )?(?:put up|built|raised|erected|clad|made) (?:wholly "
            r"|entirely )?(?:in|of|from)"
        ),
    ),
)
"""What columns are called; verbs that take the subject; turns that stand between."""
_TRADE: Final = r"(?:(?:the|an?)\s(?:(?!(?:of|by|in|at|to|from|and|or)\b)[a-z-]+\s){1,2})?"
"""`owes its shape to the baker V`."""
_LINKS: Final = _TRADE + r"(?:the\s|a\s|an\s|its\s|local\s|old\s|young\s|of\s|one\s)*[\"'(]?$"


@lru_cache(1 << 10)
def _family(asked: str) -> tuple[re.Pattern[str], re.Pattern[str]] | None:
    """The verbs and the turns of a column and its question."""
    verbs: list[str] = []
    turns: list[str] = []
    for named, does, stands in _FAMILIES:
        if re.search(rf"(?<![a-z])(?:{named})", asked):
            verbs += [does] if does else []
            turns.append(stands)
            turns += [rf"(?:is|are|was|were|been) (?:{does}) by"] if does else []
    if not turns:
        return None
    verb = (
        r"(?:,[^,.;:]{2,70},|,(?=\swho\s))?\s(?:(?:has|had|who|also|now|then|later|once|finally|first|still"
        r"|alone"
        r"|herself|himself)\s)*(?:" + "|".join(verbs or ["(?!)"]) + r")\s(?:the\s|up\s)?"
    )
    turn = r"\b(?:" + "|".join(turns) + r")\s" + _LINKS
    return re.compile(verb), re.compile(turn)


def implies(text: str, start: int, asked: Asked) -> re.Match[str] | None:
    """The verb behind a name that says that the name is what the column asks for."""
    family = _family(asked.answer.column.lower())
    return None if family is None else family[0].match(text, start)


def implied(text: str, hit: Hit, near: Near, asked: Asked) -> bool:
    """Whether a verb or a turn between a name and the subject says what the column asks."""
    family = _family(asked.answer.column.lower())
    if family is None:
        return False
    verb, turn = family
    named = asked.subject.mentions(text, near.sentence, near.end)
    owns = [m for m in named if m.own]
    if not owns:  # `The old paper takes its orders from V`
        return (
            not any(m.kin for m in named)
            and turn.search(text[max(near.sentence, hit.start - 60) : hit.start]) is not None
        )
    for mention in owns:
        if mention.start >= hit.end:
            if mention.start - hit.end < 120 and verb.fullmatch(text, hit.end, mention.start):
                return True
        elif _LEADS_IT.match(text, found.end()) if (found := verb.match(text, hit.end)) else False:
            return True
        elif _turns(turn, text[mention.end : hit.start]):
            before = text[max(near.sentence, mention.start - 20) : mention.start]
            return not re.search(
                r"(?<!story )(?<!history )(?<!tale )(?<!roots )(?<!plans )(?<!drawings )"
                r"\b(?:of|from|in|at|for|on|by|to|with|against)\s(?:the\s)?$",
                before,
            )
    return False


_LEADS_IT: Final = re.compile(r"(?:it|them|place|show|whole (?:place|thing|lot))\b")
"""`V, who is in charge of the place`."""


def _turns(turn: re.Pattern[str], between: str) -> bool:
    """Whether a turn ends what stands between a subject and a name, in one clause with both."""
    found = turn.search(between) if len(between) < 120 else None
    return found is not None and not re.search(r"[.;:]", between[: found.start()])
