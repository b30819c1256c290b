"""Which rows the parts of a table hold, for their titles: `Adela to Bruno`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fictionworld.web.world_plan import PlannedPage, WebPlan
    from fictionworld.web.writing.scene import WritingContext

__all__ = ["spans_of"]


def spans_of(scene: WritingContext, plan: WebPlan) -> dict[int, str]:
    """By page, from where to where the parts of tables go that follow one another by name.

    Of a name only so many words are said as tell it from the name at the end of the next part.
    """
    series: dict[str, list[PlannedPage]] = {}
    for page in plan.pages:
        if page.heading is not None and (page.parts or 1) > 1:
            series.setdefault(page.name.rpartition("/")[0], []).append(page)
    found: dict[int, str] = {}
    for parts in series.values():
        ends = [_ends(scene, plan, page) for page in parts]
        before = [None, *(last for _, last in ends)]
        after = [*(first for first, _ in ends[1:]), None]
        for page, (first, last), lower, upper in zip(parts, ends, before, after, strict=False):
            start, stop = _shortest(first, lower), _shortest(last, upper)
            found[page.number] = f"{start} to {stop}"
    return found


def _ends(scene: WritingContext, plan: WebPlan, page: PlannedPage) -> tuple[str, str]:
    """The names of the first and the last row of a page."""
    table, heading = page.listed or "", page.heading or ""
    rows = list(plan.groups(page.number)[table])
    first, last = (scene.cell_text(table, row, heading) for row in (rows[0], rows[-1]))
    return first, last


def _shortest(name: str, other: str | None) -> str:
    """The first words of a name, as many as tell it from the other."""
    words = name.split()
    others = (other or "").split()
    for count in range(1, len(words)):
        if words[:count] != others[:count]:
            return " ".join(words[:count])
    return name
