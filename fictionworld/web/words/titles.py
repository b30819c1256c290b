"""Titles: headlines, threads, topics. `{name}` is a row, `{one}` and `{many}` what it is."""

from __future__ import annotations

__all__ = [
    "FORUM", "NEWS", "OFFICIAL", "REVIEW", "ROUND_UP", "THING", "TOPICS", "VERSUS", "WHO",
]  # fmt: skip

NEWS = (
    "{name}: the facts behind the headlines",
    "What we know about {name} so far",
    "{name} in figures: a closer look",
    "A second look at {name}",
    "Inside {name}, beyond the press release",
    "{name} explained: what matters and what does not",
    "Why everybody is talking about {name}",
    "Notebook: taking stock of {name}",
    "The week's question: what to make of {name}",
    "{name} under the microscope",
    "Where {name} stands now",
    "Five minutes with the numbers on {name}",
    "Reader questions answered: {name}",
    "{name}, checked against the published figures",
    "On the desk this week: {name}",
    "Behind the name: {name}",
    "Fact file: {name}",
    "{name}: what the published figures tell us",
    "Spotlight on {name}",
    "A short portrait of {name}",
)
VERSUS = (
    "{name}: how the afternoon went",
    "Match report: {name}",
    "{name} - what happened and who was there",
    "{name}: the story of the match",
    "From the stands: {name}",
    "As it happened: {name}",
    "{name}: the report and the reaction",
)
WHO = (
    "{name}: a portrait in a few facts",
    "Getting to know {name}",
    "Who is {name}? The essentials",
    "{name} in profile",
    "The story so far: {name}",
    "Five facts about {name}, checked",
)
REVIEW = (
    "{name} review: the full verdict",
    "{name} tested: our review",
    "Review: {name} after a long test",
    "{name} in review: what convinced us and what did not",
    "Our {name} review",
    "{name} review - worth the fuss?",
    "Hands on with {name}: the review",
)
ROUND_UP = (
    "{label} of all {many}",
    "{many} and their {label}",
    "{many} at a glance - {label}",
    "{label}, the round-up",
    "{label} of {many}, the list",
    "{many} one by one - {label}",
)
OFFICIAL = (
    "{name} - specifications and facts",
    "{name}: at a glance",
    "{name}",
    "About {name}",
    "{name} - overview",
    "{name}: details and key facts",
    "Get to know {name}",
)
FORUM = (
    "What do we actually know about {name}?",
    "{name} - looking for proper figures",
    "Quick question about {name}",
    "{name}: can somebody check this for me?",
    "Anybody here with first-hand knowledge of {name}?",
    "Settling an argument about {name}",
    "{name}, the facts please",
    "Help me understand {name}",
    "Worth knowing about {name}?",
)
THING = (
    "{name} owners: what are the real specs?",
    "Thinking about {name}, what should I know?",
    "{name} - does the data sheet hold up?",
)
TOPICS = (
    ("How to read {a} figures", "reading-{a}"),
    ("{A}: what the term means and what it leaves out", "{a}-explained"),
    ("Why the {a} is not always counted the same way", "counting-{a}"),
    ("A short guide to comparing {many}", "comparing-{many}"),
    ("{A} and {b}: two measures that are often confused", "{a}-and-{b}"),
    ("Common mistakes when comparing {many}", "mistakes-{many}"),
    ("What a good source on {many} looks like", "sources-{many}"),
    ("Glossary: from {a} to {b}", "glossary-{a}-{b}"),
    ("The trouble with lists of {many}", "lists-of-{many}"),
    ("Who publishes figures on {many}, and how", "who-publishes-{many}"),
    ("How the {a} came to matter", "how-{a}-came-to-matter"),
    ("Opinion: we talk too much about the {a}", "opinion-{a}"),
    ("Opinion: {many} deserve better reporting", "opinion-{many}"),
    ("Ask the desk: is the {a} worth looking at?", "ask-{a}"),
    ("Behind the tables: how figures on {many} are gathered", "gathering-{many}"),
    ("Letters: readers on the {a}", "letters-{a}"),
)
