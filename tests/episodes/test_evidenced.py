"""`f1_evidenced`: what was shown determines what counts."""

from __future__ import annotations

import json

import pytest

import fictionworld as fw
from fictionworld.episodes.agents.registry import agent_named
from fictionworld.episodes.coverage import ShownFacts
from fictionworld.episodes.read_lists import ReadLists
from fictionworld.episodes.rollout import Conditions, play_all, sample
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.memory import Memory
from fictionworld.tasks.evidence import evidence_of
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.spread import cover
from tests.examples import first_everyday
from tests.small import every_pack_dataset


def gold(dataset, task):
    return answer_markdown(dataset.key(task.task_id))


def read(episode, url):
    """All parts of a page."""
    part, text = 1, episode.call("web_extractor", {"url": url})
    while f'"page": {part + 1}}}' in text:
        part += 1
        text = episode.call("web_extractor", {"url": url, "page": part})


def listed(place, episode, but=0):
    """The tables whose lists were read to their end before the last `but` calls."""
    return ReadLists(place, episode.calls).after(episode.calls_made - but)[0].tables


def evidence_pages(dataset, task):
    """The pages that list the rows, and few that state the rest of the evidence."""
    place = OPEN_WORLDS.at(dataset, task.world_id)
    specification = dataset.specification(task.task_id)
    found = evidence_of(specification, place.rows, task.world_id)
    lists = [page for table in found.enumerated for page in place.web.plan.directory(table)]
    facts = cover([place.web.plan.pages_of(fact) for fact in found.facts])
    return [place.web.heads[page - 1].url for page in dict.fromkeys([*facts, *lists])]


def test_who_answers_right_and_has_read_nothing_earns_nothing(dataset):
    for task in dataset.tasks():
        reward = dataset.episode(task.task_id).score(gold(dataset, task), "f1_evidenced")
        assert reward.f1_grounded == 1
        assert reward.f1_evidenced == float(reward) == 0, task.task_id


def test_an_exact_figure_tells_the_rounded_one_and_not_the_other_way_round(dataset):
    task = next(
        task
        for task in dataset.tasks()
        if task.pack == "football"
        and dataset.frames(task.world_id)["match"]["crowd"].drop_nulls().len()
    )
    place, specification = (
        OPEN_WORLDS.at(dataset, task.world_id),
        dataset.specification(task.task_id),
    )
    stated = {}
    for number, head in enumerate(place.web.heads, 1):
        columns = {fact.column for fact in place.web.plan.statements(number)}
        if len(columns & {"attendance", "crowd"}) == 1:
            stated.setdefault(*columns & {"attendance", "crowd"}, head)
    for column, follows in [("attendance", True), ("crowd", False)]:
        episode = dataset.episode(task.task_id, calls=0)
        read(episode, stated[column].url)
        shown = ShownFacts(place, episode.calls)
        known, _ = shown.known_for(specification, len(episode.calls))
        rows = {row for _, row, name in shown.first if name == column}
        other = "crowd" if column == "attendance" else "attendance"
        assert rows
        assert [known.get(("match", row, other)) for row in rows] == [
            shown.first["match", row, column] if follows else None for row in rows
        ]


@pytest.mark.parametrize("policy", first_everyday(["tease", "strict", "open", "mixed:0.5"]))
@pytest.mark.parametrize("name", ["oracle", "scout"])
def test_who_reads_it_all_earns_all(dataset, name, policy):
    tasks = sample(dataset.tasks(), 6)
    conditions = Conditions(policy, calls=0, reward="f1_evidenced")
    for played in play_all(dataset, agent_named(name), tasks, conditions):
        reward = played.trace.reward
        assert reward.f1_evidenced == float(reward) == reward.f1_by_item == 1, played.task.task_id
        assert reward.coverage == 1
        assert all(cell.call is not None for cell in played.trace.evidence.cells)


def test_every_shape_earns_all_for_its_evidence(dataset):
    shapes = {task.shape: task for task in dataset.tasks() if task.kind != "empty"}
    for task in shapes.values():
        episode = dataset.episode(task.task_id, calls=0)
        for url in evidence_pages(dataset, task):
            read(episode, url)
        assert episode.score(gold(dataset, task)).f1_evidenced == 1, task.shape


def test_wrong_cells_and_unread_ones_count_as_given(dataset, task):
    urls = evidence_pages(dataset, task)
    key = dataset.key(task.task_id)
    place = next(n for n, column in enumerate(key.columns) if column.role == "value")
    lines = gold(dataset, task).split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("| ---")) + 1
    cells = lines[first].split(" | ")
    cells[place] = "987654321"
    wrong = "\n".join([*lines[:first], " | ".join(cells), *lines[first + 1 :]])
    episode = dataset.episode(task.task_id, calls=0)
    for url in urls:
        read(episode, url)
    reward = episode.score(wrong)
    assert reward.f1_evidenced == reward.f1_grounded < 1
    half = dataset.episode(task.task_id, calls=0)
    for url in urls[::2]:
        read(half, url)
    reward = half.score(gold(dataset, task))
    assert 0 <= reward.f1_evidenced < reward.f1_grounded == 1


def test_snippets_show_what_their_policy_lets_them_state(dataset, task):
    place = OPEN_WORLDS.at(dataset, task.world_id)
    roles = {
        (column.table, column.name): column.role
        for table in place.pack.world_tables
        for column in table.columns.values()
    }
    shown = {}
    for policy in ("strict", "tease", "open"):
        episode = dataset.episode(task.task_id, policy)
        words = task.question.split()
        for start in range(0, len(words), 8):
            episode.call("web_search", {"query": " ".join(words[start : start + 8])})
        facts = [fact.split("/") for call in episode.trace().facts for fact in call]
        shown[policy] = {roles[table, column] for _, table, _, column in facts}
        assert "stated" not in json.loads(episode.trace().as_json())["calls"][0]
    # a reference is told by a name, which any snippet may say, and is none of its own
    assert shown == {"strict": set(), "tease": {"context"}, "open": {"context", "askable"}}


def test_what_is_stale_or_false_shows_nothing(dataset):
    task = dataset.tasks()[0]
    episode = dataset.episode(task.task_id, "open", "stale_copies=0.5,contradictions=0.5", calls=0)
    place = OPEN_WORLDS.at(dataset, task.world_id).under(episode.controls)
    engine = place.engine.under("open", seed=episode.seed)
    untrue = {
        (extra.head.number, mark.fact)
        for extra in place.web.extras
        for mark in place.web.page(extra.head.number).marks
        if mark.truth != "current"
    }
    misled = 0
    for extra in place.web.extras[:40]:
        asked = {"query": extra.head.title}
        read(episode, extra.head.url)
        episode.call("web_search", asked)
        told = set(engine.call("web_search", asked, memory=Memory()).stated)
        assert set(episode.calls[-1].stated) == {fact for _, fact in told - untrue}
        misled += bool(told & untrue)
    trace = episode.trace()
    assert misled > 3 and sum(map(len, trace.untrue)) > 10
    pages = zip(trace.calls, ShownFacts(place, episode.calls).by_call, strict=True)
    assert not any((call.pages[0], fact) in untrue for call, facts in pages
                   if call.span for fact in facts)  # fmt: skip


def test_a_list_ends_with_its_last_page_and_its_last_part(dataset, task):
    place = OPEN_WORLDS.at(dataset, task.world_id)
    table = next(
        t.name for t in place.pack.world_tables if len(place.web.plan.directory(t.name)) > 1
    )
    pages = place.web.plan.directory(table)
    episode = dataset.episode(task.task_id, calls=0, reply_characters=2_000)
    for page in pages:
        assert table not in listed(place, episode)
        read(episode, place.web.heads[page - 1].url)
    assert listed(place, episode) == {table}
    assert table not in listed(place, episode, but=1)


def test_a_copy_is_the_part_of_the_list_that_it_copies(dataset, task):
    controls = Controls(dead_links=0.5)
    place = OPEN_WORLDS.at(dataset, task.world_id).under(controls)
    web = place.web
    lists = {t.name: web.plan.directory(t.name) for t in place.pack.world_tables}
    table, pages = next(one for one in lists.items() if web.gone.keys() & set(one[1]))
    episode = dataset.episode(task.task_id, controls=controls, calls=0)
    for page in pages:
        assert table not in listed(place, episode)
        read(episode, web.gone.get(page, web.heads[page - 1]).url)
    assert table in listed(place, episode)


def test_only_these_are_rewards(dataset, task):
    episode = dataset.episode(task.task_id)
    with pytest.raises(UsageError, match=r"got reward 'f1_value'; allowed: f1_evidenced, f1_gr"):
        episode.score("no table", "f1_value")
    assert not episode.is_over
    assert float(episode.score("no table")) == 0


def test_a_row_without_a_name_names_all_rows_of_its_key():
    """A holding is called by its organisation and stock; a stock's name says its species."""
    dataset = fw.open(every_pack_dataset())
    world_id = next(w for w in dataset.world_ids if dataset.world(w).pack == "fishing_quotas")
    task = dataset.tasks(world_id)[0]
    place = OPEN_WORLDS.at(dataset, world_id)
    episode = dataset.episode(task.task_id, calls=0)
    holdings = [page for page in place.web.plan.pages if page.name.startswith("statistics/holding")]
    for page in holdings:
        read(episode, place.web.heads[page.number - 1].url)
    specification = dataset.specification(task.task_id)
    known, _ = ShownFacts(place, episode.calls).known_for(specification, episode.calls_made)
    species = {row for table, row, column in known if (table, column) == ("stock", "species")}
    stocks = place.rows.cells("holding", ("stock",))
    assert species == set(stocks)
