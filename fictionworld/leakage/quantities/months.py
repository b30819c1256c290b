"""Names of months in some forty languages, in the forms that dates take them in."""

# Letters of other scripts are what this file is about; lists of words read best as words.
# ruff: noqa: RUF001, SIM905

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.readings.lookalikes import plain_word

__all__ = ["MONTHS", "ONLY_WITH_YEAR"]

_WHOLE: Final = """
1 jan january janúar januar janvier enero gennaio janeiro januari janv ene gen jänner
  jaenner gener xaneiro januarie januaro ianuarie ianuarii styczeń stycznia styczniu
  leden ledna lednu siječanj siječnja siječnju січень січня січні студзень студзеня
  студзені sausis sausio sausį sausyje ionawr eanáir
2 feb february février févr februar fevrier febrero febbraio fevereiro februari fev
  fevr feber febrer febreiro februarie februaro februarii luty lutego lutym únor února
  únoru veljača veljače veljači лютий лютого лютому люты лютага vasaris vasario vasarį
  chwefror feabhra
3 mar march marz maerz mars marzo marco maart mrz mrt març martie marto martii marts
  mart marzec marca marcu březen března březnu ožujak ožujka ožujku березень березня
  березні сакавік сакавіка kovas kovo kovą mawrth márta
4 apr april avril abril aprile avr abr aprilie aprilo aprilis kwiecień kwietnia
  kwietniu duben dubna dubnu travanj travnja travnju квітень квітня квітні красавік
  красавіка balandis balandžio balandį ebrill aibreán
5 may mai mayo maggio maio mei mag maj maig majo maii maj maja maju květen května
  květnu svibanj svibnja svibnju травень травня травні gegužė gegužės gegužę bealtaine
6 jun june juni juin junio giugno junho giu juny xuño iunie iunii juno czerwiec
  czerwca czerwcu červen června červnu lipanj lipnja lipnju червень червня червні
  чэрвень чэрвеня birželis birželio birželį mehefin meitheamh
7 jul july juli juillet julio luglio julho juil lug juliol xullo iulie iulii julai
  lipiec lipca lipcu červenec července červenci srpanj srpnja srpnju липень липня
  липні ліпень ліпеня liepa liepos liepą gorffennaf iúil
8 aug august aout agosto augustus ago agost aŭgusto augusti agustus agosti ogos
  sierpień sierpnia sierpniu srpen srpna srpnu kolovoz kolovoza kolovozu серпень
  серпня серпні жнівень жніўня rugpjūtis rugpjūčio rugpjūtį awst lúnasa
9 sep sept september septembre septiembre settembre setembro set setembre septembrie
  septembro septembris septemba wrzesień września wrześniu září rujan rujna rujnu
  вересень вересня вересні верасень верасня rugsėjis rugsėjo rugsėjį medi
10 oct october oktober octobre octubre ottobre outubro okt out ott octombrie oktobro
  octobris oktoober oktoba październik października październiku říjen října říjnu
  жовтень жовтня жовтні кастрычнік кастрычніка spalis spalio spalį hydref deireadh
11 nov november novembre noviembre novembro noiembrie novembris novemba listopad
  listopada listopadzie listopadu studeni studenoga studenog studenome листопад
  листопада листопаді лістапад лістапада lapkritis lapkričio lapkritį tachwedd samhain
12 dec december dezember decembre diciembre dicembre dezembro dez dic desembre
  decembro decembrie decembris desember disember desemba grudzień grudnia grudniu
  prosinec prosince prosinci prosinac prosinca prosincu грудень грудня грудні снежань
  снежня gruodis gruodžio gruodį rhagfyr nollaig
"""
"""Whole forms, each month led by its number: Germanic, Romance, Celtic, Baltic and West Slavic."""
_ENDINGS: Final = """
tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu + kuu kuun kuuta
  kuussa kuusta kuulla kuuksi kuuhun
jaanuar veebruar märts aprill mai juuni juuli august septembr oktoobr novembr detsembr
  + - i is il ist s l
janvār februār mart aprīl maij jūnij jūlij august septembr oktobr novembr decembr + is
  a ī i s ā u
január február március április május június július augusztus szeptember október
  november december + - ban ben i ában ében ának ének tól től ra re ig án én
január február marec apríl máj jún júl august september október november december + -
  a i e u
januar februar marc april maj junij julij avgust septembr oktobr novembr decembr + - a
  ja ju u i
januar februar mart april maj jun jul avgust septembar oktobar novembar decembar + - a
  u
январ феврал март апрел ма июн июл август сентябр октябр ноябр декабр + - ь я е ю ем
  ём й а у ом
јануар фебруар март април мај јун јул август септембр октобр новембр децембр + - а у и
јануар фебруар март април мај јун јул август септембар октобар новембар децембар + -
януари февруари март април май юни юли август септември октомври ноември декември + -
јануари февруари март април мај јуни јули август септември октомври ноември декември +
  -
ιανουαρι φεβρουαρι μαρτι απριλι μαι ιουνι ιουλι αυγουστ σεπτεμβρι οκτωβρι νοεμβρι
  δεκεμβρι + ος ου ο
janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember + -
janar shkurt mars prill maj qershor korrik gusht shtator tetor nëntor dhjetor + - it
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık + - ta da
  te de tan dan ten den ayı
urtarril otsail martxo apiril maiatz ekain uztail abuztu irail urri azaro abendu + a
  aren an ko ren
januari februari maret april mei juni juli agustus september oktober november desember
  + -
januari februari machi aprili mei juni julai agosti septemba oktoba novemba desemba +
  -
ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר + -
בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר +
  -
يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر + -
- شباط آذار نيسان أيار حزيران تموز آب أيلول - - - + -
जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर + -
जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर + -
"""
"""The stems of twelve months (a dash for none), and all endings that each may have: Finnish,
Estonian, Latvian, Hungarian, Slovak, Slovene, Serbian, Russian, Bulgarian, Macedonian, Greek
without accents, Icelandic, Albanian, Turkish, Basque, Indonesian, Swahili, Hebrew, Arabic and
Hindi."""
_NONE: Final = frozenset("mail mais mrs maa mae mau maom maem des".split())
"""Forms that the tables make, and that other words are more often."""
_CLEAR: Final = frozenset(
    "jan janv ene enero feb fev fevr feber mar mars march marz maerz mrz mrt marzo marco"
    " marts maart apr april abr abril avr avril may mai mayo mayis mei maj maja maio maggio maig"
    " jun june juni juin junio junho giu juny juuni jul july"
    " juli juil julio julho lug juuli lipca aug aout"
    " agost sep sept oct okt ekim nov kasim dec dez dic".split()
)
"""Short names that mean hardly anything else beside a number."""


def _all_names() -> dict[str, int]:
    """Every form, as it is written, without its accents, and in our letters."""
    found: dict[str, int] = {}

    def add(word: str, month: int) -> None:
        for form in (word, folded(word), plain_word(word).lower()):
            if len(form) > 2 and form not in _NONE:
                found.setdefault(form, month)

    for line in re.split(r"\n(?=\S)", _WHOLE.strip()):
        number, *words = line.split()
        for word in words:
            add(word, int(number))
    for line in re.split(r"\n(?=\S)", _ENDINGS.strip()):
        stems, _, endings = line.partition("+")
        for month, stem in enumerate(stems.split(), start=1):
            for ending in endings.split():
                if stem != "-":
                    add(stem + ending.strip("-"), month)
    for word, month in _LONG.items():
        for slip in _slips(word):
            found.setdefault(slip, month)
    return found


_LONG: Final = {
    "january": 1, "february": 2, "september": 9, "october": 10, "november": 11, "december": 12,
}  # fmt: skip
"""Names so long that with a slip of spelling they are no other word."""


def _slips(word: str) -> list[str]:
    """A word with one letter left out, doubled, or changed with its neighbour; the first stands."""
    found = []
    for at in range(1, len(word)):
        found += [word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:]]
        found.append(word[:at] + word[at : at + 2][::-1] + word[at + 2 :])
    return found


MONTHS: Final = _all_names()
"""The months of the year by their names in small letters."""
ONLY_WITH_YEAR: Final = frozenset(
    word for word in MONTHS if word.isascii() and len(word) < 6 and word not in _CLEAR
)
"""Short words of other meanings: a number beside them is a day only where a year stands there."""
