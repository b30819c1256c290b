"""Words that may begin a sentence without being a name."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import numpy as np

from fictionworld.text.known import KnownNames

__all__ = ["is_common"]

_OPENERS: Final = """
a about above according across after again against ahead all alone along already also although
always amid among an and another any anybody anyone anything apart around as ask at away back
because before behind being below beneath beside besides between beyond both but by call can come
consider details despite down due during each earlier either elsewhere enough even ever every
everybody everyone everything except expect few fewer fans figures find first following for from
further given go good had has have having he head hence her here hers his hosts how however i if in
indeed inside instead into is it its itself just keep know known last late later least less let like
listed little located long look made many may maybe meanwhile more most much my named nearly neither
never nevertheless next no nobody none nor not note nothing now of off officially often old on once
one only open opinions or other others otherwise our out outside over people perhaps plenty press
put quite rather read readers right say scroll see seen set several she should since so some
somebody someone something sometimes soon sources still such supporters take team tell than that the
their them then there these they things this those though through throughout thus to today together
too toward training two under unless unlike until up upon us use usually very visit visitors wait
we well were what whatever when whenever where whether which while who whoever whole whose why will
with within without word yes yet you your yours
add anyway asked browse checked choose choosing critics discover glad got greetings guess hello hey
hi honestly hope hurry i'd i'll i'm i've join keen launch launched led let's list listen lol meet
mine nice oh ok okay order owners pages pick please point pretty put quick quite readers released
release reviewers sadly save seems shop sign signed sold sorry spotted start started stop sure
thanks tip try turns tune want watch welcome well went wondering work written yep
"""
_ENDINGS: Final = re.compile(
    r"[a-z]{3,}(?:ly|ing|ed|[ts]ions?|ments?|ness|ers|ors|ists|ians|it(?:y|ies)|ages?|ances?|ences?"
    r"|[ai]bles?|ives?|ics?|isms?|ships?|ful|ous|al|als)"
)


def is_common(word: str) -> bool:
    """Whether a word with a capital, at the beginning of a sentence, reads as an ordinary word.

    What is neither a word of the lists nor formed like one, and what is the name of somebody or
    something real, counts as a name: a model may begin another way, and is told so.
    """
    word = re.split(r"['\u2019-]", word.casefold(), maxsplit=1)[0]
    if word in _words():
        return True
    return _ENDINGS.fullmatch(word) is not None and not _is_real(word)


@cache
def _words() -> frozenset[str]:
    from faker.providers.lorem.en_US import Provider  # noqa: PLC0415 - slow to import

    return frozenset(_OPENERS.split()) | frozenset(Provider.word_list)


@cache
def _is_real(word: str) -> bool:
    names = np.empty(1, object)
    names[:] = [word]
    return bool(_known().contains(names)[0])


@cache
def _known() -> KnownNames:
    return KnownNames.load()
