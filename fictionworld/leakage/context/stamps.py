"""Dates of what tells, not of what is told: when a page was posted, a picture taken, a plan issued.

The word beside such a date says so, or the name of the file in which it stands. Where the column
asks for just that, its words stand there, and the date is let pass.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Hit
    from fictionworld.leakage.context.asked import Asked

__all__ = ["is_stamp"]

_RECORDS: Final = (
    "newsletter|bulletin|memo|memorandum|minutes|press release|brochure|leaflet|flyer|guidebook"
    "|catalogue|catalog|screenshot|snapshot|scan|photos?|photographs?|pictures?|images?|selfie"
    "|postcard|revision|version|draft|printout|backup|dump|log|changelog|commit|receipt|invoice"
    "|timetable|price list|floor plan|site plan|street map|annual report"
)
"""Things that tell, and bear a date themselves."""
_DONE: Final = (
    "archived(?: from the original)?|retrieved|accessed|crawled|cached|captured|fetched|downloaded"
    "|uploaded|indexed|scanned|printed out|photographed|taken|snapped|shot|posted|reposted|tweeted"
    "|commented|asked|answered|replied|wrote|last (?:seen|checked|edited|modified|changed|updated)"
    "|updated|valid(?: from| as of)?|as of|correct at|current as of|version of|interviewed"
)
"""What is done with such things, in front of a date."""
_BEFORE: Final = re.compile(
    rf"(?<![A-Za-z])(?:(?:{_RECORDS})(?: (?:of|from|dated|no\.?))?|(?:{_DONE})(?: on| at| in)?)"
    r"[\s:,(\[|-]{0,3}$",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"['\u2019]?s?[ -](?:edition|issue|timetable|newsletter|catalogue|catalog|brochure|guidebook"
    r"|calendar|yearbook|almanac|annual report|annual review|accounts|budget|census|survey"
    r"|price list|programme|prospectus)(?![A-Za-z])",
    re.IGNORECASE,
)
_LEFT: Final = re.compile(r"[\w.+~=-]*$")
_RIGHT: Final = re.compile(r"[\w.+~=:-]*")
_OF_FILE: Final = re.compile(
    r"[a-z][\w.-]*\d(?:[t_-]\d\d[-_:.h]?\d\d(?:[-_:.]?\d\d)?(?!\d)|\.(?:log|bak|tmp|sql|dump|zip|gz"
    r"|tar|jpe?g|png|heic|tiff?|raw|mov|mp4|wav|db|csv)\b)"
)
"""`backup-2031-09-12T10-22-01.log`"""
_NEAR: Final = 40
_OF_RESULT: Final = re.compile(r"(?:^|\n)Date: $")
"""The field of a result that says when its page was put up."""
_IN_RESULT: Final = re.compile(r"(?:^|\n)(?:\[\d{1,3}\] )?Title: [^\n]*\nSnippet: ")
_RESULT: Final = 2_000


def is_stamp(text: str, hit: Hit, asked: Asked) -> bool:
    """Whether the date of `hit` is that of a record, a picture or a file."""
    own = asked.own
    if _OF_RESULT.search(text, max(0, hit.start - 8), hit.start) and _IN_RESULT.search(
        text, 0, _RESULT
    ):
        return True
    low = max(0, hit.start - _NEAR)
    before = _BEFORE.search(text, low, hit.start)
    if before is not None and not (own is not None and own.search(before[0].lower())):
        return True
    if hit.form == "year":
        behind = _BEHIND.match(text, hit.end)
        if behind is not None:
            return own is None or own.search(behind[0].lower()) is None
    left = _LEFT.search(text, max(0, hit.start - 80), hit.start)
    right = _RIGHT.match(text, hit.end, hit.end + 80)
    low = hit.start if left is None else left.start()
    token = text[low : hit.end if right is None else right.end()][:160].lower()
    if " " in token or _OF_FILE.search(token) is None:
        return False
    return own is None or own.search(token) is None
