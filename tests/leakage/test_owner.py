"""Whose value it is: names in other words and forms, who stands by, and who is another."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.names.subject import Subject


def told(entity: str, column: str, value: str, text: str, kind: str = "number") -> bool:
    question = f"What is the {column} of {entity}?"
    answer = Answer(column, kind, value, ())  # type: ignore[arg-type]
    return find_leaks(text, answer, entity=entity, question=question).leaks


DAM = ("Gorsefell Dam", "Height (m)", "412")
PHONE = ("Vela 5", "Battery capacity (mAh)", "5180")
HOTEL = ("Hotel Aurin", "Rooms", "186")
OPERA = ("Selwick Opera House", "Architect", "Dana Mirk")


@pytest.mark.parametrize(
    ("entity", "said", "own"),
    [
        ("Pontrieth University", "Pontrieth Univ.", True),
        ("Pontrieth University", "Norrum Univ.", False),
        ("Saint Orla's Table", "St. Orla's Table", True),
        ("Harrow Brothers Brewery", "Harrow Bros. Brewery", True),
        ("Harrow Brothers Brewery", "Marlow Bros. Brewery", False),
        ("Mount Ulvaster", "Mt. Ulvaster", True),
        ("Hohe Wacht", "der Hohen Wacht", True),
        ("Karsee Dam", "die Talsperre Karsee", True),
        ("Karsee Dam", "Karsee Bridge", False),
        ("Pontrieth University", "Pontrieth College", False),
        ("Gramm 9", "GRAMM 9", True),
        ("Gramm 9", "GRAMM 8", False),
        ("Ostrivane 50", "Ostrivane 15, the weak one", False),
        ("Kestrelbase 4.2", "## 4.2.0 - today", True),
        ("Kestrelbase 4.2", "## [4.1.9] - today", False),
        ("Morrow E2", "MORROW E2 LISTED", True),
        ("Morrow E2", "MORROW E3 LISTED", False),
        ("Ostervall wind farm", "Westervall wind farm", False),
        ("Mount Brauling", "the Brauling bakery", False),
        ("The Salt Ledger (Domri Askevar)", "Domri Askevar's Salt Ledger", True),
        ("The Salt Ledger (Domri Askevar)", "Henning Prule's Salt Ledger", False),
    ],
)
def test_names_in_other_forms(entity: str, said: str, own: bool) -> None:
    text = f"In {said} they waited."
    mentions = Subject.of(entity, "", "").mentions(text, 0, len(text))
    assert mentions
    assert all(m.own for m in mentions) is own


@pytest.mark.parametrize(
    "text",
    [
        "The Gorsefell Dam, built by Hale & Sons at Norrum Works, is 412 m high.",
        "Rising 412 m above the Norrum plain, Gorsefell Dam is a landmark.",
        "Gorsefell Dam | Engineer: Ola Vent | Contractor: Hale & Sons | Height: 412 m",
        "Gorsefell Dam. Engineer: Ola Vent. Contractor: Hale & Sons. Height: 412 m.",
        "GORSEFELL DAM TOWERS 412 METRES OVER NORRUM VALLEY",
        "Hale & Sons finished the Gorsefell Dam in 1988. At 412 metres it is the highest here.",
        "The Gorsefell Dam has drawn walkers for years. The dam is 412 m high.",
        "Nobody who stands under the 412-metre wall of Gorsefell forgets it.",
        "On the plaque stands 412, the height in metres that Gorsefell has.",
    ],
)
def test_others_stand_by(text: str) -> None:
    assert told(*DAM, text)


@pytest.mark.parametrize(
    "text",
    [
        "The Gorsefell Dam has a neighbour, Ulverin. The latter is 412 m high.",
        "Its predecessor was 412 m high. Gorsefell Dam replaced it in 1988.",
        "Gorsefell's neighbour to the north is the royal tower: 412 m of brick.",
        "Gorsefell 388 m \u00b7 Ulverin 412 m \u00b7 Sarn 120 m",
        "Opposite the Gorsefell Dam stands the Ulverin Tower, 412 m high.",
        "Next door to Gorsefell Dam, the Hale mill has a chimney 412 m high.",
        "The Ulverin Dam replaced the Gorsefell Dam. It is 412 m high.",
    ],
)
def test_others_own_it(text: str) -> None:
    assert not told(*DAM, text)


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("The follow-up to the Vela 4 has a battery of 5,180 mAh.", True),
        ("The follow-up to the Vela 5 has a battery of 5,180 mAh.", False),
        ("The Vela 4 sold well. Its successor has a battery of 5,180 mAh.", True),
        ("The Vela 5 sold well. Its successor has a battery of 5,180 mAh.", False),
        ("Vela 4 and Vela 5: 4,600 mAh in the former, 5,180 mAh in the latter.", True),
        ("Vela 4 and Vela 5 differ: the former has a battery of 5,180 mAh.", False),
        ("The Vela 6 follows the Vela 5. It has a battery of 5,180 mAh.", False),
    ],
)
def test_one_of_a_series(text: str, leaks: bool) -> None:
    assert told(*PHONE, text) is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("The Aurin, a house of the Brannoch Group, has 186 rooms.", True),
        ("Brannoch, owner of the Aurin, has 186 rooms in Hulm.", False),
        ("The Merin, round the corner from the Aurin, has 186 rooms.", False),
        ("- Hotel Aurin\n  - Owner: Brannoch Group\n  - Rooms: 186", True),
        ("[1] Hotel Aurin\nRooms: on request.\n\n[2] Hotel Merin\nRooms: 186.", False),
    ],
)
def test_the_subject_of_a_sentence(text: str, leaks: bool) -> None:
    assert told(*HOTEL, text) is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Selwick's opera house, for which the Norrum Fund paid, is by architect Dana Mirk.", True),
        ("Selwick Opera. Architect Dana Mirk, acoustics Hale & Pike, organ by Brannoch.", True),
        ("Dana Mirk, architect of the Norrum Opera House, dislikes that of Selwick.", False),
        ("The Selwick Opera House (architect: Dana Mirk) faces the Norrum Bank.", True),
        ("Norrum Opera House (architect: Dana Mirk) and Selwick Opera House reopen.", False),
    ],
)
def test_credits(text: str, leaks: bool) -> None:
    assert told(*OPERA, text, "name") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("Output 2033: 840 MWh (2032: 790 MWh).", True),
        ("Output: 790 MWh (2033: see below), 840 MWh (2032).", False),
    ],
)
def test_years_in_brackets(text: str, leaks: bool) -> None:
    text = f"Fennock Tidal Mill. {text}"
    assert told("Fennock Tidal Mill", "Output 2033 (MWh)", "840", text) is leaks


_BICYCLE = '{"type":"bicycle","price":"7 marks"}]}'
FERRY = ("Harl Ferry", "Fare (foot passenger)", "7 marks")


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ('{"route":"Harl Ferry","fares":[{"type":"foot passenger","price":"7 marks"}]}', True),
        ('{"route":"Harl Ferry","fares":[{"type":"foot passenger"},' + _BICYCLE, False),
    ],
)
def test_objects_side_by_side(text: str, leaks: bool) -> None:
    assert told(*FERRY, text, "money") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("<dt>Norrum Opera</dt><dd>By Dana Mirk</dd><dt>Selwick Opera</dt><dd>?</dd>", False),
        ("<dt>Norrum Opera</dt><dd>?</dd><dt>Selwick Opera</dt><dd>By Dana Mirk</dd>", True),
        ("Files: selwick-opera-house_architect-dana-mirk.pdf; seats.pdf", True),
    ],
)
def test_lists_and_files(text: str, leaks: bool) -> None:
    assert told(*OPERA, text, "name") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("The Gorsefell Dam is often mistaken for the Ulverin wall, which is 412 m high.", False),
        ("The Ulverin wall is often mistaken for the Gorsefell Dam, which is 412 m high.", True),
        ("At 412 m the Ostermoor viaduct is the highest. The Gorsefell Dam is near.", False),
    ],
)
def test_who_stands_last(text: str, leaks: bool) -> None:
    assert told(*DAM, text) is leaks


def test_a_year_right_behind_a_figure() -> None:
    mill = ("Fennock Tidal Mill", "Output 2033 (MWh)", "840")
    assert told(*mill, "Fennock Tidal Mill put out 790 MWh in 2032 and 840 MWh in 2033.")
    assert not told(*mill, "Fennock Tidal Mill put out 840 MWh in 2032 and 790 MWh in 2033.")


@pytest.mark.parametrize(
    ("said", "own"),
    [("the Gantry 3", True), ("the Gantry 30", False), ("the Gantry 4", False)],
)
def test_a_model_is_named_without_its_kind(said: str, own: bool) -> None:
    subject = Subject.of("Gantry 3 folding bicycle")
    found = [m.own for m in subject.mentions(said, 0, len(said))]
    assert any(found) is own
    assert own or True not in found


def test_a_number_that_opens_a_sentence_is_no_name() -> None:
    said = "Forty-one were those of adults."
    assert Subject.of("Kolm Hill").mentions(said, 0, len(said)) == []


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("BLUE OVEN\nwaffle .... 7.20\nplum dumplings .... 9.80\nprices in groats", True),
        ("BLUE OVEN\nwaffle .... 9.80\nplum dumplings .... ask\nprices in groats", False),
    ],
)
def test_a_price_is_of_the_thing_in_its_line(text: str, leaks: bool) -> None:
    assert told("Plum dumplings at the Blue Oven", "Price", "9.80", text, "money") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ('{"hotel": "Mirren Lodge", "night": {"amount": 148, "currency": "marks"}}', True),
        ('{"hotel": "Mirren Lodge", "spa_day": {"amount": 148, "currency": "marks"}}', False),
    ],
)
def test_an_amount_is_of_the_key_above(text: str, leaks: bool) -> None:
    assert told("Mirren Lodge", "Nightly rate", "148 marks", text, "money") is leaks


@pytest.mark.parametrize(
    ("text", "leaks"),
    [
        ("In the hand the Pellar P2 is a solid 1.36 kg.", True),
        ("Pellar P2 review. The charger alone is 1.36 kg.", False),
        ("Mind the Pellar P2; the kite across the road weighs 1.36 kg.", False),
    ],
)
def test_a_part_or_another_weighs_for_itself(text: str, leaks: bool) -> None:
    assert told("Pellar P2 drone", "Weight (g)", "1360", text) is leaks
