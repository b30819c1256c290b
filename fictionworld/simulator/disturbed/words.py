"""What extra pages say: who keeps them, their titles, and the cue that tells what they are."""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = [
    "ARCHIVED",
    "COPIED",
    "CORRECTED",
    "LEFT_OUT",
    "READS",
    "REMARKS",
    "SALES",
    "SITES",
    "TITLES",
    "UNOFFICIAL",
    "Keeper",
]


class Keeper(NamedTuple):
    """A site that extra pages stand on; `{c}` is a coined word."""

    name: str
    host: str


SITES: Final = {
    "dead_links": (Keeper("{c} Mirror", "{c}mirror.net"),),
    "stale_copies": (Keeper("{c} Web Archive", "{c}-webarchive.org"),),
    "contradictions": (
        Keeper("{c} Rumours", "{c}rumours.net"),
        Keeper("{c} Fan Blog", "{c}-fanblog.com"),
        Keeper("Word from {c}", "wordfrom{c}.net"),
    ),
    "corrections": (Keeper("{c} Press Digest", "{c}pressdigest.com"),),
    "spam": (
        Keeper("{c} Deals", "{c}-deals.shop"),
        Keeper("Best of {c}", "bestof{c}.store"),
        Keeper("{c} Top Ten", "{c}top10.biz"),
        Keeper("Smart {c}", "smart{c}.online"),
        Keeper("{c} Bargains", "{c}bargains.site"),
    ),
}
"""Who keeps the pages that a control brings."""

TITLES: Final = {
    "dead_links": ("Copy: {title}",),
    "stale_copies": ("Archived copy: {title}",),
    "contradictions": ("Unofficial: {title}", "Unofficial word on {title}"),
    "corrections": ("Reprint with a correction: {title}",),
    "spam": (
        "{title}: best prices, coupons and offers",
        "Cheap! {title} - compare and save today",
        "Top 10: {title} (you will not believe number 4)",
        "{title} | free download, no registration",
    ),
}

COPIED: Final = (
    "> Copy of {url}, kept since the page left its site. Compared with the original on {today}: "
    "identical to its present edition.\n\n"
)
ARCHIVED: Final = (
    "> Archived copy of an earlier edition, saved on {day}. Since then the figures on "
    "[the page itself]({url}) have been revised.\n\n"
)
UNOFFICIAL: Final = (
    "> Unofficial page. Not connected with anybody named here. Written from memory on {day}; "
    "nothing has been checked.\n\n"
)
CORRECTED: Final = "> Reprinted on {day}. Correction: "
READS: Final = "in the text below, “{wrong}” should read"
LEFT_OUT: Final = "an earlier print had left out"
"""What stands between `CORRECTED` and the right value, where there is another value or none."""

REMARKS: Final = (
    "Forget what you have read elsewhere, this is how it really is.",
    "I have it from somebody who must know.",
    "Everybody copies the official numbers without a second thought.",
    "Do not ask me for a source, you would not believe it anyway.",
    "People keep telling me that I am mistaken, and I keep telling them to look closer.",
    "I shall not say it twice.",
    "This was common knowledge in our circle long ago.",
)

SALES: Final = (
    "Looking for {title}? You have come to the right place, and not a minute too early.",
    "Compare hundreds of offers on {title} with one click and save like never before.",
    "Our editors have picked the ten best answers to everything around {title}.",
    "Only today: sign up for our newsletter and receive a voucher that you can share with friends.",
    "Readers who liked {title} also liked our list of the most surprising bargains.",
    "All about {title}: guide, comparison, tips, tricks, questions and answers, all in one place.",
    "Satisfied visitors from everywhere cannot be wrong.",
    "Accept all cookies to continue reading about {title}.",
    "Do not miss part two, in which we reveal what nobody else will tell you.",
)
