"""Yes-or-no properties that many columns ask for, and the many ways in which texts put them.

`Wireless charging` is told by `fills up without a cable`, `Driverless` by `nobody at the controls`.
Each property names the columns it is asked by, what affirms it and what denies it; negation around
those is read by `truths`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Property", "property_of"]


class Property(NamedTuple):
    """Ways of affirming a property, and of denying it."""

    affirming: re.Pattern[str]
    denying: re.Pattern[str]


_NOBODY: Final = r"(?:nobody|no[- ]?one|no (?:driver|crew|human|staff|pilot|motorman))"
_PHRASES: Final[tuple[tuple[str, str, str], ...]] = (
    (
        r"wireless|qi charging|inductive",
        (
            r"\b(?:without|no|needs? no|minus) (?:a |any )?(?:cables?|wires?|cords?|plug)\b"
            r"|\bqi[- ]?(?:pad|mat|charg\w*|stand|plate|2)?\b|\bcharging (?:pad|mat)\b"
            r"|\bcable-free\b"
            r"|\bcordless(?:ly)?\b|\binductive\w*|\bwire-?less(?:ly)?\b"
        ),
        (
            r"\b(?:only|solely|exclusively) (?:by|with|through|via|over) (?:a |its |the )?"
            r"(?:cable|wire|usb|plug|cord)|\bcable[- ]only\b|\bby cable (?:only|alone)\b"
            r"|\bneeds? a (?:cable|cord) to (?:charge|fill)"
        ),
    ),
    (
        r"driverless|automated|automatic|unmanned|autonomous",
        (
            rf"\b{_NOBODY} (?:is |sits |sat |stands )?(?:at|behind|in|on board|aboard|needed)\b"
            r"|\b(?:drives?|steers?|runs?|drive|operates?) (?:itself|themselves)\b"
            r"|\bself-driving\b|\bfully[- ]automat\w+|\bunmanned\b|\bdriver-?less\b"
            r"|\bwithout (?:a |any )?(?:drivers?|crew|staff)\b|\bfahrerlos\w*|\bsans conducteur"
            r"|\bsin conductor|\bcomputers? (?:drives?|at the controls)|\bautonomous(?:ly)?\b"
            r"|\bautomatically driven\b|\bno drivers?\b"
        ),
        (
            r"\b(?:a |its |each |every |the )drivers? (?:at|sits?|is|in|on|still|aboard|drives?)\b"
            r"|\bdriven by (?:a |people|human|hand)|\bmanually driven\b|\bneeds? a driver\b"
            r"|\bdriver-operated\b|\bcrewed\b"
        ),
    ),
    (
        r"cars?\b|vehicles?",
        (
            r"\b(?:drive|roll|park)s? (?:on|aboard|your car|off)\b|\broll-on\b|\bro-ro\b"
            r"|\bcar deck\b|\bcar ferry\b|\bbring your (?:car|vehicle)\b|\btakes? (?:your )?cars?\b"
            r"|\b(?:cars|vehicles) (?:and \w+ )?(?:are )?(?:carried|welcome|aboard|too)\b"
            r"|\bcarries (?:\w+ )?(?:cars|vehicles)\b|\broom for (?:\w+ )?cars\b"
        ),
        (
            r"\bleave (?:your|the) (?:cars?|vehicles?)\b|\bpassengers only\b|\bpassenger-only\b"
            r"|\bfoot[- ]passengers?(?: ferry)? only\b|\bfoot[- ]passengers? ferry\b|\bcar-free\b"
            r"|\b(?:only|just) (?:for |takes |carries )?(?:foot[- ]passengers|people on foot"
            r"|pedestrians)\b|\bno (?:cars|vehicles|car deck)\b|\bonly on foot\b"
        ),
    ),
    (
        r"dogs?\b|pets?\b|animals? allowed",
        (
            r"\b(?:dogs?|pets?|four-legged \w+|hounds?|your dog)\b[^.;]{0,30}\b(?:welcome|allowed"
            r"|admitted|permitted|may|come along|travel free)\b|\b(?:bring|take) (?:your|the|a)"
            r" (?:dogs?|pets?|four-legged)\b|\b(?:dog|pet)-friendly\b"
            r"|\bwelcomes? (?:\w+ )?(?:dogs?|pets?|four-legged)"
        ),
        (
            r"\b(?:dogs?|pets?|four-legged \w+)\b[^.;]{0,30}\b(?:stay (?:at home|outside)"
            r"|must (?:stay|wait)|banned|barred|not allowed|prohibited|forbidden|wait outside)\b"
            r"|\bleave (?:your |the )?(?:dogs?|pets?|four-legged)|\bno (?:dogs|pets)\b"
        ),
    ),
    (
        r"bicycles?|bikes?\b|cycles? allowed",
        (
            r"\b(?:bikes?|bicycles?)\b[^.;]{0,24}\b(?:welcome|allowed|carried|permitted"
            r"|travel free)\b"
            r"|\b(?:bring|take|wheel) (?:your|a|the) (?:bikes?|bicycles?)\b"
        ),
        (
            r"\bleave (?:your |the )?(?:bikes?|bicycles?)|\bno (?:bikes|bicycles)\b"
            r"|\b(?:bikes?|bicycles?) (?:must )?stay\b"
        ),
    ),
    (
        r"cash",
        (
            r"\bcash (?:is )?(?:accepted|welcome|only|taken)\b|\b(?:takes?"
            r"|accepts?) (?:\w+ )?cash\b"
            r"|\bpay (?:in|with|by) (?:cash|coins|notes)\b|\bcoins and notes\b"
        ),
        (
            r"\bcards? only\b|\bcashless\b|\bcard payments? only\b|\bno cash\b"
            r"|\bonly (?:by|takes?|accepts?) cards?\b|\bcontactless only\b"
        ),
    ),
    (
        r"children|kids|family",
        (
            r"\b(?:children|kids|little ones|families)\b[^.;]{0,24}\b(?:welcome|allowed|admitted"
            r"|may (?:come|enter))\b|\b(?:child|kid|family)-friendly\b|\bbring the (?:kids"
            r"|children)\b"
        ),
        (
            r"\badults?[- ]only\b|\bover-?18s? only\b|\b18 and (?:over|older)\b|\bgrown-ups only\b"
            r"|\bno (?:children|kids)\b|\bonly adults\b"
        ),
    ),
    (
        r"(?<!-)free (?:entry|admission|access|of charge|wi)|admission free|entry free",
        (
            r"\b(?:costs?|pay|charges?) nothing\b|\bfree of charge\b|\bwithout (?:a fee|charge"
            r"|paying|a ticket)\b|\bgratis\b|\bno (?:entry |admission )?(?:fee|charge"
            r"|ticket needed)\b"
            r"|\bfor nothing\b|\bwithout (?:spending|paying) a\b"
        ),
        (
            r"\bcharges? (?:for )?(?:entry|admission|visitors)\b|\bticket (?:required|needed)\b"
            r"|\bpaid (?:entry|admission)\b"
        ),
    ),
    (
        r"free transfer",
        (
            r"\bfor nothing\b|\bwithout a fee\b|\bno (?:transfer )?fee\b|\bout of contract\b"
            r"|\bfree agent\b|\bon a free\b|\bcost(?:s|ing)? (?:them )?nothing\b"
        ),
        r"\bfor (?:a fee|an undisclosed fee)\b",
    ),
    (
        r"on loan|loan",
        r"\bon loan\b|\bloaned\b|\bborrowed\b|\bloanee\b|\bon a (?:season|year)?-?(?:long )?loan\b",
        r"\bpermanent (?:deal|move|transfer|signing)\b|\bbought outright\b",
    ),
    (
        r"step-?free|wheelchair|accessib|barrier-?free|stepless",
        (
            r"\b(?:reach|enter|use|board)\w*\b[^.;]{0,24}\b(?:by|in|with) (?:a )?wheelchairs?\b"
            r"|\bwheelchairs? (?:users? )?(?:can|may|welcome|roll|get|reach|accessible|friendly)\b"
            r"|\b(?:no|without|meet no|not a single|free of) (?:stairs?|steps?|kerbs?|barriers?)\b"
            r"|\bstep-?less\b|\bstep-free\b|\bbarrier-free\b|\bbarrierefrei\w*|\bsans marches?\b"
            r"|\bramps? (?:and|or) lifts?\b|\blevel access\b|\bwheelchair[- ](?:accessible"
            r"|friendly)\b"
        ),
        (
            r"\b(?:only|solely) (?:by|up|via) (?:the )?(?:stairs?|steps?)\b|\bstairs only\b"
            r"|\b(?:must|have to) (?:be carried|climb)\b|\bflights? of (?:stairs|steps)\b"
            r"|\bwheelchair users? (?:cannot|can't|must)\b"
        ),
    ),
    (
        r"lift\b|elevator",
        r"\belevators?\b|\b(?:two|three|four|glass|by) lifts?\b",
        r"\bstairs only\b|\b(?:only|solely) (?:by|via) (?:the )?stairs\b",
    ),
    (
        r"refurbish|renovat|modernis|moderniz|restored",
        (
            r"\brefurbish\w+|\brenovat(?:ed|ion)\b|\bmoderni[sz]ed\b|\bdone up\b|\bmade over\b"
            r"|\bfacelift\b|\boverhaul\w*|\brestored\b|\bin new splendou?r\b"
        ),
        (
            r"\bunrenovated\b|\boriginal condition\b|\bin need of (?:repair|renovation)\b"
            r"|\buntouched since\b"
        ),
    ),
    (
        r"water-?(?:proof|resist\w*|tight)|ip\s?6[78]",
        (
            r"\bip\s?6[5-9]\b|\bwater-?(?:proof|tight|resistant)\b|\bshrugs off (?:rain|water)\b"
            r"|\b(?:survives?|withstands?|lives? through|outlives) (?:an? )?(?:\w+ )?(?:dips?"
            r"|dunk\w*"
            r"|rain|baths?|swim\w*|water|submersion|the pool|puddles?)\b"
            r"|\b(?:dunk|drop|submerge|swim with|shower with)\b[^.;]{0,30}\b(?:pool|water|sea|sink"
            r"|bath|it)\b|\bsealed against (?:water|rain)\b"
        ),
        (
            r"\b(?:keep|must stay|stays?) (?:it )?(?:dry|away from water)\b|\b(?:dies|drowns?"
            r"|ruined)"
            r" (?:in|by) (?:the )?(?:water|rain)\b|\bnot (?:meant )?for (?:the )?(?:rain|water"
            r"|pool)\b"
        ),
    ),
    (
        r"dual[- ]?sim|two sims?",
        (
            r"\b(?:two|2|second|twin|dual) (?:nano-?)?(?:sims?\b|sim cards?|phone numbers|lines)"
            r"|\bdual-sim\b|\btwo numbers\b"
        ),
        r"\b(?:one|single|only one|a single|1) (?:sim|sim card|number)\b|\bsingle-sim\b",
    ),
    (
        r"headphone|audio jack|3[.,]5\s?mm",
        (
            r"\b3[.,]5[- ]?mm\b|\b(?:wired|old) (?:headphones?|earphones?)\b|\bheadphone (?:socket"
            r"|jack|port|connector)\b|\bplug in (?:your |wired )?(?:headphones|earphones)\b"
        ),
        (
            r"\b(?:bluetooth|wireless) (?:head|ear)phones only\b|\b(?:needs?"
            r"|only with) an adapt[eo]r\b"
            r"|\bonly (?:through|via|by) (?:usb|bluetooth)\b"
        ),
    ),
    (
        r"\b5g\b",
        r"\b(?-i:5G)\b|\bfifth[- ]generation (?:network|mobile|modem)",
        r"\b4g only\b|\b(?:tops out at|stuck (?:on|with)|only) (?:4g|lte)\b",
    ),
    (
        r"fold(?:s|able|ing|ed)?\b|bendable|flip",
        (
            r"\b(?:folds?|folding|foldable|foldaway|collaps(?:es|ible)|flips? (?:shut|open)"
            r"|hinges? (?:shut|open))\b|\bbends? in (?:half|two|the middle)\b"
        ),
        r"\brigid\b|\bclassic slab\b|\bone[- ]piece\b",
    ),
    (
        r"relegat",
        (
            r"\b(?:relegated|drop(?:ped|s)? (?:down|into|out|to the)|went down|go(?:es)? down"
            r"|going down|demoted|fell (?:to|into|out)|lost (?:their|its) place"
            r"|(?:said|say|bade) goodbye to)\b|\babgestiegen\b|\bsteigt ab\b|\bdescendi\w+\b"
            r"|\brelegu?é\w*\b"
        ),
        (
            r"\b(?:stay(?:ed|s)? up|survived|avoided the drop|kept (?:their|its) place|escaped"
            r"|promoted|champions)\b|\b(?:are |is |were )safe\b"
        ),
    ),
    (
        r"promot",
        (
            r"\b(?:promoted|go(?:es)? up|went up|going up|move(?:d|s)? up|climb(?:ed|s)? (?:to"
            r"|into)"
            r"|won promotion|earned promotion)\b|\baufgestiegen\b|\bsteigt auf\b|\bascendi\w+\b"
            r"|\bpromu\w*\b"
        ),
        r"\b(?:stay(?:ed|s)? (?:down|put)|missed (?:out on )?promotion|relegated|went down)\b",
    ),
    (
        r"champion|title winner|won the (?:title|league|cup)",
        (
            r"\b(?:champions?|title-?holders?|lifted the (?:trophy|cup)|took the (?:title|crown)"
            r"|won the (?:title|league|championship|cup))\b|\b(?:Meister|campe[oó]n(?:es)?)\b"
        ),
        r"\b(?:runners?-up|missed the title|lost the (?:title|final))\b",
    ),
    (
        r"retired|retirement",
        (
            r"\b(?:retired|hung up (?:his|her|their|the)|called it a day|ended (?:his|her) career"
            r"|gave up (?:playing|racing|the sport)|stepped down for good)\b"
        ),
        r"\b(?:still (?:playing|active|racing|competes|working)|plays on|carries on)\b",
    ),
    (
        r"organic|\bbio\b",
        (
            r"\borganic(?:ally)?\b|\b(?:no|without|free of|never sees?) (?:\w+ )?(?:pesticides?"
            r"|chemicals|sprays|synthetic)\b|\b(?:biologique|biol[oó]gic[oa]|ecol[oó]gic[oa]"
            r"|biologisch)\b"
        ),
        (
            r"\bconventional(?:ly)?\b|\b(?:uses?|sprays?|sprayed with) (?!no )(?:\w+ )?"
            r"(?:pesticides?"
            r"|chemicals|weedkiller)\b"
        ),
    ),
    (
        r"vegan",
        (
            r"\bvegan\b|\b(?:no|without|free of) (?:any )?animal (?:products?|ingredients?)\b"
            r"|\b(?:entirely|wholly|purely) plant-based\b"
        ),
        (
            r"\b(?:contains?|with|made with|uses?) (?:\w+ )?(?:milk|butter|eggs?|honey|cheese"
            r"|gelatine"
            r"|meat)\b"
        ),
    ),
    (
        r"stream|live\b|broadcast",
        (
            r"\bstream(?:s|ed|ing)\b|\b(?:shown|watch(?:ed)?|goes out|broadcast|carried|aired)"
            r" (?:it )?(?:live|online)\b|\blivestream\w*"
        ),
        r"\brecorded (?:beforehand|in advance)\b|\b(?:only|solely) in the (?:hall|room|theatre)\b",
    ),
    (
        r"sold[- ]?out",
        (
            r"\bsold[- ]?out\b|\b(?:not a|no|without a) (?:single )?(?:seat|ticket|place)s?"
            r" (?:was |were |is |are )?(?:left|free|spare|to be had|remain\w*)\b"
            r"|\bevery (?:seat|ticket|place) (?:was |has been |is )?(?:sold|taken|gone)\b"
            r"|\bfull house\b|\bcapacity crowd\b|\bausverkauft\b|\bagotad\w+\b|\bcomplet\b"
        ),
        (
            r"\b(?:seats|tickets|places) (?:are |were )?(?:still )?(?:available|left|unsold"
            r"|to be had)"
            r"|\bempty seats\b|\bhalf[- ]empty\b"
        ),
    ),
    (
        r"in print",
        r"\bin print\b|\b(?:still )?(?:on sale|reprinted|sold in (?:every |all )?bookshops?)\b",
        r"\bout of print\b|\b(?:only )?second-?hand\b|\bno longer (?:printed|published)\b",
    ),
    (
        r"own brew|brewery|brews?|microbrew",
        (
            r"\b(?:brews?|brewed|brewing) (?:its|their|his|her) own\b|\bown (?:beer|brewery"
            r"|brewhouse)"
            r"|\bbrewed (?:on the premises|in the (?:cellar|back|house)|on site)\b"
            r"|\bhouse[- ]brewed\b"
        ),
        r"\b(?:buys in|bought in) (?:\w+ )?beer\b|\bbeer (?:comes|is bought) from\b",
    ),
    (
        r"heated|heating",
        r"\b(?:heated|warmed|undersoil heating|underfloor heating)\b|\bbeheizt\w*|\bchauff[ée]\w*",
        r"\bunheated\b|\b(?:no|without) heating\b|\bice-cold\b",
    ),
    (
        r"listed|protected|heritage|monument",
        (
            r"\blisted (?:building|monument|grade)\b|\b(?:is|was|been) listed\b|\bgrade (?:i|ii)\b"
            r"|\bprotected (?:monument|building|landmark)\b|\bheritage (?:list|protection|site)\b"
            r"|\bunder (?:monument|heritage) protection\b|\bdenkmalgesch\w+\b"
        ),
        r"\bunlisted\b|\b(?:no|without) (?:heritage|monument) (?:protection|status)\b",
    ),
    (
        r"accredit|certif|licen[cs]ed",
        (
            r"\b(?:accredited|certified|licensed|recogni[sz]ed by|holds? (?:the "
            r"|an? )?(?:accreditation"
            r"|certificate|certification|seal))\b|\bakkreditiert\b|\bzertifiziert\b"
            r"|\bcertifi[ée]\w*"
        ),
        (
            r"\bun(?:accredited|certified|licensed)\b|\b(?:lost|lapsed|without|lacks?) (?:its "
            r"|the |any"
            r" |an? )?(?:accreditation|certificat\w+|licen[cs]e)\b"
        ),
    ),
)
"""What a column is called; ways of affirming it; ways of denying it."""


@lru_cache(256)
def property_of(column: str) -> Property | None:
    """The property that a column asks for; None where the table has none of its name."""
    for called, affirming, denying in _PHRASES:
        if re.search(rf"\b(?:{called})", column, re.IGNORECASE):
            return Property(
                re.compile(affirming, re.IGNORECASE), re.compile(denying, re.IGNORECASE)
            )
    return None
