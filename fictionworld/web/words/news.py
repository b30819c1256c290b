"""What newspapers, magazines and reviewers say around their facts."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501

from __future__ import annotations

__all__ = [
    "BOX", "BYLINES", "CAPTIONS", "CLOSERS", "CONS", "DISCLOSURES", "LEADS", "MATCHES", "PEOPLE", "PROS",
    "RELATED", "REVIEW_LEADS", "ROUND_UP_LEADS", "TURNS", "VERDICTS",
]  # fmt: skip

BYLINES = (
    "By {who}", "{who}", "Words: {who}", "{who}, {site}", "By {who} for {site}", "From our correspondent {who}",
)  # fmt: skip
LEADS = (
    "It has been talked about for weeks, so it seems a good moment to set down what is actually known about {subject}.",
    "Few {many} have been discussed as much of late as {subject}.",
    "Ask around, and everybody has something to say about {subject}.",
    "Some stories are told so often that nobody checks them any more; this is an attempt to do so for {subject}.",
    "There was a time when {subject} would have passed without comment.",
    "The phone on the desk has hardly stopped, and most callers want to know about {subject}.",
    "When the subject of {subject} comes up, the room tends to split in two.",
    "Whatever one thinks of {subject}, the facts are worth having in one place.",
    "We promised readers a sober look at {subject}, and here it is.",
    "Among the many questions that reached us this month, one kept coming back: what about {subject}?",
    "It started with a letter from a reader, and ended with a pile of printouts about {subject}.",
    "Nobody expected {subject} to be the talk of the week.",
    "For all the noise in {theme}, the plain facts about {subject} are quickly told.",
    "Not everything you hear about {subject} stands up, so we went back to the published figures.",
    "A quiet week is a good week to catch up on {subject}.",
    "This is a short piece about {subject}, for those who have lost track.",
    "Rumours travel faster than figures, and {subject} is a case in point.",
    "Our notebook on {subject} had grown too thick to ignore.",
    "The first thing to say about {subject} is that there is no need to shout.",
    "If there is one thing that readers of these pages like, it is a clear answer, so here is what we have on {subject}.",
)
MATCHES = (
    "The gates opened early for {subject}.",
    "It was the kind of afternoon for which people put up with all the others: {subject}.",
    "Those who were there will remember {subject} in their own way.",
    "Here is our report on {subject}.",
    "A good deal had been written before {subject}, and little of it mattered once the ball rolled.",
    "For those who could not be there, this is the report on {subject}.",
    "The notebook was damp and the tea was cold, but here is the report on {subject}.",
    "What remains of {subject} are a few facts and many opinions.",
    "Some matches are forgotten within a week; time will tell about {subject}.",
    "The press box was full for {subject}.",
    "There is always more to tell about {subject} than fits into a column.",
)
PEOPLE = (
    "Those who know {subject} speak of somebody who prefers work to words.",
    "{subject} seldom gives interviews, and this week was no exception.",
    "Everybody in {theme} seems to have an opinion on {subject}.",
    "There are louder names in {theme} than {subject}.",
    "It is not easy to write about {subject} without falling into clichés, so we shall stick to the facts.",
    "We promised readers a sober look at {subject}, and here it is.",
    "A reader asked for more on {subject}, and we were glad to oblige.",
    "What do we know about {subject}, beyond the name?",
    "{subject} has been the subject of much talk lately, most of it idle.",
    "Portraits of {many} tend to gush; this one of {subject} will try not to.",
    "In the corridors of {theme}, the name of {subject} comes up often.",
    "This is a short piece about {subject}, for those who have lost track.",
    "The facts about {subject} are quickly told, and worth telling.",
)
ROUND_UP_LEADS = (
    "Our regular round-up of {many} continues with {label}.",
    "Once again we have gone through the published figures on {many}, line by line.",
    "Readers asked for a list of {many}, and a list is what they shall have: {label}, no frills.",
    "This instalment looks at {label}, and leaves the judgement to the reader.",
    "The following list is part of a series, so do not look for everything on one page.",
    "We have sorted the latest figures on {label} and put them in plain words.",
    "No opinions this time, only what has been published on {label}.",
    "It takes an afternoon to gather these figures and a minute to read them.",
    "Another week, another list: this time it is {label}.",
    "Here is the part of our survey that deals with {label}.",
    "The desk has been busy with {label}; what follows is the result.",
    "For those who follow {theme} with a pencil in hand: {label}.",
    "Part of the series on {many}, this list is about {label}.",
    "By popular demand, we return to {label}.",
    "Nothing fancy today: just {label}, line by line.",
    "Some readers cut these lists out and keep them, so here is one on {label}.",
    "Time for another list, and for {label}.",
    "What is new in {label}? See for yourself.",
)
TURNS = (
    "So much for the talk; now to the facts.",
    "The facts, as far as they are public, are these.",
    "Here is what can be said with certainty.",
    "What do the published figures say?",
    "Beyond that, the picture is clear enough.",
    "Let us take things in order.",
    "The details first.",
    "A few facts may help.",
    "What is on paper is quickly summed up.",
    "Turning to the figures, there is less room for opinion.",
)
CLOSERS = (
    "We shall keep an eye on it.",
    "More on this when there is more to tell.",
    "The rest is speculation, and we leave that to others.",
    "Whether that settles the argument is another matter.",
    "Letters on the subject are welcome, as ever.",
    "That is as much as can be said for now.",
    "Judge for yourself.",
    "The last word on this has not been spoken.",
    "If anything changes, you will read it here.",
    "And that, for this week, is that.",
    "Corrections are printed in the usual place.",
    "It will be worth coming back to this in a few months.",
    "Time will tell, though it rarely tells everything.",
    "Nobody we asked wanted to make a prediction, which is a relief.",
)
CAPTIONS = (
    "Picture: archive", "Photo: {site}", "Illustration: {site}", "(Picture desk)", "", "", "", "",
)  # fmt: skip
RELATED = ("Related", "Read also", "More on this", "Further reading", "Background", "See also")
REVIEW_LEADS = (
    "We lived with {name} for long enough to form an opinion, and then for a while longer to doubt it.",
    "There are two ways to write about {name}: with enthusiasm or with a measuring tape. We tried both.",
    "Unpacking {name} takes a minute; getting to know it takes rather more.",
    "The first days with {name} were a matter of habit as much as of quality.",
    "Every review begins with expectations, and ours of {name} were mixed.",
    "By the end of the test, three people in the office had an opinion on {name}, and they were all different.",
    "We set out to find fault with {name}, which is, after all, the job.",
    "{name} arrived in a plain box on a rainy morning, and we got to work.",
    "It is easy to be unfair to {name}, in either direction.",
    "What is {name} like to live with? That, rather than the data sheet, was the question.",
    "Some things grow on you. Whether {name} is one of them is what we wanted to know.",
    "After a long test, the notes on {name} filled half a notebook.",
)
PROS = (
    "thoughtful details", "easy to get used to", "clear menus", "solid finish", "calm to live with",
    "no nasty surprises", "well made", "sensible defaults", "quick to set up", "good manual",
    "does what it says", "well documented",
)  # fmt: skip
CONS = (
    "the fuss around it", "some rough edges", "takes patience at first", "too many notifications",
    "accessories cost extra", "the manual is long", "few surprises", "an acquired taste",
    "an awkward name", "much marketing talk", "fiddly settings", "support pages are slow",
)  # fmt: skip
VERDICTS = (
    "Would we buy {name} with our own money? Ask again when the novelty has worn off, but the answer leans one way.",
    "In the end {name} is what it sets out to be, and that is rarer than it sounds.",
    "{name} will not please everybody, and does not try to.",
    "Anyone in two minds about {name} should try it in a shop before deciding.",
    "There is a lot to like about {name}, and a few things to get over.",
    "We were sorry to send {name} back, though not heartbroken.",
    "{name} does the ordinary things well, which is most of what one does with it.",
    "If the price suits you, little else about {name} will stand in the way.",
    "{name} deserves a place on the short list, and then a second look.",
)
DISCLOSURES = (
    "We bought the test sample ourselves.",
    "The sample was lent to us and went back after the test.",
    "Nobody paid for this review or saw it in advance.",
    "How we test is described on a page of its own.",
    "The test sample was on loan; the opinions are ours.",
)
BOX = ("In short", "The test in brief", "Our result", "At a glance", "Summary", "Test data")
