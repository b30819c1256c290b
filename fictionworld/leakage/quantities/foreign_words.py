"""Words for parts of a whole in six languages, accents dropped."""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.quantities.word_set import word_set

__all__ = ["FOREIGN_ONES", "FOREIGN_PARTS", "HALF_MORE"]

_NOUNS: Final = {
    2: "demi demie mitad mezzo mezza meio meia helft halfte moitie meta metade",
    3: "drittel tiers tercio tercios terzo terzi terco tercos derde",
    4: "viertel quart quarts cuarto cuartos cuarta cuartas quarto quarti quartos kwart",
    5: "funftel cinquieme cinquiemes quinto quintos quinti vijfde",
    6: "sechstel sixieme sixiemes sexto sextos sesto sesti zesde",
    7: "siebtel septieme septiemes septimo septimos settimo settimi",
    8: "achtel huitieme huitiemes octavo octavos ottavo ottavi oitavo oitavos achtste",
    9: "neuntel neuvieme neuviemes noveno novenos nono noni",
    10: "zehntel dixieme dixiemes decimo decimos decimi tiende",
    20: "zwanzigstel vingtieme vingtiemes",
}
FOREIGN_PARTS: Final = {word: n for n, words in _NOUNS.items() for word in words.split()}
"""Parts of a whole, by how many of them make it."""
FOREIGN_ONES: Final = word_set("ein eine einem einer un une uno una um uma een")
"""Words for one, which are articles too."""
HALF_MORE: Final = re.compile(r"(?P<stem>[a-z]{3,20})einhalb|(?P<three>anderthalb|anderhalve?)")
"""`eineinhalb`, `anderthalb`, `zwölfeinhalb`: so many and a half."""
