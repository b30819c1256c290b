"""Every derivation, over values of either sign, zeros and missing ones, worked out three times:
as the generator does, as the validator's SQL does, and here, by the definition, in plain Python.
"""

from contextlib import closing
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from fictionworld.generators.batch import Cells, TableRows, WorldSeeds
from fictionworld.generators.batch import WorldBatch as Draft
from fictionworld.generators.drawing import derive_cells
from fictionworld.generators.frames import table_frame
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import NUMBERS
from fictionworld.packs.sandbox import sandbox
from fictionworld.text.known import KnownNames
from fictionworld.validators.check import check_worlds
from fictionworld.validators.operator import due_of
from fictionworld.validators.tables import WorldTables, due_query
from tests.examples import examples
from tests.validators.factory import HERE


@cache
def pack():
    return load_pack(str(HERE / "figures.yaml"))


LEAP = [date(2024, 2, 29), date(2025, 2, 28), date(2025, 3, 1), date(2028, 2, 29)]
days = st.one_of(
    st.none(),
    st.sampled_from([day.toordinal() for day in LEAP]),
    st.integers(date(2023, 12, 30).toordinal(), date(2028, 3, 2).toordinal()),
)
digits = st.none() | st.sampled_from([0, 5, -5, 10, -10]) | st.integers(-10_000, 10_000)
goals = st.none() | st.integers(0, 3)


@st.composite
def worlds(draw):
    """The rows of a world, references as positions, dates as ordinals, decimals as digits."""
    teams = draw(st.integers(1, 4))
    team, some_team = st.integers(0, teams - 1), st.none() | st.integers(0, teams - 1)
    figures = draw(st.lists(st.tuples(team, st.integers(2020, 2023)), unique=True, max_size=9))
    report = st.integers(0, len(figures) - 1)
    games = draw(st.lists(st.tuples(team, report, some_team), max_size=9)) if figures else []
    return {
        "setting": [{"year": 2024, "as_of": date(2024, 6, 1).toordinal()}],
        "team": [
            {"name": str(k), **draw(st.fixed_dictionaries(
                {"parent": some_team, "size": st.none() | st.integers(-2, 2), "begun": days,
                 "ended": days}
            ))}
            for k in range(teams)
        ],
        "figure": [
            {"team": one, "year": year, "day": draw(days), "value": draw(digits)}
            for one, year in figures
        ],
        "game": [
            {"home": home, "report": at, "away": away, "ours": draw(goals), "theirs": draw(goals)}
            for home, at, away in games
        ],
        "league": [{"team": draw(some_team)} for _ in range(teams)],
    }  # fmt: skip


def drafted(several):
    """The generator's own batch of these worlds, its derived columns worked out."""
    seeds = tuple(WorldSeeds(10 + k, k, k) for k in range(len(several)))
    batch = Draft(pack(), seeds, (1, 99), real_brands=False, known=KnownNames.load())
    for name, table in pack().tables.items():
        start = np.cumsum([0, *(len(world[name]) for world in several)])
        batch.rows[name] = TableRows(table, start)
        rows = [row for world in several for row in world[name]]
        for column in table.columns.values():
            if column.spec.derive is None and column.name != "number":
                batch.rows[name].cells[column.name] = cells_of(column, rows)
    for table, name in pack().order:
        if name != "*rows" and pack().tables[table].columns[name].spec.derive is not None:
            column = pack().tables[table].columns[name]
            batch.rows[table].cells[name] = derive_cells(batch, column)
    number = np.zeros(len(batch.rows["figure"]), np.int64)
    batch.rows["figure"].cells["number"] = Cells(number)
    return batch


def cells_of(column, rows):
    values = [row[column.name] for row in rows]
    missing = np.array([value is None for value in values], bool)
    if column.is_text:
        return Cells(np.arange(len(values)), None, np.array(values, object))
    offset = date(1970, 1, 1).toordinal() if column.kind == "date" else 0
    whole = [0 if value is None else value - offset for value in values]
    return Cells(np.array(whole, np.int64), missing)


def quotient(above, below, decimals):
    """Rounded half away from zero, or missing."""
    if not below:
        return None
    exact = Fraction(above) / Fraction(below) * 10**decimals
    whole = int(abs(exact) + Fraction(1, 2)) * (1 if exact >= 0 else -1)
    return Decimal(whole).scaleb(-decimals)


def rounded(number, decimals):
    return Decimal(number).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)


def place(key, keys):
    return 1 + sum(other < key for other in keys)


def birthdays(born, day):
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


def by_definition(world):
    """What every derived column holds, by table and column, from one world's stored rows."""
    teams, figures = world["team"], world["figure"]
    due = {("team", name): [] for name in TEAM} | {("figure", name): [] for name in FIGURE}
    for row in teams:
        mine = [figure for figure in figures if figure["team"] == row["id"]]
        values = [figure["value"] for figure in mine if figure["value"] is not None]
        when = [figure["day"] for figure in mine if figure["day"] is not None]
        both = row["begun"] is not None and row["ended"] is not None
        answers = (
            (row["ended"] - row["begun"]).days if both else None,
            birthdays(row["begun"], row["ended"]) if both else None,
            len(mine),
            len(values),
            rounded(sum(values), 2),
            int(rounded(sum(values), 0)),
            quotient(sum(values), len(values), 3),
            quotient(sum(values), len(values), 0),
            min(when, default=None),
            max(when, default=None),
        )
        for name, answer in zip(TEAM, answers, strict=True):
            due["team", name].append(answer)
    parent = {row["id"]: row["parent"] for row in teams}
    size = {row["id"]: row["size"] for row in teams}
    for row in figures:
        value = row["value"]

        def with_value(alike, row=row):
            return [f["value"] for f in figures if f["value"] is not None and alike(f, row)]

        year = with_value(lambda f, row: f["year"] == row["year"])
        family = with_value(lambda f, row: parent[f["team"]] == parent[row["team"]])
        every = with_value(lambda f, row: True)
        before = [
            f["value"] for f in figures
            if f["team"] == row["team"] and f["year"] == row["year"] - 1
        ]  # fmt: skip
        grown = value is not None and before and before[0] is not None
        heirs = [size.get(parent[f["team"]]) for f in figures]
        heir = size.get(parent[row["team"]])
        answers = (
            None if value is None else quotient(100 * value, max(sum(year), 0), 1),
            None if value is None else quotient(100 * value, max(sum(every), 0), 3),
            None if value is None else place(-value, [-other for other in year]),
            None if value is None else place(value, family),
            None if heir is None else place(-heir, [-h for h in heirs if h is not None]),
            quotient(100 * (value - before[0]), abs(before[0]), 1) if grown else None,
        )
        for name, answer in zip(FIGURE, answers, strict=True):
            due["figure", name].append(answer)
    return due | league_by_definition(world)


def league_by_definition(world):
    counted = [g for g in world["game"] if None not in (g["away"], g["ours"], g["theirs"])]
    tables = []
    for row in world["league"]:
        home = [(g["ours"], g["theirs"]) for g in counted if g["home"] == row["team"]]
        away = [(g["theirs"], g["ours"]) for g in counted if g["away"] == row["team"]]
        results = home + away
        won, drawn, lost = (
            sum((ours > theirs) - (ours < theirs) == sign for ours, theirs in results)
            for sign in (1, 0, -1)
        )
        scored, conceded = (sum(result[k] for result in results) for k in (0, 1))
        tables.append({
            "played": len(results), "won": won, "drawn": drawn, "lost": lost, "scored": scored,
            "conceded": conceded, "net": scored - conceded, "points": 3 * won + drawn,
        })  # fmt: skip
    keys = [
        (-t["points"], t["lost"], -t["net"], t["conceded"], -t["scored"])
        for t in tables
    ]  # fmt: skip
    named = [row["team"] is not None for row in world["league"]]
    rivals = [key for key, known in zip(keys, named, strict=True) if known]
    for table, key in zip(tables, keys, strict=True):
        table["place"] = place(key, rivals)
    rows = [*zip(tables, named, strict=True)]
    due = {
        ("league", name): [row[name] if known else None for row, known in rows]
        for name in tables[0]
    }
    reports = [[f for f in world["figure"] if f["team"] == row["team"]] for row in world["league"]]
    values = [[f["value"] for f in mine if f["value"] is not None] for mine in reports]
    return due | {
        ("league", "reports"): [len(mine) for mine in reports],
        ("league", "worth"): [rounded(sum(mine), 1) for mine in values],
        ("league", "mean"): [quotient(sum(mine), len(mine), 2) for mine in values],
    }


TEAM = ("days", "years", "units", "known", "total", "rounded", "mean", "coarse", "first", "last")
FIGURE = ("share", "part", "rank", "lowest", "heir", "growth")
COLUMNS = [
    column for table in pack().tables.values() for column in table.columns.values()
    if column.spec.derive is not None
]  # fmt: skip


@settings(examples(15), derandomize=True)
@given(st.lists(worlds(), min_size=3, max_size=6))
def test_three_ways_agree(several):
    draft = drafted(several)
    frames = {name: table_frame(draft, name) for name in pack().tables}
    due = {}
    for world in range(len(several)):
        rows = {name: frame.filter(world_id=10 + world) for name, frame in frames.items()}
        for place, values in by_definition({k: f.to_dicts() for k, f in rows.items()}).items():
            due.setdefault(place, []).extend(values)
    with closing(sandbox(keep_errors_apart=True)) as connection:
        tables = WorldTables(pack(), frames, connection)
        for column in COLUMNS:
            place = column.table, column.name
            query = due_query(pack(), column, due_of(pack(), column))
            answer = tables.ask(f"SELECT due FROM ({query}) ORDER BY _row")
            proved = [as_value(column, line["due"]) for line in answer]
            assert proved == due[place], f"the validator's {place}"
            drawn = frames[column.table][column.name].to_list()
            assert drawn == due[place], f"the generator's {place}"


def as_value(column, due):
    """What is due, as a value: the validator's SQL gives digits, and days since 1970."""
    if due is None or column.kind not in {"date", *NUMBERS}:
        return due
    if column.kind == "date":
        return date(1970, 1, 1) + timedelta(days=due)
    return Decimal(due).scaleb(-column.decimals)


def groups_of(rows, *names):
    """Rows by the values of some of their columns."""
    groups = {}
    for row in rows:
        groups.setdefault(tuple(row[name] for name in names), []).append(row)
    return groups


def sums_off(world, within, due, tolerance):
    """The rows of each group whose values do not sum to what is due."""
    broken = set()
    for key, rows in groups_of(world["figure"], *within).items():
        values = [row["value"] for row in rows if row["value"] is not None]
        if values and (due(*key) is None or abs(sum(values) - due(*key)) > Decimal(tolerance)):
            broken.add(tuple(row["id"] for row in rows))
    return broken


def groups_out_of_order(rows, place, better):
    """The groups in which a better value has a worse place, or no place is 1."""
    return {
        key
        for key, group in rows.items()
        if min(map(place, group)) != 1
        or any(better(a) < better(b) and place(a) > place(b) for a in group for b in group)
    }


def overlapping(rows):
    """The rows that begin while an earlier one of the same parent lasts."""
    open_end = date.max

    def key(row):
        return row["begun"], row["ended"] or open_end, row["id"]

    return {
        (row["id"],)
        for group in groups_of([r for r in rows if r["begun"]], "parent").values()
        for row in group
        if any(key(o) < key(row) and (o["ended"] or open_end) >= row["begun"] for o in group)
    }


KINDS = (".sum:", ".rank_agrees:", ".no_overlap:")


@settings(examples(15), derandomize=True)
@given(st.lists(worlds(), min_size=3, max_size=6))
def test_rules_about_groups_are_those_of_the_definition(several):
    draft = drafted(several)
    frames = {name: table_frame(draft, name) for name in pack().tables}
    report = check_worlds(pack(), frames, keep=10**6)
    found = {}
    for violation in report.violations:
        found.setdefault((violation.rule, violation.world_id - 10), set()).add(violation.rows)
    assert sum(any(kind in rule for kind in KINDS) for rule in report.rules) == 8
    assert not any(rule.startswith("figure.rank_agrees") for rule, _ in found)
    for number in range(len(several)):
        world = {k: f.filter(world_id=10 + number).to_dicts() for k, f in frames.items()}
        size = {row["id"]: row["size"] for row in world["team"]}
        worth = {}
        for row in world["league"]:
            worth.setdefault(row["team"], row["worth"])

        def of(rule, number=number):
            return found.get((rule, number), set())

        by_year = sums_off(world, ["year"], lambda _: 100, "600.25")
        assert of("figure.sum: value sums to 100 within year") == by_year
        by_team = sums_off(world, ["team"], size.get, 300)
        assert of("figure.sum: value sums to team.size within team") == by_team
        by_league = sums_off(world, ["team"], worth.get, 0)
        assert of("figure.sum: value sums to league.worth within team") == by_league
        assert of("team.no_overlap: begun to ended within parent") == overlapping(world["team"])

        reports = {row["id"]: row for row in world["figure"]}
        games = {row["id"]: row for row in world["game"]}
        ranked = [
            {**row, "value": value, "day": day}
            for row in games.values()
            for value, day in [(reports[row["report"]]["value"], reports[row["report"]]["day"])]
        ]
        known = [row for row in ranked if row["ours"] is not None and row["value"] is not None]
        due = groups_out_of_order(
            groups_of(known, "home"), lambda row: row["ours"], lambda row: -row["value"]
        )
        rows = of("game.rank_agrees: ours agrees with report.value within home")
        assert {(games[row]["home"],) for (row,) in rows} == due
        known = [row for row in ranked if row["theirs"] is not None and row["day"] is not None]
        due = groups_out_of_order(
            groups_of(known), lambda row: row["theirs"], lambda row: row["day"]
        )
        assert {() for _ in of("game.rank_agrees: theirs agrees with report.day")} == due
