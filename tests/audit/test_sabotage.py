"""Simulators sabotaged so that replies follow a protected value in one way each: the audit fails.

Replies are changed at the engine's door, behind every type that keeps values from the tools. What
searches are given is changed where it is made; there a comparison of states finds it in one world,
however rare it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import date, timedelta
from zlib import crc32

import pytest

from fictionworld.audit import noninterference
from fictionworld.audit.noninterference import compare_replies, compare_states, summarize
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.search_results import results_of
from fictionworld.web import snippets
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from fictionworld.web.writing.page_writer import PageWriter
from tests.audit.planting import reopened, value_of, written
from tests.examples import first_everyday


@dataclass
class Call:
    """A call at the engine's door, and what a saboteur can look up there."""

    engine: Engine
    tool: str
    arguments: dict
    budget: int | None
    attempt: int
    values: dict

    @property
    def queries(self):
        queries = self.arguments.get("queries", ())
        return queries if isinstance(queries, list) else [queries]

    def value(self, url=None):
        """A protected number that the page at an address states, or any page; None for none."""
        web = self.engine.catalogue.web
        urls = [head.url for head in web.heads] if url is None else [url]
        for each in urls:
            key = id(web), each
            if key not in self.values:
                stated = value_of(self.engine, each)
                self.values[key] = None if stated is None else int(stated[2])
            if self.values[key] is not None:
                return self.values[key]
        return None

    def is_odd(self, url):
        """Whether the number on a page is odd: of twins every second page differs in it."""
        return (self.value(url) or 0) % 2 == 1


def telling(applies):
    """The value stands behind the text of replies to some calls."""

    def change(call, reply):
        return replace(reply, text=f"{reply.text} {call.value()}") if applies(call) else reply

    return change


def of_results(change):
    """The results of a search are changed, as a list."""

    def changed(call, reply):
        if call.tool != "web_search" or reply.kind != "results":
            return reply
        shown, beside = results_of(reply.text)
        return replace(reply, text=written(change(call, list(shown)), beside))

    return changed


def of_each(**fields):
    """The fields of results whose page has an odd number are changed."""

    def change(call, shown):
        return [
            replace(one, **{name: to(getattr(one, name)) for name, to in fields.items()})
            if call.is_odd(one.url)
            else one
            for one in shown
        ]

    return of_results(change)


def odd_last(call, shown):
    return sorted(shown, key=lambda one: call.is_odd(one.url))


def nothing_found(call, reply):
    if call.tool != "web_search" or reply.kind != "results":
        return reply
    shown, _ = results_of(reply.text)
    if sum(call.value(one.url) or 0 for one in shown) % 2:
        return replace(reply, text="No results found. Try fewer words, or others.")
    return reply


def one_title(call, shown):
    """The title of the 170th page, or of the next that states a number, tells it.

    The audit's queries show 95% of the pages that state one.
    """
    heads = call.engine.catalogue.web.heads[169:]
    url = next(head.url for head in heads if call.value(head.url) is not None)
    return [
        replace(one, title=f"{one.title} {call.value(url)}") if one.url == url else one
        for one in shown
    ]


def with_error(call):
    return call.tool == "web_extractor" and call.arguments.get("page") is None


REPLIES = {
    "three or more queries": telling(lambda call: len(call.queries) >= 3),
    "eight or more queries": telling(lambda call: len(call.queries) >= 8),
    "reply_characters": telling(lambda call: call.budget is not None),
    "third identical call": telling(lambda call: call.attempt == 3),
    "retried call under controls": telling(
        lambda call: call.attempt > 1 and not call.engine.controls.is_off
    ),
    "dict_memory": telling(lambda call: call.tool == "dict_memory"),
    "notes that are retrieved": telling(lambda call: call.arguments.get("key_list")),
    "some group seeds": telling(lambda call: call.engine.seed % 13 == 7),
    "error text": telling(with_error),
    "one title of all": of_results(one_title),
    "order": of_results(odd_last),
    "order under controls": of_results(
        lambda call, shown: shown if call.engine.controls.is_off else odd_last(call, shown)
    ),
    "number of results": of_results(
        lambda call, shown: shown[:-1] if shown and call.is_odd(shown[-1].url) else shown
    ),
    "whether anything is found": nothing_found,
    "snippet": of_each(snippet=lambda text: text[:-1]),
    "title": of_each(title=str.upper),
    "date": of_each(date=lambda _: "N/A"),
    "address": of_each(url=lambda url: f"{url}/"),
    "a line beside the results": of_each(more=lambda _: "Rating: high"),
}
"""What a reply follows a protected value through."""


@pytest.fixture(scope="module")
def replies():
    """Replies of the untouched simulator, by call: each sabotage changes the same ones."""
    return {}, {}


@pytest.mark.parametrize("sabotage", first_everyday([None, *REPLIES], 11))
def test_a_reply_that_follows_a_value_fails_the_audit(
    audited_worlds, monkeypatch, replies, sabotage
):
    real, (known, values) = Engine.call, replies

    def call(self, tool, arguments, *, memory, budget_chars=None, attempt=1):
        key = (
            id(self.catalogue), str(self.policy), str(self.controls), self.seed, tool,
            json.dumps(arguments), budget_chars, attempt,
        )  # fmt: skip
        if key not in known or tool == "dict_memory":
            known[key] = real(
                self, tool, arguments, memory=memory, budget_chars=budget_chars, attempt=attempt
            )
        if sabotage is None or isinstance(arguments, str):
            return known[key]
        made = Call(self, tool, arguments, budget_chars, attempt, values)
        return REPLIES[sabotage](made, known[key])

    monkeypatch.setattr(Engine, "call", call)
    result = summarize([compare_replies(audited_worlds[1])])
    assert result.status == ("passed" if sabotage is None else "failed"), sabotage
    differ = result.measure("worlds that differ")
    assert (differ.numerator, differ.denominator) == (sabotage is not None, 1)


def index_reads_values(monkeypatch):
    monkeypatch.setattr(Permit, "searches", lambda self, page, column: True)


def windows_hold_values(monkeypatch):
    monkeypatch.setattr(Permit, "allows", lambda self, page, column: True)


def sentences_end_by_values(monkeypatch):
    monkeypatch.setattr(snippets, "masked_lines", lambda page: page.body.split("\n"))


def a_word_beside_a_value(monkeypatch):
    mark = PageWriter.mark

    def revealing(writer, text, column, row):
        said = mark(writer, text, column, row)
        value = column.cells[row]
        follows = column.askable and isinstance(value, int) and value % 2
        return f"{said} indeed" if follows else said

    monkeypatch.setattr(PageWriter, "mark", revealing)


def one_head(field, value):
    """A field of the head of one page in hundreds follows a protected column."""

    def sabotage(monkeypatch):
        plain = FictionalWeb.heads.func

        def revealing(web):
            heads = list(plain(web))
            column = next(column for column in web.context.wordings.values() if column.askable)
            told = value(crc32(repr(column.cells).encode()) % 2_000)
            heads[136] = replace(heads[136], **{field: told})
            return tuple(heads)

        monkeypatch.setattr(FictionalWeb, "heads", property(revealing))

    return sabotage


STATES = {
    "index": index_reads_values,
    "windows": windows_hold_values,
    "ends of sentences": sentences_end_by_values,
    "one title": one_head("title", "Report {}".format),
    "one address": one_head("url", "https://a.example/{}".format),
    "one date": one_head("date", lambda told: date(2022, 1, 1) + timedelta(told)),
}
"""What a search is given that follows a protected value."""


@pytest.fixture(params=[False, pytest.param(True, marks=pytest.mark.slow)], ids=["plain", "preset"])
def states(request, monkeypatch):
    """Compares the states of a world without controls; in `make proofs` also under its preset."""
    if not request.param:
        monkeypatch.setattr(noninterference, "_controls", lambda _: ("none",))
    return compare_states


def test_no_search_follows_a_word_beside_a_value(audited_worlds, monkeypatch, states):
    """What a writer of pages says beside a value is not indexed, and stands in no snippet."""
    a_word_beside_a_value(monkeypatch)
    handle, twin = (reopened(place) for place in (audited_worlds[1].handle, audited_worlds[1].twin))
    result = summarize([states(replace(audited_worlds[1], handle=handle, twin=twin))])
    assert result.status == "passed"


@pytest.mark.parametrize("sabotage", first_everyday(list(STATES)))
def test_a_state_that_follows_a_value_fails_the_audit(
    audited_worlds, monkeypatch, states, sabotage
):
    STATES[sabotage](monkeypatch)
    # opened anew: nothing that was written or indexed before is used
    handle, twin = (reopened(place) for place in (audited_worlds[1].handle, audited_worlds[1].twin))
    result = summarize([states(replace(audited_worlds[1], handle=handle, twin=twin))])
    assert result.status == "failed"
    assert result.measure("worlds that differ", field="state", policy="tease").numerator == 1
