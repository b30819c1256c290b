"""A world's graph to look at: an SVG of its own, or GraphML for other programs.

Tables are columns, rows are nodes one below the other, references are curves between them. Each
column is ordered by where its references lead, so that few curves cross. What violates a rule is
red; the sentences stand below.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import networkx as nx

from fictionworld.errors import StorageError, UsageError
from fictionworld.packs.compiled import SETTING
from fictionworld.worlds.graph import RowNode, world_graph

if TYPE_CHECKING:
    import polars as pl

    from fictionworld.packs.compiled import CompiledPack
    from fictionworld.validators.report import Violation

__all__ = ["draw_graph", "svg_of"]

_COLUMN, _LINE, _TOP, _SIDE = 210, 13, 64, 24
"""Pixels: between columns, between rows, above the first row, left and right of all."""
_COLOURS = ("#4269d0", "#3ca951", "#b58900", "#9c6ade", "#0f9bb4", "#a463f2", "#97724f", "#6b7a8f")
_RED = "#d11141"
_HALO = 'stroke="white" stroke-width="2.5" paint-order="stroke"'
_TOLD = 20
"""Sentences below the picture."""

_Places = dict[RowNode, tuple[float, float]]


def draw_graph(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    violations: Iterable[Violation],
    path: str | Path,
) -> None:
    """Write one world's graph to `path`, its violations marked.

    Args:
        pack: What the tables are.
        frames: The rows of one world, by table.
        violations: What is wrong with this world; none is fine.
        path: Ends in `.svg` for a picture, in `.graphml` for nodes and edges with attributes
            (`table`, `name`, `violations`).

    Raises:
        UsageError: The path has another ending.
        StorageError: It cannot be written.
    """
    path, shown = Path(path), tuple(violations)
    graph = world_graph(pack, frames)
    graph.graph["title"] = _title(pack, frames[SETTING])
    _mark(graph, shown)
    if path.suffix == ".svg":
        text = svg_of(graph, shown)
    elif path.suffix == ".graphml":
        text = "\n".join(nx.generate_graphml(_plain(graph)))
    else:
        raise UsageError(f"got {path.name!r}; a graph is drawn to .svg or written to .graphml")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error


def _mark(graph: nx.MultiDiGraph, violations: Sequence[Violation]) -> None:
    """Every node gets the rules that it violates as the attribute `violations`."""
    nx.set_node_attributes(graph, "", "violations")
    for violation in violations:
        for row in violation.rows:
            node = RowNode(violation.table, row)
            if node in graph:
                marks = graph.nodes[node]
                marks["violations"] = "; ".join(filter(None, (marks["violations"], violation.rule)))


def _plain(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """The same graph in what GraphML can hold: texts."""
    plain = nx.MultiDiGraph()
    for node, marks in graph.nodes(data=True):
        plain.add_node(
            str(node),
            table=node.table,
            row=int(node.id),
            name=marks.get("name") or str(node),
            violations=marks["violations"],
            missing=bool(marks.get("missing")),
        )
    for one, other, column in graph.edges(keys=True):
        plain.add_edge(str(one), str(other), key=column, column=column)
    return plain


def _title(pack: CompiledPack, setting: pl.DataFrame) -> str:
    """The pack's title with the slots that it has in this world."""
    title = pack.spec.title
    for name in setting.columns if len(setting) else ():
        title = title.replace(f"{{{SETTING}.{name}}}", str(setting[name][0]))
    return title


def svg_of(graph: nx.MultiDiGraph, violations: Sequence[Violation] = ()) -> str:
    """The picture of a graph as `world_graph` makes it, as the text of an SVG file."""
    columns = _ordered(graph)
    tall = max((len(nodes) for nodes in columns.values()), default=0) * _LINE
    places: _Places = {
        node: (_SIDE + k * _COLUMN, _TOP + (at + 0.5) * tall / len(nodes))
        for k, nodes in enumerate(columns.values())
        for at, node in enumerate(nodes)
    }
    width, bottom = 2 * _SIDE + len(columns) * _COLUMN, _TOP + tall
    legend = _legend(violations, width)
    height = bottom + 24 + _LINE * (len(legend) + 1)
    colours = {table: _COLOURS[k % len(_COLOURS)] for k, table in enumerate(columns)}
    red = {node for node, marks in graph.nodes(data=True) if marks.get("violations")}
    red |= {node for node, marks in graph.nodes(data=True) if marks.get("missing")}
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="9">'
        ),
        f'<rect width="{width}" height="{height}" fill="white"/>',
        (
            f'<text x="{_SIDE}" y="22" font-size="14">{escape(graph.graph.get("title", ""))}: '
            f"{graph.number_of_nodes()} rows, {graph.number_of_edges()} references, "
            f"{len(violations)} violations</text>"
        ),
        *_heads(columns, colours),
        *_curves(graph, places, colours, red),
        *_nodes(graph, places, colours, red),
        *(
            f'<text x="{_SIDE}" y="{bottom + 24 + k * _LINE}" fill="{_RED}">{escape(line)}</text>'
            for k, line in enumerate(legend)
        ),
        "</svg>",
    ]
    return "\n".join(parts)


def _ordered(graph: nx.MultiDiGraph) -> dict[str, list[RowNode]]:
    """The nodes of each table, top to bottom: each near the mean of those it is linked with."""
    columns: defaultdict[str, list[RowNode]] = defaultdict(list)
    for node in graph:
        columns[node.table].append(node)
    height = {node: at / len(nodes) for nodes in columns.values() for at, node in enumerate(nodes)}
    links = {node: [n for n in nx.all_neighbors(graph, node) if n != node] for node in graph}
    for _ in range(6):  # sweeps; more change little
        for nodes in columns.values():
            nodes.sort(
                key=lambda node: (_mean([height[n] for n in links[node]], height[node]), node)
            )
            height |= {node: at / len(nodes) for at, node in enumerate(nodes)}
    return dict(columns)


def _mean(heights: list[float], otherwise: float) -> float:
    return sum(heights) / len(heights) if heights else otherwise


def _heads(columns: Mapping[str, Sequence[RowNode]], colours: Mapping[str, str]) -> Iterable[str]:
    for k, (table, nodes) in enumerate(columns.items()):
        yield (
            f'<text x="{_SIDE + k * _COLUMN}" y="{_TOP - 18}" font-size="12" font-weight="bold" '
            f'fill="{colours[table]}">{escape(table)} ({len(nodes)})</text>'
        )


def _curves(
    graph: nx.MultiDiGraph, places: _Places, colours: Mapping[str, str], red: set[RowNode]
) -> Iterable[str]:
    """References; those between two red rows are red themselves, and drawn last."""
    edges = sorted(graph.edges(keys=True), key=lambda edge: edge[0] in red and edge[1] in red)
    for one, other, column in edges:
        (x1, y1), (x2, y2) = places[one], places[other]
        bad = one in red and other in red
        colour = _RED if bad else colours[one.table]
        style = f'stroke="{colour}" stroke-width="{1.6 if bad else 0.5}"'
        bend = 40 if x1 == x2 else (x2 - x1) / 2
        yield (
            f'<path d="M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} '
            f'{(x1 + bend) if x1 == x2 else (x2 - bend):.0f} {y2:.0f} {x2:.0f} {y2:.0f}" '
            f'fill="none" {style} opacity="{0.95 if bad else 0.3}">'
            f"<title>{escape(f'{one} {column} -> {other}')}</title></path>"
        )


def _nodes(
    graph: nx.MultiDiGraph, places: _Places, colours: Mapping[str, str], red: set[RowNode]
) -> Iterable[str]:
    for node, (x, y) in places.items():
        marks = graph.nodes[node]
        name = f"{node.id} {marks['name']}" if marks.get("name") else str(node.id)
        name = f"{name} (not there)" if marks.get("missing") else name
        short = name if len(name) <= 34 else f"{name[:33]}…"
        dot, size = (_RED, 4.5) if node in red else (colours[node.table], 2.6)
        ink = f'font-weight="bold" fill="{_RED}"' if node in red else 'fill="#333"'
        title = f"{node.table} {name} {marks.get('violations', '')}"
        yield (
            f"<g><title>{escape(title)}</title>"
            f'<circle cx="{x}" cy="{y:.1f}" r="{size}" fill="{dot}"/>'
            f'<text x="{x + 7}" y="{y + 3:.0f}" {_HALO} {ink}>{escape(short)}</text></g>'
        )


def _legend(violations: Sequence[Violation], width: int) -> list[str]:
    """The sentences, broken to the picture's width; red is what they speak of."""
    if not violations:
        return []
    lines = ["Red: rows that violate a rule, and references between them."]
    for violation in violations[:_TOLD]:
        lines += wrap(f"{violation.rule}: {violation.sentence}", max(width // 5, 40))
    more = len(violations) - _TOLD
    return [*lines, f"... and {more} more"] if more > 0 else lines
