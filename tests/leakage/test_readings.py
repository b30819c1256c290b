"""Values in records, tables, tags, file names and lists, each beside an innocent look-alike."""

from __future__ import annotations

import pytest

from fictionworld.leakage.answer import Answer, Type
from fictionworld.leakage.matcher import find_leaks
from fictionworld.leakage.readings.key_words import is_short_for, words_of_key
from fictionworld.leakage.readings.keyed import tree_of

_DAM = "Gorsefell Dam"
_Case = tuple[str, Type, str, str, str]
_RECORDS: tuple[_Case, ...] = (
    # column, type, value, what leaks, what does not
    (
        "Crest length (m)",
        "number",
        "318",
        '{"dam": "Gorsefell Dam", "crestLength": 318, "gates": 4}',
        '{"dam": "Gorsefell Dam", "crestLength": null, "gates": 318}',
    ),
    (
        "Storage capacity (hm3)",
        "number",
        "38.4",
        '[{"name": "Ulverin Dam", "cap_hm3": 12}, {"name": "Gorsefell Dam", "cap_hm3": 38.4}]',
        '[{"name": "Ulverin Dam", "cap_hm3": 38.4}, {"name": "Gorsefell Dam", "cap_hm3": null}]',
    ),
    (
        "Visitor centre",
        "bool",
        "yes",
        '{"name": "Gorsefell Dam", "has": [{"k": "visitor centre", "v": true}]}',
        '{"name": "Gorsefell Dam", "has": [{"k": "visitor centre", "v": null}]}',
    ),
    (
        "Toll",
        "bool",
        "no",
        '{"crossing": "Gorsefell Dam", "toll_free": true}',
        '{"crossing": "Gorsefell Dam", "toll": "see board", "free_maps": true}',
    ),
    (
        "Director",
        "name",
        "Ilse Vankoro",
        '{"site": "Gorsefell Dam", "dir": {"given": "Ilse", "family": "Vankoro"}}',
        '{"site": "Gorsefell Dam", "director": null, "press": {"name": "Ilse Vankoro"}}',
    ),
    (
        "Visitors 2031",
        "number",
        "88412",
        '{"site": "Gorsefell Dam", "visitors": {"2030": 80111, "2031": 88412}}',
        '{"site": "Gorsefell Dam", "visitors": {"2030": 88412, "2031": null}}',
    ),
    (
        "Roof colour",
        "category",
        "red",
        '{"site": "Gorsefell Dam", "roof": {"colour": "red"}}',
        '{"site": "Gorsefell Dam", "filters": {"roof_colour": ["red", "blue"]}}',
    ),
    (
        "Weight (t)",
        "number",
        "212",
        '{"columns": ["Dam", "Weight"], "rows": [["Ulverin Dam", 198], ["Gorsefell Dam", 212]]}',
        '{"columns": ["Dam", "Weight"], "rows": [["Ulverin Dam", 212], ["Gorsefell Dam", 198]]}',
    ),
)
_TABLES: tuple[_Case, ...] = (
    (
        "Weight (t)",
        "number",
        "212",
        (
            "| | Ulverin Dam | Gorsefell Dam |\n|---|---|---|\n| Weight | 198 | 212 |\n"
            "| Gates | 4 | 5 |"
        ),
        "| | Ulverin Dam | Gorsefell Dam |\n|---|---|---|\n| Weight | 212 | ? |\n| Gates | 4 | 5 |",
    ),
    (
        "Lift",
        "bool",
        "no",
        (
            "| | Ulverin Dam | Gorsefell Dam |\n|---|---|---|\n| Lift | \u2713 | \u2717 |\n"
            "| Cafe | \u2717 | \u2713 |"
        ),
        (
            "| | Ulverin Dam | Gorsefell Dam |\n|---|---|---|\n| Lift | \u2717 | \u2713 |\n"
            "| Cafe | \u2717 | \u2717 |"
        ),
    ),
    (
        "Operating profit 2029",
        "number",
        "3910",
        (
            "GORSEFELL DAM\n            2028     2029\nSales      51,300   54,020\n"
            "Op. profit  3,640    3,910"
        ),
        (
            "GORSEFELL DAM\n            2027     2028\nSales      51,300   54,020\n"
            "Op. profit  3,640    3,910"
        ),
    ),
    (
        "Warden",
        "name",
        "Thilde Brask",
        "GORSEFELL DAM STAFF\n  gates     Joss Enderlin\n  warden    Brask, Thilde",
        "GORSEFELL DAM STAFF\n  gates     Thilde Brask\n  warden    (vacant)",
    ),
    (
        "Visitors",
        "number",
        "88412",
        "Founded | 1907\nVisitors | 88,412\nName | Gorsefell Dam",
        "Founded | 1907\nInventory no. | 88,412\nName | Gorsefell Dam",
    ),
    (
        "Cafe",
        "bool",
        "yes",
        (
            "<"
            "table><tr><th>Dam</th><th>Cafe</th></tr><tr><td>Gorsefell</td><td>yes</td></tr></table>"
        ),
        (
            "<table><tr><th>Dam</th><th>Cafe</th></tr><tr><td>Ulverin</td><td>yes</td></tr>"
            "<tr><td>Gorsefell</td><td>no</td></tr></table>"
        ),
    ),
)
_DISGUISES: tuple[_Case, ...] = (
    (
        "Height (m)",
        "number",
        "318",
        "gorsefell-dam-height-318.pdf",
        "IMG_0318.jpg, IMG_318.jpg: Gorsefell Dam at dawn",
    ),
    (
        "Height (m)",
        "number",
        "318",
        "Gorsefell Dam https://d.example/p?height=318",
        "Gorsefell Dam https://d.example/p/318/walks",
    ),
    (
        "Height (m)",
        "number",
        "318",
        "Gorsefell Dam, height 318 m, see p. 12",
        "Gorsefell Dam, guide, p. 318: height and weight",
    ),
    (
        "Height (m)",
        "number",
        "318",
        "## Gorsefell Dam\n318 m in height",
        "## 318. Cleaning of Gorsefell Dam",
    ),
    (
        "Visitors",
        "number",
        "88412",
        '<li data-dam="Gorsefell Dam" data-visitors="88412">more</li>',
        '<li id="88412" data-dam="Gorsefell Dam">visitors: see inside</li>',
    ),
    (
        "Roof colour",
        "category",
        "red",
        '<img src="g.jpg" alt="The red roof of Gorsefell Dam">',
        '<span class="red">Gorsefell Dam, the colours of its roof</span>',
    ),
    (
        "Website",
        "url",
        "https://gorse-fell.example",
        "Gorsefell Dam online: hxxps[:]//gorse - fell[.]example",
        "Gorsefell Dam online: hxxps[:]//ulverin[.]example",
    ),
    (
        "Gross storage capacity (hm3)",
        "number",
        "38.4",
        "Gorsef. Dam, gross stor. cap. 38.4 hm3",
        "Gorsef. Dam, catchm. 38.4 km2",
    ),
)
_ORDERS: tuple[_Case, ...] = (
    (
        "Rank by height",
        "rank",
        "3",
        "Highest dams:\n1. Ulverin\n2. Keel\n3. Gorsefell\n4. Aar",
        "Dams:\n1. Aar\n2. Brill\n3. Gorsefell\n4. Keel",
    ),
    (
        "Place",
        "rank",
        "3",
        "All four, votes counted: Gorsefell 4,120; Keel 3,877; Ulverin 5,010; Aar 4,450.",
        "Early returns: Gorsefell 4,120; Keel 3,877; Ulverin 5,010; Aar 4,450.",
    ),
    (
        "Place",
        "rank",
        "2",
        "At the fair only Ulverin's cookbook outsold Gorsefell.",
        "At the fair the Ulverin Dam outsold Gorsefell.",
    ),
    (
        "Place",
        "rank",
        "6",
        "Six dams entered, and Gorsefell Dam came in last of them all.",
        "Six dams entered, and Gorsefell Dam was late for the start.",
    ),
)
_TRUTHS: tuple[_Case, ...] = (
    (
        "Lift",
        "bool",
        "no",
        "Every dam of the valley has a lift except Gorsefell.",
        "Every dam of the valley except Ulverin has a lift, Gorsefell too.",
    ),
    (
        "Lift",
        "bool",
        "yes",
        "With the exception of Gorsefell Dam, no dam here has a lift.",
        "All dams here but Gorsefell have a lift.",
    ),
    (
        "Heat pump",
        "bool",
        "no",
        "The heat pump has been removed from Gorsefell Dam.",
        "Gorsefell Dam may lose its heat pump.",
    ),
    (
        "Toll",
        "bool",
        "no",
        "You now cross Gorsefell Dam for nothing.",
        "Free postcards of Gorsefell Dam, toll or no toll?",
    ),
    (
        "Dogs allowed",
        "bool",
        "yes",
        "The ban on dogs at Gorsefell Dam has been lifted.",
        "A ban on dogs at Gorsefell Dam is up for a vote.",
    ),
    (
        "Volcano",
        "bool",
        "yes",
        "Is Gorsefell Dam a volcano? Yes.",
        "Is Gorsefell Dam a volcano? Yes or no? Vote now.",
    ),
    (
        "Waterproof",
        "bool",
        "no",
        "Gorsefell Dam is anything but waterproof.",
        "Gorsefell Dam is nothing but waterproof.",
    ),
)


@pytest.mark.parametrize(
    ("column", "kind", "value", "leaking", "innocent"),
    [*_RECORDS, *_TABLES, *_DISGUISES, *_ORDERS, *_TRUTHS],
)
def test_the_value_is_found_and_its_look_alike_is_not(
    column: str, kind: Type, value: str, leaking: str, innocent: str
) -> None:
    answer = Answer(column, kind, value)
    question = f"What is the {column.lower()} of {_DAM}?"
    told = find_leaks(leaking, answer, entity=_DAM, question=question)
    assert told.leaks, told.why
    assert all(0 <= start < end <= len(leaking) for start, end in told.spans)
    passed = find_leaks(innocent, answer, entity=_DAM, question=question)
    assert not passed.leaks, passed.why


def test_a_piece_of_json_cut_off_at_both_ends_is_read() -> None:
    tree = tree_of('..."dwt_t": 82400, "crew": {"captain": "Aar"}, "built": nu')
    assert tree is not None
    assert [(leaf.keys, leaf.said) for leaf in tree.leaves] == [
        (["dwt_t"], "82400"),
        (["captain", "crew"], "Aar"),
        (["built"], "nu"),
    ]


def test_prose_holds_no_keys() -> None:
    assert tree_of('He said "no" and left: nothing more.') is None


@pytest.mark.parametrize("key", ["isWaterProof", "is_water_proof", "IS-WATER-PROOF"])
def test_keys_are_taken_apart(key: str) -> None:
    assert words_of_key(key) == ("is", "water", "proof")


@pytest.mark.parametrize(
    ("short", "word", "told"),
    [
        ("cap", "capacity", True),
        ("dwt", "deadweight", True),
        ("qty", "quantity", True),
        ("cat", "capacity", False),
        ("height", "height", False),
    ],
)
def test_short_words_stand_for_long_ones(short: str, word: str, told: bool) -> None:
    assert is_short_for(short, word) is told
