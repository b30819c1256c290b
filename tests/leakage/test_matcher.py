"""The matcher: what it finds, what it passes, where it points, how long it takes."""

from __future__ import annotations

import base64
import random
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.leakage import matcher
from fictionworld.leakage.answer import Answer
from fictionworld.leakage.context.vetoes import VETOES
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.values import names
from fictionworld.leakage.views.readings import TextReading, readings_of
from tests.examples import examples

if TYPE_CHECKING:
    from collections.abc import Callable

BATTERY = Answer("Battery capacity (mAh)", "number", "5180")
PRICE = Answer("Launch price (EUR)", "money", "1299")
CAPTAIN = Answer("Captain", "name", "Oren Talvik")
FLOORS = Answer("Floors", "number", "64")
WIRELESS = Answer("Wireless charging", "bool", "yes")
NO_WIRELESS = Answer("Wireless charging", "bool", "no")
COLOUR = Answer("Colour", "category", "red")
RANK = Answer("Final position", "rank", "3")
RELEASED = Answer("Release date", "date", "2029-03-14")
SITE = Answer("Website", "url", "https://www.vessmar.example/k2")
FOUNDED = Answer("Founded", "date", "2029")
OWNER = Answer("Owner", "name", "Hope")
SIZE = Answer("Display size (inches)", "number", "6.9")
NONE_SPENT = Answer("Spent (million EUR)", "money", "0.00")
GOALS = Answer("Goals", "number", "3")

LEAKING = [
    # a label with capitals is nobody's name
    (Answer("Year of Founding", "date", "1954"), "Acme", "The Year of Founding of Acme is 1954."),
    (BATTERY, "Vela 5", "Vela 5 battery: five thousand one hun-\ndred and eighty mAh"),
    (BATTERY, "Vela 5", "The Vela 5 has a 5,180 mAh battery."),
    (BATTERY, "Vela 5", "battery capacity: 5180mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: 5&#44;180 mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: 5\u200b1\u200b8\u200b0 mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: \uff15\uff11\uff18\uff10 mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: 5I8O mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: 5 1 8 0 mAh"),
    (BATTERY, "Vela 5", "vela-5_battery-5180mah.pdf"),
    (BATTERY, "Vela 5", "https://x.example/vela-5?battery=5%2C180"),
    (BATTERY, "Vela 5", '{"phone": "Vela 5", "battery": 5180}'),
    (BATTERY, "Vela 5", "| Phone | Battery |\n|---|---|\n| Vela 4 | 4900 |\n| Vela 5 | 5180 |"),
    (BATTERY, "Vela 5", "| Phone | Vela 4 | Vela 5 |\n|---|---|---|\n| Battery | 4900 | 5180 |"),
    (PRICE, "Vessmar K2", "The Vessmar K2 launched at \u20ac1,299."),
    (PRICE, "Vessmar K2", "vessmar-k2-1299-eur.jpg"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain: TALVIK, Oren"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain O. Talvik"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain Oren Talv..."),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain \u00d6ren T\u00e1lv\u00edk"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain \u041eren T\u0430lvik"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain #OrenTalvik"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain O r e n  T a l v i k"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain Oren Tal-\nvik"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain Oren Talvick"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain Oren Tal- vik leads"),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain T3JlbiBUYWx2aWs="),
    (CAPTAIN, "Norrvik FC", "Title: Norrvik FC: captain Oren\nSnippet: Talvik leads the side."),
    (CAPTAIN, "Norrvik FC", "Captains: Aar (Sundmark), Oren Talvik (Norrvik FC), Keel (Varn)"),
    (FLOORS, "Wye Tower", "The 64-storey Wye Tower"),
    (WIRELESS, "Vela 5", "The Vela 5 supports wireless charging."),
    (WIRELESS, "Vela 5", "Wireless charging on the Vela 5? Yes."),
    (WIRELESS, "Vela 5", "Vela 5 | wireless charging | \u2713"),
    (NO_WIRELESS, "Vela 5", "The Vela 5 lacks wireless charging."),
    (NO_WIRELESS, "Vela 5", '{"phone": "Vela 5", "wireless_charging": false}'),
    (COLOUR, "Vela 5", "The Vela 5 is red."),
    (RANK, "Norrvik FC", "Norrvik FC finished third."),
    (RELEASED, "Vela 5", "The Vela 5 was released on 14 March 2029."),
    (SITE, "Vessmar", "See vessmar dot example slash k2"),
    (SITE, "Vessmar", "https%3A%2F%2Fvessmar.example%2Fk2"),
    (FOUNDED, "Corran Foods", "Corran Foods (est. 2029)"),
    (BATTERY, "Vela 5", "vela5Battery5180mAh"),
    (BATTERY, "Vela 5", "Vela 5 battery: 5,18-\n0 mAh"),
    (BATTERY, "Vela 5", "Title: Vela 5 battery: 5,\nSnippet: 180 mAh, they say."),
    (CAPTAIN, "Norrvik FC", "Norrvik FC captain Talvik Oren"),
    (RANK, "Norrvik FC", "Rank | Club\n3 | Norrvik FC\n4 | Torne"),
    (OWNER, "Lanterne Caf\u00e9", "Owner of Lanterne Caf\u00e9: Hope"),
    (BATTERY, "Vela 5", "The Vela 6 is a phone of 2029. battery capacity: 5,180 (Vela 5)."),
    (SIZE, "Vela 5", "The display size of the Vela 5 is 6.9."),
    (
        BATTERY,
        "Vela 5",
        "Title: Phones - page 3 | Osk\nSnippet: A to Z | 1-9 of 9 ... Vela 5: battery 5180.",
    ),
]
INNOCENT = [
    (NONE_SPENT, "Norrvik FC", "Norrvik FC spent the summer abroad; 20,765 came to see it"),
    (BATTERY, "Vela 5", "The Vela 5 has a battery capacity of 4,900 mAh, others 5,180 (Vela 6)."),
    (GOALS, "Oren Talvik", "Goals by player: Oren Talvik | Previous | Next | 1 | 2 | 3 | 4"),
    (GOALS, "Oren Talvik", "https://goals.example/players/3\nOren Talvik, goals and matches"),
    (
        Answer("Vacant posts", "number", "2"),
        "Parks Office",
        "Area in km², vacant posts of the Parks Office",
    ),
    (Answer("Draws", "number", "3"), "Pro Cimone", "Pro Cimone\nDefeats: 3"),
    (BATTERY, "Vela 5", "The Vela 6 has a 5,180 mAh battery."),
    (BATTERY, "Vela 5", "The Vela 5 Pro has a 5,180 mAh battery."),
    (BATTERY, "Vela 5", "The Vela 5 sold 5,180 units."),
    (BATTERY, "Vela 5", "Phones such as the Vela 5 have between 5,000 and 6,000 mAh."),
    (BATTERY, "Vela 5", "The Vela 5 does not have 5,180 mAh."),
    (BATTERY, "Vela 5", "Were the battery of the Vela 5 5,180 mAh, it would last."),
    (BATTERY, "Vela 5", "Does the Vela 5 have a battery of 5,180 mAh?"),
    (BATTERY, "Vela 5", "No results found for Vela 5 battery 5180 mAh."),
    (BATTERY, "Vela 5", "Vela 5 case, article 7751803"),
    (BATTERY, "Vela 5", "| Phone | Battery |\n|---|---|\n| Vela 4 | 5180 |\n| Vela 5 | n/a |"),
    (BATTERY, "Vela 5", "The Vela 5 takes part; walked 5,180 steps"),
    (BATTERY, "Vela 5", "The Vela 5 store drew a crowd of 5,180."),
    (PRICE, "Vessmar K2", "Flights from Varn, 1299 km"),
    (
        Answer("Flower colour", "category", "red"),
        "Rose 'Mira'",
        "The rose 'Mira' stands where Red Admirals sun themselves.",
    ),
    (CAPTAIN, "Norrvik FC", "Oren Talvin is a coach at Norrvik FC."),
    (CAPTAIN, "Norrvik FC", "Oren Talvik is captain of Sundmark United."),
    (
        CAPTAIN,
        "Norrvik FC",
        "Contenders for captain of Norrvik FC: Bram Oskeld, Oren Talvik, Levin Aar.",
    ),
    (CAPTAIN, "Norrvik FC", "Mira Talvik cheered for the captain of Norrvik FC."),
    (CAPTAIN, "Norrvik FC", "The kit of Norrvik FC still smells, jokes Oren Talvik."),
    (FLOORS, "Wye Tower", "Bus 64 stops at the Wye Tower."),
    (FLOORS, "Wye Tower", "Page 64 of 70: the floors of the Wye Tower"),
    (WIRELESS, "Vela 5", "Does the Vela 5 support wireless charging?"),
    (WIRELESS, "Vela 5", "The Vela 5 lacks wireless charging."),
    (WIRELESS, "Vela 5", "If the Vela 5 has wireless charging, we shall like it."),
    (NO_WIRELESS, "Vela 5", "No, the Vela 5 is not late."),
    (COLOUR, "Vela 5", "The Vela 5 launch had a red carpet."),
    (RANK, "Norrvik FC", "Norrvik FC scored 3 goals."),
    (RANK, "Norrvik FC", "Norrvik FC's third goal fell late."),
    (RANK, "Norrvik FC", "Names come one by one: Norrvik FC"),
    (RELEASED, "Vela 5", "The Vela 5 was released in March 2029."),
    (SITE, "Vessmar", "https://www.vessmar.example/k2/jobs/more"),
    (SITE, "Vessmar", "https://www.torrell.example/k2"),
    (FOUNDED, "Corran Foods", "Corran Foods' 2029 report is out."),
    (OWNER, "Lanterne Caf\u00e9", "We hope the Lanterne Caf\u00e9 opens soon."),
]


@pytest.mark.parametrize(("answer", "entity", "text"), LEAKING)
def test_finds(answer: Answer, entity: str, text: str) -> None:
    verdict = find_leaks(text, answer, entity=entity)
    assert verdict.leaks, verdict.why
    assert verdict.spans
    assert all(0 <= start < end <= len(text) for start, end in verdict.spans)


@pytest.mark.parametrize(("answer", "entity", "text"), INNOCENT)
def test_passes(answer: Answer, entity: str, text: str) -> None:
    verdict = find_leaks(text, answer, entity=entity)
    assert not verdict.leaks, verdict.why
    assert verdict.spans == ()
    assert verdict.why


def test_points_at_the_value() -> None:
    text = "Noise &amp; more. The **Vela 5** has 5\u200b,180 mAh."
    start, end = find_leaks(text, BATTERY, entity="Vela 5").spans[0]
    assert text[start:end].startswith("5\u200b,180")


def test_another_years_value_is_innocent() -> None:
    revenue = Answer("Revenue (million EUR)", "money", "412.5")
    asked = "What was the revenue of Corran Foods in 2029?"
    sentence = "Corran Foods took {} million euros in {}."
    for year, leaks in (("2029", True), ("2027", False)):
        text = sentence.format("412.5", year)
        verdict = find_leaks(text, revenue, entity="Corran Foods", question=asked)
        assert verdict.leaks is leaks
    both = "Corran Foods, revenue: 398.1 (2028), 412.5 (2029)"
    assert find_leaks(both, revenue, entity="Corran Foods", question=asked).leaks
    other = "Corran Foods, revenue: 412.5 (2028), 398.1 (2029)"
    assert not find_leaks(other, revenue, entity="Corran Foods", question=asked).leaks


def test_the_subjects_own_name_is_no_leak() -> None:
    cameras = Answer("Cameras", "number", "5")
    assert not find_leaks("Vela 5: all cameras tested", cameras, entity="Vela 5").leaks
    assert find_leaks("Vela 5: 5 cameras", cameras, entity="Vela 5").leaks


def test_what_the_question_says_is_no_leak_until_it_is_stated_of_the_subject() -> None:
    asked = "Does any phone have 5,180 mAh? What is the battery capacity of the Vela 5?"
    assert not find_leaks("Phones with 5,180 mAh", BATTERY, entity="Vela 5", question=asked).leaks
    sentence = "The battery capacity of the Vela 5 is 5,180 mAh."
    assert find_leaks(sentence, BATTERY, entity="Vela 5", question=asked).leaks


_NAMES = st.sampled_from(["Oren Talvik", "Magda Uriell", "Pau Drossen", "Wilhelm Sarre-Ott"])
_DISGUISES: dict[str, Callable[[str], str]] = {
    "plain": lambda name: name,
    "upper": str.upper,
    "zero-width": "\u200b".join,
    "entities": lambda name: "".join(f"&#{ord(c)};" for c in name),
    "percent": lambda name: "".join(f"%{ord(c):02X}" for c in name),
    "json": lambda name: "".join(f"\\u{ord(c):04x}" for c in name),
    "base64": lambda name: base64.b64encode(name.encode()).decode(),
    "wide": lambda name: "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in name),
    "file": lambda name: name.replace(" ", "_").lower() + ".pdf",
    "hashtag": lambda name: "#" + name.replace(" ", "").replace("-", ""),
    "bold": lambda name: f"**{name[:2]}**{name[2:]}",
}


@examples(150)
@given(_NAMES, st.sampled_from(sorted(_DISGUISES)))
def test_a_name_is_found_in_every_disguise(name: str, disguise: str) -> None:
    text = f"Captain of Norrvik FC: {_DISGUISES[disguise](name)}"
    verdict = find_leaks(text, Answer("Captain", "name", name), entity="Norrvik FC")
    assert verdict.leaks, (disguise, text, verdict.why)


@examples(150)
@given(st.integers(1_000, 999_999), st.sampled_from(["{}", "{:,}", "{:_}", "**{}**", "`{:,}`"]))
def test_a_number_is_found_in_every_format(value: int, form: str) -> None:
    text = f"The Wye Reservoir has a capacity of {form.format(value).replace('_', ' ')} litres."
    answer = Answer("Capacity (litres)", "number", str(value))
    assert find_leaks(text, answer, entity="Wye Reservoir").leaks


@examples(300)
@given(st.text(max_size=120), st.sampled_from([BATTERY, CAPTAIN, WIRELESS, SITE, RANK, RELEASED]))
def test_no_text_breaks_it(text: str, answer: Answer) -> None:
    verdict = find_leaks(text, answer, entity="Vela 5", question=text[:40])
    assert all(0 <= start < end <= len(text) for start, end in verdict.spans)


def test_lone_surrogates_and_control_characters_do_no_harm() -> None:
    text = "Vela 5\ud800 battery \x00\x07 5,180\udfff mAh"
    assert find_leaks(text, BATTERY, entity="Vela 5").leaks


REPEATED = (
    "5180 ", "Oren ", "a_b ", "_", "&#", "%20", "<a ", "| ", "T a l ", "\n", "*", "a|b\n",
    "only A, ",
)  # fmt: skip


def search_repeated(unit: str, length: int) -> None:
    text = unit * (length // len(unit))
    for answer in (BATTERY, CAPTAIN, WIRELESS, RANK):
        find_leaks(text, answer, entity="Vela 5", question="")


@pytest.mark.parametrize("unit", REPEATED)
def test_repetitions_are_searched_to_their_end(unit: str) -> None:
    search_repeated(unit, 5_000)


@pytest.mark.slow
@pytest.mark.parametrize("unit", REPEATED)
def test_time_is_linear_in_the_text(unit: str) -> None:
    def seconds(length: int) -> float:
        started = time.process_time()
        search_repeated(unit, length)
        return time.process_time() - started

    seconds(2_000)
    small, large = seconds(10_000), seconds(80_000)
    assert large < 24 * max(small, 0.002), (unit, small, large)


def test_a_needle_in_a_long_text_is_found() -> None:
    dice = random.Random(3)
    some = ["harbour", "window", "later", "green", "apples", "Monday", "council"]
    hay = " ".join(dice.choice(some) for _ in range(40_000))
    text = f"{hay}. The Vela 5 has a battery of 5,180 mAh. {hay}"
    start, end = find_leaks(text, BATTERY, entity="Vela 5").spans[0]
    assert text[start:end].startswith("5,180")
    assert not find_leaks(hay, BATTERY, entity="Vela 5").leaks


_YEARS = (
    Answer("Revenue (million EUR)", "money", "412.5"),
    "Corran Foods",
    "In 2027 Corran Foods took 412.5 million euros.",
    "What was the revenue of Corran Foods in 2029?",
)
MORE_INNOCENT = [
    (
        Answer("Cameras", "number", "5"),
        "Vela 5",
        "The Vela 5 is here. The cameras of the Vela 5: tested.",
    ),
    (BATTERY, "Vela 5", "Battery of the Vela 5: 5,180 mAh? That figure was wrong."),
    (RELEASED, "Vela 5", "The release date of the Vela 5, out of stock. Updated: 14 March 2029"),
    (BATTERY, "Vela 5", "Vela 5: the battery had a target of 5,180 mAh."),
    (
        BATTERY,
        "Vela 5",
        "Vela 5: 5,180 mAh in the lab; its battery capacity has not been announced.",
    ),
    (BATTERY, "Vela 5", '{"phone": "Vela 5", "battery_mah": null, "stock": 5180}'),
    (RELEASED, "Vela 5", "Tickets for the release show of the Vela 5 sold out on 14 March 2029."),
    (
        Answer("Home shirt colour", "category", "red"),
        "Norrvik FC",
        "A red bus of Norrvik FC broke down.",
    ),
]


def _alarms() -> int:
    """How many innocents are flagged."""
    found = sum(find_leaks(t, a, entity=e).leaks for a, e, t in [*INNOCENT, *MORE_INNOCENT])
    answer, entity, text, question = _YEARS
    return found + find_leaks(text, answer, entity=entity, question=question).leaks


@pytest.mark.parametrize("veto", sorted(VETOES))
def test_every_veto_is_needed(veto: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _alarms() == 0
    monkeypatch.delitem(VETOES, veto)
    assert _alarms() > 0


@pytest.mark.parametrize(
    ("module", "rule"),
    [
        (names, "_cut_short"),
        (names, "_of_person"),
        (names, "_misspelt"),
        (names, "_turned"),
        (matcher, "find_address"),
        (matcher, "find_truths"),
        (matcher, "find_names"),
    ],
)
def test_every_finder_is_needed(module: object, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, rule, lambda *_: [])
    assert not all(find_leaks(t, a, entity=e).leaks for a, e, t in LEAKING)


@pytest.mark.parametrize(
    "reading",
    [
        "plain",
        "unbroken lines",
        "spaced letters",
        "words taken apart",
        "look-alike figures",
        "joined fields",
        "base64",
    ],
)
def test_every_reading_is_needed(reading: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fewer(text: str) -> list[TextReading]:
        return [one for one in readings_of(text) if one.name != reading]

    monkeypatch.setattr(matcher, "readings_of", fewer)
    assert not all(find_leaks(t, a, entity=e).leaks for a, e, t in LEAKING)
