"""What a value may be told of besides its column: another happening, price, measure or deed.

Words are beginnings, as in `cues`. A word that a column speaks of itself is none of these.
"""

# Lists of words read best as words.

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

__all__ = ["OTHER_DEEDS", "rise_pattern"]


def _begun(words: str) -> str:
    """Words that begin so; one with a `=` stands whole."""
    parts = [
        re.escape(word[1:]).replace("_", r"\s") + r"(?![a-z])"
        if word[0] == "="
        # who does it is no happening: `surveyors`
        else re.escape(word).replace("_", r"\s") + r"(?!(?:e|o)rs?\b)[a-z]{0,6}(?![a-z])"
        for word in words.split()
    ]
    return r"(?<![a-z-])(?:" + "|".join(sorted(parts, key=len, reverse=True)) + ")"


_HAPPENINGS: Final = _begun(
    "clos shut repair renovat rebuil restor refurbish moderni accident crash collision fire burn"
    " flood strike storm earthquake explosion theft stole robb =on_sale =went_on_sale ticket"
    " preorder pre-order booking reservation bought purchas auction voted =vote =votes money"
    " funded painted photograph filmed recorded visited =visit =visits died death =dead birth"
    " =born married wedding announc updated =changed edited revis retriev accessed posted checked"
    " inspect survey award =won =wins =beat defeated cancel postpon deliver retire decommission"
    " =switched_off stopped ended stolen elected appointed resign celebrat annivers deadline appli"
    " renewed signed postmarked exhibition =called_off =last_day sued fined evacuat bombed sank"
    " sunk broke broken damaged =open =opens opened reopen launched founded burgl raided looted"
    " vandalis demolish dynamited thawed frozen froze blocked occupied squatted sworn baptis"
    " christened blessed bequeath donated lent loaned insured valued measured weighed drained"
    " flooded struck rammed spotted sighted =quoted mention dismissed moved relocat renamed"
    " nationalis privatis =took_over acquired merged advert printed published wrote written"
    " composed letter article quartet diary rehears scrubbed recall ratif =into_force =in_force"
    " =takes_effect =took_effect agreed wrapped filed lodged =paid_on =are_paid knighted tabled"
    " debat =marched protest scored =hit =lost reported medal knighthood =gave =sang searched"
    " raised =bought attended hosted rejected =passed suspend expell trained promot honour"
    " disqualif interview repaint =returns returned arrest convicted signature submi =hand_in"
    " =had_to_be_in enrol shortlis tender petition hearing preview trailer pre_order =concert"
    " =concerts =gig =gigs =played =press_conference unveil =presented =served =dined =lifts"
    " =lifted =sworn_in grant leak toured =on_tour rumour lectur =voting nominat demonstrat"
    " negotiat planned approved licens licenc audit =cast casting extras =model =models"
    " =held_hearings =on_strike =downed_tools jubilee centenary bicentenary birthday =open_day"
    " commemorat =in_memory =struck lightning =ran_aground derail =power_cut bankrupt"
    " foundation_stone first_stone corner_stone cornerstone topping groundbreaking ground_breaking"
    " =keel =school_trip =spade =sod planning_permission =plans_for =initialled soak burst"
    " =sign_up regist"
)
_PRICES: Final = _begun(
    "rent rented deposit =fine fined donat donor salar wage insur debt loan =tax"
    " taxes parking coffee"
    " tea postcard programme souvenir sponsor repair lawsuit damages bail bribe budget grant"
    " made_for cost_to_make to_make spent invested wine cocktail beer bottle glass to_park"
    " to_camp fixing"
    " fixes mending replac installing servic upgrad accessor spare case strap charger cover"
    " =is_worth =was_worth =are_worth ransom subsid compensat royalt tip postage delivery shipping"
    " late_fee overdue sandwich"
)
_DEEDS: Final = _begun(
    "=beat =beats defeat =met =meets =lives =lived resid faced =faces neighbour"
    " neighbor opponent"
    " rival namesake cousin admire praise review referee attend bought donat voice"
    " applaud critic"
    " interview thank sponsor visit guest presented =lost_to =drew_with sued"
    " marri opposed"
    " prosecut =joined =streams streamed witness patient =born_in fan =fans predecessor"
    " runner-up =scored_twice =missed_a =signed_his =signed_her =signed_their"
    " =signed_a =dined =slept"
    " dedicat =named_after =foreword translat illustrat =went_out eliminat"
    " =knocked_out =first_round"
    " withdrew =gave_his =gave_her =gave_a =wore_green =wore_red =wore_blue"
    " =wore_white =sang_at =spoke_at =toured lecture =wears_green burgl"
    " complain watercolour etching =dropped_out =pulled_out donor tourist pupil schoolgirl"
    " schoolboy =ghost autograph =raffle passenger cameo =stunt =trade_fair"
)
_KINDS: Final = _begun(
    "=born_in =colour_called =color_called =most_of_its =sells_most =called =ferries_from"
    " =sponsored_by =comes_from =director"
)
_SOLD: Final = (
    _begun(
        "drew attracted burned burnt used needed bought planted served counted hired sacked"
        " replaced treated admitted discharged lent loaned borrowed digitised"
        " printed repaired lost gained collected donated trained invited welcomed killed"
        " injured scored =sold shipped travelled walked raised paid earned =won downloaded"
        " recorded"
    )
    + r"\s*$"
)
OTHER_DEEDS: Final[dict[str, re.Pattern[str]]] = {
    "rank": re.compile(
        r"\b(?:shirt|jersey|birthday|anniversary|bears the)\b|\b(?:by|in)\s(?:volume|age|length"
        r"|height|area|size|weight|population|cost|price|speed|depth|width|number|attendance"
        r"|capacity|revenue|votes?)\b"
    ),
    "number": re.compile(_SOLD),
    "money": re.compile(_PRICES),
    "percent": re.compile(
        r"\b(?:owns?|owned|holds?|held|bought|sold|acquired|controls?|keeps?)(?: about| some"
        r"| only)?\s*$|\b(?:grew|rose|fell|up|down|increased|climbed|dropped|gained|lost|jumped"
        r"|raised|cut)(?: by)?\s*$|^\s?(?:more|less|off|higher|lower|cheaper|faster|growth"
        r"|discount)\b"
    ),
    "name": re.compile(_DEEDS),
    "category": re.compile(_KINDS),
    "date": re.compile(_HAPPENINGS),
}
"""By type: words that tie a value beside them to something else."""


@lru_cache(1)
def rise_pattern() -> re.Pattern[str]:
    """`raised its prices by`: what ends right before the amount of a change."""
    return re.compile(
        r"\b(?:grew|grow\w*|rose|ris\w+|fell|fall\w*|increas\w+|climb\w*|drop\w*|gain\w*|jump\w*"
        r"|rais\w+|cut\w*|lower\w*|reduc\w+|shr[iau]nk\w*|slump\w*|went (?:up|down)|up|down)\b"
        r"[^.;]{0,50}\bby\s(?:about\s|some\s|nearly\s)?$"
    )
