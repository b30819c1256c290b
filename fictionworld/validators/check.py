"""Validation: worlds of one pack against all of its rules, in batch."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from fictionworld.errors import DatasetError, PackError, first_line, is_panic
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.sandbox import sandbox
from fictionworld.text.known import KnownNames
from fictionworld.validators.relation import relation
from fictionworld.validators.report import Report, Violation
from fictionworld.validators.rule import Check, Judgement, RowCondition, ViolationQuery
from fictionworld.validators.rules.catalogue import catalogue
from fictionworld.validators.rules.keys import real_name_rules
from fictionworld.validators.rules.shape import listing_rules, require_shape
from fictionworld.validators.tables import Hits, WorldTables
from fictionworld.validators.words import violations

if TYPE_CHECKING:
    import polars as pl


def check_worlds(
    pack: CompiledPack,
    frames: Mapping[str, pl.DataFrame],
    *,
    worlds: pl.DataFrame | None = None,
    present: pl.DataFrame | None = None,
    known_names: KnownNames | None = None,
    keep: int = 20,
) -> Report:
    """Return the violations of these worlds: none if they keep every rule of their pack.

    Args:
        pack: The pack that they are worlds of.
        frames: By table, the rows of all worlds, in any order.
        worlds: The list of worlds to expect: `world_id`, and `row_count` and `as_of`
            where they are to be compared.
        present: `world_column`: which worlds have which optional columns. Without it, a column
            that is empty throughout a world counts as one that the world lacks, and so does an
            optional table without rows.
        known_names: Names of real people and things, which are forbidden; None skips the check.
        keep: The maximum number of violations shown for each world and rule.

    Raises:
        DatasetError: A table or column is missing or of another type, an expression of the pack
            takes too long, or a library panics over a cell.
    """
    begun = perf_counter()
    require_shape(pack, frames)
    proven = catalogue(pack)
    rules = [
        *(listing_rules(pack, worlds) if worlds is not None else ()),
        *(real_name_rules(pack, known_names) if known_names is not None else ()),
        *proven.rules,
    ]
    with closing(sandbox(keep_errors_apart=True)) as connection:
        with _reading(pack, "shape"):
            tables = WorldTables(
                pack, frames, connection, listed=worlds, present=present, hidden=proven.hidden
            )
        recorder = _Recorder(tables, keep)
        recorder.seconds["shape"] += perf_counter() - begun
        recorder.run(rules)
    return Report(
        pack=pack.name,
        worlds=len(tables.worlds),
        rows=sum(len(frames[table.name]) for table in pack.world_tables),
        violations=tuple(recorder.violations),
        rules=tuple(rule.name for rule in rules),
        unproven=tuple((rule.name, rule.why) for rule in proven.unproven),
        by_rule=dict(recorder.by_rule),
        worlds_by_rule=recorder.worlds_by_rule,
        by_world=dict(recorder.by_world),
        seconds=dict(recorder.seconds),
    )


@contextmanager
def _reading(pack: CompiledPack, rule: str) -> Iterator[None]:
    """Word what a library raises over the cells that a rule reads."""
    try:
        yield
    except PackError as error:
        raise DatasetError(f"the rule `{rule}` of {pack.name}: {error}") from None
    except BaseException as error:
        if not is_panic(error):
            raise
        raise DatasetError(
            f"the worlds of {pack.name} hold a value that no library here reads "
            f"({first_line(error)}); it is in a cell that the rule `{rule}` reads: look for the "
            "least and greatest values there"
        ) from error


class _Recorder:
    """Tries rules and records the violations."""

    def __init__(self, tables: WorldTables, keep: int) -> None:
        self._tables = tables
        self._keep = keep
        self.violations: list[Violation] = []
        self.by_rule: Counter[str] = Counter()
        self.worlds_by_rule: dict[str, tuple[int, ...]] = {}
        self.by_world: Counter[int] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    def run(self, rules: Sequence[Check]) -> None:
        """Try the rules, the conditions on rows of one table together; record in their order."""
        scans: dict[tuple[str, bool], list[Check]] = {}
        for rule in rules:
            if isinstance(rule.broken, RowCondition):
                # Windows sort rows with all that is read of them: they get a scan of their own.
                scans.setdefault((rule.table, " OVER (" in rule.broken.sql), []).append(rule)
        scanned: dict[str, Hits] = {}
        for (table, _), several in scans.items():
            with self._timed("scans"), _reading(self._tables.pack, several[0].name):
                scanned |= _scan(self._tables, table, several)
        for rule in rules:
            with _reading(self._tables.pack, rule.name):
                self._record(rule, self._hits(rule, scanned))

    def _hits(self, rule: Check, scanned: Mapping[str, Hits]) -> Hits | list[Violation]:
        """Return every violation of a rule, in words where a function judged it."""
        if isinstance(rule.broken, Judgement):
            with self._timed(rule.broken.stage):
                return list(rule.broken.judge(self._tables))
        if isinstance(rule.broken, ViolationQuery):
            with self._timed("queries"):
                lacking = self._tables.lacking.get(rule.table, frozenset())
                hits = _asked(self._tables, rule, rule.broken)
                return [hit for hit in hits if hit["world_id"] not in lacking]
        return scanned[rule.name]

    def _record(self, rule: Check, hits: Hits | list[Violation]) -> None:
        if not hits:
            return
        with self._timed("words"):
            worlds = [_world(hit) for hit in hits]
            self.by_rule[rule.name] += len(worlds)
            self.worlds_by_rule[rule.name] = tuple(sorted(set(worlds)))
            self.by_world.update(worlds)
            shown = sorted(_first(hits, self._keep), key=_world)
            judged = isinstance(rule.broken, Judgement)
            self.violations += shown if judged else violations(self._tables, rule, shown)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        begun = perf_counter()
        yield
        self.seconds[stage] += perf_counter() - begun


def _scan(tables: WorldTables, table: str, rules: Sequence[Check]) -> dict[str, Hits]:
    """Return the rows of a table that break each of these rules, all found in one scan."""
    broken = [rule.broken for rule in rules if isinstance(rule.broken, RowCondition)]
    paths = [path for rule in rules for path in rule.paths]
    paths += [path for condition in broken for path in condition.reads]
    flags = [f"({condition.sql}) IS TRUE AS r{k}" for k, condition in enumerate(broken)]
    # Materialized: else DuckDB computes each condition twice, for the filter and for the answer.
    hits = tables.ask(
        f"WITH flags AS MATERIALIZED (SELECT _row, world_id, {', '.join(flags)} "
        f"FROM {relation(tables.pack, table, paths)}) "
        f"FROM flags WHERE {' OR '.join(f'r{k}' for k in range(len(flags)))} "
        "ORDER BY world_id, _row"
    )
    rows = [({"world_id": hit["world_id"], "_row": hit["_row"]}, hit) for hit in hits]
    return {rule.name: [row for row, hit in rows if hit[f"r{k}"]] for k, rule in enumerate(rules)}


def _asked(tables: WorldTables, rule: Check, query: ViolationQuery) -> Hits:
    """Return the answer of a query, with the world of each violation."""
    hits = tables.ask(query.sql)
    if hits and "world_id" not in hits[0]:
        worlds = tables.frames[query.of or rule.table]["world_id"]
        hits = [{**hit, "world_id": worlds[hit["_row"]]} for hit in hits]
    return sorted(hits, key=lambda hit: (hit["world_id"], hit.get("_row") or 0))


def _world(hit: dict[str, Any] | Violation) -> int:
    return hit.world_id if isinstance(hit, Violation) else int(hit["world_id"])


def _first(hits: Hits | list[Violation], keep: int) -> Iterator[Any]:
    """Yield the first `keep` violations of each world."""
    count: Counter[int] = Counter()
    for hit in hits:
        count[_world(hit)] += 1
        if count[_world(hit)] <= keep:
            yield hit
