"""HTML by Jinja2: one environment, and the few filters that templates share."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.responses import HTMLResponse

from fictionworld.explore.marked_text import plain_html
from fictionworld.files import packaged
from fictionworld.table_views import MISSING
from fictionworld.version import __version__

_STEPS: Final = (1, 2, 2.5, 5, 10)


@dataclass(frozen=True, slots=True)
class Bin:
    """One bar of a histogram."""

    low: float
    high: float
    """Not in it, but for the last bar."""
    count: int
    share: float
    """Of the highest bar."""


def histogram(values: Sequence[float], bars: int = 24) -> list[Bin]:
    """Return how many of some values, all of them at least 0, lie in steps of a round width.

    Args:
        values: The values.
        bars: About how many bars there are.
    """
    if not values:
        return []
    most = max(values)
    exact = max(most, 1e-9) / bars
    power = 10.0 ** math.floor(math.log10(exact))
    width = next(step * power for step in _STEPS if step * power >= exact * (1 - 1e-9))
    count = max(1, math.ceil(most / width - 1e-9))
    counts = [0] * count
    for number in values:
        counts[min(count - 1, int(number / width + 1e-9))] += 1
    highest = max(counts)
    return [
        Bin(index * width, (index + 1) * width, bar, bar / highest)
        for index, bar in enumerate(counts)
    ]


class ShownPart(NamedTuple):
    """Which part of a long list is shown."""

    number: int
    """From 1."""
    pages: int
    total: int
    first: int
    """The index of its first entry, from 0."""
    size: int


def page_of(total: int, number: int, size: int = 50) -> ShownPart:
    """Return the part of a list of `total` entries; a number beyond the last is the last."""
    pages = max(1, math.ceil(total / size))
    number = min(max(1, number), pages)
    return ShownPart(number, pages, total, (number - 1) * size, size)


class Renderer:
    """Makes pages of templates.

    Args:
        common: What every template gets.
    """

    def __init__(self, common: Mapping[str, Any]) -> None:
        environment = Environment(
            loader=FileSystemLoader(packaged("explore/templates")),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        environment.filters |= {
            "n": lambda number: MISSING if number is None else f"{number:,}",
            "share": lambda share: MISSING if share is None else f"{share:.3f}",
            "short": _short,
            "markdown": lambda text: Markup(plain_html(text)),  # noqa: S704 - escaped there
            "url": _with_query,
        }
        environment.globals |= {"version": __version__, **common}
        self._environment = environment

    def page(self, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:  # noqa: ANN401
        """Return the reply with a template's page."""
        text = self._environment.get_template(template).render(**values)
        return HTMLResponse(text, status)


def _short(number: float) -> str:
    """Return a number as an axis has it: `12k`, `0.25`."""
    if abs(number) >= 1e6:
        return f"{number / 1e6:.3g}M"
    return f"{number / 1e3:.3g}k" if abs(number) >= 1e3 else f"{number:.3g}"


def _with_query(path: str, given: Mapping[str, object], **changed: object) -> str:
    """Return an address with the query `given`, of which some fields are changed, empty ones out.

    `page` goes with a change of any other field.
    """
    fields = {**given, **changed}
    if "page" not in changed:
        fields.pop("page", None)
    pairs: Sequence[tuple[str, object]] = [
        (name, value) for name, value in fields.items() if value not in (None, "", False)
    ]
    return f"{path}?{urlencode(pairs)}" if pairs else path
