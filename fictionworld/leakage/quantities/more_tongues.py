"""Number words of Swedish, Danish, Norwegian, Polish, Czech and Russian, accents dropped.

A line a language: words and what they are worth. A hundred or a thousand behind a smaller number
multiplies it, everything else is added; the Scandinavian words may be written as one.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

__all__ = ["TONGUES", "is_run_together", "read_tongue"]

_LINES: Final = {
    "sv": "ett=1 tva=2 tre=3 fyra=4 fem=5 sex=6 sju=7 atta=8 nio=9 tio=10 elva=11 tolv=12"
    " tretton=13 fjorton=14 femton=15 sexton=16 sjutton=17 arton=18 nitton=19 tjugo=20 trettio=30"
    " fyrtio=40 femtio=50 sextio=60 sjuttio=70 attio=80 nittio=90 hundra=100 tusen=1000"
    " miljon=1000000 miljoner=1000000",
    "no": "ett=1 to=2 tre=3 fire=4 fem=5 seks=6 sju=7 syv=7 atte=8 otte=8 ni=9 ti=10 elleve=11"
    " tolv=12 tretten=13 fjorten=14 femten=15 seksten=16 sytten=17 atten=18 nitten=19 tjue=20"
    " tyve=20 tretti=30 tredive=30 forti=40 f\u00f8rti=40 fyrre=40 femti=50 halvtreds=50"
    " seksti=60 tres=60 sytti=70 halvfjerds=70 atti=80 firs=80 nitti=90 halvfems=90 hundre=100"
    " hundrede=100 tusen=1000 tusind=1000 og=0 million=1000000 millioner=1000000",
    "pl": "dwa=2 dwie=2 trzy=3 cztery=4 piec=5 szesc=6 siedem=7 osiem=8 dziewiec=9 dziesiec=10"
    " jedenascie=11 dwanascie=12 trzynascie=13 czternascie=14 pietnascie=15 szesnascie=16"
    " siedemnascie=17 osiemnascie=18 dziewietnascie=19 dwadziescia=20 trzydziesci=30"
    " czterdziesci=40 piecdziesiat=50 szescdziesiat=60 siedemdziesiat=70 osiemdziesiat=80"
    " dziewiecdziesiat=90 sto=100 dwiescie=200 trzysta=300 czterysta=400 piecset=500"
    " szescset=600 siedemset=700 osiemset=800 dziewiecset=900 tysiac=1000 tysiace=1000"
    " tysiecy=1000 milion=1000000 miliony=1000000 milionow=1000000",
    "cs": "dva=2 dve=2 tri=3 ctyri=4 pet=5 sest=6 sedm=7 osm=8 devet=9 deset=10 jedenact=11"
    " dvanact=12 trinact=13 ctrnact=14 patnact=15 sestnact=16 sedmnact=17 osmnact=18 devatenact=19"
    " dvacet=20 tricet=30 ctyricet=40 padesat=50 sedesat=60 sedmdesat=70 osmdesat=80 devadesat=90"
    " sto=100 ste=100 sta=100 set=100 tisic=1000 tisice=1000 miliony=1000000 milionu=1000000",
    "ru": "два=2 две=2 три=3 четыре=4 пять=5 шесть=6 семь=7 восемь=8 девять=9 десять=10"
    " одиннадцать=11 двенадцать=12 тринадцать=13 четырнадцать=14 пятнадцать=15 шестнадцать=16"
    " семнадцать=17 восемнадцать=18 девятнадцать=19 двадцать=20 тридцать=30 сорок=40"
    " пятьдесят=50 шестьдесят=60 семьдесят=70 восемьдесят=80 девяносто=90 сто=100 двести=200"
    " триста=300 четыреста=400 пятьсот=500 шестьсот=600 семьсот=700 восемьсот=800 девятьсот=900"
    " тысяча=1000 тысячи=1000 тысяч=1000 миллион=1000000 миллиона=1000000 миллионов=1000000",
}
TONGUES: Final = {
    tongue: {word: int(worth) for word, worth in (one.split("=") for one in line.split())}
    for tongue, line in _LINES.items()
}
"""What the words of each language are worth."""
_RUNS: Final = {
    tongue: re.compile("|".join(sorted(TONGUES[tongue], key=len, reverse=True)))
    for tongue in ("sv", "no")
}


def is_run_together(word: str, tongue: str) -> bool:
    """Whether a word is several number words of a language written as one."""
    run = _RUNS.get(tongue)
    return run is not None and "".join(run.findall(word)) == word


def read_tongue(words: str, tongue: str) -> Decimal | None:
    """The number that words say; None where one of them says none."""
    worth = TONGUES[tongue]
    total = group = 0
    for word in words.split():
        if word not in worth and not is_run_together(word, tongue):
            return None
        for part in [word] if word in worth else _RUNS[tongue].findall(word):
            value = worth[part]
            if value >= 1000:
                total, group = total + max(group, 1) * value, 0
            elif value == 100 and 0 < group < 10:
                group *= 100
            else:
                group += value
    return Decimal(total + group) if total + group else None
