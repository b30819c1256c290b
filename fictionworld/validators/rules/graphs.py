"""Rules that need a graph: connectedness, cycles, forests, chains.

During a build, vectorised checks over all worlds clear those that keep a rule, and networkx checks
the others; a thorough check runs networkx on every world. Violations are always described from
networkx's result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import networkx as nx
import numpy as np

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.specification import ChainRule
from fictionworld.validators.batch import StoredBatch
from fictionworld.validators.cells import Bools, Ints
from fictionworld.validators.findings import (
    Check,
    Findings,
    FindingText,
    Item,
    if_known,
    world_findings,
)
from fictionworld.worlds.graph import chain_faults, cycle, pieces

_SHOWN = 12
"""Rows of a cycle, a piece or a chain that a violation lists."""


@dataclass(frozen=True, slots=True)
class _Slices:
    """Nodes and edges of many worlds, world by world."""

    nodes: Ints
    node_start: Ints
    heads: Ints
    tails: Ints
    edge_start: Ints

    @classmethod
    def of(cls, worlds: int, node_world: Ints, heads: Ints, tails: Ints) -> _Slices:
        """Group nodes 0..n-1, and edges from `heads` to `tails`, by world."""
        nodes = np.argsort(node_world, kind="stable")
        edge_world = node_world[heads]
        order = np.argsort(edge_world, kind="stable")
        every = np.arange(worlds + 1)
        return cls(
            nodes,
            np.searchsorted(node_world[nodes], every),
            heads[order],
            tails[order],
            np.searchsorted(edge_world[order], every),
        )

    def graph(self, world: int, into: type[nx.Graph]) -> nx.Graph:
        """Return the graph of one world."""
        graph = into()
        graph.add_nodes_from(
            self.nodes[self.node_start[world] : self.node_start[world + 1]].tolist()
        )
        edges = slice(self.edge_start[world], self.edge_start[world + 1])
        graph.add_edges_from(
            zip(self.heads[edges].tolist(), self.tails[edges].tolist(), strict=True)
        )
        return graph


def _walk(
    batch: StoredBatch, suspects: Callable[[], Ints], judge: Callable[[int], Iterator[FindingText]]
) -> Findings:
    """Return the findings of `judge` in the suspects, or in every world where the check is
    thorough.
    """
    worlds = range(len(batch.worlds)) if batch.thorough else suspects().tolist()
    return world_findings((world, shown) for world in worlds for shown in judge(world))


def loop_check(table: str, name: str, rule: str, *, rooted: bool) -> Check:
    """Return the rule that following the self reference `name` never comes back to a row; with
    `rooted`, also that the rows form trees.

    Without cycles some row has no parent, so the batched walk looks for cycles only.
    """

    def find(batch: StoredBatch) -> Findings:
        rows, following = batch.rows(table), batch.follow(table, (name,))
        sources = np.flatnonzero(following >= 0)
        slices = _Slices.of(len(batch.worlds), rows.world, sources, following[sources])

        def suspects() -> Ints:
            return np.unique(rows.world[in_circles(following)])

        def judge(world: int) -> Iterator[FindingText]:
            graph = slices.graph(world, nx.DiGraph)
            loop = cycle(graph)
            if loop:
                yield _cycle_finding(batch, table, name, loop)
            elif rooted and len(graph) and not nx.is_forest(graph):
                yield FindingText((), (), f"The rows of {table} make no trees by {name}.")

        return _walk(batch, suspects, judge)

    return Check(rule, table, "graph", find, ((name,),))


def _cycle_finding(batch: StoredBatch, table: str, name: str, walked: list[int]) -> FindingText:
    steps = [batch.row(table, row) for row in [*walked[:_SHOWN], walked[0]]]
    return FindingText(
        rows=tuple(batch.row_id(table, row) for row in walked),
        values=(("length", str(len(walked))),),
        sentence=f"By {name}, {steps[0]} comes back to itself after {len(walked)} steps.",
        path=tuple(f"{name} -> {step}" if k else step for k, step in enumerate(steps))[
            : _SHOWN + 1
        ],
    )


def connected_check(pack: CompiledPack, rule: str, tables: tuple[str, ...]) -> Check:
    """Return the rule that the stored references between `tables` connect all their rows, in either
    direction.
    """
    ways = [
        (name, column.name, str(column.target))
        for name in tables
        for column in pack.tables[name].references
        if column.stored and column.target in tables
    ]

    def find(batch: StoredBatch) -> Findings:
        sizes = [len(batch.rows(name)) for name in tables]
        start = dict(zip(tables, np.cumsum([0, *sizes[:-1]]).tolist(), strict=True))
        world = np.concatenate([batch.rows(name).world for name in tables])
        heads, tails = _edges(batch, ways, start)
        slices = _Slices.of(len(batch.worlds), world, heads, tails)

        def suspects() -> Ints:
            label = component_labels(len(world), heads, tails)
            roots = np.flatnonzero(label == np.arange(len(world)))
            return np.flatnonzero(np.bincount(world[roots], minlength=len(batch.worlds)) > 1)

        def judge(number: int) -> Iterator[FindingText]:
            whole = slices.graph(number, nx.Graph)
            for part in pieces(whole)[1:]:
                yield _piece_finding(batch, start, sorted(part), len(whole))

        return _walk(batch, suspects, judge)

    return Check(rule, tables[0], "graph", find)


def _edges(
    batch: StoredBatch, ways: list[tuple[str, str, str]], start: dict[str, int]
) -> tuple[Ints, Ints]:
    heads, tails = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for table, name, target in ways:
        targets = batch.follow(table, (name,))
        sources = np.flatnonzero(targets >= 0)
        heads.append(sources + start[table])
        tails.append(targets[sources] + start[target])
    return np.concatenate(heads), np.concatenate(tails)


def _piece_finding(
    batch: StoredBatch, start: dict[str, int], part: list[int], whole: int
) -> FindingText:
    def owner(node: int) -> tuple[str, int]:
        table = next(name for name in reversed(start) if start[name] <= node)
        return table, node - start[table]

    rows = [owner(node) for node in part]
    table = rows[0][0]
    shown = [batch.row(*row) for row in rows[:_SHOWN]]
    return FindingText(
        rows=tuple(batch.row_id(name, position) for name, position in rows if name == table)[
            :_SHOWN
        ],
        values=(("rows cut off", str(len(part))), ("rows", str(whole))),
        sentence=f"{shown[0]} hangs together with {len(part) - 1} rows only, not with the other "
        f"{whole - len(part)}.",
        path=tuple(shown),
        table=table,
    )


def single_chain_check(pack: CompiledPack, table: str, rule: str, spec: ChainRule) -> Item:
    """Return the rule that, within each group, `spec.ref` makes one chain, without leaving the
    group.
    """

    def find(batch: StoredBatch) -> Findings:
        rows, following = batch.rows(table), batch.follow(table, (spec.ref,))
        groups = batch.groups(table, spec.within)
        sources = np.flatnonzero(following >= 0)
        slices = _Slices.of(len(batch.worlds), rows.world, sources, following[sources])

        def suspects() -> Ints:
            return np.unique(rows.world[_no_chain(following, groups.index, groups.count)])

        def judge(world: int) -> Iterator[FindingText]:
            yield from _judge_chains(batch, table, spec, slices.graph(world, nx.DiGraph))

        return _walk(batch, suspects, judge)

    paths = ((spec.ref,), *spec.within)
    return if_known(pack, paths, Check(rule, table, "graph", find, paths))


def _no_chain(following: Ints, group: Ints, groups: int) -> Bools:
    """Return the rows of groups that are no chain: a chain has one tail, one head, no branch, and
    no edge to another group.

    With one tail and one head, no branch and no edge out, a group can still hold a circle beside
    its chain; circles are searched for separately.
    """
    sources = np.flatnonzero(following >= 0)
    in_degrees = np.bincount(following[sources], minlength=len(following))
    tails = np.bincount(group[following < 0], minlength=groups)
    heads = np.bincount(group[in_degrees == 0], minlength=groups)
    broken = (tails != 1) | (heads != 1)
    broken[group[sources[group[sources] != group[following[sources]]]]] = True
    broken[group[in_degrees > 1]] = True
    return broken[group] | in_circles(following)


def _judge_chains(
    batch: StoredBatch, table: str, spec: ChainRule, graph: nx.DiGraph
) -> Iterator[FindingText]:
    index = batch.groups(table, spec.within).index
    members: dict[int, list[int]] = {}
    for node in graph:
        members.setdefault(int(index[node]), []).append(node)
    for source, target in [edge for edge in graph.edges if index[edge[0]] != index[edge[1]]]:
        yield _chain_finding(batch, table, spec, "it leads into another group", [source, target])
        graph.remove_edge(source, target)
    if _are_chains(graph, len(members)):
        return
    for group in members.values():
        for words, nodes in chain_faults(graph.subgraph(group)):
            yield _chain_finding(batch, table, spec, words, nodes)


def _are_chains(graph: nx.DiGraph, groups: int) -> bool:
    """Return whether a graph whose edges stay within groups makes a chain of each of them: it has
    as many pieces as groups, no branch and no circle. This spares a walk through each group.
    """
    degrees = (
        *(degree for _, degree in graph.in_degree),
        *(degree for _, degree in graph.out_degree),
    )
    return (
        max(degrees, default=0) <= 1
        and nx.number_weakly_connected_components(graph) == groups
        and nx.is_directed_acyclic_graph(graph)
    )


def _chain_finding(
    batch: StoredBatch, table: str, spec: ChainRule, words: str, nodes: list[int]
) -> FindingText:
    shown = [batch.row(table, node) for node in nodes[:_SHOWN]]
    values = tuple((".".join(path), batch.value(table, path, nodes[0])) for path in spec.within)
    group = ", ".join(f"{name} {value}" for name, value in values) or "the world"
    return FindingText(
        rows=tuple(batch.row_id(table, node) for node in nodes[:_SHOWN]),
        values=values,
        sentence=f"The rows of {table} with {group} are no chain by {spec.ref}: {words} "
        f"({', '.join(shown)}).",
        path=tuple(shown),
    )


def in_circles(following: Ints) -> Bools:
    """Return the rows from which following `following` never ends (-1 is the end).

    Pointer doubling: after k rounds every pointer has moved 2**k rows on; one that has not ended
    after as many steps as there are rows is in a cycle.
    """
    ahead = np.append(following, -1)  # the last place is the end, which leads to itself
    ahead[ahead < 0] = len(following)
    steps = 1
    while steps < len(ahead) and (ahead[:-1] != len(following)).any():
        ahead = ahead[ahead]
        steps *= 2
    endless: Bools = ahead[:-1] != len(following)
    return endless


def component_labels(nodes: int, one: Ints, other: Ints) -> Ints:
    """Return a label for each node, equal exactly for nodes that edges (`one`, `other`) connect.

    Each round hooks the larger of two labels to the smaller and then shortens every chain of
    labels to its end; a handful of rounds settle any graph of references.
    """
    label = np.arange(nodes)
    while True:
        low = np.minimum(label[one], label[other])
        high = np.maximum(label[one], label[other])
        open_ = low != high
        if not open_.any():
            return label
        one, other, low, high = one[open_], other[open_], low[open_], high[open_]
        np.minimum.at(label, high, low)
        shorter = label[label]
        while not np.array_equal(shorter, label):
            label, shorter = shorter, shorter[shorter]
