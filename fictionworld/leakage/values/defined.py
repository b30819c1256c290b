"""Categories told by what they mean: `eats nothing but grass` of a herbivore.

A text need not say a kind by its name where it says what makes it one.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_defined"]

_EATS: Final = (
    r"\b(?:eats?|eating|feeds? (?:up)?on|feeding on|lives? (?:up)?on|living on|grazes?(?: on)?"
    r"|nibbles?(?: on)?|browses?(?: on)?|diet (?:of|is)|stomach of|preys? (?:up)?on"
    r"|hunts?|chews?)\b"
)
_PLANTS: Final = (
    r"\b(?:grass(?:es)?|leaves|foliage|roots|shoots|bark|buds|seeds|fruits?|moss|lichens?|plants?"
    r"|ferns|algae|reeds|hay|clover|twigs|berries|nuts|seaweed|vegetation|flowers|herbs)\b"
)
_INSECTS: Final = (
    r"\b(?:insects?|ants|termites|beetles?|flies|moths?|midges|gnats|mosquitoes|grubs|larvae"
    r"|caterpillars|wasps|bees|crickets|grasshoppers)\b"
)
_FLESH: Final = (
    r"\b(?:meat|flesh|fish|mice|voles|frogs|birds|chicks|rabbits|hares|deer|lizards|snails|worms"
    r"|carrion|rodents|seals|squid|prey|animals)\b"
)
_NO: Final = r"\b(?:no|never|not|without|nor|untouched)\b[^.;,]{0,30}"
_FOODS: Final = {"plants": _PLANTS, "insects": _INSECTS, "flesh": _FLESH}
_EATERS: Final = {
    "herbivor": {frozenset({"plants"})},
    "insectivor": {frozenset({"insects"})},
    "carnivor": {frozenset({"flesh"}), frozenset({"insects"}), frozenset({"flesh", "insects"})},
    "omnivor": {
        frozenset({"plants", "flesh"}),
        frozenset({"plants", "insects"}),
        frozenset(_FOODS),
    },
}
_TOLD: Final = {
    "goalkeeper": r"\b(?:between the (?:posts|sticks)"
    r"|(?:kept|keeps|keeping|stood|stands) (?:in )?goal"
    r"|goalie|keeper's gloves)\b",
    "nocturnal": r"\b(?:comes? out|active|hunts?|feeds?|wakes?)\s(?:only )?(?:at|after|by)\s"
    r"(?:night|dark|dusk)\b|\bsleeps? (?:all|through the|by) day\b",
    "deciduous": r"\b(?:drops?|sheds?|loses?) (?:all )?(?:its|their) (?:leaves|needles)\b",
    "evergreen": r"\b(?:keeps?|holds?) (?:all )?(?:its|their) (?:leaves|needles)\b",
    "extinct": r"\b(?:died out|dies out|has not been seen (?:alive )?since|no longer exists)\b",
    "suspension": r"\b(?:hangs?|hung|hanging|suspended) (?:\w+ )?from (?:\w+ ){0,2}cables?\b",
    "crater lake": r"\b(?:fills|lies in|in) (?:the|a|an) (?:old )?crater\b",
    "reservoir": r"\b(?:man-made|artificial) lake\b|\bbehind (?:the|a|its) dam\b",
    "marsupial": r"\b(?:its|her|their|the|a) pouch\b",
    "atheist": r"\bbelieves? in no gods?\b",
}


def find_defined(text: str, answer: Answer) -> list[Hit]:
    """The places that tell a category by what makes it one."""
    value = answer.value.strip().lower().removesuffix(" bridge")
    if value in _TOLD:
        return [_hit(match) for match in _made(_TOLD[value]).finditer(text)]
    wanted = _EATERS.get(re.sub(r"(?:ous|e)$", "", value))
    if wanted is None:
        return []
    return [
        _hit(match)
        for match in _made(_EATS).finditer(text)
        if frozenset(_foods(text, match)) in wanted
    ]


def _foods(text: str, eats: re.Match[str]) -> set[str]:
    """What is eaten in the clauses about a verb, but for what is said never to be."""
    ahead = _made(r"[.;!?]").split(text[max(0, eats.start() - 90) : eats.start()])[-1]
    behind = _made(r"[.;!?]").split(text[eats.end() : eats.end() + 140])[0]
    said = _made(_NO + f"(?:{'|'.join(_FOODS.values())})").sub("", ahead[-90:] + behind)
    return {food for food, words in _FOODS.items() if _made(words).search(said)}


def _hit(match: re.Match[str]) -> Hit:
    return Hit(*match.span(), "told by what it is", alone=False)


@lru_cache(64)
def _made(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
