"""A web is written down: every page, what search results cut from it, and the counts of its terms.

Nothing here follows from a policy, so one file serves all of them.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Final

import numpy as np

from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.stored.sections import LEVEL, packed_sections
from fictionworld.simulator.term_counts import TermCounts
from fictionworld.web.page import Page
from fictionworld.web.snippets import passages_of
from fictionworld.web.world_plan import PageLines, PlannedPage

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLOCK: Final = {"bodies": 8, "passages": 4}
"""Pages whose texts are compressed together: neighbours are alike. One read takes 20 to 40 µs."""
HEAD_FIELDS: Final = ("name", "kind", "url", "title", "outlet", "date")
PLAN_FIELDS: Final = tuple(f.name for f in fields(PlannedPage) if f.name not in {"number", "name"})


def written_web(web: PlannedWeb) -> bytes:
    """The file of a web; `StoredWeb` reads it."""
    pages = [web.page(head.number) for head in web.heads]
    sections: dict[str, object] = {}
    sections["heads"] = {
        name: [_plain(getattr(head, name)) for head in web.heads] for name in HEAD_FIELDS
    }
    planned = web.plan.pages
    sections["plan"] = {name: [getattr(page, name) for page in planned] for name in PLAN_FIELDS}
    _add_lines(sections, "stated", web.plan.stated)
    _add_lines(sections, "listed", web.plan.listed)
    _add_marks(sections, pages, web.plan.codes.codes)
    _add_texts(sections, "bodies", [page.body.encode() for page in pages])
    _add_passages(sections, pages)
    _add_terms(sections, TermCounts.of(pages, web.plan.codes.codes))
    return packed_sections(sections)


def _plain(value: object) -> object:
    return value if value is None or isinstance(value, str) else str(value)


def _add_lines(sections: dict[str, object], name: str, lines: PageLines) -> None:
    sections |= {f"{name}/{one}": array for one, array in lines._asdict().items()}


def _add_marks(
    sections: dict[str, object], pages: Sequence[Page], codes: dict[tuple[str, str], int]
) -> None:
    marks = [mark for page in pages for mark in page.marks]
    sections["marks/first"] = _starts(len(page.marks) for page in pages)
    starts, ends, facts, _, _, missing = zip(*marks, strict=True) if marks else ((),) * 6
    sections["marks/start"] = _numbers(starts)
    sections["marks/length"] = _numbers(ends) - _numbers(starts)
    sections["marks/code"] = _numbers([codes[table, column] for _, table, _, column in facts])
    sections["marks/row"] = _numbers([row for _, _, row, _ in facts])
    sections["marks/missing"] = _numbers(missing)


def _add_texts(sections: dict[str, object], name: str, texts: Sequence[bytes]) -> None:
    size = BLOCK[name]
    blocks = [
        zlib.compress(b"".join(texts[start : start + size]), LEVEL)
        for start in range(0, len(texts), size)
    ]
    sections[f"{name}/length"] = _numbers(map(len, texts))
    sections[f"{name}/block"] = _starts(map(len, blocks))
    sections[name] = b"".join(blocks)


def _add_passages(sections: dict[str, object], pages: Sequence[Page]) -> None:
    each = [passages_of(page) for page in pages]
    texts = ["\n".join([passage.text for passage in found]).encode() for found in each]
    _add_texts(sections, "passages", texts)
    every = [passage for found in each for passage in found]
    sections["passages/first"] = _starts(map(len, each))
    sections["passages/kind"] = _numbers(one.kind for one in every)
    sections["passages/facts"] = _numbers(len(one.facts) for one in every)


def _add_terms(sections: dict[str, object], terms: TermCounts) -> None:
    sections["terms"] = terms.terms
    sections["terms/conditions"] = terms.conditions
    sections["terms/found"] = np.bincount(terms.counts.row, minlength=len(terms.terms))
    sections["terms/place"] = terms.counts.place
    sections["terms/times"] = terms.counts.times
    sections["terms/lengths"] = terms.lengths


def _numbers(values: Iterable[int]) -> NDArray[np.int64]:
    return np.fromiter(values, np.int64)


def _starts(lengths: Iterable[int]) -> NDArray[np.int64]:
    """Where each of several things begins that lie one behind another, and where the last ends."""
    return np.concatenate([[0], np.cumsum(_numbers(lengths))])
