"""Worlds of both packs with their webs and books, and the requests for their pages."""

from __future__ import annotations

from functools import cache

from fictionworld.dataset import open_dataset
from fictionworld.simulator.drafts.book import Book
from fictionworld.simulator.drafts.request import page_request, snippet_request
from fictionworld.web.permit import Permit
from fictionworld.web.web import FictionalWeb
from tests.small import small_dataset


@cache
def world(world_id):
    """The web and the book of a world of the small dataset."""
    dataset = open_dataset(small_dataset())
    made_of = (
        dataset.pack_of(world_id),
        dataset.world(world_id),
        dataset.frames(world_id),
        dataset.columns(world_id),
    )
    return FictionalWeb(*made_of), Book(*made_of)


@cache
def page_requests(world_id):
    web, book = world(world_id)
    found = (page_request(web, book, head.number) for head in web.heads)
    return [request for request in found if request is not None]


@cache
def snippet_requests(world_id, policy="tease"):
    web, book = world(world_id)
    permit = Permit.of(policy, web.world)
    found = (snippet_request(web, book, head.number, permit) for head in web.heads)
    return [request for request in found if request is not None]


def stating(world_id):
    """Passages that state facts, with their requests."""
    return [
        (request, passage)
        for request in page_requests(world_id)
        for passage in request.passages
        if passage.statements
    ]
