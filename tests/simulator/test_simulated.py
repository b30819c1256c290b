"""A model that plays the web: its words are shown, its mistakes and leaks never are."""

from __future__ import annotations

import asyncio
import json
from contextlib import contextmanager

import pytest
from typer.testing import CliRunner

from fictionworld.cli.main import app
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.scout import Scout
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.leakage.guard import Guard
from fictionworld.simulator.backends.backend import Completion
from fictionworld.simulator.backends.options import Sampling
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.controls import parse_controls
from fictionworld.simulator.drafts.counting import texts_noted
from fictionworld.simulator.drafts.live import LiveDrafts, LiveFolder, LiveModel, NoTextError
from fictionworld.simulator.drafts.opened import drafts_named, parse_backend
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.search_results import results_of
from fictionworld.simulator.simulated.results import SimulatedCatalogue, worded_catalogue
from fictionworld.simulator.states.call_state import MOST_CHARACTERS
from fictionworld.web.permit import Permit
from tests.simulator.drafts import samples
from tests.simulator.drafts.script import endpoint, says, server
from tests.simulator.players import Player, exchanging, honest, pages_in
from tests.small import small_dataset
from tests.web.written import drawn, web_of

WORLD = 1


@contextmanager
def played(backend, web=None, policy="tease", folder=None, **options):
    """The tools of a world that a model plays, and its drafts."""
    model = LiveModel(backend)
    drafts = LiveDrafts(model, folder, plays=True, **options)
    try:
        yield Engine(worded_catalogue(web or samples.world(WORLD), drafts), policy), drafts
    finally:
        model.close()


def queries(number, world_id=WORLD):
    """As many queries, of words that a world's titles have."""
    heads = samples.world(world_id).heads
    titles = [heads[(7 * place) % len(heads)].title for place in range(number)]
    return [f"{title} {place % 9}" if place >= len(heads) else title
            for place, title in enumerate(titles)]  # fmt: skip


def search(engine, query):
    return engine.call("web_search", {"query": query}, memory=Memory())


def test_a_search_shows_the_models_words_and_the_engines_pages():
    plain = Engine.over(samples.world(WORLD))
    with played(Player(honest)) as (engine, drafts), texts_noted() as noted:
        replies = [(search(engine, query), search(plain, query)) for query in queries(20)]
        page = engine.call("web_extractor", {"url": samples.world(WORLD).heads[6].url},
                           memory=Memory())  # fmt: skip
    for reply, template in replies:
        assert reply.pages == template.pages and reply.text != template.text
        ours, theirs = (results_of(text)[0] for text in (reply.text, template.text))
        assert [(r.url, r.date, r.rank) for r in ours] == [(r.url, r.date, r.rank) for r in theirs]
        assert all(theirs.title in ours.title for ours, theirs in zip(ours, theirs, strict=True))
    counts = noted.counts
    assert counts.worded >= 0.95 * sum(counts) > 100 and counts.failed == 0
    assert drafts.tally.accepted >= 0.95 * drafts.tally.drafts
    assert " of this entry is " in page.text


def test_a_state_is_bounded_and_the_templates_own_texts_pass():
    player = Player(honest)
    with played(player, policy="open") as (engine, _):
        search(engine, "clubs and phones by price " * 9)
    assert len(player.prompts[0].messages[1][1]) <= MOST_CHARACTERS
    with played(TemplateBackend()) as (engine, drafts):
        for query in queries(12):
            search(engine, query)
    assert drafts.tally.accepted >= 0.97 * drafts.tally.drafts


def leaking(kind, page):
    """Whatever is known of the page's subjects beside what the prompt tells."""
    told = LEAKS.get(page.title)
    return f"{page.title.partition(' - ')[0]}: {told}." if told and kind == "s" else page.title


LEAKS: dict[str, str] = {}


def leaks_of(web):
    """By title a value that the page states and no result may."""
    permit = Permit.of("tease", web.world)
    for head in web.heads:
        for mark in web.page(head.number).marks:
            wording = web.context.wordings[mark.fact.table, mark.fact.column]
            if not permit.allows(head.name, wording.column):
                body = web.page(head.number).body
                yield head.title, f"{wording.label} {body[mark.start : mark.end]}"
                break


@pytest.mark.parametrize("calls", [60, pytest.param(1_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("write", [leaking, exchanging], ids=["leaker", "exchanger"])
def test_no_protected_cell_is_shown(write, calls):
    web = samples.world(WORLD)
    LEAKS.update(leaks_of(web))
    context, permit = web.context, Permit.of("tease", web.world)
    labels = {column: wording.label for column, wording in context.wordings.items()}
    guard = Guard(context.pack, context.rows, web, permit, labels)
    plain = Engine.over(web)
    with played(Player(write)) as (engine, drafts):
        for query in queries(calls):
            shown, template = (
                {finding.fact for result in results_of(search(tools, query).text)[0]
                 for finding in guard.look_at(f"{result.title} {result.snippet}")}
                for tools in (engine, plain)
            )  # fmt: skip
            assert shown <= template
    assert drafts.tally.replaced > calls / 10


def test_an_exchanger_is_refused_wherever_values_are_told():
    player = Player(exchanging)
    with played(player, policy="open") as (engine, drafts):
        texts = "".join(search(engine, query).text for query in queries(20))
    written = [prompt for prompt in player.prompts if len(prompt.messages) > 2]
    assert len(written) > 10 and drafts.tally.replaced_by["slots"] > 50
    assert ", its " not in texts


WRONG = {
    "figure": "It has 7,311 visitors.",
    "name": "Zorblax Vandemeer writes about it on this page.",
    "address": "Read it at https://nowhere.example/x today.",
    "unknown slot": "The stamina of this page is {{stamina:1}}.",
    "doubt": "Nobody denies that {slot} is the {label} of {subject}.",
    "comparison": "The largest of all pages about this subject.",
    "no label": "{subject} and {slot} are what this page is about.",
    "other subject": "The {label} of the other one is {slot}, as it says.",
    "empty": "",
    "long": "A page about it. " * 20,
    "markup": "**A page** about this subject and others.",
}


@pytest.mark.parametrize("named", WRONG)
def test_a_wrong_text_is_asked_for_again_and_then_the_templates(named):
    def write(kind, page):
        if kind == "t":
            return page.title
        facts = page.facts or [("It", "subject", "this page", "")]
        told = dict(zip(("subject", "label", "slot"), facts[0], strict=False))
        text = WRONG[named].replace("{{", "<<").format(**told) if "{slot}" in WRONG[named] \
            else WRONG[named]  # fmt: skip
        return text if page.facts or "{slot}" not in WRONG[named] else ""

    player = Player(write)
    plain = Engine.over(samples.world(WORLD))
    with played(player) as (engine, drafts):
        for query in queries(6):
            assert search(engine, query).text == search(plain, query).text
    assert len(player.prompts) == 12 and drafts.tally.replaced >= 60


def test_a_changed_title_is_the_templates():
    with played(Player(lambda kind, page: "A title" if kind == "t" else honest("s", page))) as made:
        result, *_ = results_of(search(made[0], queries(1)[0]).text)[0]
    assert result.title in {head.title for head in samples.world(WORLD).heads}


def test_equal_calls_get_equal_bytes(tmp_path):
    """In one process, and in another whose model says something else by now."""
    folder = LiveFolder.below(tmp_path, {"model": "player"})
    with played(Player(honest), folder=folder) as (engine, _):
        first = [search(engine, query).text for query in queries(4)]
        again = engine.under(seed=0)
        assert [search(again, query).text for query in queries(4)] == first
    other = Player(lambda kind, page: page.title if kind == "t" else "A page of another model.")
    with played(other, folder=folder) as (engine, _):
        assert [search(engine, query).text for query in queries(4)] == first
    assert other.prompts == []


@pytest.mark.parametrize("policy", ["tease", "strict"])
def test_twins_have_equal_prompts_and_replies(policy):
    prompts, texts = [], []
    for values in (0, 99):
        made, filled, _ = drawn("smartphones", 4, values)
        player = Player(honest)
        with played(player, web_of(made, filled, 1)[0], policy) as (engine, _):
            titles = [head.title for head in engine.catalogue.web.heads[:60:5]]
            texts.append([search(engine, title).text for title in titles])
        prompts.append([prompt.digest for prompt in player.prompts])
    assert prompts[0] == prompts[1] and texts[0] == texts[1] and len(prompts[0]) >= 10


def test_what_a_result_states_is_known_and_plain():
    with played(Player(honest), policy="open") as (engine, _):
        replies = [search(engine, query) for query in queries(20)]
    assert not any("](" in reply.text or "{{" in reply.text for reply in replies)
    stated = [pair for reply in replies for pair in reply.stated]
    assert len(stated) > 40
    web = samples.world(WORLD)
    for number, fact in stated:
        assert fact in {mark.fact for mark in web.page(number).marks}


def test_controls_stand_over_what_a_model_plays():
    web = samples.world(WORLD)
    with played(Player(honest)) as (engine, _):
        perturbed = Engine(engine.catalogue, controls=parse_controls("realistic"), seed=1)
        plain = Engine.over(web, controls=parse_controls("realistic"), seed=1)
        for query in queries(10):
            reply, template = search(perturbed, query), search(plain, query)
            assert reply.pages == template.pages
            assert reply.text != template.text or reply.kind == "error" or not reply.pages
        assert isinstance(engine.catalogue, SimulatedCatalogue)


def test_the_scout_solves_what_a_model_plays(monkeypatch):
    dataset = open_dataset(small_dataset())
    model = LiveModel(Player(honest))
    drafts = LiveDrafts(model, None, plays=True)
    simulated = dataset.worded_by("simulate:tiny@http://127.0.0.1:9/v1")
    monkeypatch.setattr(type(simulated), "drafts", drafts)
    for task in dataset.tasks(WORLD)[:2]:
        done = play(simulated, Scout(), task, Conditions(calls=0))
        assert done.error is None and done.trace.reward.f1_by_item == 1
        assert done.trace.wording.worded >= 0.95 * sum(done.trace.wording) > 10
    model.close()


# What fails --------------------------------------------------------------------------------------


class Failing(Player):
    """A model whose server says no to every request, or gives nothing."""

    def __init__(self, completion):
        super().__init__(honest)
        self.completion = completion

    def _completion(self, prompt):
        self.prompts.append(prompt)
        return self.completion


TOO_LONG = "HTTP 400: This model's maximum context length is 512 tokens"


def test_a_context_too_short_for_the_state_is_a_fault_and_nothing_is_kept(tmp_path, caplog):
    folder = LiveFolder.below(tmp_path, {"model": "player"})
    with (
        played(Failing(Completion(error=TOO_LONG)), folder=folder) as (engine, _),
        pytest.raises(NoTextError, match="maximum context length"),
    ):
        search(engine, "phones")
    assert [path.name for path in folder.path.rglob("*.json")] == ["settings.json"]
    plain = Engine.over(samples.world(WORLD))
    with played(Failing(Completion(error=TOO_LONG)), fallback=True) as (engine, _):
        for query in queries(3):
            assert search(engine, query).text == search(plain, query).text
    assert [TOO_LONG in record.message for record in caplog.records] == [True]


def scripted(body, place):
    """An honest model behind a server."""
    _, user, *_ = body["messages"]
    keys = user["content"].rpartition("Keys: ")[2].split(", ")
    pages = pages_in(user["content"])
    texts = {key: honest(key[0], pages[int(key[1:]) - 1]) for key in keys}
    return 200, says(json.dumps(texts))


def test_a_server_without_structured_output_is_told_of_and_can_be_used():
    """It refuses the schema; without one the prompt asks for the same."""

    def script(body, place):
        if "response_format" in body:
            return 422, {"error": {"message": "Unsupported fields in the request: response_format"}}
        return scripted(body, place)

    with (
        server(script) as (url, _),
        played(endpoint(url)) as (engine, _),
        pytest.raises(NoTextError, match="asked without it by --set schema=false"),
    ):
        search(engine, "phones")
    with (
        server(script) as (url, _),
        played(endpoint(url, sampling=Sampling(schema=False))) as (engine, drafts),
    ):
        search(engine, "phones")
    assert drafts.tally.accepted >= 18


@pytest.mark.parametrize("text", ["", "I cannot help with that.", "[]", '{"s1": 4}'])
def test_replies_of_another_form_and_none_are_counted(text):
    plain = Engine.over(samples.world(WORLD))
    with (
        played(Failing(Completion(text))) as (engine, drafts),
        texts_noted() as noted,
    ):
        assert search(engine, "phones").text == search(plain, "phones").text
    assert noted.counts.worded == 0 < noted.counts.template
    assert drafts.tally.replaced == drafts.tally.drafts > 0


def test_an_engine_that_dies_is_a_fault_of_the_machine():
    class Dying(Player):
        async def complete(self, prompts):
            await asyncio.sleep(0)
            if prompts:
                raise RuntimeError("EngineDeadError")
            return []

    with played(Dying(honest)) as (engine, _), pytest.raises(RuntimeError, match="EngineDead"):
        search(engine, "phones")


# Commands -----------------------------------------------------------------------------------------


def test_the_commands_let_a_model_play(tmp_path):
    worlds = str(small_dataset())
    query = json.dumps({"query": queries(1)[0]})
    with server(scripted) as (url, bodies):
        named = ["--backend", f"simulate:tiny@{url}", "--set", f"drafts={tmp_path}"]
        shown = [CliRunner().invoke(app, ["tool", worlds, str(WORLD), "web_search", query, *named])
                 for _ in range(2)]  # fmt: skip
        assert "response_format" in bodies[0] and len(bodies) == 1
        assert shown[0].stdout == shown[1].stdout and " - read more" in shown[0].stdout
        few = ["--tasks", "1", "--calls", "4"]
        flags = ["rollout", worlds, "--agent", "snippets-only", *few, "--json", *named]
        done = CliRunner().invoke(app, flags)
    assert done.exit_code == 0, done.output
    assert len(bodies) > 1


# Names -------------------------------------------------------------------------------------------


def test_a_name_says_where_the_model_runs(tmp_path):
    served, own = "simulate:tiny@http://127.0.0.1:9/v1", "simulate:tiny/model"
    assert parse_backend(served).asks.name == "endpoint"
    assert parse_backend(own).asks.name == "vllm"
    drafts = drafts_named(f"{served}?at_once=8&fallback=template", tmp_path)
    assert drafts.plays and drafts.fallback and drafts.model.backend.at_once == 8
    assert not drafts_named(served.replace("simulate", "endpoint"), tmp_path).plays
    assert json.loads((drafts.folder.path / "settings.json").read_text())["model"] == "tiny"
