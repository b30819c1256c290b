"""Means with their intervals as an SVG picture: a dot and a whisker a row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fictionworld.episodes.evaluation import MeanEstimate

_SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {{ 80 + 22 * rows|length }}" role="img"
 font-family="sans-serif" font-size="12" fill="#222">
<title>{{ title }}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="300" y="20" font-weight="bold">{{ title }}</text>
{% for tick in range(6) %}{% set x = 300 + 84 * tick -%}
<line x1="{{ x }}" x2="{{ x }}" y1="32" y2="{{ 40 + 22 * rows|length }}" stroke="#ddd"/>
<text x="{{ x }}" y="{{ 58 + 22 * rows|length }}" text-anchor="middle">{{ tick / 5 }}</text>
{% endfor %}{% for label, (value, low, high) in rows %}{% set y = 51 + 22 * loop.index0 -%}
<text x="290" y="{{ y + 4 }}" text-anchor="end">{{ label }}</text>
{% if low is not none -%}
<line x1="{{ at(low) }}" x2="{{ at(high) }}" y1="{{ y }}" y2="{{ y }}" stroke="#2563a8"
 stroke-width="2"/>
{% endif -%}
<circle cx="{{ at(value) }}" cy="{{ y }}" r="4" fill="#2563a8">\
<title>{{ label }}: {{ "%.3f"|format(value) }}</title></circle>
{% endfor %}</svg>
"""


def interval_plot(title: str, rows: Sequence[tuple[str, MeanEstimate]]) -> str:
    """Return an SVG document of estimates between 0 and 1, in their order, each with its label."""
    from jinja2 import Environment

    template = Environment(autoescape=True).from_string(_SVG)
    return template.render(title=title, rows=rows, at=lambda share: f"{300 + 420 * share:.1f}")
