"""What an agent is told before the question: its tools, the day, and what counts as true."""

from __future__ import annotations

from datetime import date

__all__ = ["in_words", "system_prompt"]

_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip

_PROMPT = """\
You answer questions by searching the web and reading its pages. Today is {today}.

You have three tools:
- web_search finds pages; give it one query or several. What it shows of a page is only a teaser.
- web_extractor gives you a page in full, by its address. Long pages come in parts; where one is \
cut, the text says how to ask for the next. Figures are to be read there.
- dict_memory keeps notes for you.

Everything you need stands on the pages you can reach, as it was published up to today. Where a \
page and your memory differ, the page is right: companies, people and products may be new to you. \
Look for lists and directories when the question asks for every item of a kind, and do not stop \
before you have them all. Never fill a cell with a guess; write NA where nothing is published.
{budget}
Close with your answer: one Markdown table with the columns the question asks for, as the question \
asks for it."""


def in_words(day: date) -> str:
    """`15 August 2034`, whatever the locale."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def system_prompt(today: date, calls: int) -> str:
    """The prompt for an episode of at most `calls` calls on a web of the day `today`."""
    budget = f"You may make {calls} calls in all.\n" if calls else ""
    return _PROMPT.format(today=in_words(today), budget=budget)
