"""Asides that fit pages of several kinds: on sources, on figures, on how to read them; quotes.

`{subject}`, `{name}`, `{short}`, `{one}`, `{many}`, `{theme}`, `{now}` are filled; nothing here can
be false.
"""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501

from __future__ import annotations

__all__ = [
    "FIGURES", "OF_MATCHES", "OF_PEOPLE", "PRESS", "QUOTES", "READERS", "SOURCES", "SPEAKERS",
    "SPECTATORS",
]  # fmt: skip

SOURCES = (
    "Most of what is known comes from the tables that are published on {many}, and from the pages of those concerned.",
    "Where two sources differ, the more recent one is usually the better guide.",
    "Older pages may still show figures that have since been revised.",
    "Names have been checked against the official lists.",
    "Not every figure that circulates online can be traced to a source. Those that cannot have been left out.",
    "Some details are published late, and a few are never published at all.",
    "Archived copies of earlier pages are kept by several libraries.",
    "What is left out here can often be found in the directories.",
)
PRESS = (
    "Independent sources on {many} are fewer than one would wish, and most of them quote each other.",
    "The sources agree on the essentials, and differ mainly in emphasis.",
    "Second-hand accounts have been left out wherever a first-hand one exists.",
    "Press coverage has been uneven, with long gaps between one article and the next.",
    "The material is scattered over many pages, none of which tells the whole story.",
    "Local papers are the best source for the early days, though their archives are not complete.",
    "Interviews have been used with caution, since memories tend to improve with time.",
    "The official pages are brief, and the press has filled the gaps as the press will.",
)
FIGURES = (
    "As always with {many}, a single figure says little without its neighbours.",
    "Comparisons make sense only between figures that were gathered in the same way.",
    "Averages hide a good deal, and so do totals.",
    "Small differences should not be made too much of.",
    "Figures of this kind are revised from time to time.",
    "What looks like a trend is sometimes only a change in the way things are counted.",
    "It helps to look at several measures side by side.",
    "Anyone who quotes a figure should also quote its date.",
    "The order in which {many} are listed implies no judgement.",
    "Round numbers deserve some suspicion.",
    "A gap in a table means that nothing was published, not that the answer is nought.",
    "Much depends on who does the counting, and on what day.",
    "Large figures draw attention, but the small ones often tell more.",
)
READERS = (
    "Readers often ask how {many} compare, and there is no short answer.",
    "Opinions on {subject} differ, as they do on most {many}.",
    "There is more to {subject} than can be told on one page.",
    "Those who follow {theme} closely will know most of this already.",
    "For newcomers to {theme}, {subject} is as good a place to start as any.",
    "Much of the talk about {subject} is just that: talk.",
    "The interest in {subject} shows little sign of fading.",
    "It is easy to find strong opinions on {subject} and hard to find sound ones.",
    "In {theme}, reputations are made slowly and lost in an afternoon.",
    "Some of the best questions about {subject} have come from readers.",
    "Anyone who has followed {theme} for a while will have a view.",
    "Ask about {subject} in the right company, and the evening is taken care of.",
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
    "There is less to it than they say, and more than you would think",
    "If you had told me that a year ago, I would have laughed",
    "I have no complaints, which is not something I say often",
    "Let us talk again when the dust has settled",
    "You can look at it from two sides, and both are right",
    "It has been a long road, and we are not at the end of it",
    "My neighbours talk about nothing else",
    "I would not call it a secret, it is just that nobody asked",
    "Some people want a story, and sometimes there is none",
    "It will be forgotten by Christmas, mark my words",
    "What I like is that nobody makes a fuss about it",
    "It takes patience, and patience is in short supply",
    "All I ask for is that people get the basics right",
    "That is the sort of thing you only notice the second time",
    "There are good days and bad days, like everywhere",
)
OF_MATCHES = (
    "It could have gone either way",
    "We were second to every ball for twenty minutes, and then we were not",
    "You can train for that all week, and then it rains",
    "I have seen better football, and I have seen far worse",
    "Give me that over a friendly any day",
    "You knew from the warm-up that it would be a long afternoon",
    "My voice is gone, and I regret nothing",
    "They ran until they dropped, you have to give them that",
    "On the bench you see a different match from the one in the papers",
    "We will watch it again on Monday, and then we will know",
    "Both sides will have something to think about on the way home",
    "I came for the pies, if I am honest",
    "You could hear the singing from the car park",
    "The referee had an easier day than the groundsman",
)
OF_PEOPLE = (
    "You always know where you stand with {short}",
    "I have never heard {short} raise their voice",
    "{short} is first in and last out, it is as simple as that",
    "People see the results, they do not see the work",
    "With {short}, what you see is what you get",
    "If you want a quick quote, {short} is the wrong address",
    "{short} listens, and that is rarer than you think",
    "I would have {short} on my side any day",
    "There is a stubborn streak in {short}, and I mean that kindly",
    "You do not get this far without a bit of luck, and {short} would be the first to say so",
    "{short} hates to lose at cards, too",
    "Everybody here knows what {short} brings to the place",
)
SPEAKERS = (
    "one long-time observer", "an analyst who follows {theme}", "a reader who wrote in",
    "a colleague on the desk", "one insider", "somebody who has followed {many} for years",
    "a specialist we spoke to", "one regular", "a consultant who asked not to be named",
    "an archivist", "a lecturer who teaches the subject", "one of our correspondents",
    "a retired teacher with a long memory", "a woman who has seen it all before",
    "a man who runs a newsagent's", "one of the older hands", "a former rival",
    "somebody close to the matter", "a blogger with a loyal following", "a taxi driver",
)  # fmt: skip
SPECTATORS = (
    "a supporter in the home end", "one of the travelling supporters", "a steward",
    "a season-ticket holder", "a former player in the stand", "somebody on the bench",
    "the man who runs the tea stall", "a radio reporter", "a mother of two in club colours",
    "a veteran of many away matches", "one of the coaches", "a groundsman with mud on his boots",
)  # fmt: skip
