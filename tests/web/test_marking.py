"""What is marked in a text is found where a reader sees it, whatever stands around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from fictionworld.web.writing.marking import behind_mark, marked, read, skeleton
from fictionworld.worlds.fact import FactId

# no letter that a page may hold is taken for a mark, private use and line ends among them
TEXT = st.text(st.characters(blacklist_categories=("Cc", "Cs")) | st.sampled_from("\n\t\r\x1c"))
PIECES = st.lists(st.tuples(TEXT, TEXT, st.integers(1, 3)), max_size=8)


@given(PIECES, TEXT)
def test_values_are_found_again(pieces, last):
    facts, text, plain, wanted = [], "", "", []
    for before, value, count in pieces:
        mine = [FactId(9, "phone", len(facts) + n, "price") for n in range(1, count + 1)]
        text += before + marked(value, len(facts), count)
        start = len(plain + before)
        plain += before + value
        facts += [(fact, len(before) % 2 == 0) for fact in mine]
        wanted += [(start, len(plain), fact, len(before) % 2 == 0) for fact in mine]
    body, marks = read(text + last, facts)
    assert body == plain + last
    assert [(mark.start, mark.end, mark.fact, mark.missing) for mark in marks] == wanted
    befores = [before for before, _, _ in pieces]
    assert skeleton(text + last) == "".join((*befores, last))


def test_values_may_change_places():
    """Paragraphs are put in another order after their values were marked."""
    facts = [(FactId(0, "phone", row, "price"), False) for row in range(1, 8001)]
    text = f"{marked('549', 7999)} or {marked('499', 0)}"
    assert [mark.fact.row for mark in read(text, facts)[1]] == [8000, 1]
    assert text[behind_mark(text) :].startswith("549")
    assert behind_mark("549") == 0
