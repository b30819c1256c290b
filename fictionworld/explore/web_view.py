"""A world's web as an agent sees it, with what a reader of this page alone sees: which words state
which fact, what the index reads, and why a result ranks where it does.
"""

from collections import Counter
from html import escape
from typing import Any, Final, NamedTuple

from fastapi import APIRouter
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.errors import UsageError
from fictionworld.explore.explorer import Explorer, controls_given
from fictionworld.explore.marked_text import TextMark, marked_html
from fictionworld.packs.compiled import CompiledPack
from fictionworld.simulator.search_view import SearchView
from fictionworld.web.page import Mark, Page, refilled
from fictionworld.web.permit import parse_policy
from fictionworld.worlds.fact import FactId

SHOWS: Final = ("marks", "plain", "skeleton", "index")
"""How a page is shown."""
_BLANK: Final = "\N{MEDIUM SHADE}\N{MEDIUM SHADE}\N{MEDIUM SHADE}"


class TermWeight(NamedTuple):
    """What one term of a query adds to the score of a page."""

    term: str
    weight: int
    pages: int
    """That hold the term."""


class ResultRanking(NamedTuple):
    """Why a page is where it is among the results of a query."""

    place: int | None
    """Among all pages by score, from 1; None where it holds no term of the query."""
    score: int
    terms: tuple[TermWeight, ...]
    is_entry: bool
    """It is the page that answers a query for a name best, and comes first."""


def ranking_of(view: SearchView, terms: tuple[str, ...], number: int) -> ResultRanking:
    """Return why a page ranks where it does for the terms of a query."""
    index = view.index
    order, scores = index.found(terms, None)
    place = int(index.numbers.searchsorted(number))
    if place >= len(index.numbers) or index.numbers[place] != number:  # an advertisement
        return ResultRanking(None, 0, (), is_entry=False)
    weights = []
    for term in terms:
        row = index.rows.get(term)
        if row is not None:
            postings = slice(index.starts[row], index.starts[row + 1])
            at = index.places[postings] == place
            weight = int(index.weights[postings][at].sum())
            weights.append(TermWeight(term, weight, int(at.size)))
        else:
            weights.append(TermWeight(term, 0, 0))
    ranks = {int(at): rank for rank, at in enumerate(order.tolist(), 1)}
    is_entry = view.names.entry(terms) == number
    return ResultRanking(ranks.get(place), int(scores[place]), tuple(weights), is_entry)


def text_marks(
    page: Page, pack: CompiledPack, differing: set[FactId] | None = None
) -> list[TextMark]:
    """Return the marks of a page as a reader is to see them: by role, truth and address.

    Facts that share a value share the mark; the first is shown. With `differing` these facts alone
    are marked.
    """
    marks: list[TextMark] = []
    end = 0
    for mark in page.marks:
        if mark.start < end or (differing is not None and mark.fact not in differing):
            continue
        end = mark.end
        role = role_of(mark, pack)
        says = f"{mark.fact} · {role} · {'follows from it' if mark.follows else mark.truth}"
        classes = f"{role} {mark.truth}{' follows' if mark.follows else ''}"
        href = f"/fact/{mark.fact}"
        marks.append(TextMark(mark.start, mark.end, classes, says, href))
    return marks


def role_of(mark: Mark, pack: CompiledPack) -> str:
    """Return the role of the column of a mark's fact: `name`, `context`, `askable`, ..."""
    return pack.tables[mark.fact.table].columns[mark.fact.column].role


def web_routes(explorer: Explorer) -> APIRouter:
    """Return the routes below `/web`."""
    routes = APIRouter()

    @routes.get("/web/{world_id}")
    def search(  # noqa: PLR0917 - the fields of the form
        request: Request, world_id: int, q: str = "", policy: str = "tease", controls: str = "",
        seed: int = 0, kind: str = "",
    ) -> HTMLResponse:  # fmt: skip
        perturbed = controls_given(controls)
        parse_policy(policy)
        handle = explorer.handle(world_id, perturbed)
        results: list[tuple[Any, ResultRanking, int | None]] = []
        terms: tuple[str, ...] = ()
        text = ""
        if q.strip():
            episode = explorer.dataset.episode(world_id, policy, perturbed, seed, calls=0)
            found = episode.search(q)
            engine = handle.engine.under(policy, seed=seed)
            view = engine.catalogue.view(engine.permit)
            terms = view.terms_of(q)
            numbers = [handle.web.number_of(result.url) for result in found]
            results = [
                (result, ranking_of(view, terms, number or 0), number)
                for result, number in zip(found, numbers, strict=True)
            ]
            text = "" if results else found.text
        heads = handle.web.heads
        return explorer.page(
            "web.html",
            world=explorer.dataset.world(world_id),
            q=q,
            results=results,
            terms=terms,
            text=text,
            policy=policy,
            controls=controls,
            seed=seed,
            kinds=Counter(head.kind for head in heads).most_common(),
            kind=kind,
            listed=[head for head in heads if head.kind == kind],
            query=dict(request.query_params),
        )

    @routes.get("/web/{world_id}/page/{number}")
    def page(  # noqa: PLR0917 - the fields of the form
        request: Request, world_id: int, number: int, show: str = "marks", policy: str = "tease",
        controls: str = "", twin: bool = False,
    ) -> HTMLResponse:  # fmt: skip
        if show not in SHOWS:
            raise UsageError(f"got show={show!r}; allowed: {', '.join(SHOWS)}")
        perturbed = controls_given(controls)
        handle = explorer.handle(world_id, perturbed)
        shown = _page(handle, number)
        searched = None
        if show == "index":
            engine = handle.engine.under(policy)
            (searched,) = handle.web.searched((number,), engine.permit).pages
        pages = [(shown, handle)]
        differing = None
        if twin and explorer.twin is not None:
            other = explorer.handle(world_id, perturbed, twin=True)
            pages.append((_page(other, number), other))
            differing = _differing(*(written for written, _ in pages))
        query = {name: value for name, value in request.query_params.items() if name != "twin"}
        facts = {mark.fact: mark for mark in reversed(shown.marks)}
        return explorer.page(
            "page.html",
            world=explorer.dataset.world(world_id),
            head=shown.head,
            number=number,
            last=len(handle.web.heads),
            show=show,
            controls=controls,
            policy=policy,
            is_twin=twin,
            bodies=[_html(written, of, show, differing) for written, of in pages],
            searched=searched,
            facts=[
                (fact, mark, role_of(mark, handle.pack), shown.body[mark.start : mark.end])
                for fact, mark in reversed(facts.items())
            ],
            query=query,
        )

    @routes.get("/web/{world_id}/at")
    def at(world_id: int, url: str) -> HTMLResponse:
        number = explorer.handle(world_id).web.number_of(url)
        if number is None:
            raise UsageError(
                f"got address {url[:200]!r}; the web of world {world_id} has no such page"
            )
        return page_at(world_id, number)

    def page_at(world_id: int, number: int) -> HTMLResponse:
        return HTMLResponse("", 303, {"Location": f"/web/{world_id}/page/{number}"})

    return routes


def _page(handle: WorldHandle, number: int) -> Page:
    last = len(handle.web.heads)
    if not 1 <= number <= last:
        raise UsageError(f"got page {number}; this web has pages 1 to {last}")
    return handle.web.page(number)


def _differing(one: Page, other: Page) -> set[FactId]:
    """Return the facts that two pages state with other words."""
    texts = [
        {mark.fact: page.body[mark.start : mark.end] for mark in page.marks}
        for page in (one, other)
    ]
    return {fact for fact in texts[0].keys() | texts[1] if texts[0].get(fact) != texts[1].get(fact)}


def _html(page: Page, handle: WorldHandle, show: str, differing: set[FactId] | None) -> Markup:
    def link(address: str) -> str | None:
        number = handle.web.number_of(address)
        if number is None:
            return None
        query = "" if show == "marks" else f"?show={show}"
        return f'<a href="/web/{handle.world.world_id}/page/{number}{escape(query)}">'

    body = page.body
    marks: list[TextMark] = []
    if show == "skeleton":
        body = refilled(page, lambda _, __: _BLANK)
    elif show == "marks":
        marks = text_marks(page, handle.pack, differing)
    return Markup(marked_html(body, marks, link))  # noqa: S704 - escaped there
