"""What is marked in a text is found where a reader sees it, whatever stands around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fictionworld.web.writing.marking import behind_mark, marked, marks_of, without_marks

# no letter that a page may hold is taken for a mark, private use and line ends among them
TEXT = st.text(st.characters(blacklist_categories=("Cc", "Cs")) | st.sampled_from("\n\t\r\x1c"))
PIECES = st.lists(st.tuples(TEXT, TEXT, st.integers(1, 3)), max_size=8)


@given(PIECES, TEXT)
def test_values_are_found_again(pieces, last):
    places, text, plain, wanted = [], "", "", []
    for before, value, count in pieces:
        mine = [("phone", len(places) + n, "price") for n in range(1, count + 1)]
        text += before + marked(value, len(places), count)
        start = len(plain + before)
        plain += before + value
        places += mine
        wanted += [(start, len(plain), (9, *place)) for place in mine]
    assert without_marks(text + last) == plain + last
    found = marks_of(text + last, places, 9)
    assert [(mark.start, mark.end, mark.fact) for mark in found] == wanted


def test_values_may_change_places():
    """Paragraphs are put in another order after their values were marked."""
    places = [("phone", row, "price") for row in range(1, 8001)]
    text = f"{marked('549', 7999)} or {marked('499', 0)}"
    assert [mark.fact.row for mark in marks_of(text, places, 0)] == [8000, 1]
    assert text[behind_mark(text) :].startswith("549")
    assert behind_mark("549") == 0
