"""Rules that need a graph: connectedness, cycles, forests, chains. networkx judges every world."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import networkx as nx

from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.specification import ChainRule
from fictionworld.validators.knowable import route
from fictionworld.validators.relation import group, position, quoted, relation, rows_table
from fictionworld.validators.report import Violation
from fictionworld.validators.rule import Check, Item, Judgement, if_known
from fictionworld.validators.tables import Hits, WorldTables
from fictionworld.validators.words import worded
from fictionworld.worlds.graph import chain_faults, cycle, pieces

_SHOWN = 12
"""Rows of a cycle, a piece or a chain that a violation lists."""


def _references(pack: CompiledPack, table: str, name: str) -> str:
    """Return a query of the rows of a table, each with the row that a reference leads to."""
    target = position(name)
    return (
        f"SELECT world_id, _row, {quoted(target)} AS target FROM {relation(pack, table, (target,))}"
    )


def _by_world(lines: Hits) -> Iterator[tuple[int, Hits]]:
    for world, part in groupby(lines, key=itemgetter("world_id")):
        yield int(world), list(part)


def _graph(rows: Hits) -> nx.DiGraph:
    """Return the rows of one world as a graph, with an edge from each to its target."""
    graph = nx.DiGraph()
    graph.add_nodes_from(row["_row"] for row in rows)
    graph.add_edges_from((row["_row"], row["target"]) for row in rows if row["target"] is not None)
    return graph


def loop_rule(pack: CompiledPack, table: str, name: str, rule: str, *, rooted: bool) -> Check:
    """Return the rule that following the self reference `name` never comes back to a row; with
    `rooted`, also that the rows form trees.
    """

    def judge(tables: WorldTables) -> Iterator[Violation]:
        rows = tables.ask(f"{_references(pack, table, name)} ORDER BY world_id, _row")
        for world, part in _by_world(rows):
            graph = _graph(part)
            loop = cycle(graph)
            if loop:
                yield _cycle_found(tables, world, rule, table, name, loop)
            elif rooted and not nx.is_forest(graph):
                sentence = f"The rows of {table} make no trees by {name}."
                yield Violation(world, rule, table, (), (), (), sentence)

    return Check(rule, table, Judgement(judge, "graph"), ((name,),))


def _cycle_found(
    tables: WorldTables, world: int, rule: str, table: str, name: str, loop: list[int]
) -> Violation:
    steps = [tables.row(table, row) for row in [*loop[:_SHOWN], loop[0]]]
    return Violation(
        world_id=world,
        rule=rule,
        table=table,
        rows=tuple(tables.row_id(table, row) for row in loop),
        values=(("length", str(len(loop))),),
        sentence=f"By {name}, {steps[0]} comes back to itself after {len(loop)} steps.",
        path=(steps[0], *(f"{name} -> {step}" for step in steps[1:])),
    )


def connected_rule(pack: CompiledPack, rule: str, names: tuple[str, ...]) -> Check:
    """Return the rule that the stored references between these tables connect all their rows, in
    either direction.
    """
    rows = " UNION ALL ".join(
        f"SELECT world_id, {number} AS source, _row, NULL AS target_table, NULL AS target "
        f"FROM {rows_table(name)}"
        for number, name in enumerate(names)
    )
    edges = [
        f"SELECT world_id, {number} AS source, _row, {names.index(str(column.target))}, target "
        f"FROM ({_references(pack, name, column.name)}) WHERE target IS NOT NULL"
        for number, name in enumerate(names)
        for column in pack.tables[name].references
        if column.target in names
    ]

    def judge(tables: WorldTables) -> Iterator[Violation]:
        every = tables.ask(f"{' UNION ALL '.join([rows, *edges])} ORDER BY world_id, source, _row")
        for world, part in _by_world(every):
            graph = nx.Graph()
            for line in part:
                graph.add_node((line["source"], line["_row"]))
                if line["target"] is not None:
                    target = line["target_table"], line["target"]
                    graph.add_edge((line["source"], line["_row"]), target)
            for piece in pieces(graph)[1:]:
                cut_off = [(names[number], row) for number, row in sorted(piece)]
                yield _piece_found(tables, world, rule, cut_off, len(graph))

    return Check(rule, names[0], Judgement(judge, "graph"))


def _piece_found(
    tables: WorldTables, world: int, rule: str, rows: list[tuple[str, int]], whole: int
) -> Violation:
    table = rows[0][0]
    shown = [tables.row(*row) for row in rows[:_SHOWN]]
    ids = [tables.row_id(name, row) for name, row in rows if name == table]
    return Violation(
        world_id=world,
        rule=rule,
        table=table,
        rows=tuple(ids[:_SHOWN]),
        values=(("rows cut off", str(len(rows))), ("rows", str(whole))),
        sentence=f"{shown[0]} hangs together with {len(rows) - 1} rows only, not with the other "
        f"{whole - len(rows)}.",
        path=tuple(shown),
    )


def single_chain_rule(pack: CompiledPack, table: str, rule: str, spec: ChainRule) -> Item:
    """Return the rule that, within each group, `spec.ref` makes one chain, without leaving the
    group.
    """
    target = position(spec.ref)
    query = f"""
        SELECT world_id, _row, {quoted(target)} AS target,
               dense_rank() OVER (ORDER BY {group(spec.within)}) AS "group",
               {", ".join([*map(quoted, spec.within), "id"])}
        FROM {relation(pack, table, (target, *spec.within))} ORDER BY world_id, _row
        """

    def judge(tables: WorldTables) -> Iterator[Violation]:
        for world, part in _by_world(tables.ask(query)):
            rows = {row["_row"]: row for row in part}
            groups = {row["_row"]: row["group"] for row in part}
            for words, nodes in _chain_faults(_graph(part), groups):
                within = _within(tables, table, spec, rows[nodes[0]])
                shown = [tables.row(table, node) for node in nodes[:_SHOWN]]
                yield Violation(
                    world_id=world,
                    rule=rule,
                    table=table,
                    rows=tuple(tables.row_id(table, node) for node in nodes[:_SHOWN]),
                    values=(("within", within),),
                    sentence=f"The rows of {table} with {within} are no chain by "
                    f"{spec.ref}: {words} ({', '.join(shown)}).",
                    path=tuple(shown),
                )

    paths = ((spec.ref,), *spec.within)
    return if_known(pack, Check(rule, table, Judgement(judge, "graph"), paths))


def _within(tables: WorldTables, table: str, spec: ChainRule, row: dict[str, Any]) -> str:
    texts = (
        f"{name} {worded(row[name], route(tables.pack, table, path).column)}"
        for path in spec.within
        for name in [".".join(path)]
    )
    return ", ".join(texts) or "the world"


def _chain_faults(graph: nx.DiGraph, groups: dict[int, int]) -> Iterator[tuple[str, list[int]]]:
    """Yield what keeps the groups of one world from being a chain each, and the rows at fault."""
    members: dict[int, list[int]] = defaultdict(list)
    for node in graph:
        members[groups[node]].append(node)
    for source, target in [edge for edge in graph.edges if groups[edge[0]] != groups[edge[1]]]:
        yield "it leads into another group", [source, target]
        graph.remove_edge(source, target)
    if _are_chains(graph, len(members)):
        return
    for group_members in members.values():
        yield from chain_faults(graph.subgraph(group_members))


def _are_chains(graph: nx.DiGraph, groups: int) -> bool:
    """Return whether a graph whose edges stay within groups makes a chain of each of them: it has
    as many pieces as groups, no branch and no circle. This spares a walk through each group.
    """
    degrees = (degree for _, degree in chain(graph.in_degree, graph.out_degree))
    return (
        max(degrees, default=0) <= 1
        and nx.number_weakly_connected_components(graph) == groups
        and nx.is_directed_acyclic_graph(graph)
    )
