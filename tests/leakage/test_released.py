"""Released text: its functions look at marks alone, and nothing gets past them unnoticed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mypy import api

import fictionworld
import fictionworld as fw
from fictionworld.episodes.world_handle import WorldHandle, written_world
from fictionworld.leakage.released import (
    Released,
    ReleasedText,
    released_by_marks,
    released_page,
)
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.web_search import SearchResult, reply_of
from fictionworld.web.permit import Permit
from fictionworld.web.snippets import Passages, Windows, windows_of
from tests.small import small_dataset


@pytest.fixture(scope="module")
def place() -> WorldHandle:
    dataset = fw.open(small_dataset())
    return written_world(dataset, dataset.world_ids[0])


def test_released_text_is_made_by_its_module_alone() -> None:
    with pytest.raises(TypeError, match="released_by_marks"):
        ReleasedText("x", object())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="released_by_marks"):
        Released((), object())  # type: ignore[arg-type]


def test_only_its_module_holds_the_token() -> None:
    house = Path(fictionworld.__file__).parent
    held = [p.name for p in house.rglob("*.py") if "_TOKEN" in p.read_text("utf-8")]
    assert "released.py" in held
    for path in house.rglob("*.py"):
        text = path.read_text("utf-8")
        if path.name != "released.py":
            assert "released import _" not in text, path
            assert "ReleasedText(" not in text, path
            assert "Released(" not in text.replace("(Released(", "("), path


def test_marks_release_what_the_permit_allows(place: WorldHandle) -> None:
    permit = Permit.of("tease", place.world)
    columns = {(c.table, c.name): c for t in place.pack.world_tables for c in t.stored}
    stated = [
        (columns[f.table, f.column], f)
        for number in range(1, 60)
        for f in place.web.plan.statements(number)
    ]
    context = [one for one in stated if one[0].role == "context"]
    askable = next(one for one in stated if one[0].role == "askable")
    texts = {"title": "A page", "snippet": "Its text."}
    released = released_by_marks(texts, context, "page", permit)
    assert released.text("snippet") == "Its text."
    assert released.text("url") == ""
    with pytest.raises(ValueError, match="does not allow"):
        released_by_marks(texts, [*context, askable], "page", permit)


def test_a_window_knows_what_it_states(place: WorldHandle) -> None:
    """Under `open` windows hold protected facts; the same windows are refused under `tease`."""
    web = place.web
    open_, tease = (Permit.of(policy, place.world) for policy in ("open", "tease"))
    refused = stated = 0
    for head in web.heads[:80]:
        cut = web.windows(head.number, open_).cut(("players", "price", "goals"))
        body = web.page(head.number).body
        marked = {m.fact: body[m.start : m.end] for m in web.page(head.number).marks}
        for column, fact in cut.stated:
            assert fact in marked
            stated += column.role == "askable"
        try:
            released_by_marks({"snippet": cut}, cut.stated, head.name, tease)
        except ValueError:
            refused += 1
        kept = web.windows(head.number, tease).cut(("players", "price", "goals"))
        released_by_marks({"snippet": kept}, kept.stated, head.name, tease)
    assert stated > 10
    assert refused > 10


def test_a_leaking_template_is_not_shown(
    place: WorldHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault planted in the windows: they are cut as if everything were permitted."""
    web, engine = place.web, Engine.over(place.web, "tease")
    columns = {(c.table, c.name): c for t in place.pack.world_tables for c in t.stored}
    everything = Permit.of("open", place.world)

    def blind(number: int, permit: Permit) -> Windows:
        page = web.page(number)
        return windows_of(page.head.name, Passages.of(page), everything, columns)

    title = next(h.title for h in web.heads if web.plan.statements(h.number))
    call = {"queries": [title]}
    assert engine.call("web_search", call, memory=Memory()).kind == "results"
    monkeypatch.setattr(web, "windows", blind)
    with pytest.raises(ValueError, match="does not allow"):
        engine.call("web_search", call, memory=Memory())


def test_a_page_is_released_by_its_plan(place: WorldHandle) -> None:
    web = place.web
    number = next(h.number for h in web.heads if web.page(h.number).marks)
    page = web.page(number)
    planned = frozenset(web.plan.statements(number))
    assert released_page(page, planned) == page.body
    with pytest.raises(ValueError, match="does not give it"):
        released_page(page, planned - {page.marks[0].fact})
    first = page.marks[0]
    changed = first._replace(fact=first.fact._replace(row=10**6))
    with pytest.raises(ValueError, match="does not give it"):
        released_page(replace(page, marks=(changed,)), planned)


def test_formatting_refuses_plain_text_when_it_runs() -> None:
    with pytest.raises(AttributeError):
        reply_of(None, [(SearchResult(1, "a snippet that nobody looked at"),)], None)  # type: ignore[arg-type]


_FORGOTTEN = """
from fictionworld.leakage.released import Released, ReleasedText
from fictionworld.simulator.catalogue import Web
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.reply import Reply
from fictionworld.simulator.search_tool import PageWindows, SearchContext, SearchOutcome, SearchTool
from fictionworld.simulator.tool import CallContext, NotesTool
from fictionworld.simulator.web_extractor import _shown
from fictionworld.simulator.web_search import SearchResult, _entry
from fictionworld.web.permit import Permit

def forgotten(web: Web, permit: Permit, part: object) -> None:
    said: str = "a snippet that nobody looked at"
    _entry(1, said)
    SearchResult(1, said)
    ReleasedText(said)
    Released((("snippet", said),))
    _shown(part, web.page(1).body, 10)


class LeakySearch(SearchTool):
    def find(self, call: object, context: SearchContext) -> SearchOutcome:
        context.catalogue
        context.view.web
        return SearchOutcome(())

    def show(
        self, call: object, found: SearchOutcome, windows: PageWindows, context: SearchContext
    ) -> Reply:
        windows[1].passages
        context.permit.world
        return Reply("", "results")

    def answer(self, call: object, context: CallContext) -> Reply:  # REFUSED
        return Reply(context.catalogue.web.page(1).body, "results")

class LeakyNotes(NotesTool):
    def reply(self, call: object, memory: Memory, budget: int | None) -> Reply:
        memory.web
        return Reply("", "memory")
"""


_CALLS = (
    "_entry(", "SearchResult(", "ReleasedText(", "Released(", "_shown(",
    "context.catalogue", "context.view.web", "windows[1].passages", "context.permit.world",
    "def answer(", "memory.web",
)  # fmt: skip


@pytest.mark.slow
def test_a_forgotten_check_is_a_type_error(tmp_path: Path) -> None:
    source = tmp_path / "forgotten.py"
    source.write_text(_FORGOTTEN)
    root = Path(fictionworld.__file__).parents[1]
    reported, _, status = api.run([
        "--config-file", str(root / "pyproject.toml"), "--follow-imports", "silent", str(source),
    ])  # fmt: skip
    assert status == 1
    lines = {int(line.split(":")[1]) for line in reported.splitlines() if ": error:" in line}
    wanted = {
        number
        for number, line in enumerate(_FORGOTTEN.splitlines(), 1)
        if line.strip().startswith(_CALLS)
    }
    assert len(wanted) == len(_CALLS)
    assert lines == wanted, reported
