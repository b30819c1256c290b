"""Reading packs: the safe part of YAML, lines, and the shape in plain words."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import copy
import os
import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.errors import PackError, UsageError
from fictionworld.packs.compile import compile_source
from fictionworld.packs.document import read_document
from fictionworld.packs.shape import shape_pack
from fictionworld.packs.source import (
    new_source,
    pack_names,
    packaged_path,
    parse_source,
    read_pack,
    read_source,
)
from tests.examples import examples
from tests.packs.planting import COPIES, plant


def data(text):
    return parse_source(text, "a.yaml").data


def refused(text):
    with pytest.raises(PackError) as caught:
        parse_source(text, "a.yaml")
    return str(caught.value)


# Packs by name and by path ------------------------------------------------------------------


def test_no_file_of_words_gives_a_key_twice():
    said = []
    for file in packaged_path("football").parent.parent.joinpath("words").rglob("*.yaml"):
        try:
            read_document(file.read_text("utf-8"), file.name)
        except PackError as error:  # anchors are refused in packs alone
            said.append(str(error))
    assert said
    assert "twice" not in "\n".join(said)


@pytest.mark.parametrize("name", pack_names())
def test_packaged_packs_are_read(name):
    pack = read_pack(name)
    assert pack.pack == name
    assert read_pack(packaged_path(name)) == pack
    assert read_pack(str(packaged_path(name))) == pack


def test_there_are_packs():
    assert {"football", "smartphones"} <= set(pack_names())


def test_an_unknown_name_says_what_there_is():
    with pytest.raises(UsageError, match=r"got pack 'footbal'; allowed: .*football.*smartphones"):
        read_pack("footbal")
    with pytest.raises(UsageError, match="did you mean 'football'"):
        packaged_path("footbal")


def test_a_missing_file(tmp_path):
    path = tmp_path / "nowhere.yaml"
    with pytest.raises(PackError, match=r"nowhere\.yaml:1: there is no such file; check the path"):
        read_pack(path)


def test_a_directory_a_pipe_and_a_strange_path(tmp_path):
    with pytest.raises(PackError, match=r":1: got a directory; name a \.yaml file"):
        read_pack(tmp_path)
    os.mkfifo(tmp_path / "pipe.yaml")
    with pytest.raises(PackError, match="got no regular file"):
        read_pack(tmp_path / "pipe.yaml")
    with pytest.raises(PackError, match="cannot be read"):
        read_pack("a\0b.yaml")


def test_a_file_of_more_than_a_mebibyte(tmp_path):
    path = tmp_path / "long.yaml"
    path.write_text("a: " + "x" * 2**20)
    with pytest.raises(PackError, match=r"long\.yaml:1: got more than 1 MiB"):
        read_pack(path)


def test_bytes_that_are_no_utf8(tmp_path):
    path = tmp_path / "latin.yaml"
    path.write_bytes("pack: a\ntitle: Ärger\n".encode("latin-1"))
    with pytest.raises(PackError, match=r"latin\.yaml:2: got byte 0xc4, which is not UTF-8"):
        read_pack(path)


def test_byte_order_marks_and_windows_lines(tmp_path):
    path = tmp_path / "windows.yaml"
    text = packaged_path("football").read_text("utf-8")
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert read_pack(path) == read_pack("football")
    assert read_source(path).text == text


# YAML, the safe part ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("yes", "yes"), ("Off", "Off"), ("y", "y"),
        ("true", True), ("False", False), ("null", None), ("~", None), ("", None),
        ("12", 12), ("-3", -3), ("007", 7), ("0x1F", 31), ("1_000", "1_000"), ("12:30", "12:30"),
        ("1.5", 1.5), ("1e3", 1000.0), (".5", 0.5), ("1.", 1.0), ("1.2.3", "1.2.3"),
        ("2031-02-03", date(2031, 2, 3)), ("2031-2-3", "2031-2-3"), ("'2031-02-03'", "2031-02-03"),
        ("8..14", "8..14"), ("'true'", "true"), ("=", "="), ("<<", "<<"), ('"a\\tb"', "a\tb"),
    ],
)  # fmt: skip
def test_words_mean_what_they_mean_in_yaml_1_2(text, value):
    got = data(f"a: {text}")["a"]
    assert got == value
    assert type(got) is type(value)


def test_every_node_has_its_line():
    source = parse_source("a:\n  b: [1,\n    2]\n  c:\n    - {d: 1}\n")
    assert source.line(("a",)) == 1
    assert source.line(("a", "b")) == 2
    assert source.line(("a", "b", 1)) == 3
    assert source.line(("a", "c", 0, "d")) == 5
    assert source.line(("a", "c", 0, "unheard", "of")) == 5
    assert source.line(("z",)) == 1


def test_a_key_given_twice():
    assert refused("a: 1\nb: {c: 1,\n c: 2}\na: 3\n").splitlines() == [
        "a.yaml:3: b: got 'c' twice, first on line 2; give it once",
        "a.yaml:4: got 'a' twice, first on line 1; give it once",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a: &x 1\nb: *x\n", "got the anchor &x; leave it out"),
        ("a: &x 1\nb: *x\n", "a.yaml:2: b: got the alias *x; write the value out"),
        ("a: !!python/object/apply:os.system [ls]", "write plain values, without tags"),
        ("a: !secret b", "got the tag '!secret'"),
        ("a: !!str 1", "got the tag"),
        ("a: b\0", "a.yaml:1: got a NUL byte"),
        ("a: 1\nb: \x07", "a.yaml:2: got the character U+0007"),
        ("a: 1\n---\nb: 2", "got a second document"),
        ("", "got an empty file; a pack begins with"),
        ("# nothing\n", "got an empty file"),
        ("a: 1\nb: [1, 2\nc: 3\n", "a.yaml:2: not YAML: "),  # where it is opened
        ("a:\n\t- b", "indent with spaces"),
        ("a: b: c", "a.yaml:1: not YAML: mapping values are not allowed"),
        ("a: 'open", "close the quote or bracket that is open"),
        ("a: .inf", "got '.inf'; give a finite number"),
        ("a: -.INF", "give a finite number"),
        ("a: .nan", "give a finite number"),
        ("a: 1e999", "give a finite number"),
        ("a: 1234567890123456789012", "a number has 18 digits at most"),
        ("a: 2031-02-30", "got 2031-02-30, which no calendar has"),
        ("true: 1", "got true as a key; a key is a word or a whole number, in quotes if need be"),
        ("1.5: 1", "got 1.5 as a key"),
        ("~: 1", "got nothing as a key"),
        ("? [a, b]\n: 1", "got a list of 2 items as a key"),
        ("[" * 60 + "]" * 60, "got more than 40 levels"),
        ("a: " * 3, "not YAML"),
        ("a: " + "9" * 2001, "got a text of 2,001 characters; allowed: 2,000"),
    ],
)
def test_what_is_refused(text, said):
    assert said in refused(text)


def test_many_values_and_many_laughs_are_refused_at_once():
    assert "got more than 100,000 values" in refused("[" + "1," * 110_000 + "]")
    laughs = "a: &a [x, x]\n" + "".join(
        f"{b}: &{b} [{', '.join(f'*{a}' for _ in range(9))}]\n"
        for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "got the alias" in refused(laughs)


# Shape --------------------------------------------------------------------------------------

PRICE = "draw: {lognormal: [520, 0.55]"
SHAPES = [
    # old, new, where, what is said
    (PRICE, "draw: {lognormale: [520, 0.55]", "tables.phone.columns.price.draw",
     ["got 'lognormale'; allowed: uniform, normal, lognormal", "did you mean 'lognormal'?"]),
    (PRICE, "draw: {lognormal: [520]", "tables.phone.columns.price.draw.lognormal",
     ["got a list of 1 item; give a list of 2: a number, a date, or a path"]),
    (PRICE, "draw: {lognormal: [520, wide]", "tables.phone.columns.price.draw.lognormal[1]",
     ["got 'wide'; give a number"]),
    (PRICE, "draw: {lognormal: ['5 20', 0.55]", "tables.phone.columns.price.draw.lognormal[0]",
     ["got '5 20'; a term is a number, a date, or a path"]),
    (PRICE, "draw: {lognormal: [520, 0.55], uniform: [1, 2]", "tables.phone.columns.price.draw",
     ["got uniform and lognormal; give exactly one of uniform, normal"]),
    (PRICE, "draw: {copy_of: a, lognormal: [520, 0.55]", "tables.phone.columns.price.draw",
     ["got 'copy_of'; allowed:", "copy"]),
    ("pick: {copy: series.brand}", "pick: {copi: series.brand}", "tables.phone.columns.brand.pick",
     ["got 'copi'; allowed: skew, latest", "did you mean 'copy'?"]),
    ("pick: {copy: series.brand}", "pick: {copy: Series.Brand}",
     "tables.phone.columns.brand.pick.copy", ["got 'Series.Brand'; a path is column names"]),
    ("role: askable, type: money, decimals: 0", "role: asked, type: money, decimals: 0",
     "tables.phone.columns.price.role",
     ["got 'asked'; allowed: name, context, askable, hidden; did you mean 'askable'?"]),
    ("role: askable, type: money, decimals: 0", "role: askable, type: mony, decimals: 0",
     "tables.phone.columns.price.type", ["got 'mony'; allowed: text, name", "mean 'money'?"]),
    ("role: askable, type: money, decimals: 0", "type: money, decimals: 0",
     "tables.phone.columns.price", ["got no 'role'; give it one of name, context"]),
    ("role: askable, type: money, decimals: 0", "role: askable, type: money, decimals: 7",
     "tables.phone.columns.price.decimals", ["got 7; give a whole number from 0 to 6"]),
    ("optional: 0.7", "optional: '0.7'", "tables.brand.columns.repair_days.optional",
     ["got '0.7'; give a number from 0 to 1"]),
    ("optional: 0.7", "optional: 1.7", "tables.brand.columns.repair_days.optional",
     ["got 1.7; give a number from 0 to 1"]),
    ("optional: 0.7", "optional: ", "tables.brand.columns.repair_days",
     ["got nothing for 'optional'; give a number from 0 to 1, or leave 'optional' out"]),
    ("rows: 8..12", "rows: 8-12", "tables.brand.rows", ["got '8-12'; a span is written low..high"]),
    ("rows: 8..12", "rows: 12..8", "tables.brand.rows", ["the low end of a span comes first"]),
    ("rows: 8..12", "rows: [8, 12]", "tables.brand.rows",
     ["got a list of 2 items; give a range such as 8..14, or a mapping such as"]),
    ("rows: 8..12", "rows: {}", "tables.brand.rows", ["got none; give exactly one of span, weights"]),
    ("rows: 8..12", "rows: {weights: {few: 1}}", "tables.brand.rows.weights",
     ["got 'few' as a key; give a whole number"]),
    ("count: {0: 4, 1: 5, 2: 2, 3: 1}", "count: {0: 4, 1: many}", "tables.review.rows.count[1]",
     ["got 'many'; give a number above 0"]),
    ("count: {0: 4, 1: 5, 2: 2, 3: 1}", "count: some", "tables.review.rows.count",
     ["got 'some'; give a range such as 8..14, or one number or a mapping"]),
    ("driven_by: {pull: 0.6}", "driven_by: {pull: strong}",
     "tables.brand.columns.service_centres.draw.driven_by.pull", ["got 'strong'; give a number or"]),
    ("driven_by: {pull: 0.6}", "driven_by: {Pull: 0.6}",
     "tables.brand.columns.service_centres.draw.driven_by", ["got 'Pull' as a key; give a path"]),
    ("weekdays: [tue, wed, thu, fri]", "weekdays: [tue, wedn]",
     "tables.phone.columns.launched.draw.weekdays[1]", ["got 'wedn'; allowed: mon, tue", "'wed'?"]),
    ("key: [phone, year]", "key: phone", "tables.sales.key", ["got 'phone'; give a list of names"]),
    ("  chip:\n", "  Chip:\n", "tables", ["got 'Chip' as a key; give a name: lower-case letters"]),
    ("strategy: time_shifted", "strategy: timeshifted", "strategy",
     ["got 'timeshifted'; allowed: time_shifted, long_tail", "did you mean 'time_shifted'?"]),
    ("strategy: time_shifted", "strategie: time_shifted", "",
     ["got 'strategie'; allowed: pack, title", "did you mean 'strategy'?", "got no 'strategy'"]),
    ("rules:\n", "rules:\n  - {in: phone}\n", "rules[0]", ["got none; give exactly one of range"]),
    ("rules:\n", "rules:\n  - {table: phone, unique: [name]}\n", "rules[0]",
     ["got 'table'; allowed: in, range", "got no 'in'"]),
    ("rules:\n", "rules:\n  - {in: phone, order: [a]}\n", "rules[0].order",
     ["got a list of 1 item; give at least 2"]),
    ("rules:\n", "rules:\n  - phone\n", "rules[0]", ["got 'phone'; give a mapping with one of"]),
    ("rules:\n", "rules:\n  - {in: phone, sum: {column: price, within: [], to: a-b}}\n",
     "rules[0].sum.to", ["got 'a-b'; give a number, a date, or a path", "as table.column"]),
    ("ref: chip,", "ref: chip, type: text,", "tables.phone.columns.chip",
     ["got ref and type text; a reference has no type of its own"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "where", "said"), SHAPES, ids=[s[1] for s in SHAPES])
def test_a_wrong_shape_is_found(old, new, where, said):
    planted = plant("smartphones", old, new)
    complaint = planted.complaint()
    for words in said:
        assert words in complaint
    if where:
        assert f"copy.yaml:{planted.line}: {where}: " in complaint


def test_a_hundred_findings_and_how_many_more():
    planted = plant("smartphones", "rules:\n", "rules:\n" + "  - {in: phone}\n" * 107)
    lines = planted.complaint().splitlines()
    assert len(lines) == 101
    assert lines[-1] == "and 7 more"


def test_shape_and_meaning_are_told_at_once():
    text = new_source("libraries")
    for right, wrong in (
        ("born: {role: askable", "born: {role: askabel"),  # shape
        ("lognormal: [280, 0.35]", "lognormale: [280, 0.35]"),  # shape
        ("driven_by: {library.size: 0.9}", "driven_by: {library.sise: 0.9}"),  # meaning
        ("{in: library, unique: [town]}", "{in: library, unique: [towns]}"),  # meaning
    ):
        assert right in text
        text = text.replace(right, wrong)
    with pytest.raises(PackError) as raised:
        compile_source(parse_source(text, "a.yaml"))
    places = [line.split(": ")[1] for line in str(raised.value).splitlines()]
    assert places == [
        "tables.librarian.columns.born.role", "tables.book.columns.pages.draw",
        "tables.lending.columns.visitors.draw.driven_by.library.sise", "rules[0].unique[0]",
    ]  # fmt: skip


def test_a_pack_that_is_no_mapping():
    with pytest.raises(PackError, match="got a list of 2 items; give a mapping of pack, title"):
        parse_source("[1, 2]").pack()
    with pytest.raises(PackError, match="got nothing; give a mapping"):
        parse_source("~").pack()


_ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8), st.dates(), st.lists(st.integers(), max_size=3),
    st.dictionaries(st.one_of(st.text(max_size=5), st.integers(0, 9)), st.integers(), max_size=3),
)  # fmt: skip
_LINE = re.compile(r"pack\.yaml:\d+: .+|and \d+ more")
_JARGON = re.compile(r"[Ii]nput should|pydantic|_error|Extra inputs|union\[|function-|NoneType")


@examples(120)
@given(st.data())
def test_whatever_stands_where_the_complaint_is_in_our_words(draw):
    """Any one node of a pack made anything: it is taken, or refused in lines that people read."""
    source = read_source(COPIES / "smartphones.yaml")
    broken = copy.deepcopy(source.data)
    places = [place for place in source.document.lines if place]
    place = draw.draw(st.sampled_from(places))
    holder = broken
    for step in place[:-1]:
        holder = holder[step]
    if draw.draw(st.booleans()) and isinstance(holder, dict):
        holder[draw.draw(st.text("abcxyz", max_size=6))] = holder.pop(place[-1])
    else:
        holder[place[-1]] = draw.draw(_ODD)
    try:
        shape_pack(broken, parse_source(source.text, "pack.yaml"))
    except PackError as error:
        for line in str(error).splitlines():
            assert _LINE.fullmatch(line), line
            assert not _JARGON.search(line), line
