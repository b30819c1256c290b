"""The pack notation as frozen records: what a pack file may say, and nothing else.

The published JSON Schema (`fictionworld packs schema`) is derived from these classes, so notation,
schema and compiler cannot part. Shape is checked here; meaning (does the table exist, is the
column numeric) in `check.py`.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from fictionworld.packs.terms import Path, Span, Term

__all__ = [
    "Aggregate",
    "Column",
    "ColumnType",
    "Derive",
    "Draw",
    "Effects",
    "Growth",
    "Ordinal",
    "Pack",
    "PageKind",
    "Pages",
    "Palette",
    "Pick",
    "Rank",
    "Role",
    "Rows",
    "Rule",
    "ScheduleBalance",
    "Share",
    "ShareOut",
    "Spoken",
    "Standings",
    "Strategy",
    "Table",
    "TableSpoken",
    "Terms",
    "Trend",
    "WorldSpoken",
]

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,40}$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Probability = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Number = Annotated[float, Field(allow_inf_nan=False)]
Weights = dict[str | int, Positive]
Effects = dict[Path, Number | dict[str | int, Number]]
"""What moves a value: `{tier: 0.6}` correlates it with a latent or a drawn number (-1..1), and
`{brand.position: {premium: 1.2}}` shifts it by so many standard deviations for that category."""

Strategy = Literal["time_shifted", "long_tail", "private", "grounded"]
Role = Literal["name", "context", "askable", "hidden"]
"""`hidden` columns drive others and are never stored."""
ColumnType = Literal[
    "text", "name", "category", "integer", "decimal", "money", "percent", "date", "year",
    "boolean", "url",
]  # fmt: skip

Measure = Literal["amount", "level", "order", "label"]
"""What may be done with the figures of a column: an `amount` adds up over rows (units sold, goals),
a `level` is averaged and compared (a price, a weight), an `order` is only compared (a growth, a
place in a table), a `label` only tells rows apart (a shirt number)."""


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class _OneOf(_Spec):
    """A record of which exactly one of the fields in `kinds` is given."""

    kinds: ClassVar[tuple[str, ...]] = ()

    @property
    def kind(self) -> str:
        """The one kind that is given."""
        return next(kind for kind in self.kinds if getattr(self, kind) is not None)

    @model_validator(mode="after")
    def _exactly_one(self) -> _OneOf:
        given = [kind for kind in self.kinds if getattr(self, kind) is not None]
        if len(given) != 1:
            written = {kind: type(self).model_fields[kind].alias or kind for kind in self.kinds}
            got = " and ".join(written[kind] for kind in given) if given else "none"
            raise ValueError(f"got {got}; give exactly one of {', '.join(written.values())}")
        return self


class Trend(_Spec):
    """A value that moves over the years of its first key: sales of a phone, year by year.

    `start * (1 + growth) ** years since the first * noise`, `start` log-normal and drawn once for
    each parent row, an exceptional year now and then.
    """

    start: tuple[Term, Number]
    """Median and sigma of the first year's value."""
    growth: tuple[Number, Number]
    """Mean and standard deviation, over parents, of the yearly growth: 0.08 is 8% a year."""
    noise: Annotated[float, Field(ge=0, le=2)] = 0.1
    """Sigma of the yearly noise."""
    exceptions: Probability = 0.0
    """Share of years that break the trend by a factor between 0.5 and 1.8."""


class Palette(_Spec):
    """A small vocabulary drawn anew for each world, or each group, from which the rows choose."""

    size: Span
    per: Annotated[tuple[Path, ...], Field(max_length=2)] = ()
    skew: Annotated[float, Field(ge=0, le=3)] = 0.0


class Ordinal(_Spec):
    """Running numbers within a group: the generation number of a phone in its series."""

    within: tuple[Path, ...]
    order: Path
    start: Term


class ShareOut(_Spec):
    """Whole numbers that sum to a total: a club's goals, shared out among its players."""

    total: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """`table.column` holding the totals."""
    by: Name
    """The reference that this table and the table of totals share."""
    weights: Effects = {}
    """Multipliers by category, e.g. `{position: {forward: 8, goalkeeper: 0}}`."""


class Draw(_OneOf):
    """How a value is drawn: one kind, and options that shape it."""

    kinds = (
        "uniform", "normal", "lognormal", "pareto", "poisson", "trend", "choice", "map", "deal",
        "between", "true_share", "distinct", "ordinal", "pattern", "pool", "brands", "share_out",
        "copy_of",
    )  # fmt: skip

    # numbers
    uniform: tuple[Term, Term] | None = None
    normal: tuple[Term, Number] | None = None
    """Mean and standard deviation."""
    lognormal: tuple[Term, Number] | None = None
    """Median and sigma of the logarithm."""
    pareto: tuple[Term, Positive] | None = None
    """Minimum and exponent: the larger the exponent, the thinner the tail."""
    poisson: Term | None = None
    trend: Trend | None = None
    distinct: Span | None = None
    """Whole numbers, no two equal among the rows that share `within`."""
    ordinal: Ordinal | None = None
    share_out: ShareOut | None = None
    # categories and truth
    choice: Weights | tuple[str | int, ...] | None = None
    """Labels with weights, or a plain list; with `driven_by`, low draws take the first label."""
    map: dict[Path, dict[str | int, str | int | Number]] | None = None
    """One path, and the value for each of its values."""
    deal: tuple[str, ...] | None = None
    """Labels dealt in this order, over and over, to the rows that share `within`."""
    true_share: Probability | None = None
    # dates
    between: tuple[Term, Term] | None = None
    """The first and the last day, both possible."""
    # names and texts
    pattern: Text | None = None
    """Text with slots: `{line} {number}`; a slot is a path or one of `parts`."""
    pool: Name | None = None
    """An invented name: `packs words` lists the pools."""
    brands: Name | None = None
    """A list of real brands, flagged as real; invented ones under `--real-names none`."""
    copy_of: Path | None = Field(default=None, alias="copy")

    # options
    driven_by: Effects = {}
    times: Term | None = None
    """Multiplies the number before it is rounded."""
    at_least: Term | None = None
    at_most: Term | None = None
    step: Positive | None = None
    """Rounded to a multiple of this."""
    figures: Annotated[int, Field(ge=1, le=8)] | None = None
    """Rounded to so many significant figures."""
    ends: tuple[Annotated[int, Field(ge=0, le=999)], ...] | None = None
    """Last digits that prices take: `[29, 49, 99]`."""
    weekdays: tuple[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"], ...] | None = None
    """Days of the week that a date may fall on; moved to the next such day that fits."""
    missing: Probability = 0.0
    """Share of rows without a value."""
    when: dict[Path, str | int | bool | None] = {}
    """A value only in rows where each path has this value (`null`: is missing)."""
    within: tuple[Path, ...] = ()
    """The group for `deal` and `distinct`."""
    per: tuple[Path, ...] = ()
    """Draw once for each value of these paths; rows that share them share the value."""
    parts: dict[Name, Draw] = {}
    """Draws for the slots of `pattern` that are not columns."""
    palette: Palette | None = None
    gender: Path | None = None
    """For people: the column that holds `men` or `women`."""
    around: Path | None = None
    """For clubs and grounds: the place that the name is formed around."""


class Pick(_Spec):
    """How a row chooses what it refers to; by default every parent is as likely."""

    skew: Annotated[float, Field(ge=0, le=3)] = 0.0
    """Zipf exponent: 0 is even, 1 gives the favourite twice as many as the second."""
    latest: Name | None = None
    """Choose among the parents whose column of this name is at most `until`..."""
    until: Term | None = None
    among: Annotated[int, Field(ge=1)] = 5
    """...and of these among so many of the latest."""
    ordered: Name | None = None
    """A column of the parent by which parents are lined up, lowest first, for `driven_by`."""
    driven_by: Effects = {}
    unlike: Path | None = None
    """Never the row that this reference names."""
    copy_of: Path | None = Field(default=None, alias="copy")
    """The same row as this reference."""
    roots: Probability | None = None
    """Self references: this share of rows has no parent, and there are no cycles."""
    successor: tuple[Path, ...] | None = None
    """Self references: the next row, by the last path, among those that share the others."""
    missing: Probability = 0.0
    when: dict[Path, str | int | bool | None] = {}


class Share(_Spec):
    """A row's percentage of its group's total."""

    of: Path
    within: tuple[Path, ...]


class Rank(_Spec):
    """A row's place in its group: 1 is best, equal values share a place (1, 2, 2, 4)."""

    of: Path
    within: tuple[Path, ...] = ()
    order: Literal["descending", "ascending"] = "descending"


class Growth(_Spec):
    """Percent change on the year before; missing where that year has no row or is zero."""

    of: Path
    over: Path
    within: tuple[Path, ...]


class Aggregate(_Spec):
    """A figure over the rows of another table that refer to this row."""

    of: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)?$")]
    """`table.column`; for `count` the table alone will do."""
    by: Name | None = None
    """The reference in that table; needed where it has several to this one. Where this table has
    a reference of the same name, the two are matched."""


StandingFigure = Literal[
    "played", "won", "drawn", "lost", "scored", "conceded", "difference", "points", "rank"
]


class Derive(_OneOf):
    """How a value follows from others."""

    kinds = (
        "share", "rank", "growth", "total", "average", "count", "earliest", "latest", "days",
        "years", "standing", "lookup", "sql",
    )  # fmt: skip

    share: Share | None = None
    rank: Rank | None = None
    growth: Growth | None = None
    total: Aggregate | None = None
    average: Aggregate | None = None
    """Missing where there is no row."""
    count: Aggregate | None = None
    earliest: Aggregate | None = None
    latest: Aggregate | None = None
    days: tuple[Path, Path] | None = None
    """Days from the first date to the second."""
    years: tuple[Path, Path] | None = None
    """Whole years from the first date to the second, as ages are counted."""
    standing: StandingFigure | None = None
    lookup: Path | None = None
    sql: Text | None = None
    """One scalar DuckDB expression over paths of this row."""


class Spoken(_Spec):
    """How a column is spoken of. Whatever is left out has a plain fall-back."""

    page: tuple[Text, ...] = ()
    """Statements of pages, with the slots `{subject}`, `{value}` and `{label}`; each has one
    `{value}`."""
    none: tuple[Text, ...] = ()
    """The same for a row that has none, or a count of 0; `{value}` is the word *no*: `{subject} has
    {value} successor so far`."""
    question: tuple[Text, ...] = ()
    """What the column holds, as a noun phrase without article and unit: `battery capacity`. One
    with `{subject}` says of what in its own way: `brand that makes {subject}`."""
    where: tuple[Text, ...] = ()
    """A condition, to stand behind both the singular and the plural of the table's noun: `made by
    {value}`, `with {value} store(s)`. A date or year may take `{when}`, with its preposition:
    `launched {when}`."""
    noun: tuple[Text, Text] | None = None
    """One and many rows of this value, instead of the table's noun: `["{value}", "{value}s"]`."""
    most: Text | None = None
    """The row of the largest value: `tallest`, or behind the noun `with the largest battery`."""
    least: Text | None = None
    bounds: tuple[Text, Text] | None = None
    """What stands behind a limit that is a place: `[or better, or worse]` for at most, at least."""
    has: tuple[Text, Text] | None = None
    """Of a reference: that some row points here, and that none does: `["offered {where}", "not
    offered {where}"]`."""
    means: Text | None = None
    """What a reader could take otherwise, as a sentence: `The launch price is ...`."""


class TableSpoken(_Spec):
    """How a row of a table is spoken of."""

    one: Text | None = None
    many: Text | None = None
    named: Text | None = None
    """How a named row is said: `the {name} series`."""
    person: bool = False
    """Rows are people: who, their."""
    page: tuple[Text, ...] = ()
    question: tuple[Text, ...] = ()


class WorldSpoken(_Spec):
    """How questions speak of a world as a whole, with slots of the setting."""

    world: tuple[Text, ...] = ()
    """What follows in, for, across: `the smartphone market of {setting.region}`."""
    askers: tuple[Text, ...] = ()
    """Who asks and why, in a sentence or two: `I'm planning next season's shelves for our shop.`"""


class Column(_Spec):
    """One column: a reference, a drawn or derived value, or one that the row plan gives."""

    role: Role
    type: ColumnType | None = None
    """Left out where the draw tells: `choice` is a category, `pool` a name, `between` a date."""
    ref: Name | None = None
    pick: Pick = Pick()
    draw: Draw | None = None
    derive: Derive | None = None
    unit: Text | None = None
    decimals: Annotated[int, Field(ge=0, le=6)] = 0
    label: Text | tuple[Text, ...] = ()
    """What people call it; of several, each world chooses one."""
    synonyms: tuple[Text, ...] = ()
    optional: Probability | None = None
    """Share of worlds that have this column at all."""
    measure: Measure = "level"
    note: Text | None = None
    spoken: Spoken = Spoken()

    @model_validator(mode="after")
    def _one_source(self) -> Column:
        given = [word for word in ("ref", "draw", "derive") if getattr(self, word) is not None]
        if len(given) > 1:
            raise ValueError(f"got {' and '.join(given)}; give at most one of ref, draw, derive")
        if self.ref is not None and self.type is not None:
            raise ValueError(f"got ref and type {self.type}; a reference has no type of its own")
        return self


class Terms(_Spec):
    """Terms of office, one after another, that do not overlap."""

    start: Name
    """The column of the first day."""
    end: Name
    """The column of the last day; missing in the term that still runs."""
    since: Term
    until: Term
    gap_days: Span
    least_days: Annotated[int, Field(ge=1)] = 30


class Rows(_OneOf):
    """Which rows a table has."""

    kinds = ("span", "weights", "per", "one_per", "each", "pairs", "sample", "round_robin")

    span: Span | None = None
    """`rows: 8..14` in short."""
    weights: dict[int, Positive] | None = None
    """`rows: {weights: {10: 3, 12: 2}}`: one of these sizes."""
    per: Name | None = None
    """`count` rows for each row of a parent."""
    one_per: Name | None = None
    each: Name | None = None
    """A row for each row of a parent and each of `years`; `key` names the two columns."""
    pairs: tuple[Name, Name] | None = None
    """`count` different pairs of two parents' rows; `key` names the two columns."""
    sample: Name | None = None
    """`count` different rows of a parent, or each with probability `share`."""
    round_robin: Name | None = None
    """Every two rows of a parent meet `legs` times; `key` names the columns of host and guest."""

    count: Span | dict[int, Positive] | None = None
    years: tuple[Term, Term] | None = None
    """The first and the last year, both included."""
    keep: Probability = 1.0
    skew: Annotated[float, Field(ge=0, le=3)] = 0.0
    share: Probability = 0.5
    legs: Literal[1, 2] = 2
    round: Name | None = None
    """The column that holds the number of the round."""
    terms: Terms | None = None

    @model_validator(mode="before")
    @classmethod
    def _short(cls, got: object) -> object:
        return {"span": got} if isinstance(got, str | int) else got


class Standings(_Spec):
    """A league table that follows from results."""

    matches: Name
    home: Name
    away: Name
    home_scored: Name
    away_scored: Name
    of: Name
    """The column of this table that names the team."""
    points: tuple[int, int, int] = (3, 1, 0)
    """For a win, a draw, a defeat."""
    ties: tuple[StandingFigure, ...] = ("points", "difference", "scored", "won")
    """What orders the table; teams equal in all of these share a place."""


PageKind = Literal[
    "encyclopedia", "official", "news", "review", "statistics", "forum", "report", "directory",
]  # fmt: skip
"""`official` pages are those of the subject itself, `reports` those of a trade body or league."""


class Pages(_Spec):
    """How the rows of a table are told on the web of a world, in one of three ways.

    Each row has a page of its own; or it is told `on` the pages about a row that it refers to; or,
    with `rows`, it stands in tables of many rows, few columns and several parts. Context columns
    come along by themselves.
    """

    kind: PageKind
    on: Name | None = None
    """A reference: told on the pages of this kind about the row that it names."""
    rows: Annotated[int, Field(ge=2, le=25)] | None = None
    """Told in tables of at most so many rows. What would fit one page stands on two."""
    by: Name | None = None
    """With `rows`: tables for each value of this column, such as a year, a segment, a club."""
    share: Probability = 1.0
    """Share of the rows, or of the tables, that have such a page."""
    columns: (
        Probability
        | Annotated[tuple[Name | Annotated[tuple[Name, ...], Field(min_length=2)], ...],
                    Field(min_length=1)]
        | None
    ) = None  # fmt: skip
    """A list, or the share of the askable columns that a page states (others for each row), or that
    there are tables of (others in each world). A table states one column, or those in brackets
    together: `[units, [rank, growth]]`."""
    site: Name | None = None
    """Whose site it stands on: a reference, or a text such as an outlet. By default an official
    page stands on the site of the first row referred to, or on one of its own."""


class Table(_Spec):
    """One kind of row."""

    rows: Rows
    key: tuple[Name, ...] = ()
    """What tells rows apart where they have no name: `[phone, year]`."""
    columns: Annotated[dict[Name, Column], Field(min_length=1, max_length=24)]
    standings: Standings | None = None
    pages: Annotated[tuple[Pages, ...], Field(max_length=12)] = ()
    """Where it is told; what a table that says nothing gets is in `packs/pages.py`. Directories
    of all rows are made in any case."""
    spoken: TableSpoken = TableSpoken()
    note: Text | None = None


class RangeRule(_Spec):
    """The values of a column lie between two terms, both included."""

    column: Name
    low: Term
    high: Term


class PatternRule(_Spec):
    """The values of a column match a regular expression from end to end."""

    column: Name
    regex: Text


class SumRule(_Spec):
    """A column sums, within a group, to a number or to a column of another table."""

    column: Name
    within: tuple[Path, ...]
    to: Term | Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$")]
    """A number, or `table.column` of the table that has one row for each group."""
    tolerance: Annotated[float, Field(ge=0)] = 0.0


class AgreeRule(_Spec):
    """Within a group a better value never has a worse place, and places start at 1."""

    rank: Name
    of: Path
    within: tuple[Path, ...] = ()
    order: Literal["descending", "ascending"] = "descending"


class OverlapRule(_Spec):
    """Periods of one group do not overlap; a missing end is open."""

    start: Name
    end: Name
    within: tuple[Path, ...]


class ChainRule(_Spec):
    """Following a self reference, each group is one chain: one head, one tail, no branch."""

    ref: Name
    within: tuple[Path, ...]


class DegreeRule(_Spec):
    """So many rows of another table refer to each row of this one."""

    of: Name
    by: Name
    between: Span


class ScheduleBalance(_Spec):
    """A round robin: every pair meets `legs` times, nobody plays twice in a round, and home and
    away games differ by at most one (two legs: not at all).
    """

    home: Name
    away: Name
    round: Name
    legs: Literal[1, 2] = 2


class DependencyRule(_Spec):
    """Equal left sides have equal right sides: a functional dependency."""

    left: tuple[Path, ...]
    right: Path


class Rule(_OneOf):
    """A rule beyond those that types, keys and derivations imply."""

    kinds = (
        "range", "pattern", "order", "sum", "rank_agrees", "no_overlap", "acyclic", "forest",
        "connected", "single_chain", "degree", "balanced", "depends", "unique", "names_apart",
        "sql",
    )  # fmt: skip

    table: Name = Field(alias="in")
    """The table it speaks of."""
    range: RangeRule | None = None
    pattern: PatternRule | None = None
    order: Annotated[tuple[Term, ...], Field(min_length=2)] | None = None
    """Each is at most the next; pairs with a missing side are passed over."""
    sum: SumRule | None = None
    rank_agrees: AgreeRule | None = None
    no_overlap: OverlapRule | None = None
    acyclic: Name | None = None
    """The self reference that has no cycle."""
    forest: Name | None = None
    """The self reference that makes trees: no cycle, at least one root."""
    connected: tuple[Name, ...] | None = None
    """With these tables, the references make one piece."""
    single_chain: ChainRule | None = None
    degree: DegreeRule | None = None
    balanced: ScheduleBalance | None = None
    depends: DependencyRule | None = None
    unique: tuple[Path, ...] | None = None
    names_apart: Name | None = None
    """The names in this column cannot be confused (`text/names.py` has the definition)."""
    sql: Text | None = None
    """One boolean DuckDB expression over paths of a row; missing counts as kept."""


class Pack(_Spec):
    """One kind of world."""

    pack: Name
    title: Text
    """With slots of the setting: `The smartphone market in {setting.region}`."""
    about: Text
    """What such a world is, in a sentence or two."""
    strategy: Strategy
    spoken: WorldSpoken = WorldSpoken()
    setting: dict[Name, Column]
    """The one row that a world has of itself: `as_of`, currency, culture, season, scale."""
    tables: Annotated[dict[Name, Table], Field(min_length=4, max_length=8)]
    rules: tuple[Rule, ...] = ()
