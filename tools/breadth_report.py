"""What `tools/breadth.py` measured, as tables in Markdown and as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from jinja2 import Environment
from markupsafe import Markup

_FROM, _UNTIL = "<!-- tables -->\n", "<!-- end of tables -->"


class Estimate(NamedTuple):
    """A mean share with its 95% interval."""

    value: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.2f}"
        return f"{self.value:.2f} ({self.low:.2f}, {self.high:.2f})"


class Point(NamedTuple):
    """One figure at one size of training."""

    name: str
    """What was measured, where, and in which words: `phrasings/own/seen`."""
    packs: int
    worlds: int
    """Of each pack."""
    estimate: Estimate


_TABLES: Final = {
    "Cells filled rightly by a learner of phrasings": {
        "phrasings/own/seen": "unseen worlds of the same packs",
        "phrasings/others/seen": "held-out packs",
        "phrasings/own/reserved": "reserved words, same packs",
        "phrasings/others/reserved": "reserved words, held-out packs",
    },
    "The same where the learner looks for the words of the question, too": {
        "question/own/seen": "unseen worlds of the same packs",
        "question/others/seen": "held-out packs",
        "question/own/reserved": "reserved words, same packs",
        "question/others/reserved": "reserved words, held-out packs",
    },
    "Sentences that training has, values, names and numbers aside": {
        "sentences/own/seen": "unseen worlds of the same packs",
        "sentences/others/seen": "held-out packs",
    },
    "The control: reward of a policy that sees no word, on a held-out pack": {
        "control/before": "untrained",
        "control/after": "trained",
    },
}


def report_tables(points: Sequence[Point]) -> str:
    """Return the tables in Markdown; one of which nothing was measured is left out."""
    estimates = {(point.name, point.packs, point.worlds): point.estimate for point in points}
    tables = []
    for title, columns in _TABLES.items():
        sizes = sorted({(p, w) for name, p, w in estimates if name in columns})
        if sizes:
            lines = [
                f"**{title}**\n",
                f"| packs | worlds of each | {' | '.join(columns.values())} |",
            ]
            lines.append(f"|---:|---:|{'---|' * len(columns)}")
            for size in sizes:
                cells = [str(estimates.get((name, *size), "")) for name in columns]
                lines.append(f"| {size[0]} | {size[1]} | {' | '.join(cells)} |")
            tables.append("\n".join(lines) + "\n")
    return "\n".join(tables)


def with_tables(page: str, tables: str) -> str:
    """Return a page with these tables in the place of those that it has."""
    before, _, rest = page.partition(_FROM)
    return f"{before}{_FROM}\n{tables}\n{_UNTIL}{rest.partition(_UNTIL)[2]}"


_PANELS: Final = {
    "own/seen": "Unseen worlds of the same packs",
    "others/seen": "Held-out packs",
    "own/reserved": "Reserved words, same packs",
}
_COLOURS: Final = ("#8a3fa0", "#c2571a", "#2563a8", "#2f8f4e", "#6b6b6b", "#b03060")
_WIDTH, _LEFT, _HEIGHT, _BOTTOM = 200, 50, 240, 290
_PANEL_STEP: Final = _WIDTH + 50
_SVG: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ 60 + 250 * panels|length + 220 }} 340"
 role="img" font-family="sans-serif" font-size="12" fill="#222">
<title>Cells filled rightly, by packs and worlds of training</title>
<rect width="100%" height="100%" fill="#fff"/>
{% for panel in panels -%}
<text x="{{ panel.left }}" y="30" font-weight="bold">{{ panel.title }}</text>
{% for tick in range(6) %}{% set y = 290 - 48 * tick -%}
<line x1="{{ panel.left }}" x2="{{ panel.left + 200 }}" y1="{{ y }}" y2="{{ y }}" \
stroke="#ddd"/>
<text x="{{ panel.left - 8 }}" y="{{ y + 4 }}" text-anchor="end">{{ tick / 5 }}</text>
{% endfor %}{% for x, packs in panel.ticks -%}
<text x="{{ x }}" y="308" text-anchor="middle">{{ packs }}</text>
{% endfor -%}
<text x="{{ panel.left + 100 }}" y="328" text-anchor="middle">packs in training</text>
{% for line in panel.lines -%}
<polyline fill="none" stroke="{{ line.colour }}" stroke-width="2" {{ line.dash }} \
points="{% for x, y, _, _ in line.dots %}{{ x }},{{ y }} {% endfor %}"/>
{% for x, y, low, high in line.dots -%}
<line x1="{{ x }}" x2="{{ x }}" y1="{{ low }}" y2="{{ high }}" stroke="{{ line.colour }}"/>
{% endfor %}{% endfor %}{% endfor %}{% for label, colour, dash in legend -%}
{% set y = 60 + 20 * loop.index0 %}{% set x = 50 + 250 * panels|length -%}
<line x1="{{ x }}" x2="{{ x + 24 }}" y1="{{ y }}" y2="{{ y }}" stroke="{{ colour }}" \
stroke-width="2" {{ dash }}/>
<text x="{{ x + 30 }}" y="{{ y + 4 }}">{{ label }}</text>
{% endfor %}</svg>
"""
_LEARNERS: Final = {
    "phrasings": ("phrasings", 'stroke-dasharray="5 4"'),
    "question": ("with the question", ""),
}


def surface_plot(points: Sequence[Point]) -> str:
    """Return an SVG document with a panel for each place where cells were filled."""
    packs = sorted({point.packs for point in points})
    worlds = sorted({point.worlds for point in points})
    estimates = {(point.name, point.packs, point.worlds): point.estimate for point in points}
    colours = dict(zip(worlds, _COLOURS, strict=False))
    step = _WIDTH / max(1.0, math.log2(packs[-1] / packs[0]))

    def x(left: float, count: int) -> float:
        return round(left + step * math.log2(count / packs[0]), 1)

    panels = []
    for number, (where, title) in enumerate(_PANELS.items()):
        left = _LEFT + _PANEL_STEP * number
        lines = []
        for learner, (_, dash) in _LEARNERS.items():
            for size, colour in colours.items():
                found = ((p, estimates.get((f"{learner}/{where}", p, size))) for p in packs)
                dots = [
                    (x(left, p), *(round(_BOTTOM - _HEIGHT * (v or 0), 1) for v in estimate))
                    for p, estimate in found
                    if estimate is not None
                ]
                lines.append({"colour": colour, "dash": Markup(dash), "dots": dots})  # noqa: S704
        ticks = [(x(left, count), count) for count in packs]
        panels.append({"left": left, "title": title, "ticks": ticks, "lines": lines})
    legend = [
        (f"{size} worlds, {name}", colour, Markup(dash))  # noqa: S704 - our own text
        for name, dash in _LEARNERS.values()
        for size, colour in colours.items()
    ]
    return Environment(autoescape=True).from_string(_SVG).render(panels=panels, legend=legend)
