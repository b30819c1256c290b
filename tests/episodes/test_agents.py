from __future__ import annotations

import json
from collections import Counter
from datetime import date
from decimal import Decimal
from statistics import fmean

import pytest

from fictionworld.episodes.agents.guessing import fill, guess_for, names_in_question
from fictionworld.episodes.agents.known import Known, KnownRows, TrainingValues
from fictionworld.episodes.agents.lacking import lacking_cells
from fictionworld.episodes.agents.pages import links_in, results_in
from fictionworld.episodes.agents.prober import _between
from fictionworld.episodes.agents.queries import _GENERAL, Vocabulary, words_of
from fictionworld.episodes.agents.reasoner import Reasoner
from fictionworld.episodes.agents.registry import AGENTS, agent_named
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.rederivation import rederive
from tests.examples import first_everyday


@pytest.fixture(scope="module")
def tasks(dataset):
    return sample(dataset.tasks(), 8)


def reasoner_for(dataset, task):
    place = OPEN_WORLDS.at(dataset, task.world_id)
    return place, Reasoner(place, dataset.specification(task.task_id))


@pytest.mark.parametrize(
    "name", ["closed-book", "paste-question", "snippets-only", "prober", "guess"]
)
@pytest.mark.parametrize("count", first_everyday([3, 8]))
def test_whoever_does_not_read_finds_nothing(dataset, tasks, name, count):
    played = list(play_all(dataset, agent_named(name), tasks[:count], Conditions()))
    values = [one.trace.reward.f1_value for one in played]
    assert fmean(value for value in values if value is not None) <= 0.05
    assert not any(call.tool == "web_extractor" for one in played for call in one.trace.calls)


def test_open_snippets_tell(dataset, tasks):
    played = play_all(dataset, agent_named("snippets-only"), tasks[:8], Conditions("open"))
    values = [one.trace.reward.f1_value or 0 for one in played]
    assert fmean(values) > 0.05


# The prober -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", first_everyday([2, 4]))
def test_the_prober_finds_by_values_what_the_index_holds_and_opens_no_page(dataset, tasks, count):
    played = list(play_all(dataset, agent_named("prober"), tasks[:count], Conditions("open")))
    values = [one.trace.reward.f1_value or 0 for one in played]
    assert fmean(values) > 0.05
    for one in played:
        assert one.error is None
        assert {call.tool for call in one.trace.calls} == {"web_search"}
        assert all(call.kind != "spent" for call in one.trace.calls)


def test_the_prober_retries_where_tools_fail(dataset, tasks):
    played = list(
        play_all(dataset, agent_named("prober"), tasks[:1], Conditions("open", "hostile"))
    )
    assert all(one.error is None and one.trace.reward is not None for one in played)
    assert any(call.kind == "error" for one in played for call in one.trace.calls)


def test_what_is_remembered_of_training_is_of_other_worlds(dataset):
    train = [w for w in dataset.world_ids if dataset.world(w).split == "train"]
    world = dataset.world(train[0])
    table = next(one for one in dataset.pack_of(train[0]).world_tables if one.name_column)
    name = table.name_column.name
    seen = TrainingValues(dataset).of(world, table.name, name)
    own = set(dataset.frames(world.world_id)[table.name][name].to_list())
    others = {
        value
        for other in train[1:]
        if dataset.world(other).pack == world.pack
        for value in dataset.frames(other)[table.name][name].to_list()
    }
    assert set(seen) == others and not own <= set(seen)


def test_days_of_other_worlds_are_shifted_to_this_one(dataset):
    train = [w for w in dataset.world_ids if dataset.world(w).split == "train"]
    of_pack = [w for w in train if dataset.world(w).pack == "football"]
    here, other = dataset.world(of_pack[0]), dataset.world(of_pack[1])
    shift = here.as_of - other.as_of
    born = dataset.frames(other.world_id)["player"]["born"].drop_nulls().to_list()
    seen = TrainingValues(dataset).of(here, "player", "born")
    assert all(day + shift in seen for day in born)


def test_groups_of_numbers_hold_all_between_the_least_and_the_greatest():
    between = list(_between(Counter({Decimal("2.50"): 3, Decimal("3.00"): 1, Decimal("2.75"): 1})))
    assert between == [Decimal("2.50"), Decimal("2.75"), Decimal("3.00")]
    assert list(_between(Counter([4800, 5000, 5300]))) == [4800, 4900, 5000, 5100, 5200, 5300]
    assert list(_between(Counter([1, 2, 10**9]))) == []  # too many: those seen are tried
    assert list(_between(Counter([date(2030, 1, 1)]))) == []


def test_a_guess_may_be_wrong_and_what_was_read_stays(dataset, tasks):
    _, reasoner = reasoner_for(dataset, tasks[0])
    known = reasoner.known
    table = next(one for one in reasoner.pack.world_tables if one.name_column is not None)
    column = next(one.name for one in table.stored if one.role == "askable")
    row = known.world_rows.ids(table.name)[0]
    known.believe((table.name, row, column), -12345)
    assert known.value((table.name, row, column)) == -12345
    other = known.world_rows.ids(table.name)[1]
    known.learn((table.name, other, column))
    truth = known.value((table.name, other, column))
    known.believe((table.name, other, column), -12345)
    assert known.value((table.name, other, column)) == truth


def test_unknown_agents():
    with pytest.raises(UsageError, match=r"got 'scoot'; .*did you mean 'scout'"):
        agent_named("scoot")
    with pytest.raises(UsageError, match="--base-url"):
        agent_named("openai:some-model")
    assert set(AGENTS) == {agent_named(name).name for name in AGENTS}


# The scout is blind -----------------------------------------------------------------------------


class Listening:
    """An episode that keeps what was said and what was asked."""

    def __init__(self, episode):
        self._episode = episode
        self.read = [episode.question]
        self.unread_words, self.unread_urls = [], []

    def __getattr__(self, name):
        return getattr(self._episode, name)

    def call(self, tool, arguments):
        said = " ".join(self.read)
        words = Vocabulary(said)
        if tool == "web_search":
            self.unread_words += [q for q in arguments["queries"] if not words.knows(q)]
        elif arguments["url"] not in said:
            self.unread_urls.append(arguments["url"])
        text = self._episode.call(tool, arguments)
        self.read.append(text)
        return text


@pytest.mark.parametrize("count", first_everyday([2, 4]))
def test_the_scout_uses_no_word_and_no_address_that_it_has_not_read(dataset, tasks, count):
    for task in tasks[:count]:
        episode = Listening(Episode(dataset, task.task_id, calls=0))
        Scout().play(episode, reasoner_for(dataset, task)[1])
        assert episode.calls_made > 2
        assert not episode.unread_words
        assert not episode.unread_urls


def test_a_vocabulary_knows_forms_of_words_and_no_others():
    words = Vocabulary("Which phones were offered in cities?")
    assert words.knows("offers") and words.knows("Phone") and words.knows("city")
    assert not words.knows("phones by battery")
    assert "battery" not in _GENERAL


# What is known, and what lacks ------------------------------------------------------------------


def test_evidence_is_enough_and_lacks_nothing(dataset):
    for task in dataset.tasks():
        place, reasoner = reasoner_for(dataset, task)
        specification, known = reasoner.specification, reasoner.known
        evidence = evidence_of(specification, place.rows, task.world_id)
        for fact in evidence.facts:
            known.learn((fact.table, fact.row, fact.column))
        for table in evidence.enumerated:
            for row in place.rows.ids(table):
                known.note_row(table, row)
        answer = rederive(specification, KnownRows(known))
        assert answer == dataset.key(task.task_id).rows, task.task_id


def test_what_lacks_leads_to_the_answer(dataset):
    """Whoever is given each cell as soon as it lacks ends with the right answer, knowing it."""
    for task in dataset.tasks():
        place, reasoner = reasoner_for(dataset, task)
        specification, known = reasoner.specification, reasoner.known
        for table in reasoner.to_list:
            for row in place.rows.ids(table):
                known.note_row(table, row)
        rounds = 0
        while lacking := lacking_cells(specification, known, set(), whole=True):
            for cell in lacking:
                known.learn(cell)
            rounds += 1
            assert rounds < 20
        answer = rederive(specification, KnownRows(known))
        assert answer == dataset.key(task.task_id).rows, task.task_id


def test_a_cell_that_was_not_read_is_none(dataset, task):
    place, _ = reasoner_for(dataset, task)
    known = Known(place.rows)
    table = next(t for t in place.pack.world_tables if t.name_column is not None)
    row = place.rows.ids(table.name)[0]
    assert KnownRows(known).ids(table.name) == []
    known.note_row(table.name, row)
    known.note_row(table.name, row)
    rows = KnownRows(known)
    assert rows.ids(table.name) == [row]
    for column in table.stored:
        [value] = rows.cells(table.name, (column.name,))
        assert (value is None) == rows.is_fact(table.name, column.name)


def test_reads_a_page_and_knows_what_it_says(dataset, task):
    place, reasoner = reasoner_for(dataset, task)
    head = next(h for h in place.web.heads if place.web.plan.statements(h.number))
    page = place.web.page(head.number)
    stated = list(dict.fromkeys((m.fact.table, m.fact.row, m.fact.column) for m in page.marks))
    assert reasoner.read(head.url, "") == [] and not reasoner.known.facts
    assert reasoner.read(head.url, page.body) == stated
    assert reasoner.known.facts == set(stated)
    assert reasoner.read("https://nowhere.example/", page.body) == []


# Small pieces -----------------------------------------------------------------------------------


def test_reads_results_and_links():
    text = "[1] https://a.example/x\nTitle: A - B\nSnippet: Some text ...\nDate: N/A"
    assert [tuple(r) for r in results_in(text)] == [("a.example/x", "A - B", "Some text ...")]
    [link] = links_in("| [Nova](a.example/n) | 3 |\n![x](a.example/i.png) [1](note)")
    assert (link.url, link.said) == ("a.example/n", "Nova")
    [link] = links_in("[Nova](https://www.a.example/n)")  # as other webs have it
    assert link.url == "a.example/n"


def test_guesses_have_the_right_form():
    question = "In 2031, which phones from Kestrel & Co have at least 5,000 mAh?"
    assert guess_for("Released (YYYY-MM-DD)", question) == "2031-06-01"
    assert guess_for("Battery (mAh)", question) == "5000"
    assert names_in_question(question) == ["Kestrel & Co"]
    assert fill([("a", "NA"), ("b", "2"), ("c", "2")], ["x", "9"])[0] == ("a", "2")
    assert words_of("O'Neil's T-34") == ["o'neil's", "t-34"]
    assert json.dumps(guess_for("Club", "who?")) == '"NA"'
