# ruff: noqa: RUF001, E501  (marks of other scripts are what is tested; a case is one line)
"""What tells a number, a percentage, a place, a date, by disguise; and what looks like it and does not."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.quantities import find_told

BATTERY = Answer("Battery (mAh)", "number", "5000")
UNITS = Answer("Units sold", "number", "1298")
MANY = Answer("Employees", "number", "2500000")
WEIGHT = Answer("Weight (g)", "number", "193")
LENGTH = Answer("Length (cm)", "number", "158.2")
HEIGHT = Answer("Height (cm)", "number", "188")
HEAVY = Answer("Weight (kg)", "number", "1.4")
WARM = Answer("Peak temperature (°C)", "number", "22")
STORAGE = Answer("Storage (GB)", "number", "512")
HOURS = Answer("Battery life (hours)", "number", "12.5")
SPEED = Answer("Top speed (km/h)", "number", "160")
ROAD = Answer("Route length (km)", "number", "120")
VOLUME = Answer("Volume (L)", "number", "75")
BEER = Answer("Output (thousand hl)", "number", "340")
ENERGY = Answer("Energy (Wh)", "number", "1500")
PRICE = Answer("Launch price (USD)", "money", "1299")
CENTS = Answer("Price", "money", "€1,299.50")
REVENUE = Answer("Revenue (million EUR)", "money", "14.3")
SHARE = Answer("Market share (%)", "percent", "12.5")
PARTS = Answer("Approval", "percent", "75%")
LOSS = Answer("Goal difference", "number", "-12")
SCORE = Answer("Score", "number", "8.7")
GOALS = Answer("Goals", "number", "12")
RANK = Answer("Rank", "rank", "3")
FIRST = Answer("Rank", "rank", "1")
SECOND = Answer("Final position", "rank", "2")
LAST = Answer("Rank", "rank", "20")
DAY = Answer("Launch date", "date", "2029-03-14")
MONTH = Answer("Launched", "date", "2029-03")
QUARTER = Answer("Launched", "date", "Q1 2029")
YEAR = Answer("Launched", "date", "2029")
FOUNDED = Answer("Year founded", "number", "1987")

TOLD = [
    # digits and their separators
    (BATTERY, "The Vela 7 packs 5000 mAh."), (BATTERY, "5,000"), (BATTERY, "5.000 mAh"),
    (BATTERY, "5 000 mAh"), (BATTERY, "5'000"), (BATTERY, "5’000"), (BATTERY, "5_000"),
    (BATTERY, "5\u202f000mAh"), (BATTERY, "5000mAh"), (BATTERY, "battery: 5000"),
    (BATTERY, '"battery_mah": 5000, "ram_gb": 8'), (BATTERY, "| Vela 7 | 5,000 | 6.1 |"),
    (BATTERY, "capacity=5000;"), (BATTERY, "vela-battery-5000-review"), (BATTERY, "a 5,000-mAh cell"),
    (BATTERY, "5,000.0 mAh"), (BATTERY, "05000"), (BATTERY, "+5,000 mAh"), (BATTERY, "#5000mAh"),
    (BATTERY, "vela_battery_5000.html"), (BATTERY, "(5,000)"), (BATTERY, "5000."), (BATTERY, "is 5000, they say"),
    (MANY, "2,500,000"), (MANY, "2.500.000"), (MANY, "25,00,000 people"), (MANY, "2 500 000 employees"),
    (CENTS, "€1,299.50"), (CENTS, "1.299,50 €"), (CENTS, "EUR 1299.5"),
    # scale and powers
    (BATTERY, "5k"), (BATTERY, "5.0k"), (BATTERY, "5K mAh"), (BATTERY, "0.005 million"), (BATTERY, "5e3"),
    (BATTERY, "5E3 mAh"), (BATTERY, "5×10³"), (BATTERY, "5 x 10^3"), (BATTERY, "5 * 10**3"), (BATTERY, "5×103 mAh"),
    (BATTERY, "5 thousand"), (BATTERY, "50 hundred"), (BATTERY, "5 grand"), (BATTERY, "5 Tsd. mAh"),
    (BATTERY, "5 mila mAh"), (BATTERY, "5 mil"), (MANY, "2.5 million"), (MANY, "2.5m"), (MANY, "2.5M"), (MANY, "2.5 mn employees"),
    (MANY, "2,5 Millionen"), (MANY, "25 lakh"), (MANY, "2½ million"), (MANY, "2 million 500 thousand"),
    (UNITS, "1.298k"), (UNITS, "1.298 thousand"), (BATTERY, "5.00e+3"),
    # other numerals
    (BATTERY, "0x1388"), (BATTERY, "0b1001110001000"), (BATTERY, "٥٠٠٠"), (BATTERY, "५०००"), (BATTERY, "五千 mAh"),
    (UNITS, "MCCXCVIII"), (UNITS, "一千二百九十八"), (UNITS, "一二九八"), (BATTERY, "MMMMM"),
    # words
    (BATTERY, "five thousand"), (BATTERY, "Five-thousand mAh"), (BATTERY, "fifty hundred"),
    (BATTERY, "five thousand milliamp hours"), (BATTERY, "half of ten thousand"), (BATTERY, "five thousand-odd"),
    (UNITS, "one thousand two hundred and ninety-eight"), (UNITS, "twelve ninety-eight"),
    (UNITS, "twelve hundred and ninety-eight"), (UNITS, "One thousand, two hundred and ninety eight"),
    (UNITS, "a thousand two hundred ninety-eight"), (MANY, "two and a half million"), (MANY, "two million and a half"),
    (MANY, "two point five million"), (GOALS, "a dozen goals"), (GOALS, "twelve"), (PRICE, "twelve ninety-nine"),
    (Answer("Seats", "number", "500000"), "half a million"), (Answer("Seats", "number", "120"), "ten dozen"),
    (Answer("Seats", "number", "120"), "10 dozen"), (Answer("Seats", "number", "60"), "three score"),
    (SCORE, "eight point seven"),
    # words of other languages
    (BATTERY, "fünftausend Stück"), (BATTERY, "funftausend mAh"), (BATTERY, "cinq mille"), (BATTERY, "cinco mil"),
    (BATTERY, "cinquemila"), (BATTERY, "vijfduizend"), (UNITS, "tausendzweihundertachtundneunzig"),
    (UNITS, "mille deux cent quatre-vingt-dix-huit"), (UNITS, "mil doscientos noventa y ocho"),
    (UNITS, "milleduecentonovantotto"), (UNITS, "mil duzentos e noventa e oito"),
    (UNITS, "twaalfhonderdachtennegentig"), (MANY, "deux millions et demi"), (GOALS, "zwölf Tore"),
    (GOALS, "douze buts"), (GOALS, "twaalf doelpunten"), (GOALS, "dodici gol"),
    # digit by digit
    (BATTERY, "five zero zero zero"), (BATTERY, "5-0-0-0"), (BATTERY, "5 0 0 0"), (BATTERY, "five-oh-oh-oh"),
    (UNITS, "one two nine eight"), (UNITS, "1, 2, 9, 8"),
    # roundings that grade
    (BATTERY, "4,999.7 mAh"), (BATTERY, "5000.3"), (BATTERY, "about 5,000"), (BATTERY, "roughly five thousand"),
    (HOURS, "12.46 hours"), (SHARE, "12.54%"), (REVENUE, "EUR 14,312,000"), (REVENUE, "€14.31 million"),
    # units
    (BATTERY, "5 Ah"), (BATTERY, "5.0 amp-hours"), (BATTERY, "five amp hours"), (WEIGHT, "0.193 kg"), (WEIGHT, "193 grams"), (WEIGHT, "6.8 oz"),
    (WEIGHT, "193g"), (WEIGHT, "193,000 mg"), (LENGTH, "1,582 mm"), (LENGTH, "1.582 m"), (LENGTH, "62.28 inches"), (HEIGHT, "1.88 m"),
    (HEIGHT, "6 ft 2 in"), (HEIGHT, "6'2\""), (HEIGHT, "six feet two inches"), (HEIGHT, "1 m 88 cm"), (HEAVY, "1,400 g"), (HEAVY, "3.1 lb"),
    (HEAVY, "3.1 pounds"), (WARM, "71.6 °F"), (WARM, "72 degrees Fahrenheit"), (WARM, "22 degrees Celsius"), (WARM, "22°C"),
    (STORAGE, "0.5 TB"), (STORAGE, "512,000 MB"), (STORAGE, "half a terabyte"), (STORAGE, "524,288 MB"), (STORAGE, "512 gigabytes"),
    (HOURS, "12 h 30 min"), (HOURS, "750 minutes"), (HOURS, "twelve and a half hours"), (HOURS, "12 hours and 30 minutes"), (HOURS, "45,000 seconds"), (HOURS, "12½ hours"),
    (SPEED, "99.4 mph"), (SPEED, "160 km/h"), (SPEED, "160 kph"), (SPEED, "160 kilometres per hour"), (SPEED, "99.4 miles per hour"),
    (ROAD, "74.6 miles"), (ROAD, "120,000 m"), (VOLUME, "75,000 ml"), (VOLUME, "75 litres"), (VOLUME, "19.8 gallons"),
    (BEER, "340 thousand hl"), (BEER, "340,000 hectolitres"), (BEER, "0.34 million hl"), (BEER, "340"), (ENERGY, "1.5 kWh"),
    (Answer("Contract (months)", "number", "36"), "three years"), (Answer("Repair time (days)", "number", "14"), "two weeks"),
    # money
    (PRICE, "$1,299"), (PRICE, "US$1299"), (PRICE, "USD 1,299"), (PRICE, "1,299 dollars"), (PRICE, "1299 US dollars"), (PRICE, "1.299k USD"), (PRICE, "129,900 cents"),
    (REVENUE, "14.3"), (REVENUE, "€14.3m"), (REVENUE, "14.3 million euros"), (REVENUE, "EUR 14,300,000"), (REVENUE, "fourteen point three million euros"), (REVENUE, "14,3 Mio. Euro"), (REVENUE, "EUR 14.3 mn"),
    # percent and parts
    (SHARE, "12.5%"), (SHARE, "12.5 per cent"), (SHARE, "12.5 pct"), (SHARE, "twelve and a half percent"), (SHARE, "twelve point five per cent"), (SHARE, "an eighth of the market"), (SHARE, "one-eighth"), (SHARE, "0.125"), (SHARE, "1/8"),
    (SHARE, "one in eight"), (SHARE, "1 in 8"), (SHARE, "1 out of every 8 buyers"), (SHARE, "1:8"), (SHARE, "1,250 basis points"), (SHARE, "125‰"), (SHARE, "125 per mille"), (SHARE, "12,5 %"), (SHARE, "12,5 Prozent"), (SHARE, "12.5 percentage points"), (SHARE, "every eighth phone"), (SHARE, "125 per thousand"),
    (PARTS, "three quarters of users"), (PARTS, "3 in 4"), (PARTS, "three out of four"), (PARTS, "three-quarters"), (PARTS, "¾ of users"), (PARTS, "75 of 100"), (PARTS, "0.75"), (PARTS, "seventy-five percent"), (PARTS, "15 out of 20"),
    # negative
    (Answer("Away goals", "number", "0"), "The visitors scored no goals."), (Answer("Goals", "number", "0"), "nil"), (Answer("Goals", "number", "0"), "a goalless match"),
    (LOSS, "-12"), (LOSS, "−12"), (LOSS, "minus 12"), (LOSS, "minus twelve"), (LOSS, "(12)"), (LOSS, "a loss of 12"), (LOSS, "a deficit of twelve"), (LOSS, "negative 12"), (LOSS, "12 below zero"), (LOSS, "goal difference: –12"), (LOSS, "12 in the red"),
    # arithmetic
    (Answer("Units", "number", "1299"), "one more than 1,298"), (Answer("Units", "number", "1299"), "1,300 minus 1"), (Answer("Units", "number", "1299"), "1,300 less one"), (Answer("Units", "number", "1299"), "one less than 1,300"), (Answer("Units", "number", "1299"), "one fewer than thirteen hundred"),
    (BATTERY, "twice 2,500"), (BATTERY, "double 2,500 mAh"), (BATTERY, "twice as many as 2,500"), (BATTERY, "half of 10,000"), (BATTERY, "half 10,000"), (BATTERY, "the sum of 2,000 and 3,000"), (BATTERY, "the sum of two thousand and three thousand"), (BATTERY, "2,000 plus 3,000"), (BATTERY, "2000 + 3000"), (BATTERY, "2,000 and 3,000 combined"),
    (BATTERY, "500 short of 5,500"), (BATTERY, "500 mAh shy of 5,500 mAh"), (BATTERY, "between 4,999 and 5,001"), (BATTERY, "between 4,999 and 5,001 exclusive"), (BATTERY, "just one over 4,999"), (BATTERY, "50 x 100"), (BATTERY, "50 times a hundred"), (BATTERY, "10 x 20 x 25"), (BATTERY, "five times 1,000"), (BATTERY, "more than 4,999 but fewer than 5,001"), (BATTERY, "strictly between 4,999 and 5,001"),
    (BATTERY, "the difference between 6,000 and 1,000"), (BATTERY, "10,000 divided by 2"), (BATTERY, "10,000 / 2"), (BATTERY, "10% of 50,000"), (BATTERY, "a quarter of 20,000"), (BATTERY, "the average of 4,000 and 6,000"), (BATTERY, "midway between 4,000 and 6,000"), (BATTERY, "the number right after 4,999"), (BATTERY, "200 more than 4,800"), (BATTERY, "200 up from 4,800"), (BATTERY, "up 200 from 4,800"), (BATTERY, "rose from 4,800 by 200"), (BATTERY, "2,500 doubled"), (BATTERY, "add 1 to 4,999"), (BATTERY, "subtract 1 from 5,001"), (BATTERY, "5,001, less 1"), (BATTERY, "rose from 4,800 to 5,000"), (BATTERY, "4,800 and 200 more"), (BATTERY, "the product of 50 and 100"), (BATTERY, "triple 1,666.67"),
    (Answer("Seats", "number", "1024"), "2^10"), (Answer("Seats", "number", "1024"), "two to the power of ten"), (Answer("Seats", "number", "1024"), "32 squared"), (Answer("Seats", "number", "144"), "a gross is 12 times 12"), (HOURS, "between 12.46 and 12.54 hours"),
    (BATTERY, "half as much as 10,000"), (BATTERY, "a five followed by three zeros"), (BATTERY, "six thousand minus a thousand"), (BATTERY, "two times 2,500"), (BATTERY, "1,000 less than 6,000"), (UNITS, "1,297 < x < 1,299"), (UNITS, "two short of thirteen hundred"), (SHARE, "a one-in-eight share"), (SHARE, "half of 25%"), (PRICE, "one dollar short of $1,300"),
    (RANK, "one place above fourth"), (RANK, "one place below second"), (RANK, "two places below the leader"), (RANK, "just above the fourth-placed side"),
    # places
    (RANK, "third"), (RANK, "3rd"), (RANK, "ranked #3"), (RANK, "No. 3"), (RANK, "number three"), (RANK, "bronze"), (RANK, "third-largest"), (RANK, "ranked 3"), (RANK, "rank: 3"), (RANK, "in position 3"), (RANK, "3 of 20"), (RANK, "3/20"), (RANK, "came in third"), (RANK, '"rank": 3'), (RANK, "dritter Platz"), (RANK, "troisième"), (RANK, "behind only two rivals"), (RANK, "Platz 3"), (RANK, "tercero"), (RANK, "all but two above it"), (RANK, "rank III"),
    (FIRST, "top of the table"), (FIRST, "first"), (FIRST, "number one"), (FIRST, "leads the league"), (FIRST, "champions"), (FIRST, "gold medal"), (FIRST, "1st"),
    (SECOND, "runner-up"), (SECOND, "second only to Kestrel"), (SECOND, "silver"), (SECOND, "runners-up"), (SECOND, "second"), (SECOND, "behind only Kestrel"),
    (LAST, "last of 20"), (LAST, "twentieth"), (LAST, "20th"), (Answer("Rank", "rank", "19"), "second-last of 20"), (Answer("Rank", "rank", "19"), "penultimate of 20"),
    # days
    *((DAY, text) for text in (
        "2029-03-14", "2029/03/14", "2029.03.14", "2029-03-14T09:00:00Z", "14/03/2029", "3/14/2029", "14.03.2029", "14-03-2029", "14.3.2029", "14 March 2029", "14th March 2029", "14th of March 2029",
        "the 14th of March, 2029", "March 14, 2029", "March 14th 2029", "Mar 14 2029", "14 Mar 2029", "14-Mar-2029", "14 Mar '29", "14 March '29", "2029 March 14", "the fourteenth of March 2029", "March the fourteenth, twenty twenty-nine",
        "Wednesday, 14 March 2029", "14/03/29", "3/14/29", "14.III.2029", "20290314", "14032029", "1868140800", "2029-W11-3", "2029-073", "day 73 of 2029", "the 73rd day of 2029", "Pi Day 2029", "the day before 15 March 2029", "the day after 13 March 2029",
        "two weeks after 28 February 2029", "a day before 15 March 2029", "one week before 21 March 2029", "3 days after 11 March 2029", "the eve of 15 March 2029", "14 mars 2029", "14. März 2029", "14 de marzo de 2029", "14 marzo 2029", "14 de março de 2029", "14 maart 2029", "quatorze mars 2029", "vierzehnter März 2029", "le 14 mars 2029",
        "2029年3月14日", "second Wednesday of March 2029", "14 March", "March 14", "the fourteenth of March", "14/03", "14. Maerz 2029", "one month after 14 February 2029", "a year before 14 March 2030", "14 March MMXXIX", "launch-2029-03-14.html", "13 March 2029 plus one day", "١٤ March ٢٠٢٩", "2029 03 14", "2029_03_14", "2029–03–14", "March, 14 2029", "the day before the Ides of March 2029", "a day shy of 15 March 2029", "31 days before 14 April 2029",
    )),
    # months, quarters, years
    *((MONTH, text) for text in ("2029-03", "March 2029", "Mar 2029", "03/2029", "3.2029", "mid-March 2029", "early March 2029", "14 March 2029", "2029-03-20", "März 2029", "mars 2029", "March '29", "March of 2029", "2029年3月", "the month after February 2029", "March twenty twenty-nine", "III/2029", "marzo de 2029")),
    *((QUARTER, text) for text in ("Q1 2029", "2029 Q1", "1Q29", "Q1 '29", "first quarter of 2029", "the first quarter 2029", "Q1/2029", "January to March 2029", "the first three months of 2029", "1Q 2029", "February 2029")),
    *((YEAR, text) for text in ("2029", "in 2029.", "twenty twenty-nine", "MMXXIX", "'29", "two thousand twenty-nine", "two thousand and twenty-nine", "14 March 2029", "Q3 2029", "the year after 2028", "二〇二九", "zweitausendneunundzwanzig", "deux mille vingt-neuf", "dos mil veintinueve", "late 2029")),
    *((FOUNDED, text) for text in ("founded in 1987", "nineteen eighty-seven", "since 12 May 1987", "MCMLXXXVII", "'87", "1987")),
    # another writer's
    (Answer("Length (m)", "number", "1298"), "mil doscientos noventa y ocho metros"), (FOUNDED, "mil neuf cent quatre-vingt-sept"), (PRICE, "129,900 dollar cents"), (PRICE, "a dollar short of 1,300"),
    (DAY, "launch_2029-03-14.ics"), (REVENUE, "between 14.26 and 14.34 million euros"), (Answer("Cyclists", "percent", "40%"), "39.7 percent"), (Answer("Circulation", "number", "48000"), "0.048 m"),
]  # fmt: skip

INNOCENT = [
    # another number
    *((BATTERY, text) for text in (
        "15000", "5000.7", "50005", "5,000,000", "15,000", "5,0005", "5001", "about 5,480 mAh", "4,998", "thousands of mAh", "5.5k", "500", "50,000", "0.5 k", "five hundred", "fifty thousand", "five million", "six thousand", "cinq cents", "fünfhundert",
        "between 4,000 and 6,000", "from 4,500 to 5,500 mAh", "4,000–6,000 mAh", "more than 4,000", "up to 6,000", "between 5,000 and 6,000 mAh",
        "5,000 km", "5,000 visitors", "$5,000", "5,000%", "5,000 hours", "5000 g", "5000 euros", "5 kg", "5 mAh", "5000 dollars",
        "call 555-5000", "+49 30 5000 123", "tel 5000", "(555) 555-5000", "ISBN 978-3-16-5000-5", "version 1.5000.2", "5:00", "50:00", "2029-50-00",
        "twice 2,400", "one more than 5,000", "500 short of 5,000", "half of 5,500", "50 x 110", "between 4,900 and 5,010 exclusive", "10% of 5,500", "five zero zero", "5-0-0", "0x5000", "5e2", "5×10⁴", "MMM", "five", "thousand",
    )),
    *((UNITS, text) for text in ("1,300", "over 1,300", "1.2k", "about 1.4 thousand", "12,98", "1,2980", "11298", "129.8", "twelve hundred", "thirteen hundred", "1298.6", "0.1298", "a thousand or so")),
    (Answer("Altitude", "number", "2315"), "hours: 2 3 - 1 5 June"),
    (MANY, "2.5"), (MANY, "2.4 million"), (MANY, "millions"), (MANY, "2.5 billion"), (MANY, "25 million"), (MANY, "3 million"),
    # units that do not fit
    (WEIGHT, "193 kg"), (WEIGHT, "7 oz"), (WEIGHT, "193 cm"), (WEIGHT, "0.19 kg"), (HEIGHT, "6 ft 3 in"), (HEIGHT, "1.9 m"), (HEIGHT, "188 kg"), (HEAVY, "1.4 lb"), (HEAVY, "3.5 lb"), (WARM, "22°F"), (WARM, "80 °F"), (STORAGE, "512 MB"), (STORAGE, "1 TB"), (HOURS, "12 h"), (HOURS, "12.5 minutes"), (HOURS, "13 hours"), (SPEED, "160 mph"), (SPEED, "100 mph"), (ROAD, "75 miles"), (ROAD, "120 miles"), (VOLUME, "75 ml"), (BEER, "340 million hl"), (BEER, "34 thousand hl"),
    # money
    (PRICE, "€1,299"), (PRICE, "£1299"), (PRICE, "$1,300"), (PRICE, "1,299 visitors"), (PRICE, "$12.99"), (PRICE, "$1,299,000"), (PRICE, "1299 grams"), (REVENUE, "€14.3 billion"), (REVENUE, "€14 million"), (REVENUE, "14.3%"), (REVENUE, "$14.3 million"), (REVENUE, "€15m"),
    # percent
    (SHARE, "12%"), (SHARE, "13%"), (SHARE, "125%"), (SHARE, "about an eleventh"), (SHARE, "1 in 9"), (SHARE, "12.5 km"), (SHARE, "12.5 million"), (SHARE, "125 basis points"), (SHARE, "a tenth"), (SHARE, "12:30"), (SHARE, "$12.5"), (PARTS, "two thirds"), (PARTS, "34 of 50"), (PARTS, "75 users"), (PARTS, "a quarter"),
    # signs
    (Answer("Goals", "number", "0"), "no goal was like this"), (Answer("Goals", "number", "0"), "ten goals"),
    (LOSS, "12"), (LOSS, "a gain of 12"), (LOSS, "plus 12"), (LOSS, "10-12"), (LOSS, "a loss of 120"), (GOALS, "-12"), (GOALS, "12th"), (GOALS, "12:45"), (GOALS, "12 March 2029"), (GOALS, "12%"), (GOALS, "112"), (GOALS, "1.2"), (GOALS, "12.4"), (GOALS, "dozens"), (GOALS, "twelfth"), (GOALS, "a dozen dozen"),
    (Answer("Goals", "number", "1"), "one of the best"), (Answer("Goals", "number", "1"), "this one"), (Answer("Goals", "number", "2"), "the second half"), (SCORE, "8.6"), (SCORE, "87"), (SCORE, "9"), (SCORE, "8"),
    # places
    (RANK, "the third quarter"), (RANK, "third-party"), (RANK, "top three"), (RANK, "3 goals"), (RANK, "fourth"), (RANK, "13th"), (RANK, "33rd"), (RANK, "3rd of March 2029"), (RANK, "March 3rd"), (RANK, "3.5"), (RANK, "third generation"), (RANK, "one third of"), (RANK, "Vela 3"),
    (FIRST, "first released in May"), (FIRST, "at first"), (FIRST, "the first half"), (FIRST, "one of them"), (FIRST, "second"), (FIRST, "11th"), (SECOND, "the second half"), (SECOND, "every second"), (SECOND, "a second hand shop"), (SECOND, "two seconds"), (LAST, "last year"), (LAST, "last of 18"), (LAST, "20 teams"), (LAST, "in 2020"),
    # dates
    *((DAY, text) for text in ("15 March 2029", "14 March 2028", "14 April 2029", "March 2029", "mid-March 2029", "2029", "Q1 2029", "2029-W11", "14.3 million", "2029-03-15", "04/13/2029", "the day after 14 March 2029", "two weeks after 14 March 2029", "Pi Day 2030", "spring 2029", "early 2029", "14:03", "the day before 14 March 2029", "13 March", "1868227200", "20290315", "day 74 of 2029", "14.IV.2029", "third Wednesday of March 2029", "114 March 2029")),
    *((MONTH, text) for text in ("April 2029", "March 2028", "2029", "Q1 2029", "spring 2029", "14 April 2029", "2029-04", "the month after March 2029", "13/2029", "march on")),
    *((QUARTER, text) for text in ("Q2 2029", "Q1 2028", "2029", "April 2029", "first half of 2029", "first quarter", "the second quarter of 2029")),
    *((YEAR, text) for text in ("2028", "$2,029", "2,029 units", "12029", "20290", "2029 mAh", "€2029", "2020s", "2029 km", "twenty-nine", "the year after 2029", "2029.5", "Q3 2030", "2029 euros", "29")),
    *((FOUNDED, text) for text in ("1,987 employees", "1988", "$1987", "1987 km", "the 1980s", "nineteen eighty-eight", "19870", "5 May 1986")),
]  # fmt: skip


def name(case):
    return f"{case[0].value}-{case[1]}"


@pytest.mark.parametrize("case", TOLD, ids=name)
def test_told(case):
    answer, text = case
    assert find_told(text, answer)


@pytest.mark.parametrize("case", INNOCENT, ids=name)
def test_innocent(case):
    answer, text = case
    assert find_told(text, answer) == []


def test_a_season_is_no_quotient() -> None:
    height = Answer("Height (cm)", "number", "168")
    assert find_told("sat out the 2011/12 season", height) == []
    assert find_told("it was 2011/13, he said", Answer("Height (cm)", "number", "155")) != []


LENGTH = Answer("Length (m)", "number", "2487")


@pytest.mark.parametrize(
    ("answer", "text", "told"),
    [
        (LENGTH, "2,490 m", False),
        (LENGTH, "2.49 km", True),
        (LENGTH, "2.5 km", True),
        (LENGTH, "2.55 km", False),
        (LENGTH, "nearly 2,500 m", True),
        (LENGTH, "just under 2,600 m", False),
        (LENGTH, "less than 2,500 m", False),
        (LENGTH, "2,520 m", False),
    ],
)
def test_a_rounding_within_one_per_cent_is_told_where_it_is_meant_for_one(
    answer: Answer, text: str, told: bool
) -> None:
    assert bool(find_told(text, answer)) is told
