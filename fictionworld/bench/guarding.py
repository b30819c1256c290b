"""What the guard takes for replies that it has not seen, with its first look and without."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import TYPE_CHECKING

from fictionworld.bench.figure import Figure
from fictionworld.dataset import open_dataset
from fictionworld.episodes.places import open_place
from fictionworld.leakage.first_look import near_of
from fictionworld.leakage.guard import Field, Guard
from fictionworld.simulator.search import printed_date, shortened
from fictionworld.web.permit import Permit

if TYPE_CHECKING:
    from fictionworld.episodes.places import Place
    from fictionworld.leakage.first_look import Seen

__all__ = ["guarding_figures"]

_WORLDS = 4
_REPLIES = 12
_TEN = 10


def guarding_figures(folder: Path) -> list[Figure]:
    """Milliseconds of the processor for ten unseen results of a world that is warm."""
    dataset = open_dataset(folder)
    with_it: list[float] = []
    without: list[float] = []
    for world in dataset.world_ids[:_WORLDS]:
        place = open_place(dataset, world)
        with_it += _times(place, Guard)
        without += _times(place, _Thorough)
    median = 1000 * statistics.median(with_it)
    full = 1000 * statistics.median(without)
    return [
        Figure("guard, ten unseen results, p50", median, "ms", 0.5,
               note=f"{full:.2f} ms where each is read in full"),
    ]  # fmt: skip


class _Thorough(Guard):
    """Reads every text in full."""

    def first_look(self, text: str) -> Seen | None:
        del text
        return None


def _times(place: Place, kind: type[Guard]) -> list[float]:
    permit = Permit.of("tease", place.world)
    guard = kind(place.pack, place.rows, place.web, permit, place.labels)
    heads = place.web.heads
    results = [_result(place, permit, 1 + n % len(heads)) for n in range(2 * _REPLIES * _TEN)]
    for cell in guard.cells:
        near_of(cell.answer)
    for fields in results[1::2]:  # warms what is worked out once a world
        guard.look(fields)
    found = []
    for at in range(0, 2 * _REPLIES * _TEN, 2 * _TEN):
        ten = [field for fields in results[at : at + 2 * _TEN : 2] for field in fields]
        start = time.process_time()
        guard.look(ten)
        found.append(time.process_time() - start)
    return found


def _result(place: Place, permit: Permit, number: int) -> tuple[Field, ...]:
    head = place.web.heads[number - 1]
    return (
        Field(number, "url", head.url),
        Field(number, "title", shortened(head.title)),
        Field(number, "snippet", " ".join(place.web.snippet(number, permit).split())),
        Field(number, "date", printed_date(head.date)),
    )
