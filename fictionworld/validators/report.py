"""The result of validation: violations in words, counts, and times."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Violation:
    """One place where a world breaks a rule."""

    world_id: int
    rule: str
    """The stable id of the rule: `phone.order: chip.announced <= model_year`."""
    table: str
    """The table that `rows` are of."""
    rows: tuple[int, ...]
    """The ids of the rows at fault; none where the world as a whole is."""
    values: tuple[tuple[str, str], ...]
    """The values compared, by name."""
    path: tuple[str, ...]
    """How the rows are connected, one step per line."""
    sentence: str

    def __str__(self) -> str:
        return f"world {self.world_id}, {self.rule}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Report:
    """What was checked and what was found. Frozen, picklable; true if there are no violations."""

    pack: str
    worlds: int
    """How many worlds were checked."""
    rows: int
    violations: tuple[Violation, ...]
    """At most 20 for each world and rule; `more` counts the others."""
    rules: tuple[str, ...]
    """Every rule that was tried."""
    unproven: tuple[tuple[str, str], ...] = ()
    """Rules that stored cells cannot prove or disprove, and why."""
    by_rule: Mapping[str, int] = field(default_factory=dict)
    """Violations of each broken rule, all counted."""
    worlds_by_rule: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The worlds that break each broken rule."""
    by_world: Mapping[int, int] = field(default_factory=dict)
    """Violations of each world that has any, all counted."""
    seconds: Mapping[str, float] = field(default_factory=dict)
    """Time by stage: shape, scans, queries, names, graph, words."""

    def __bool__(self) -> bool:
        return not self.by_world

    @property
    def bad_worlds(self) -> tuple[int, ...]:
        """The ids of the worlds with violations, in order."""
        return tuple(sorted(self.by_world))

    @property
    def more(self) -> int:
        """Violations that are counted and not shown."""
        return sum(self.by_rule.values()) - len(self.violations)

    @property
    def graph_share(self) -> float:
        """The share of the time that the graph checks took, 0..1."""
        whole = sum(self.seconds.values())
        return self.seconds.get("graph", 0.0) / whole if whole else 0.0

    def to_json(self, indent: int | None = None) -> str:
        """Return the report as JSON, with the values of its properties."""
        shown = asdict(self)
        shown["ok"] = bool(self)
        shown["bad_worlds"] = list(self.bad_worlds)
        shown["more"] = self.more
        shown["graph_share"] = round(self.graph_share, 4)
        shown["seconds"] = {stage: round(taken, 4) for stage, taken in self.seconds.items()}
        return json.dumps(shown, indent=indent, ensure_ascii=False)


def merged(reports: Sequence[Report]) -> Report:
    """Return one report of several on different worlds of one pack."""
    first = reports[0]
    if len(reports) == 1:
        return first
    by_rule: Counter[str] = Counter()
    by_world: Counter[int] = Counter()
    seconds: Counter[str] = Counter()
    worlds_by_rule: dict[str, tuple[int, ...]] = {}
    for report in reports:
        by_rule.update(report.by_rule)
        by_world.update(report.by_world)
        seconds.update(report.seconds)
        for rule, worlds in report.worlds_by_rule.items():
            worlds_by_rule[rule] = (*worlds_by_rule.get(rule, ()), *worlds)
    return replace(
        first,
        worlds=sum(report.worlds for report in reports),
        rows=sum(report.rows for report in reports),
        violations=tuple(violation for report in reports for violation in report.violations),
        rules=tuple(dict.fromkeys(rule for report in reports for rule in report.rules)),
        by_rule=dict(by_rule),
        worlds_by_rule=worlds_by_rule,
        by_world=dict(by_world),
        seconds=dict(seconds),
    )
