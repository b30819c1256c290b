"""Curves as an SVG picture: a line a name, over a shared axis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

_COLOURS: Final = (
    "#2563a8",
    "#c2571a",
    "#2f8f4e",
    "#8a3fa0",
    "#6b6b6b",
    "#b03060",
    "#0f8b8d",
    "#a08000",
)
_SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {{ [380, 80 + 20 * lines|length]|max }}"
 role="img" font-family="sans-serif" font-size="12" fill="#222">
<title>{{ title }}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="60" y="20" font-weight="bold">{{ title }}</text>
{% for tick in range(6) %}{% set y = 340 - 60 * tick -%}
<line x1="60" x2="500" y1="{{ y }}" y2="{{ y }}" stroke="#ddd"/>
<text x="52" y="{{ y + 4 }}" text-anchor="end">{{ "%.2g"|format(top * tick / 5) }}</text>
{% endfor -%}
<text x="280" y="370" text-anchor="middle">{{ across }}</text>
{% for name, points, colour in lines %}{% set y = 50 + 20 * loop.index0 -%}
<polyline fill="none" stroke="{{ colour }}" stroke-width="2" points="{{ points }}">\
<title>{{ name }}</title></polyline>
<line x1="520" x2="540" y1="{{ y }}" y2="{{ y }}" stroke="{{ colour }}" stroke-width="2"/>
<text x="546" y="{{ y + 4 }}">{{ name }}</text>
{% endfor %}</svg>
"""


def curve_plot(title: str, across: str, curves: Mapping[str, Sequence[float]]) -> str:
    """Return an SVG document of curves from 0 up, by name; `across` names the horizontal axis."""
    from jinja2 import Environment

    longest = max(map(len, curves.values()))
    top = max(1.0, *(max(values) for values in curves.values()))
    width = 440 / max(1, longest - 1)
    lines = [
        (
            name,
            " ".join(
                f"{60 + width * at:.1f},{340 - 300 * value / top:.1f}"
                for at, value in enumerate(values)
            ),
            _COLOURS[number % len(_COLOURS)],
        )
        for number, (name, values) in enumerate(curves.items())
    ]
    return (
        Environment(autoescape=True)
        .from_string(_SVG)
        .render(title=title, across=across, lines=lines, top=top)
    )
