# ruff: noqa: RUF001  (dashes and digits of other scripts are what is tested)

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.text.markup import link_targets, plain_text
from fictionworld.text.units import known_unit, parse_unit, unit_words


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  a   b ", "a b"), ("**Vela** *12*", "Vela 12"), ("***Vela***", "Vela"),
        ("`5600`", "5600"),
        ("~~5600~~", "5600"), ("_Vela_ 12", "Vela 12"), ("snake_case", "snake_case"),
        ("__Vela__", "Vela"),
        ("[Vela 12](https://a.example/x_(y))", "Vela 12"), ('[Vela](http://a.b "title")', "Vela"),
        ("![alt](x.png)", "alt"), ("5600[3]", "5600"), ("5600 [3][4]", "5600"),
        ("5600[^note]", "5600"),
        ("5600 [1, 2]", "5600"), ("5600 [a]", "5600"), ("5600†", "5600"),
        ("5600 [citation needed]", "5600"),
        ("5600【12†source】", "5600"), ("5600[[1]](http://a.b)", "5600"),
        ("5600<sup>2</sup>", "5600"),
        ("Capacity [mAh]", "Capacity [mAh]"), ("a<br>b<br/>c", "a\nb\nc"), ("<b>Vela</b>", "Vela"),
        ("<span class='x'>5</span>", "5"), ("a &amp; b", "a & b"), ("5&nbsp;600", "5 600"),
        ("a \\| b", "a | b"),
        ("\\*a\\*", "*a*"), ("\\_a **b**", "_a b"), ("5\u200b600", "5600"),
        ("\u202babc\u202c", "abc"),
        ("\ufeffabc", "abc"), ("ａｂｃ", "abc"), ("−3", "-3"), ("‑3", "-3"), ("O’Neil", "O'Neil"),
        ("5600²", "5600"), ("45 m²", "45 m2"), ("½", "1⁄2"), ("2½", "2 1⁄2"), ("so­ft", "soft"),
        ("5600 https://a.example/5800", "5600"),
        ("https://a.example/5800", "https://a.example/5800"),
        ("a < b", "a < b"), ("", ""), ("3 * 4", "3 4"), ("1\u2009298", "1 298"),
    ],
)  # fmt: skip
def test_plain_text(text, plain):
    assert plain_text(text) == plain


@given(st.text(max_size=200))
def test_any_text(text):
    plain = plain_text(text)
    assert plain == plain.strip() and "\u200b" not in plain


@given(st.text(alphabet="abc 012.,:%()/+-", max_size=50))
def test_plain_texts_stay(text):
    assert plain_text(text) == " ".join(text.split())


def test_link_targets():
    assert link_targets("[a](http://a.b) and [c](http://d.e)") == ("http://a.b", "http://d.e")
    assert link_targets("see https://a.b/c.") == ("https://a.b/c",)
    assert link_targets("none") == ()


@pytest.mark.parametrize(
    ("text", "scale", "known"),
    [("mAh", 0, {"mah"}), ("million EUR", 6, {"eur"}), ("EUR m", 6, {"eur"}),
     ("thousand", 3, set()),
     ("USD", 0, {"usd", "dollar"}), ("m", 0, {"m"}), ("inches", 0, {"in"}), ("%", 0, set()),
     (None, 0, set()),
     ("thousand units", 3, set()), ("out of 10", 0, set()), ("€ bn", 9, {"eur"}),
     ("km/h", 0, {"km", "hour"})],
)  # fmt: skip
def test_parse_unit(text, scale, known):
    unit = parse_unit(text)
    assert (unit.scale, unit.known) == (scale, known)


def test_unit_words():
    assert unit_words("US dollars per kilogram") == ["usd", "per", "kg"]
    assert unit_words("milliamp-hours") == ["mah"]
    assert unit_words("A$ €") == ["aud", "eur"]
    assert known_unit("kg") and not known_unit("per")
    assert parse_unit("million EUR").currency and not parse_unit("mAh").currency
