"""Names of weekdays and seasons in some thirty languages."""

# Letters of other scripts are what this file is about; lists of words read best as words.
# ruff: noqa: RUF001

from __future__ import annotations

from typing import Final

from fictionworld.leakage.quantities.spelled import folded
from fictionworld.leakage.readings.lookalikes import plain_word

__all__ = ["SEASON_NAMES", "WEEKDAYS", "WEEKDAY_NAMES"]

_WEEKDAYS: Final = """
monday mondays mon montag montags lundi lunes lunedi lunedì maandag segunda-feira
  måndag måndagen mandag mandagen mánudagur maanantai maanantaina maanantaisin
  esmaspäev pirmdiena pirmadienis poniedziałek poniedziałki pondělí pondelok
  ponedeljek ponedjeljak ponedeljak понеделник понедельник понедельника понеділок
  понедељак luni hétfő hétfőn pazartesi δευτέρα dilluns luns astelehena dydd-llun luan
  e-hënë senin jumatatu lundo 星期一 周一 月曜日 월요일 الاثنين יום-שני सोमवार
tuesday tuesdays tue tues dienstag dienstags mardi martes martedi martedì dinsdag
  terça-feira tisdag tisdagen tirsdag tirsdagen þriðjudagur tiistai tiistaina
  tiistaisin teisipäev otrdiena antradienis wtorek wtorki úterý utorok torek utorak
  вторник вторника вівторок уторак marți kedd kedden salı τρίτη dimarts asteartea
  máirt selasa jumanne mardo 星期二 周二 火曜日 화요일 الثلاثاء मंगलवार
wednesday wednesdays wed mittwoch mittwochs mercredi miércoles miercoles mercoledi
  mercoledì woensdag quarta-feira onsdag onsdagen miðvikudagur keskiviikko
  keskiviikkona keskiviikkoisin kolmapäev trešdiena trečiadienis środa środę środy
  středa středu streda sreda srijeda сряда среда среду середа miercuri szerda szerdán
  çarşamba τετάρτη dimecres mércores asteazkena céadaoin rabu jumatano merkredo 星期三 周三
  水曜日 수요일 الأربعاء बुधवार
thursday thursdays thu thur thurs donnerstag donnerstags jeudi jueves giovedi giovedì
  donderdag quinta-feira torsdag torsdagen fimmtudagur torstai torstaina torstaisin
  neljapäev ceturtdiena ketvirtadienis czwartek czwartki čtvrtek štvrtok četrtek
  četvrtak четвъртък четверг четверга четвер четвртак joi csütörtök csütörtökön
  perşembe πέμπτη dijous xoves osteguna déardaoin kamis alhamisi ĵaŭdo 星期四 周四 木曜日 목요일
  الخميس गुरुवार
friday fridays fri freitag freitags vendredi viernes venerdi venerdì vrijdag
  sexta-feira fredag fredagen föstudagur perjantai perjantaina perjantaisin reede
  piektdiena penktadienis piątek piątki pátek piatok petek petak петък пятница пятницу
  пятницы п'ятниця vineri péntek pénteken cuma παρασκευή divendres venres ostirala
  aoine jumat ijumaa vendredo 星期五 周五 金曜日 금요일 الجمعة शुक्रवार
saturday saturdays sat samstag samstags sonnabend samedi sábado sabado sabato zaterdag
  lördag lördagen lørdag lørdagen laugardagur lauantai lauantaina lauantaisin laupäev
  sestdiena šeštadienis sobota sobotę soboty sobotu subota събота суббота субботу
  субботы субота sâmbătă szombat szombaton cumartesi σάββατο dissabte larunbata
  satharn sabtu jumamosi sabato 星期六 周六 土曜日 토요일 السبت शनिवार
sunday sundays sun sonntag sonntags dimanche domingo domenica zondag söndag söndagen
  søndag søndagen sunnudagur sunnuntai sunnuntaina sunnuntaisin pühapäev svētdiena
  sekmadienis niedziela niedzielę niedziele neděle neděli nedeľa nedelja nedjelja
  неделя воскресенье воскресенья неділя недеља duminică vasárnap pazar κυριακή
  diumenge igandea domhnach minggu jumapili dimanĉo 星期日 星期天 周日 日曜日 일요일 الأحد रविवार
"""
_SEASONS: Final = """
spring springtime frühling fruehling frühjahr fruhjahr printemps primavera lente
  voorjaar vår våren forår foråret kevät keväällä kevad wiosna wiosną jaro jar pomlad
  proljeće весна весной весны пролет primăvară tavasz tavasszal ilkbahar άνοιξη
  udaberria gwanwyn 春 봄
summer summertime sommer été ete verano estate verão verao zomer sommar sommaren
  sommeren kesä kesällä suvi lato latem léto leto poletje ljeto лето летом лета літо
  лято vară nyár nyáron yaz καλοκαίρι estiu uda haf 夏 여름
autumn fall herbst automne otoño otono autunno outono herfst höst hösten høst høsten
  efterår efteråret syksy syksyllä sügis jesień jesienią podzim jeseň jesen осень
  осенью осени осінь есен toamnă ősz ősszel sonbahar φθινόπωρο tardor udazkena hydref
  秋 가을
winter wintertime winters hiver invierno inverno vinter vintern vinteren talvi
  talvella talv zima zimą zimě зима зимой зимы iarnă tél télen kış χειμώνας hivern
  negua gaeaf 冬 겨울
"""
_NONE: Final = frozenset(["host", "jar", "tel", "bom", "kis", "var", "luan", "dong", "leta", "osz"])
"""Forms without their accents that are other words."""


def _lines(table: str) -> tuple[tuple[str, ...], ...]:
    """The names of each line: as they are written, without accents, and in our letters."""
    lines = table.strip().replace("\n  ", " ").split("\n")
    return tuple(
        tuple(
            dict.fromkeys(
                form
                for word in line.split()
                for form in (word, folded(word), plain_word(word).lower())
                if form not in _NONE
            )
        )
        for line in lines
    )


WEEKDAY_NAMES: Final = _lines(_WEEKDAYS)
"""The names of each weekday, from Monday on, the English one first."""
SEASON_NAMES: Final = _lines(_SEASONS)
"""The names of each season, from spring on."""
WEEKDAYS: Final = {name: n for n, names in enumerate(WEEKDAY_NAMES) for name in names}
"""The weekdays by name, Monday being nought."""
