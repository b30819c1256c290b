"""One world as a graph: rows are nodes, references are typed edges.

    >>> graph = nx.DiGraph([(1, 2), (2, 3)])
    >>> chain_faults(graph)
    []

It is used for what needs graph traversal: components, cycles, chains and paths.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import networkx as nx

from fictionworld.packs.compiled import CompiledColumn, CompiledPack
from fictionworld.worlds.fact import RowId

if TYPE_CHECKING:
    import polars as pl


def world_graph(pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> nx.MultiDiGraph:
    """Return a graph of the rows of one world and the references between them.

    Args:
        pack: The pack of the world.
        frames: The rows of one world by table; an `id` that comes twice is one node.

    Returns:
        Nodes are `RowId`s with the attribute `name` (the name of the row, or None); edges
        lead from the referring row and are keyed by the reference's column. A reference to a row
        that is not there leads to a node with the attribute `missing`.
    """
    graph = nx.MultiDiGraph(pack=pack.name)
    for table in pack.world_tables:
        frame, named = frames[table.name], table.name_column
        names = frame[named.name] if named is not None and named.stored else [None] * len(frame)
        for row, name in zip(frame["id"], names, strict=True):
            graph.add_node(RowId(table.name, row), name=name)
    for table in pack.world_tables:
        for column in table.references:
            _add_references(graph, frames[table.name], column)
    return graph


def _add_references(graph: nx.MultiDiGraph, frame: pl.DataFrame, column: CompiledColumn) -> None:
    assert column.target is not None
    for row, to in zip(frame["id"], frame[column.name], strict=True):
        if to is not None:
            end = RowId(column.target, to)
            if end not in graph:
                graph.add_node(end, name=None, missing=True)
            graph.add_edge(RowId(column.table, row), end, key=column.name)


def pieces(graph: nx.Graph) -> list[set[Any]]:
    """Return the connected components, the largest first; equal ones by their smallest node."""
    if graph.number_of_nodes() and nx.is_connected(graph):
        return [set(graph)]
    return sorted(nx.connected_components(graph), key=lambda part: (-len(part), min(part)))


def cycle(graph: nx.DiGraph) -> list[Any]:
    """Return the nodes of one cycle in the order they are walked; none where there is no cycle."""
    if nx.is_directed_acyclic_graph(graph):
        return []
    return [edge[0] for edge in nx.find_cycle(graph)]


def chain_faults(graph: nx.DiGraph) -> list[tuple[str, list[Any]]]:
    """Return why `graph` is no chain of one head, one tail and no branch, as words and nodes."""
    faults: list[tuple[str, list[Any]]] = [
        ("several rows lead to one", [*graph.predecessors(node), node])
        for node, degree in graph.in_degree
        if degree > 1
    ]
    faults += [
        ("one row leads to several", [node, *graph.successors(node)])
        for node, degree in graph.out_degree
        if degree > 1
    ]
    if round_trip := cycle(graph):
        faults.append(("it runs in a circle", [*round_trip, round_trip[0]]))
    for what, degrees in (("heads", graph.in_degree), ("tails", graph.out_degree)):
        ends = [node for node, degree in degrees if not degree]
        if len(ends) > 1:
            faults.append((f"it has {len(ends)} {what}", ends))
    return faults
