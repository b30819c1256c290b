"""Units of measure by the words that people write for them, and how many of one make another.

One line a unit: what it measures, its canonical name, its size, its words in small letters without
accents. Words that mean something else more often (`bars`, `cups`, `leagues`) are left out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

__all__ = ["UNITS", "UNIT_WORDS", "Measure"]


class Measure(NamedTuple):
    """What a unit measures, and how much of that one of it is."""

    dimension: str
    size: Fraction


_LINES: Final = """
length mm 1/1000 mm millimetre millimetres millimeter millimeters millimetri milimetros
length cm 1/100 cm centimetre centimetres centimeter
length cm 1/100 centimeters zentimeter zentimetern centimetros centimetri
length dm 1/10 dm decimetre decimetres decimeter decimeters dezimeter
length m 1 m metre metres meter meters metern metros metri metro
length dam 10 dam decametre decametres
length hm 100 hm hectometre hectometres hectometros
length km 1000 km kilometre kilometres kilometer kilometers
length km 1000 kilometern kilometros kilometro chilometri chilometro quilometros
length in 0.0254 in inch inches zoll pouce pouces pulgada pulgadas pollici polegadas duim
length ft 0.3048 ft foot feet fuss pied pieds pies piedi
length yd 0.9144 yd yds yard yards
length mi 1609.344 mi mile miles meile meilen millas miglia milhas
length nmi 1852 nmi seemeile seemeilen
length fathom 1.8288 fathom fathoms faden
length furlong 201.168 furlong furlongs
length au 149597870700 au
length ly 9460730472580800 lightyear lightyears lichtjahr lichtjahre
mass mg 1/1000 mg milligram milligrams milligramme milligrammes
mass g 1 g gr gram grams gramme grammes gramm gramos grammi gramas gramo
mass kg 1000 kg kilo kilos kilogram kilograms
mass kg 1000 kilogramm kilogrammes kilogramos chilogrammi quilos chili
mass t 1000000 t tonne tonnes ton tons tonnen tonelada toneladas tonnellata tonnellate
mass kt 1000000000 kt kilotonne kilotonnes
mass mt_ 1000000000000 megatonne megatonnes
mass quintal 100000 quintal quintals zentner
mass cwt 50802.34544 cwt hundredweight hundredweights
mass oz 28.349523125 oz ounce ounces unze unzen
mass lb 453.59237 lb lbs libbre
mass st 6350.29318 st stone stones
mass carat 1/5 carat carats karat
volume ml 1/1000 ml millilitre millilitres milliliter milliliters cc ccm
volume cl 1/100 cl centilitre centilitres centiliter centiliters
volume dl 1/10 dl decilitre decilitres deciliter deciliters
volume l 1 l litre litres liter liters litern litro litros litri
volume hl 100 hl hectolitre hectolitres hectoliter hectoliters hektoliter
volume ml_ 1000000 megalitre megalitres megaliter megaliters
volume gl 1000000000 gl gigalitre gigalitres gigaliter gigaliters
volume gal 3.785411784 gal gallon gallons
volume qt 0.946352946 quart quarts
volume pint 0.473176473 pint pints
volume floz 0.0295735295625 floz
volume mm3 1/1000000 mm3
volume cm3 1/1000 cm3
volume dm3 1 dm3
volume m3 1000 m3 cbm kubikmeter kubikmetern
volume dam3 1000000 dam3
volume hm3 1000000000 hm3 mcm
volume km3 1000000000000 km3 kubikkilometer
volume in3 0.016387064 in3
volume ft3 28.316846592 ft3 cuft cft
volume yd3 764.554857984 yd3
volume mi3 4168181825440.579584 mi3
volume acft 1233481.83754752 acft
charge mah 1 mah milliamphour milliamphours milliamperehours
charge ah 1000 ah amphour amphours amperehours
energy wh 1 wh watthour watthours wattstunden
energy kwh 1000 kwh kilowattstunden
energy mwh 1000000 mwh megawattstunden
energy gwh 1000000000 gwh gigawattstunden
energy twh 1000000000000 twh terawattstunden
energy j 1/3600 joule joules
energy kj 10/36 kj kilojoule kilojoules
energy mj 10000/36 mj megajoule megajoules
energy gj 10000000/36 gj gigajoule gigajoules
energy tj 10000000000/36 tj terajoule terajoules
energy pj 10000000000000/36 pj petajoule petajoules
energy kcal 4184/3600 kcal kilocalorie kilocalories calorie calories
power mw_ 1/1000 milliwatt milliwatts
power w 1 w watt watts
power kw 1000 kw kilowatt kilowatts
power mw 1000000 mw megawatt megawatts
power gw 1000000000 gw gigawatt gigawatts
power tw 1000000000000 tw terawatt terawatts
power hp 745.69987158227022 hp bhp horsepower
power ps 735.49875 ps cv pferdestarken
pressure pascal 1 pascal pascals
pressure hpa 100 hpa hectopascal hectopascals mbar millibar millibars
pressure kpa 1000 kpa kilopascal kilopascals
pressure mpa 1000000 mpa megapascal megapascals
pressure bar 100000 bar
pressure psi 6894.757293168 psi
pressure mmhg 133.322387415 mmhg torr
pressure atm_ 101325 atmospheres
light lm 1 lm lumen lumens
light klm 1000 klm kilolumen kilolumens
lighting lx 1 lx lux
frequency hz 1 hz hertz
frequency khz 1000 khz kilohertz
frequency mhz 1000000 mhz megahertz
frequency ghz 1000000000 ghz gigahertz
data kb 1 kb kilobyte kilobytes
data mb 1000 mb megabyte megabytes
data gb 1000000 gb gigabyte gigabytes gib gig gigs
data tb 1000000000 tb terabyte terabytes tib
data pb 1000000000000 pb petabyte petabytes
rate kbit/s 1 kbps kbit kilobit kilobits
rate mbit/s 1000 mbps mbit megabit megabits
rate gbit/s 1000000 gbps gbit gigabit gigabits
rate kb/s 8
rate mb/s 8000
rate gb/s 8000000
time ms 1/1000 ms millisecond milliseconds
time second 1 s sec secs second seconds sekunde sekunden secondes segundos secondi
time minute 60 min mins minute minutes minuten minutos minuti
time hour 3600 h hr hrs hour hours stunden stunde heures heure horas hora ore uur std
time day 86400 d day days tage tagen jours jour dias giorni dagen
time week 604800 wk wks week weeks wochen semaines semanas settimane weken
time fortnight 1209600 fortnight fortnights
months month 1 mo month months monate monaten mois meses mesi maanden
months year 12 y yr yrs year years yo jahre jahren ans annees anos anni jaar
months decade 120 decade decades jahrzehnt jahrzehnte
months century 1200 centuries
speed kmh 1 kmh kph
speed mph 1.609344 mph
speed ms_ 3.6
speed knot 1.852 knot knots kn knoten noeuds nudos nodi
speed km/s 3600
speed ft/s 1.09728 fps
speed m/min 0.06
speed mi/s 5793.6384
flow l/s 1
flow l/min 1/60
flow l/h 1/3600
flow m3/s 1000 cumecs
flow m3/min 1000/60
flow m3/h 1000/3600
flow m3/day 1000/86400
flow ft3/s 28.316846592 cusecs cfs
area mm2 1/1000000 mm2
area cm2 1/10000 cm2
area m2 1 m2 sqm qm quadratmeter quadratmetern
area km2 1000000 km2 sqkm qkm quadratkilometer quadratkilometern
area ha 10000 ha hm2 hectare hectares hektar hectareas ettari
area acre 4046.8564224 acre acres ac
area in2 0.00064516 in2
area ft2 0.09290304 ft2 sqft
area yd2 0.83612736 yd2
area mi2 2589988.110336 mi2
part % 1 % percent percentage pct prozent procent pc
part bps 1/100 bps bp
part permille 1/10 \u2030 permille promille
part ppm 1/10000 ppm
"""


def _read() -> tuple[dict[str, Measure], dict[str, str]]:
    units: dict[str, Measure] = {}
    words: dict[str, str] = {}
    for line in _LINES.split("\n"):
        if not line:
            continue
        dimension, unit, size, *written = line.split()
        units[unit] = Measure(dimension, Fraction(size))
        words.update(dict.fromkeys(written, unit))
    return units, words


_READ: Final = _read()
UNITS: Final[dict[str, Measure]] = _READ[0]
"""Of each canonical unit, what it measures, and how much of that one of it is."""
UNIT_WORDS: Final[dict[str, str]] = _READ[1]
"""Of each word, accents dropped, the canonical unit that it names."""
