"""Ways in which texts put what a price, a plan or a membership holds, and who may have it.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_OFFERS"]

OF_OFFERS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "[a-z]* ?(?:included|supplied|bundled)",
        (
            "(?:in|inside|out of) ~(?:box|package|packet)|(?:comes?|ships?|sold|sells"
            "|packed) (?:\\w+ ){0,4}with|thrown in|bundled|supplied|provided|(?:get|gets|got) ~with"
            "|you also get|at no extra \\w+|box (?:holds|contains)"
        ),
        (
            "(?:sold|bought|buy|buys|purchased?|ordered|order|available|charged|costs?|comes?)"
            " ~(?:separately|extra|apart)|(?:ships?|comes?|sold|sells) ~without|bring ~ own"
            "|(?:must|have to|has to|need to|needs to) (?:buy|bring|order|get|purchase|supply"
            "|find)|buy (?:one|it) yourself|optional extra|(?:left|up) to the buyer"
        ),
    ),
    (
        "\\w+ covered$|covers \\w+",
        (
            "(?:pays?|paid|paying) (?:for|out|towards|~(?:bill|in full|every (?:penny|cent)))"
            "|reimburs\\w+|refund\\w*|(?:picks? up|foots?|settles?|settled|footed) ~(?:bill|tab)"
            "|costs? (?:me|us|him|her|you|members) nothing|free (?:of charge|for)|covers|insured"
        ),
        (
            "(?:pay|paid|pays) ~(?:myself|yourself|himself|herself|themselves|ourselves)"
            "|out of (?:my|your|his|her|their|our) own pocket|at (?:my|your|his|her|their|our) own"
            " (?:expense|cost)|exclud\\w+|exclusions?|(?:refus\\w+|declin\\w+) to pay"
        ),
    ),
    (
        (
            "(?:open to|accept\\w*|admit\\w*|takes|taking) (?:new )?(?:members|applicants|patients"
            "|customers|clients|pupils|students|investors)"
        ),
        (
            "(?:tak(?:es?|ing)|accept(?:s|ing)?|admit(?:s|ting)?|welcom(?:es?|ing)|enrol\\w*"
            "|recruit\\w*|sign(?:s|ing) up|looking for|seeks?|room for|places for|invites?)"
            " ~(?:members?|applicants?|patients?|customers?|clients?|pupils?|students?|investors?"
            "|newcomers?|more|anyone)|(?:anyone|everyone|newcomers?|you|new \\w+) (?:can|may)"
            " (?:still |now )?(?:join|apply|sign up|register)|new (?:members|patients|customers"
            "|clients|pupils) (?:\\w+ )?(?:welcome|wanted)|(?:membership|list) is open"
        ),
        (
            "(?:sent|(?:turn|send)(?:s|ed|ing)?) ~(?:away|down)|(?:list|books?|rolls?) (?:is|are)"
            " (?:full|closed)|closed to (?:new|newcomers|applicants)|(?:took|taken|takes)"
            " (?:in |on )?(?:its|their|the) last (?:new )?(?:member|patient|customer|client|pupil"
            "|applicant)s?|stopped (?:taking|accepting|admitting)|by invitation only"
            "|(?:is|are) full"
        ),
    ),
    (
        "breakfast",
        ("breakfast ~ (?:included|on the house|part of|no extra|thrown in)|wake up to ~ breakfast"),
        "breakfast ~ (?:extra|not included|costs|charged|surcharge)|no breakfast|room only",
    ),
    (
        "(?:reservation|booking|advance booking)",
        (
            "(?:book|reserve) (?:ahead|in advance|a (?:table|slot|place))|by appointment(?:"
            " only)?|(?:tables?|slots?|seats) must be (?:booked|reserved)|bookings? (?:only"
            "|essential|required)"
        ),
        (
            "(?:just|simply) (?:turn up|walk in|show up|drop in)|walk-ins?|first come|no"
            " (?:need to )?(?:book|booking|reservation)s?|without (?:booking|reservation)"
        ),
    ),
    (
        "cash",
        (
            "cash (?:is )?(?:accepted|welcome|only|taken)|(?:takes?|accepts?) (?:\\w+ )?cash"
            "|pay (?:in|with|by) (?:cash|coins|notes)|coins and notes"
        ),
        (
            "cards? only|cashless|card payments? only|no cash|only (?:by|takes?|accepts?)"
            " cards?|contactless only"
        ),
    ),
    (
        "cards? (?:accepted|payment)|credit cards?|contactless",
        (
            "(?:pay|paid|payment) (?:by|with) (?:card|plastic)|takes? (?:cards?|plastic)|tap to"
            " pay|cards? (?:are )?(?:welcome|accepted|taken)|card reader"
        ),
        "cash only|only cash|coins only|no (?:cards|plastic)|bring (?:cash|coins|notes)",
    ),
)
