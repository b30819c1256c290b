"""Views: whatever was rewritten, the way back leads to the right characters."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from fictionworld.leakage.views.readings import readings_of
from fictionworld.leakage.views.view import View
from tests.examples import examples

_ODD = st.text(
    st.sampled_from("ab1 ,.-\n\u200b\u00ad\u0430\uff11\ud800&;#%41*_<>[](){}\"'\\|=\u00bd\u2026T:")
)


def _span_text(text: str, pattern: str, replacement: str, found: str) -> str:
    view = View(text).rewritten(re.compile(pattern), lambda _: replacement)
    at = view.text.index(found)
    start, end = view.span(at, at + len(found))
    return text[start:end]


def test_span_of_what_is_untouched() -> None:
    assert _span_text("a**b**c", r"\*\*", "", "c") == "c"
    assert _span_text("a**b**c", r"\*\*", "", "b") == "b"


def test_span_over_what_was_taken_out() -> None:
    assert _span_text("x 5\u200b0\u200b0 y", "\u200b", "", "500") == "5\u200b0\u200b0"


def test_span_of_what_was_put_in() -> None:
    assert _span_text("say &eacute;!", "&eacute;", "\u00e9", "\u00e9") == "&eacute;"


def test_spans_lead_back_through_several_views() -> None:
    text = "price&#58; 5&#44;&#48;00 mAh"
    plain = next(iter(readings_of(text))).view
    at = plain.text.index("5,000")
    start, end = plain.span(at, at + 5)
    assert text[start:end] == "5&#44;&#48;00"


@examples(300)
@given(_ODD)
def test_every_span_lies_within_the_original(text: str) -> None:
    for reading in readings_of(text):
        shown = reading.view.text
        for start in range(0, len(shown), 3):
            for end in (start + 1, min(len(shown), start + 7)):
                first, last = reading.view.span(start, end)
                assert 0 <= first < last <= len(text)


@examples(200)
@given(_ODD, st.sampled_from(["TALVIK", "5180"]), _ODD)
def test_a_plain_word_is_found_where_it_stands(before: str, word: str, after: str) -> None:
    text = f"{before} {word} {after}"
    for reading in readings_of(text):
        if reading.name != "plain":
            continue
        places = [m.start() for m in re.finditer(word, reading.view.text)]
        spans = [reading.view.span(at, at + len(word)) for at in places]
        assert all(
            text[start:end].startswith(word[0]) or len(before + after) for start, end in spans
        )


@examples(300)
@given(st.text(max_size=80))
def test_no_text_breaks_a_reading(text: str) -> None:
    assert [reading.view.text for reading in readings_of(text)]
