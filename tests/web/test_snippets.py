"""Pages taken apart, also such as no template of ours writes."""

from __future__ import annotations

from dataclasses import replace

import fictionworld as fw
from fictionworld.episodes.world_handle import written_world
from fictionworld.web.snippets import passages_of
from tests.small import small_dataset

TABLE = "| Club | Seats |\n| --- | --- |\n| Aar | 5,180 |"


def test_a_page_may_end_with_a_table():
    web = written_world(fw.open(small_dataset()), 0).web
    page = replace(web.page(1), body=TABLE, marks=())
    ended = [passage.text for passage in passages_of(page)]
    assert any("5,180" in text for text in ended)
    followed = passages_of(replace(page, body=f"{TABLE}\n\nMore to come."))
    assert [passage.text for passage in followed][: len(ended)] == ended
