"""A world's graph as a file: DOT, which Graphviz draws, or GraphML for other programs.

Rows are nodes, references are edges. What violates a rule is marked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import networkx as nx

from fictionworld.errors import StorageError, UsageError
from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.validators.report import Violation
from fictionworld.worlds.fact import RowId
from fictionworld.worlds.graph import world_graph

if TYPE_CHECKING:
    import polars as pl


def write_graph(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    violations: Iterable[Violation],
    path: str | Path,
) -> None:
    """Write one world's graph to `path`, its violations marked.

    Args:
        pack: The pack that defines the tables.
        frames: The rows of one world, by table.
        violations: The world's violations; may be empty.
        path: Ends in `.dot` for Graphviz, in `.graphml` for GraphML. Nodes of GraphML have the
            attributes `table`, `row`, `name`, `violations` and `missing`.

    Raises:
        UsageError: The path has another ending.
        StorageError: The file cannot be written.
    """
    path, shown = Path(path), tuple(violations)
    graph = _marked(world_graph(pack, frames), shown)
    if path.suffix == ".dot":
        sentences = [f"{violation.rule}: {violation.sentence}" for violation in shown]
        text = _dot(graph, "\n".join((_title(pack, frames[SETTING]), *sentences)))
    elif path.suffix == ".graphml":
        text = "\n".join(nx.generate_graphml(graph))
    else:
        raise UsageError(f"got {path.name!r}; a graph is written to .dot or .graphml")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error.strerror}") from error


def _marked(graph: nx.MultiDiGraph, violations: Iterable[Violation]) -> nx.MultiDiGraph:
    """Return the graph with nodes and attributes that a file can hold, and the rules that rows
    violate.
    """
    rules: dict[RowId, list[str]] = {}
    for violation in violations:
        for row in violation.rows:
            rules.setdefault(RowId(violation.table, row), []).append(violation.rule)
    marked = nx.MultiDiGraph()
    for node, attributes in graph.nodes(data=True):
        marked.add_node(
            str(node),
            table=node.table,
            row=int(node.id),
            name=attributes.get("name") or str(node),
            violations="; ".join(rules.get(node, ())),
            missing=bool(attributes.get("missing")),
        )
    for source, target, column in graph.edges(keys=True):
        marked.add_edge(str(source), str(target), key=column, column=column)
    return marked


def _title(pack: CompiledPack, setting: pl.DataFrame) -> str:
    """Return the pack's title, its slots filled with this world's values."""
    title = pack.spec.title
    for name in setting.columns if len(setting) else ():
        title = title.replace(f"{{{SETTING}.{name}}}", str(setting[name][0]))
    return title


def _dot(graph: nx.MultiDiGraph, label: str) -> str:
    """Return the graph in Graphviz's language: a box around each table, rows at fault in red."""
    lines = [
        "digraph {",
        f"rankdir=LR; node [shape=box]; label={_quoted(label)}; labelloc=t; labeljust=l;",
    ]
    for node, row in graph.nodes(data=True):
        name = f"{row['name']} (missing)" if row["missing"] else row["name"]
        red = f", color=red, tooltip={_quoted(row['violations'])}"
        marks = red if row["violations"] or row["missing"] else ""
        table = _quoted(row["table"])
        box = f"subgraph {_quoted('cluster ' + row['table'])} {{ label={table};"
        lines.append(f"{box} {_quoted(node)} [label={_quoted(name)}{marks}] }}")
    lines += [
        f"{_quoted(source)} -> {_quoted(target)} [label={_quoted(column)}]"
        for source, target, column in graph.edges(keys=True)
    ]
    return "\n".join((*lines, "}\n"))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
