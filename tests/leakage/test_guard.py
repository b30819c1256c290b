"""The guard over real worlds: nothing of our own is flagged, everything planted is found."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import fictionworld as fw
from fictionworld.audit.plants import DISGUISES, plants_of, try_guard
from fictionworld.episodes.world_handle import WorldHandle, written_world
from fictionworld.leakage.fields import Field
from fictionworld.leakage.guard import Guard
from fictionworld.simulator.web_search import printed_date, shortened
from fictionworld.web.permit import Permit
from tests.small import WORLDS, small_dataset


@pytest.fixture(scope="module")
def places() -> list[WorldHandle]:
    dataset = fw.open(small_dataset())
    return [written_world(dataset, world) for world in dataset.world_ids[:WORLDS]]


def _guard(place: WorldHandle, policy: str = "tease") -> Guard:
    permit = Permit.of(policy, place.world)
    return Guard(place.pack, place.rows, place.web, permit, place.labels)


def _result(
    place: WorldHandle, number: int, words: tuple[str, ...] = (), policy: str = "tease"
) -> tuple[Field, ...]:
    head = place.web.heads[number - 1]
    permit = Permit.of(policy, place.world)
    return (
        Field(number, "url", head.url),
        Field(number, "title", shortened(head.title)),
        Field(number, "snippet", " ".join(place.web.windows(number, permit).cut(words).split())),
        Field(number, "date", printed_date(head.date)),
    )


def test_our_own_results_pass(places: list[WorldHandle]) -> None:
    flagged = looked = 0
    for place in places[:4]:
        guard = _guard(place)
        for head in place.web.heads:
            looked += 1
            flagged += bool(guard.look(_result(place, head.number)))
    assert looked > 1000
    assert flagged <= 0.01 * looked


def test_planted_answers_are_found(places: list[WorldHandle]) -> None:
    tried = []
    for place in places[:2]:
        guard = _guard(place)
        dice = random.Random(place.world.world_id)
        results = [_result(place, h.number) for h in dice.sample(place.web.heads, 20)]
        tried += try_guard(guard, plants_of(guard.cells, results, seed=7, each=4))
    assert {plant.disguise for plant, _ in tried} == set(DISGUISES)
    assert sum(found for _, found in tried) >= 0.98 * len(tried)


def test_the_self_test_notices_a_blind_guard(
    places: list[WorldHandle], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = places[0]
    guard = _guard(place)
    plants = plants_of(guard.cells, [_result(place, 1)], seed=7, each=1)
    monkeypatch.setattr(Guard, "_mentions", lambda *_: iter(()))
    assert not any(found for plant, found in try_guard(guard, plants))


def test_findings_point_into_their_field(places: list[WorldHandle]) -> None:
    place = places[0]
    guard = _guard(place)
    plants = plants_of(guard.cells, [_result(place, 2)], seed=3, each=2)
    for plant in plants:
        for one in guard.look(plant.fields):
            field = next(f for f in plant.fields if f.name == one.field)
            assert 0 <= one.start < one.end <= len(field.text)


def test_an_open_policy_permits_everything(places: list[WorldHandle]) -> None:
    place = places[0]
    guard = _guard(place, "open")
    plants = plants_of(_guard(place).cells, [_result(place, 1)], seed=7, each=1)
    assert not any(found for _, found in try_guard(guard, plants))


def test_a_value_split_over_two_results_is_found(places: list[WorldHandle]) -> None:
    for place in places:
        guard = _guard(place)
        long = [c for c in guard.cells if c.answer.type == "number" and len(c.answer.value) == 4]
        plain = [cell for cell in long if cell.is_named]
        if plain:
            break
    cell = plain[0]
    value = cell.answer.value
    label = cell.answer.column.lower()
    fields = (
        Field(1, "title", "A note"),
        Field(1, "snippet", f"The {label} of {cell.name} is {value[0]},"),
        Field(2, "snippet", f"{value[1:]}, as measured."),
    )
    assert any(one.fact == cell.fact for one in guard.look(fields))
    assert not guard.look((replace_text(fields[1], f"The {label} of {cell.name}"),))


def test_a_number_under_the_label_of_context_is_no_other_columns(places: list[WorldHandle]) -> None:
    place = next(place for place in places if place.pack.name == "football")
    guard = _guard(place)
    label = place.labels["player", "moves"]
    cell = next(one for one in guard.cells if one.fact.column == "goals")
    fields = (Field(1, "title", cell.name), Field(1, "snippet", "Goals, club, position."))
    stated = replace_text(fields[1], f"Goals of {cell.name}: {cell.answer.value}")
    assert any(one.fact == cell.fact for one in guard.look((fields[0], stated)))
    context = replace_text(fields[1], f"Goals of {cell.name}; {label}: {cell.answer.value}")
    assert not any(one.fact == cell.fact for one in guard.look((fields[0], context)))


def test_a_label_of_context_within_that_of_a_column_is_not_the_columns(
    places: list[WorldHandle],
) -> None:
    labels = {("player", "moves"): "Transfers", ("club", "spent"): "Spent on transfers"}
    place = next(place for place in places if labels.keys() <= place.web.context.wordings.keys())
    permit = Permit.of("tease", place.world)
    guard = Guard(place.pack, place.rows, place.web, permit, {**place.labels, **labels})
    cell = next(one for one in guard.cells if one.fact.column == "spent")
    for said, is_stated in (("Spent on transfers", True), ("Transfers", False)):
        fields = (Field(1, "title", cell.name), Field(1, "snippet", f"{said}: {cell.answer.value}"))
        assert any(one.fact == cell.fact for one in guard.look(fields)) == is_stated


def replace_text(field: Field, text: str) -> Field:
    return field._replace(text=text)


def test_cells_are_stated_of_named_rows(places: list[WorldHandle]) -> None:
    for place in places[:2]:
        for cell in _guard(place).cells:
            assert cell.name
            assert cell.column.role == "askable"
            assert cell.answer.value
            assert replace(cell) == cell
