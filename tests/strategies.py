"""Packs drawn at random: any of them must compile, fill, and pass the gate."""

import json
import re

from hypothesis import strategies as st

HEAD = {
    "pack": "drawn",
    "title": "A world of {setting.year}",
    "about": "Drawn by a test.",
    "strategy": "grounded",
}
EFFECTS = st.one_of(
    st.just({}),
    st.just({"latent": 0.6}),
    st.just({"latent": -0.4, "kind": {"low": -1.0, "high": 0.7}}),
)


def spans(low, high):
    return st.tuples(st.integers(low, high), st.integers(0, 6)).map(
        lambda pair: f"{pair[0]}..{pair[0] + pair[1]}"
    )


@st.composite
def numbers(draw):
    """A drawn number with the options that shape it."""
    kind = draw(
        st.sampled_from(
            [
                ("integer", {"uniform": [3, 400]}),
                ("integer", {"normal": [120, 35]}),
                ("decimal", {"normal": [7.5, 1.2]}),
                ("decimal", {"lognormal": [40, 0.6]}),
                ("money", {"lognormal": [300, 0.8]}),
                ("integer", {"pareto": [10, 2.0]}),
                ("integer", {"poisson": 2.5}),
                ("percent", {"uniform": [0, 100]}),
            ]
        )
    )
    draw_, column = dict(kind[1]), {"role": "askable", "type": kind[0]}
    if kind[0] != "integer":
        column["decimals"] = draw(st.integers(1, 3))
    if draw(st.booleans()):
        draw_["at_least"] = draw(st.sampled_from([0, 5]))
        draw_["at_most"] = draw(st.sampled_from([420, 900]))
    shape = draw(st.sampled_from(["", "step", "figures", "ends"]))
    if shape == "step":
        draw_["step"] = 5
    elif shape == "figures":
        draw_["figures"] = draw(st.integers(1, 3))
    elif shape == "ends" and kind[0] == "money":
        draw_["ends"] = [9, 49, 99]
        draw_["at_most"] = 900
    draw_["driven_by"] = draw(EFFECTS)
    draw_["missing"] = draw(st.sampled_from([0.0, 0.0, 0.3]))
    column["draw"] = draw_
    if draw(st.booleans()):
        column["optional"] = 0.5
    return column


OTHERS = st.sampled_from(
    [
        {"role": "askable", "draw": {"choice": ["red", "green", "blue"]}},
        {"role": "askable", "draw": {"choice": {"a": 3, "b": 1}, "missing": 0.2}},
        {"role": "askable", "draw": {"true_share": 0.4}},
        {"role": "askable", "draw": {"between": ["setting.as_of - 5y", "as_of - 2w"]}},
        {
            "role": "askable",
            "draw": {"between": ["as_of - 300d", "as_of"], "weekdays": ["mon", "fri"]},
        },
        {
            "role": "askable",
            "type": "year",
            "draw": {"uniform": ["setting.year - 40", "setting.year"]},
        },
        {"role": "context", "type": "name", "draw": {"pool": "town"}},
        {
            "role": "context",
            "type": "name",
            "draw": {"pool": "company", "palette": {"size": "2..4"}},
        },
        {
            "role": "context",
            "draw": {"map": {"kind": {"low": "small", "mid": "fair", "high": "big"}}},
        },
        {
            "role": "askable",
            "type": "integer",
            "draw": {
                "given": {
                    "kind": {
                        "low": {"uniform": [1, 9]},
                        "mid": {"choice": {10: 2, 20: 1}},
                        "high": {"lognormal": [60, 0.3], "at_least": 30, "step": 5},
                    }
                }
            },
        },
        {
            "role": "askable",
            "type": "decimal",
            "decimals": 2,
            "draw": {
                "curve": {"over": "setting.year", "points": {1990: 5, 2010: 20, 2040: 9}},
                "missing": 0.1,
            },
        },
    ]
)

# Follows from columns that every drawn table `parent`, `child` or `yearly` has.
DERIVED = {
    "parent": [
        {
            "type": "integer",
            "draw": {"along": {"up": "owner", "start": [1, 40], "step": [-3, 9], "back": 0.2}},
        },
        {"type": "integer", "derive": {"count": {"of": "child", "by": "parent"}}},
        {"type": "integer", "derive": {"total": {"of": "child.weight", "by": "parent"}}},
        {
            "type": "decimal",
            "decimals": 2,
            "derive": {"average": {"of": "child.weight", "by": "parent"}},
        },
        {"type": "date", "derive": {"earliest": {"of": "child.begun", "by": "parent"}}},
        {"type": "date", "derive": {"latest": {"of": "child.begun", "by": "parent"}}},
    ],
    "child": [
        {
            "type": "percent",
            "decimals": 2,
            "derive": {"share": {"of": "weight", "within": ["parent"]}},
        },
        {"type": "integer", "derive": {"rank": {"of": "weight", "within": ["parent"]}}},
        {"type": "integer", "derive": {"rank": {"of": "weight", "order": "ascending"}}},
        {"type": "integer", "derive": {"days": ["begun", "setting.as_of"]}},
        {"type": "integer", "derive": {"years": ["begun", "setting.as_of"]}},
        {"type": "decimal", "decimals": 1, "derive": {"sql": "weight / 3.0 + 1"}},
        {"type": "integer", "derive": {"sql": "CASE WHEN weight > 50 THEN 1 ELSE 0 END"}},
    ],
    "yearly": [
        {
            "type": "decimal",
            "decimals": 1,
            "draw": {
                "along": {
                    "order": "year",
                    "within": ["parent"],
                    "start": [10, 90],
                    "step": [-0.2, 0.4],
                    "ratio": True,
                }
            },
        },
        {
            "type": "money",
            "decimals": 2,
            "draw": {
                "compound": {
                    "start": [10, 900],
                    "rate": [-0.3, 0.4],
                    "over": "year",
                    "since": "setting.year - 4",
                    "by": "parent",
                    "part": ["as_of - 4y", "as_of"],
                },
                "figures": 3,
            },
        },
        {
            "type": "percent",
            "decimals": 1,
            "derive": {"growth": {"of": "units", "over": "year", "within": ["parent"]}},
        },
        {
            "type": "percent",
            "decimals": 3,
            "derive": {"share": {"of": "units", "within": ["year"]}},
        },
        {"type": "integer", "derive": {"rank": {"of": "units", "within": ["year"]}}},
    ],
}


def basis(name):
    """What every named table has: a name, a latent, a category."""
    return {
        "kind": {"role": "context", "draw": {"choice": {"low": 2, "mid": 3, "high": 1}}},
        "latent": {"role": "hidden", "type": "decimal", "draw": {"normal": [0, 1]}},
        "name": {"role": "name", "draw": {"pool": name}},
    }


@st.composite
def extras(draw, table):
    columns = {}
    for number in range(draw(st.integers(0, 3))):
        columns[f"n{number}"] = draw(numbers())
    for number in range(draw(st.integers(0, 2))):
        columns[f"o{number}"] = draw(OTHERS)
    for number, derived in enumerate(
        draw(st.lists(st.sampled_from(DERIVED.get(table, [None])), max_size=2, unique_by=id))
    ):
        if derived is not None:
            columns[f"d{number}"] = {"role": "askable", **derived}
    return columns


@st.composite
def packs(draw):
    """The plain data of a pack: four tables, or five, of columns drawn at random."""
    parent_pick = draw(st.sampled_from([{}, {"skew": 1.1}, {"missing": 0.3}]))
    tables = {
        "parent": {
            "rows": draw(spans(4, 9)),
            "columns": basis("company")
            | {"owner": {"role": "context", "ref": "parent", "pick": {"roots": 0.5}}}
            | draw(extras("parent")),
        },
        "child": {
            "rows": {"per": "parent", "count": draw(spans(1, 4))},
            "columns": {"parent": {"role": "context", "ref": "parent"}}
            | basis("person")
            | {
                "weight": {"role": "askable", "type": "integer", "draw": {"uniform": [1, 99]}},
                "begun": {"role": "askable", "draw": {"between": ["as_of - 9y", "as_of - 30d"]}},
                "number": {
                    "role": "askable",
                    "type": "integer",
                    "draw": {"distinct": "1..40", "within": ["parent"]},
                },
            }
            | draw(extras("child")),
        },
        "lone": {
            "rows": draw(spans(5, 12)),
            "columns": basis("town")
            | {"parent": {"role": "context", "ref": "parent", "pick": parent_pick}}
            | draw(extras("lone")),
        },
        "yearly": {
            "rows": {
                "each": "parent",
                "years": ["setting.year - 4", "setting.year - 1"],
                "keep": draw(st.sampled_from([1.0, 0.8])),
            },
            "key": ["parent", "year"],
            "columns": {
                "parent": {"role": "context", "ref": "parent"},
                "year": {"role": "context", "type": "year"},
                "units": {
                    "role": "askable",
                    "type": "integer",
                    "draw": {
                        "trend": {
                            "start": [400, 0.6],
                            "growth": [0.1, 0.1],
                            "noise": 0.1,
                            "exceptions": 0.1,
                        },
                        "at_least": 1,
                    },
                },
            }
            | draw(extras("yearly")),
        },
    }
    for column in tables["yearly"]["columns"].values():
        _without_drivers(column)
    if draw(st.booleans()):
        tables["link"] = {
            "rows": {"pairs": ["lone", "child"], "count": "5..15", "skew": 0.5},
            "key": ["lone", "child"],
            "columns": {
                "lone": {"role": "context", "ref": "lone"},
                "child": {"role": "context", "ref": "child"},
                "since": {"role": "askable", "draw": {"between": ["child.begun", "as_of"]}},
            },
        }
    for table in ("yearly", "link") if "link" in tables else ("yearly", "child", "lone"):
        if draw(st.sampled_from([False, False, True])):  # no other table refers to its rows
            tables[table]["optional"] = 0.5
    return {
        **HEAD,
        "setting": {
            "year": {"role": "context", "type": "year", "draw": {"uniform": [1990, 2040]}},
            "as_of": {"role": "context", "draw": {"between": ["year", "year"]}},
            "culture": {"role": "context", "draw": {"choice": ["anglo", "nordic", "slavic"]}},
        },
        "tables": tables,
        "rules": [
            {"in": "child", "order": ["begun", "as_of"]},
            {"in": "child", "names_apart": "name"},
            {"in": "child", "unique": ["parent", "number"]},
            {"in": "parent", "forest": "owner"},
        ],
    }


def _without_drivers(column):
    # rows of `yearly` have neither latent nor kind of their own
    column.get("draw", {}).pop("driven_by", None)
    if {"map", "given"} & set(column.get("draw", {})):
        column.pop("type", None)
        column["draw"] = {"choice": ["small", "big"]}


def source_text(data):
    """A pack as its file: JSON, but for whole numbers that are keys."""
    return re.sub(r'"(\d+)":', r"\1:", json.dumps(data, indent=1))
