# ruff: noqa: RUF001  (dashes and digits of other scripts are what is tested)

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from fictionworld.tasks.grading.cells import cells_of, forms_of_value, read_cell
from fictionworld.tasks.key import KeyColumn, written
from fictionworld.text.markup import plain_text
from fictionworld.text.measures import parse_written_unit

D = Decimal


def accepts(kind, value, text, decimals=0, unit=None, *, header="Thing", written=None):
    column = KeyColumn(header, "value", kind, decimals, unit)
    cells = cells_of(column, parse_written_unit(plain_text(written)) if written else None)
    reading = read_cell(cells, text)
    return not set(reading.forms).isdisjoint(forms_of_value(cells, value))


@pytest.mark.parametrize(
    "text",
    ["5600", "5,600", "5.600", "5 600", "5'600", "5\u202f600", "5600 mAh", "5,600mAh", "5600 [3]",
     "**5,600 mAh**", "5.6k", "5600 (rated)", "~5600", "5600.0", "five thousand six hundred",
     "+5600", "5600 milliamp hours", "5600<br>", "`5600`", "[5,600](https://a.b/c_(d))", "5600*",
     "５６００", "5600 (0.2 oz)", "5600 (5,600 mAh)", "fifty-six hundred", "5600.4", "5.6e3",
     "5600 mAh battery capacity", "٥٦٠٠", "5\u200b600", "5600\u00a0mAh", "5600【12†source】"],
)  # fmt: skip
def test_integer_with_unit(text):
    assert accepts("integer", 5600, text, unit="mAh", header="Battery capacity (mAh)")


@pytest.mark.parametrize(
    "text",
    ["5601", "5600 g", "5600 Wh", "$5600", "5600%", "5600 / 5800", "5600 or 5800", "5600, 5800",
     "5600; 5800", "5600–5800", "5600 5800", "5600 (5800)", "5600 (5800 typical)", ">5600",
     "≥ 5600",
     "over 5600", "at least 5600", "5600+", "-5600", "(5600)", "56", "5600 foo", "", "NA", "five",
     "5600/5600", "5600 | 5800", "5600<br>5800", "not 5600", "5600.5", "5600 million", "56000",
     "1e9999",
     "5600 ± 200", "0x15E0", "=5600+0", "5600 mAh (5800 mAh)", "nan", "inf", "5 thousand", "~5.6",
     "9" * 5000, "5600" + " " * 2000],
)  # fmt: skip
def test_integer_refused(text):
    assert not accepts("integer", 5600, text, unit="mAh", header="Battery capacity (mAh)")


@pytest.mark.parametrize(
    "text", ["85", "85 centres", "85 service centres", "service centres: 85", "85 units", "'85"]
)
def test_integer_without_unit(text):
    assert accepts("integer", 85, text, header="Service centres")


@pytest.mark.parametrize(
    "text",
    ["85 kg", "85 EUR", "85 or more", "85%", "no 85", "85 m", "85k",
     "85 shops", "#85", "85th", "rank 85", "page 85", "maybe 85", "~85", "twice 85", "85 per match",
     "85?", "85\u4e07"],
)  # fmt: skip
def test_integer_without_unit_refused(text):
    assert not accepts("integer", 85, text, header="Service centres")


@pytest.mark.parametrize(
    "text", ["3", "3rd", "third", "Third", "#3", "No. 3", "3.", "rank 3", "3 (tied)"]
)
def test_places(text):
    assert accepts("integer", 3, text, header="Rank")


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        ("12.5", "12.5%", True), ("12.5", "12.5", True), ("12.5", "12.50 %", True),
        ("12.5", "12,5%", True), ("12.5", "0.125", True), ("12.5", "12.5 percent", True),
        ("12.5", "12.5 per cent", True), ("12.5", "1/8", True), ("12.5", "12.46", True),
        ("12.5", "12.45", True), ("12.5", "12.44", False), ("12.5", "0.1254", False),
        ("12.5", "0.125%", False), ("12.5", "12", False), ("12.5", "13", False),
        ("12.0", "12", True), ("12.0", "0.12", True), ("12.0", "12.04%", True),
        ("-3.4", "-3.4%", True), ("-3.4", "−3.4 %", True), ("-3.4", "(3.4)", True),
        ("-3.4", "(3.4%)", True), ("-3.4", "–3.4", True), ("-3.4", "3.4", False),
        ("3.4", "(3.4)", False), ("3.4", "+3.4%", True), ("3.4", "3.4 pp", True),
        ("3.4", "3.4 percentage points", True), ("3.4", "34‰", True), ("3.4", "3.4 EUR", False),
        ("12.5", "twelve and a half percent", True), ("-0.1", "-0.05", True), ("0.0", "-0.0", True),
        ("12.5", "11.5% / 12.5%", False), ("100.0", "1.0", True), ("100.0", "1", False),
        ("12.5", "about 12.5%", True), ("12.5", "more than 12.5%", False),
    ],
)  # fmt: skip
def test_percent(value, text, right):
    assert accepts("percent", D(value), text, 1, "%", header="Share (%)") is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("14.3", True), ("14.3 million", True), ("€14.3m", True), ("14,300,000 EUR", True),
        ("EUR 14.3m", True), ("14.3 million EUR", True), ("14.3M", True), ("€14.3 mn", True),
        ("EUR 14.3 million", True), ("14.3 EUR million", True), ("14300000", True),
        ("0.0143 billion", True), ("14,300k", True), ("14 312 345 EUR", True), ("14.30", True),
        ("14.3 euros", True), ("14.3 million (USD 15.1 million)", True), ("14.25", True),
        ("fourteen point three million euros", True), ("14.3m EUR", True),
        ("$14.3m", False), ("14.3 USD", False), ("14.3 thousand", False), ("14.3k", False),
        ("14.3 billion", False), ("14", False), ("14.2", False), ("143", False), ("14,3", True),
        ("14,312,345", False), ("14.3 million / 15.1 million", False), ("£14.3m", False),
        ("14.3 million mAh", False), ("14.3 million million", False),
    ],
)  # fmt: skip
def test_money_in_millions(text, right):
    header = "Sales value (million EUR)"
    assert accepts("money", D("14.3"), text, 1, "million EUR", header=header) is right


@pytest.mark.parametrize(
    ("unit", "text", "right"),
    [
        ("USD", "$1,299", True), ("USD", "US$ 1,299", True), ("USD", "1299 dollars", True),
        ("USD", "1,299 USD", True), ("USD", "A$1,299", False), ("USD", "€1,299", False),
        ("USD", "1.299k", True), ("USD", "US dollars 1,299", True), ("USD", "1299.00", True),
        ("AUD", "$1299", True), ("AUD", "A$1,299", True), ("AUD", "1299 Australian dollars", True),
        ("AUD", "US$1299", False), (None, "€1,299", True), (None, "$1299", True),
        ("EUR", "1.299,00 €", True), ("EUR", "1299,-", True), ("EUR", "€1,299 (incl. VAT)", True),
        ("EUR", "EUR1299", True), ("EUR", "1299 g", False), ("EUR", "1,299", True),
        ("EUR", "twelve hundred and ninety-nine euros", True), ("EUR", "€1,299 / $1,399", False),
        ("EUR", "€1,299 ($1,399)", True), ("EUR", "$1,399 (€1,299)", False),
    ],
)  # fmt: skip
def test_money(unit, text, right):
    assert accepts("money", D(1299), text, 0, unit, header="Launch price") is right


@pytest.mark.parametrize(
    ("unit", "decimals", "value", "text", "right"),
    [
        ("thousand", 0, "1298", "1,298", True), ("thousand", 0, "1298", "1,298 thousand", True),
        ("thousand", 0, "1298", "1,298,000", True), ("thousand", 0, "1298", "1.298 million", True),
        ("thousand", 0, "1298", "1.3 million", False), ("thousand", 0, "1298", "1298k", True),
        ("thousand", 0, "1298", "1,298 thousand units", True), ("thousand", 0, "1", "1,298", False),
        ("out of 10", 1, "7.6", "7.6/10", True), ("out of 10", 1, "7.6", "7.6 out of 10", True),
        ("out of 10", 1, "7.6", "7.6", True), ("out of 10", 1, "7.6", "7.6 / 10", True),
        ("out of 10", 1, "7.6", "76/100", False), ("out of 10", 1, "7.6", "7.6/5", False),
        ("inches", 1, "6.5", '6.5"', True), ("inches", 1, "6.5", "6.5-inch", True),
        ("inches", 1, "6.5", "6.5 in", True), ("inches", 1, "6.5", "6.5 in (16.5 cm)", True),
        ("inches", 1, "6.5", "16.5 cm", False), ("inches", 1, "6.5", "6.5 cm", False),
        ("inches", 1, "6.5", "6½", True), ("m", 1, "24.0", "24 m", True),
        ("m", 1, "24.0", "24m", True),
        ("m", 1, "24.0", "24 metres", True), ("m", 1, "24.0", "24 m (79 ft)", True),
        ("m", 1, "24.0", "24 ft", False), ("m2", 0, "45", "45 m²", True),
        ("g", 0, "189", "189 g (6.7 oz)", True),
        ("g", 0, "189", "6.7 oz (189 g)", False), ("g", 0, "189", "0.189 kg", False),
        ("GHz", 2, "3.90", "3.9GHz", True), ("GHz", 2, "3.90", "3.9", True),
        ("days", 1, "6.5", "6.5 days", True),
        ("days", 1, "6.5", "six and a half days", True), ("GB", 0, "256", "256GB", True),
        ("W", 0, "45", "45W", True),
        ("units", 0, "45", "45 units", True), ("years", 0, "12", "12 years", True),
        ("years", 0, "12", "12 yrs", True),
        (None, 2, "0.33", "1/3", False), (None, 3, "0.125", "1/8", True),
        (None, 0, "1", "7/8", False),
    ],
)  # fmt: skip
def test_units(unit, decimals, value, text, right):
    assert accepts("decimal", D(value), text, decimals, unit) is right


@pytest.mark.parametrize(
    ("written", "text", "right"),
    [("thousand EUR", "14,300", True), ("k€", "14.3", False), ("billion EUR", "0.0143", True),
     ("bn EUR", "14.3", False), ("EUR", "14,300,000", True), ("EUR", "14,312,345", True),
     ("EUR", "14.3", False), ("EUR m", "14.3", True), ("thousand EUR", "14.3 million", True),
     ("billions", "14.3", False), ("thousands", "14,300", True)],
)  # fmt: skip
def test_scale_of_the_answers_header(written, text, right):
    assert accepts("money", D("14.3"), text, 1, "million EUR", written=written) is right


@pytest.mark.parametrize(
    ("unit", "decimals", "value", "written", "text", "right"),
    [("°C", 1, "20.0", "°F", "68.0", True), ("°C", 1, "20.0", "°F", "20.0", False),
     ("°C", 1, "20.0", "°F", "20.0 °C", True), ("°C", 1, "20.0", "kelvin", "293.15", True),
     ("g", 0, "189", "kg", "0.189", True), ("g", 0, "189", "kg", "189", False),
     ("g", 0, "189", "kg", "189 g", True), ("g", 0, "189", "kg", "0.189 kg", True),
     ("out of 10", 1, "7.6", "out of 5", "3.8", True), ("out of 10", 1, "7.6", "/5", "7.6", False),
     ("µSv/h", 2, "0.42", "mSv/h", "0.42", False), ("µSv/h", 2, "0.42", "mSv/h", "0.00042", True),
     ("km²", 1, "1.1", "ha", "110", True), ("km²", 1, "1.1", "m²", "1,100,000", True)],
)  # fmt: skip
def test_unit_of_the_answers_header(unit, decimals, value, written, text, right):
    assert accepts("decimal", D(value), text, decimals, unit, written=written) is right


@pytest.mark.parametrize(
    "text",
    ["2040-06-04", "4 June 2040", "June 4, 2040", "4.6.2040", "06/04/2040", "04/06/2040",
     "Jun 4 2040", "4th of June 2040", "the 4th of June, 2040", "Monday, 4 June 2040",
     "04-Jun-2040",
     "2040/06/04", "20400604", "2040-06-04T00:00:00", "2040-06-04 12:30:00", "**4 June 2040**[2]",
     "4 June 2040 (Monday)", "4 June 2040 (2040-06-04)", "June 4th, 2040", "2040 June 4",
     "4 JUNE 2040",
     "launched 4 June 2040", "2040.06.04", "Mon 4 Jun 2040"],
)  # fmt: skip
def test_dates(text):
    assert accepts("date", date(2040, 6, 4), text)


@pytest.mark.parametrize(
    "text",
    ["June 2040", "2040", "2040-06", "5 June 2040", "4 June 2041", "04.06.40", "Q2 2040",
     "13/06/2040",
     "2040-06-04 / 2040-06-05", "4 or 5 June 2040", "2040-06-04, 2040-06-05", "4–5 June 2040",
     "before 4 June 2040", "4 June 2040 (first 3 May 2040)", "", "NA", "31 June 2040", "6.4.2040",
     "4 June", "since 2040-06-04", "2040-06-04 to 2040-07-04", "early June 2040", "2040-06-31"],
)  # fmt: skip
def test_dates_refused(text):
    assert not accepts("date", date(2040, 6, 4), text)


@pytest.mark.parametrize(
    ("text", "right"),
    [("2040", True), ("2040[1]", True), ("in 2040", True), ("2040-06-04", True),
     ("June 2040", True),
     ("twenty forty", True), ("2041", False), ("2040/41", False), ("2040-2041", False),
     ("40", False),
     ("2040, 2041", False), ("after 2040", False), ("2040s", False), ("2040 (2041)", False),
     ("2040 (est.)", True), ("", False)],
)  # fmt: skip
def test_years(text, right):
    assert accepts("year", 2040, text) is right


@pytest.mark.parametrize(
    "text", ["yes", "Yes", "TRUE", "true", "Y", "✓", "✅", "✔️", "Yes (since 2031)", "**yes**", "1"]
)
def test_yes(text):
    assert accepts("boolean", True, text) and not accepts("boolean", False, text)


@pytest.mark.parametrize(
    "text", ["yes/no", "yes or no", "maybe", "", "NA", "yes no", "not yes", "yes (no)"]
)
def test_neither_yes_nor_no(text):
    assert not accepts("boolean", True, text) and not accepts("boolean", False, text)


@pytest.mark.parametrize(
    ("gold", "text"),
    [("Jonas Berg", "Berg, Jonas"), ("Jonas Berg", "JONAS BERG"), ("Jonas Berg", "  jonas  berg "),
     ("José Núñez", "Jose Nunez"), ("Łukasz Ågren", "Lukasz Agren"),
     ("Black & White", "Black and White"),
     ("The Anvil", "Anvil"), ("Anvil", "the anvil"), ("Office", "Office, The"),
     ("Nord-Vale", "Nord Vale"),
     ("Nord-Vale", "Nordvale"), ("St. Mary's", "St Marys"), ("Vela 12", "**Vela 12**"),
     ("Vela 12", "[Vela 12](https://velas.example/12)"), ("Vela 12", "Vela 12 [4]"),
     ("Vela 12", "Vela\u00a012"),
     ("Vela 12", "Vela 12 (phone)"), ("A|B", "A|B"), ("Vela 12", "&#86;ela 12"),
     ("Vela 12", "*Vela 12*"),
     ("Na", "Na"), ("None", "none"), ("M_x", "M_x"), ("Vela 12", "\u202bVela 12\u202c")],
)  # fmt: skip
def test_names(gold, text):
    assert accepts("name", gold, text)


@pytest.mark.parametrize(
    ("gold", "text"),
    [("Jonas Berg", "Jonas Berg; Anna Kant"), ("Jonas Berg", "Jonas Berg / Anna Kant"),
     ("Jonas Berg", "Berg"),
     ("Jonas Berg", "J. Berg"), ("Jonas Berg", "Dr. Jonas Berg"), ("Vela 12", "Vela 12 Pro"),
     ("Vela 12", "Vela 13"),
     ("Jonas Berg", "Anna Kant (Jonas Berg)"), ("Jonas Berg", ""),
     ("Jonas Berg", "Jonas Berg or Anna Kant"),
     ("Vela 12", "NA")],
)  # fmt: skip
def test_names_refused(gold, text):
    assert not accepts("name", gold, text)


def test_text_keeps_its_order():
    assert accepts("text", "2030/31", "2030-31") and not accepts("text", "2030/31", "31/2030")
    assert accepts("category", "mid-range", "Mid Range")


@pytest.mark.parametrize(
    "text",
    [
        "https://www.A.example/b/",
        "a.example/b",
        "[site](http://a.example/b)",
        "<https://a.example/b>",
    ],
)
def test_urls(text):
    assert accepts("url", "https://a.example/b", text)


def test_two_urls():
    assert not accepts("url", "https://a.example/b", "https://a.example/b https://a.example/c")
    assert not accepts("url", "https://a.example/b", "https://a.example/c")


@pytest.mark.parametrize(
    "kind", ["integer", "date", "name", "text", "boolean", "year", "percent", "money", "url"]
)
def test_missing(kind):
    for text in [
        "NA",
        "N/A",
        "n/a",
        "none",
        "null",
        "-",
        "–",
        "—",
        "not available",
        "unknown",
        "(n/a)",
        "**NA**",
    ]:
        assert accepts(kind, None, text), text
    for text in ["", " ", "0", "5600", "?", "Jonas"]:
        assert not accepts(kind, None, text), text


def test_written():
    column = KeyColumn("Share", "value", "percent", 2)
    assert written(column, D("12.5")) == "12.50"
    assert [written(column, v) for v in (None, True, False, date(2040, 6, 4), 5, "x")] == [
        "NA", "yes", "no", "2040-06-04", "5", "x",
    ]  # fmt: skip
