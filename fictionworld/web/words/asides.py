"""Asides that fit pages of several kinds: on sources, on figures, on how to read them.

`{subject}`, `{name}`, `{one}`, `{many}`, `{theme}`, `{now}` are filled; nothing here can be false.
"""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501

from __future__ import annotations

__all__ = ["FIGURES", "QUOTES", "READERS", "SOURCES", "SPEAKERS"]

SOURCES = (
    "Most of what is known comes from the tables that are published on {many}, and from the pages of those concerned.",
    "Where two sources differ, the more recent one is usually the better guide.",
    "Older pages may still show figures that have since been revised.",
    "Printed guides tend to round, so the tables are worth consulting directly.",
    "Names have been checked against the official lists.",
    "Not every figure that circulates online can be traced to a source.",
    "Some details are published late, and a few are never published at all.",
    "Archived copies of earlier pages are kept by several libraries.",
    "What is left out here can often be found in the directories.",
    "Independent sources on {many} are fewer than one would wish.",
    "A figure is only as good as the footnote that goes with it.",
    "The sources agree on the essentials, and differ mainly in emphasis.",
    "Readers who need more detail are best served by the tables themselves.",
    "Second-hand accounts have been left out wherever a first-hand one exists.",
    "Press coverage has been uneven, with long gaps between one article and the next.",
    "The material is scattered over many pages, none of which tells the whole story.",
)
FIGURES = (
    "As always with {many}, a single figure says little without its neighbours.",
    "Comparisons make sense only between figures that were gathered in the same way.",
    "Averages hide a good deal, and so do totals.",
    "Small differences should not be made too much of.",
    "Figures of this kind are revised from time to time.",
    "What looks like a trend is sometimes only a change in the way things are counted.",
    "Large figures draw attention, but the small ones often tell more.",
    "It helps to look at several measures side by side.",
    "Anyone who quotes a figure should also quote its date.",
    "The order in which {many} are listed implies no judgement.",
    "Round numbers deserve some suspicion.",
    "A gap in a table means that nothing was published, not that the answer is nought.",
    "Much depends on who does the counting.",
    "The definitions have not changed in a while, which makes comparison easier.",
)
READERS = (
    "Readers often ask how {many} compare, and there is no short answer.",
    "Opinions on {subject} differ, as they do on most {many}.",
    "There is more to {subject} than can be told on one page.",
    "Those who follow {theme} closely will know most of this already.",
    "For newcomers to {theme}, {subject} is as good a place to start as any.",
    "Much of the talk about {subject} is just that: talk.",
    "The interest in {subject} shows little sign of fading.",
    "Few subjects divide readers quite as reliably.",
    "It is easy to find strong opinions on {subject} and hard to find sound ones.",
    "In {theme}, reputations are made slowly.",
    "Some of the best questions about {subject} have come from readers.",
    "Anyone who has followed {theme} for a while will have a view.",
)
QUOTES = (
    "People look at one number and stop reading",
    "I would rather see the whole table than the headline",
    "You have to know what was counted before you compare",
    "It is never just one thing that decides it",
    "We hear the same questions every week",
    "The figures are there for anyone who wants to look them up",
    "I have stopped guessing, I check",
    "There is a tendency to get carried away",
    "My advice is to wait a week before having an opinion",
    "What strikes me is how little the debate has moved on",
    "Ask three people and you will get four answers",
    "Nobody remembers the footnotes, and the footnotes are the best part",
    "It looks simple from the outside",
    "The details matter more than people think",
    "You learn more from the exceptions than from the rule",
    "I keep my own notes, and they have saved me more than once",
    "Everybody has a theory",
    "Most arguments end as soon as somebody opens the tables",
    "It is a fair question, and it deserves a proper answer",
    "I was surprised too, until I looked at the details",
)
SPEAKERS = (
    "one long-time observer", "an analyst who follows {theme}", "a reader who wrote in",
    "a colleague on the desk", "one insider", "somebody who has followed {many} for years",
    "a specialist we spoke to", "one regular", "a consultant who asked not to be named",
    "an archivist", "a lecturer who teaches the subject", "one of our correspondents",
)  # fmt: skip
