"""Slots filled by code: unit, article, capital, link, missing values; another row's value."""

from __future__ import annotations

import pytest

from fictionworld.simulator.controls import PRESETS
from fictionworld.simulator.drafts.compose import filled
from fictionworld.simulator.drafts.passage import SLOT, DraftPassage, DraftSlot
from fictionworld.simulator.drafts.worded import WordedWeb
from fictionworld.simulator.perturbed.altered import Replacements, stated_on
from fictionworld.simulator.perturbed.web import PerturbedWeb
from fictionworld.web.page import refilled
from fictionworld.web.permit import Permit
from fictionworld.web.writing.slots import form_of
from tests.examples import first_everyday
from tests.simulator.drafts import samples
from tests.simulator.drafts.test_worded import Given, facts_first
from tests.web.written import drawn, web_of

PHONES, CLUBS = 1, 0


def slot_of(web, table, column, row):
    wording = web.context.wordings[table, column]
    return DraftSlot(
        f"{column}:{row}", wording.facts[row], form_of(wording), wording.label, "a value"
    )


def rows_of(web, table, column):
    cells = web.context.wordings[table, column].cells
    return [row for row in range(1, len(cells)) if cells[row] is not None]


def fill(web, draft, *slots, **more):
    """A draft filled on the page of number 1."""
    return filled(draft, DraftPassage("p1", draft, slots, **more), web.writer(1))


def test_a_value_brings_its_unit_and_its_article():
    web = samples.world(PHONES)
    cells = web.context.wordings["phone", "battery"].cells
    articles = set()
    for row in rows_of(web, "phone", "battery"):
        slot = slot_of(web, "phone", "battery", row)
        for draft in ("It has a {} battery.", "It has an {} battery.", "It has a {} mAh battery."):
            one = fill(web, draft.format(slot.token), slot)
            (mark,) = one.marks
            text = one.text[mark.start : mark.end]
            assert text in {f"a {cells[row]:,} mAh", f"an {cells[row]:,} mAh"}
            assert one.text == f"It has {text} battery."
            articles.add((text.split()[0], text.split()[1][0]))
    assert ("a", "5") in articles or ("a", "4") in articles
    assert all((article == "an") is (digit == "8") for article, digit in articles)


def test_a_unit_behind_a_hyphen_stays():
    web = samples.world_with("smartphones", ("phone", "display"))
    row = rows_of(web, "phone", "display")[0]
    slot = slot_of(web, "phone", "display", row)
    value = web.context.wordings["phone", "display"].cells[row]
    assert fill(web, f"A {slot.token}-inch display.", slot).text == f"A {value}-inch display."
    whole = fill(web, f"The display measures {slot.token}.", slot).text
    assert whole == f"The display measures {value} inches."


def test_what_begins_a_sentence_has_a_capital():
    web, first = samples.world_with("football", ("transfer", "years")), set()
    for row in rows_of(web, "transfer", "years"):
        slot = slot_of(web, "transfer", "years", row)
        text = fill(web, f"A contract was signed. {slot.token} is what it says.", slot).text
        first.add(text.partition(". ")[2].split()[0])
    assert "Signed" in first  # a contract of three years
    assert len(first) > 1 and all(word[0].isupper() for word in first)


@pytest.mark.parametrize(
    ("pack", "table", "column"),
    [("smartphones", "phone", "review_average"), ("smartphones", "sales", "growth"),
     ("football", "transfer", "fee"), ("football", "player", "goals"),
     ("football", "manager", "departed")],
)  # fmt: skip
def test_a_clause_says_of_every_row_what_is_there(pack, table, column):
    """One draft, whether there is a value, none, nought, or a fall: the whole clause is marked."""
    web = samples.world_with(pack, (table, column))
    cells = web.context.wordings[table, column].cells
    told = set()
    for row in range(1, len(cells)):
        slot = slot_of(web, table, column, row)
        draft = f"Vela {slot.token}." if slot.form == "predicate" else f"In short, {slot.token}."
        one = fill(web, draft, slot)
        (mark,) = one.marks
        assert mark.missing is (cells[row] is None)
        rest = one.text[: mark.start] + slot.token + one.text[mark.end :]
        assert rest == draft and not SLOT.search(one.text)
        told.add((cells[row] is None, cells[row] == 0, one.text[mark.start : mark.end].split()[0]))
    assert len(told) >= 2


def test_a_link_of_the_template_is_set_again():
    web = samples.world(PHONES)
    one = fill(web, "The Vela 5 and the Vela 5 Pro.", links=(("Vela 5 Pro", "https://a.example"),))
    assert one.text == "The Vela 5 and the [Vela 5 Pro](https://a.example)."
    slot = DraftSlot("chip:3", web.context.wordings["phone", "chip"].facts[3], "value", "Chip", "",
                "Orin X", "https://b.example")  # fmt: skip
    two = fill(web, f"It has a {slot.token} chip.", slot)
    assert two.text == "It has [an Orin X](https://b.example) chip."


# Copies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("world_id", [PHONES, CLUBS])
def test_false_copies_fill_the_slot_with_another_rows_value(world_id):
    web = WordedWeb(samples.world(world_id), Given(facts_first))
    perturbed = PerturbedWeb(web, PRESETS["hostile"])
    context, changed = samples.world(world_id).context, 0
    for extra in perturbed.extras:
        if extra.control not in {"stale_copies", "contradictions", "corrections"}:
            continue
        page = perturbed.page(extra.head.number)
        for mark in page.marks:
            if mark.says is None:
                continue
            cells = context.wordings[mark.fact.table, mark.fact.column].cells
            assert cells[mark.says] is not None
            assert cells[mark.says] != cells[mark.fact.row]
            changed += 1
    assert changed > 10


def test_a_donor_is_a_value_and_the_slot_words_it():
    """Not another page's text: the article is right, and so is the verb of the page's clause."""
    web = WordedWeb(samples.world(PHONES), Given(facts_first))
    replacements, filled_anew = Replacements(web), 0
    for head in web.heads[:200]:
        page = web.page(head.number)
        for place, facts in stated_on(page).items():
            if not replacements.can_change(facts[0]):
                continue
            replacement = replacements.other(page, place, facts, "a copy")
            told = (
                None if replacement is None else web.restated(head.number, *place, replacement.row)
            )
            if told is not None:
                assert replacement.text == told != page.body[place.start : place.end]
                filled_anew += 1
    assert filled_anew > 100


# Twins -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pack", first_everyday(["football", "smartphones"]))
def test_worded_webs_of_twins_differ_in_their_values_alone(pack):
    webs = []
    for values in (0, 99):
        made, filled_, _ = drawn(pack, 4, values)
        webs.append(WordedWeb(web_of(made, filled_, 1)[0], Given(facts_first)))
    one, two = webs
    for head in one.heads:
        pages = [web.page(head.number) for web in webs]
        assert [m.fact for m in pages[0].marks] == [m.fact for m in pages[1].marks]
        bodies = {refilled(page, lambda mark, text: " ") for page in pages}
        assert len(bodies) == 1
    assert one.tally == two.tally and one.tally.accepted > 200
    for policy in ("tease", "strict", "open", "mixed:0.5"):
        permits = [Permit.of(policy, web.world) for web in webs]
        for head in one.heads[::3]:
            words = ("price", "goals", "player")
            cuts = [
                web.windows(head.number, p).cut(words) for web, p in zip(webs, permits, strict=True)
            ]
            if policy in {"tease", "strict"}:
                assert cuts[0] == cuts[1] and cuts[0].stated == cuts[1].stated
            for cut, permit in zip(cuts, permits, strict=True):
                assert all(permit.allows(head.name, column) for column, _ in cut.stated)
