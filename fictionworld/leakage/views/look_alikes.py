"""Letters that look like others, made plain ASCII: Cyrillic, Greek, Cherokee, accents, widths."""

# The letters that look alike are what this file is about.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from fictionworld.extras import require_extra

_PAIRS: Final = (
    # Cyrillic
    "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT УY ХX ЬB ҮY ԌG ԜW аa еe ѕs іi јj кk оo рp сc уy хx"
    " гr ѵv ԁd ԛq ԝw һh ӏl"
    # Greek
    " ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX αa ιi κk νv οo ρp υu χx ϲc ϳj"
    # Cherokee
    " ᎠD ᎡR ᎢT ᎪA ᎫJ ᎬE ᎳW ᎷM ᎻH ᎽY ᏀG ᏂH ᏃZ ᏎA ᏒR ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK ᏧJ ᏮB ᏩG ᎥI ᏴB"
    " ꓮA ꓲI ꓳO ꓢS ᎵP ᏤV ᏅO ᎾO ᏋE ᎶG ᏭW ᏯB"
    # Coptic, Armenian, phonetic
    " ⲞO ⲟo ⲤC ⲥc ոn օo սu ցg հh ıi ɡg ɑa ǀl"
)
_ALIKE: Final = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()} | {"Ꮩ": "V"})
_LATIN: Final = re.compile(r"[A-Za-z]")


@lru_cache(1 << 14)
def plain_word(word: str) -> str:
    """A run of letters, some beyond ASCII, as a reader of Latin letters sees it.

    A word of another script that look-alikes do not make up is put in our letters by sound.
    """
    if word.isascii():
        return word
    require_extra("leaks", "the matcher of leaks")
    from anyascii import anyascii  # noqa: PLC0415 - of an extra

    alike = word.translate(_ALIKE)
    if alike.isascii() or _LATIN.search(word):
        return anyascii(alike)
    return anyascii(word)
