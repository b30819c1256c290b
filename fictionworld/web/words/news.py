"""What newspapers, magazines and reviewers say around their facts."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501

from __future__ import annotations

__all__ = [
    "BOX", "BYLINES", "CAPTIONS", "CLOSERS", "CONS", "DAILY", "DISCLOSURES", "FIRST_DAYS", "LEADS",
    "MATCHES", "PEOPLE", "PROS", "RELATED", "REVIEW_HEADS", "REVIEW_LEADS", "ROUND_UP_LEADS",
    "TURNS", "VERDICTS",
]  # fmt: skip

BYLINES = (
    "By {who}", "{who}", "Words: {who}", "{who}, {site}", "By {who} for {site}", "From our correspondent {who}",
)  # fmt: skip
LEADS = (
    "It has been talked about for weeks, so it seems a good moment to set down what is actually known about {subject}.",
    "Few {many} have been discussed as much of late as {subject}.",
    "Ask around, and everybody has something to say about {subject}. Ask for facts, and it becomes quiet.",
    "Some stories are told so often that nobody checks them any more. We did, and this is what we found on {subject}.",
    "There was a time when {subject} would have passed without comment. That time is over.",
    "The phone on the desk has hardly stopped, and most callers want to know about {subject}.",
    "When {subject} comes up, the room tends to split in two.",
    "Whatever one thinks of {subject}, the facts are worth having in one place.",
    "We promised readers a sober look at {subject}, and here it is.",
    "Among the many questions that reached us this month, one kept coming back: what about {subject}?",
    "It started with a letter from a reader, and ended with a pile of printouts about {subject}.",
    "Nobody expected {subject} to be the talk of the week, least of all those concerned.",
    "For all the noise in {theme}, the plain facts about {subject} are quickly told.",
    "Not everything you hear about {subject} stands up, so we went back to the published figures.",
    "A quiet week is a good week to catch up on {subject}.",
    "This is a short piece about {subject}, for those who have lost track.",
    "Rumours travel faster than figures, and {subject} is a case in point.",
    "Our notebook on {subject} had grown too thick to ignore.",
    "The first thing to say about {subject} is that there is no need to shout.",
    "If there is one thing that readers of these pages like, it is a clear answer. Here is what we have on {subject}.",
    "Every so often a name comes up in three conversations on the same day. This week it was {subject}.",
    "You could fill an evening with what is said about {subject}. We have tried to fit what matters into a few paragraphs.",
    "Regular readers know that we like to return to old subjects. Today it is the turn of {subject}.",
    "Over coffee, opinions on {subject} are firm. On paper, things look a little different.",
)
MATCHES = (
    "The gates opened early for {subject}, and the first arrivals were rewarded with the last of the sun.",
    "It was the kind of afternoon for which people put up with all the others: {subject}.",
    "Those who were there will remember {subject} in their own way.",
    "Both camps had talked up {subject} all week, and then it was simply played, like any other.",
    "A good deal had been written before {subject}, and little of it mattered once the ball rolled.",
    "If you could not be there: this is our report on {subject}.",
    "The notebook was damp and the tea was cold. Our report on {subject} is none the worse for it.",
    "What remains of {subject} is a page of notes and many opinions.",
    "Some matches are forgotten within a week. Time will tell about {subject}.",
    "The press box was full for {subject}, and so was the car park.",
    "There is always more to tell about {subject} than fits into a column.",
    "Scarves, drums, a brass band: {subject} had all of it before a ball was kicked.",
    "Two coaches, two plans and one referee. That was the cast of {subject}.",
    "No match is played on paper, and {subject} was no exception.",
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
    "Portraits of {many} tend to gush. This one of {subject} will try not to.",
    "In the corridors of {theme}, the name of {subject} comes up often.",
    "This is a short piece about {subject}, for those who have lost track.",
    "The facts about {subject} are quickly told, and worth telling.",
    "The appointment was for ten, and {subject} was there at a quarter to.",
    "On the way to the meeting with {subject} it rained, and on the way back it still did.",
    "{subject} laughs when asked about fame, and then talks about something else.",
    "You may pass {subject} in the street without turning your head. That would suit both of you.",
    "Colleagues are happy to talk about {subject}; {subject} is not.",
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
    "A few facts may help.",
    "What is on paper is quickly summed up.",
    "Turning to the figures, there is less room for opinion.",
    "And the figures?",
    "The record shows the rest.",
    "Some things are not in dispute.",
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
    "By then the coffee had gone cold, and the talk had moved on.",
    "Our notebook stays open.",
    "What happens next is anybody's guess.",
    "There will be another day, and another list of questions.",
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
    "Nobody in the office wanted to test {name}, and in the end nobody wanted to give it back.",
    "Expect no fireworks from {name}. Expect something better, if you have the patience.",
    "You will find plenty of praise for {name}, and some scorn. We have a little of both.",
    "Two weeks, one notebook, several arguments: this is what we made of {name}.",
    "A confession: we had our doubts about {name}.",
    "For a fortnight {name} went wherever we went, and it went willingly.",
    "How do you test {name} fairly? By forgetting what you have read about it, this review included.",
)
FIRST_DAYS = (
    "On the first day everything was new, and on the third we had stopped noticing. That is a compliment, if a quiet one.",
    "We handed it round the office. Two colleagues gave it back without a word, one asked where to get it, and one is still being asked to return it.",
    "The test took us through two train journeys, a wet weekend and one very long meeting. Nothing broke, and nobody lost their temper.",
    "We began with the manual, put it aside after a page, and came back to it a week later with some shame.",
    "Testers are creatures of habit, and it took us a while to see past our own. Once we did, things began to make sense.",
    "We kept a diary of the first week. Most of the entries are about small things: a sound, a corner, a setting that hides where nobody looks.",
    "It rained for most of the test, which is neither here nor there, except that it kept us at our desks with the notes.",
    "Half of the office expected a disappointment and the other half a revelation. Both were wrong.",
    "Our routine is always the same: live with a thing, write down what annoys us, and see what is left of the list after a fortnight.",
    "At first we looked for faults on purpose. After some days we simply used it, which is the better test.",
)
REVIEW_HEADS = (
    "In daily use", "Living with it", "What we found", "The test", "Good days and bad days",
    "After a fortnight", "On the desk",
)  # fmt: skip
DAILY = (
    "In daily use the small things count. A button in the right place is worth more than a page of promises, and here the people at the drawing board have clearly listened.",
    "Is it exciting? Not very. Is it pleasant to have around? More often than not. We have had exciting things on this desk that we could not wait to send back.",
    "There are habits to unlearn, and some that we would rather keep. After a week or so we stopped counting.",
    "We tried to make it fail, as one does, with bad light, bad manners and an impatient cat. It took most of that in good humour.",
    "Some of us would have wished for a bolder hand. Others were glad that nobody had tried to be clever.",
    "What we missed we missed less with every day, and what we liked we liked a little more. That is how it goes with most things that are made with care.",
    "There is always a point in a test at which one stops testing. It came sooner than we had thought.",
    "We asked for help once, to see what would happen, and had a polite answer before the tea was ready.",
    "Comparisons are unfair and we made them all the same. They are in the tables, for those who like tables.",
    "Advertisements promise a new life. We got the old one with a few things made easier, and have no complaints about that.",
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
    "Anyone in two minds about {name} should take a second look before deciding.",
    "There is a lot to like about {name}, and a few things to get over.",
    "We were sorry to send {name} back, though not heartbroken.",
    "{name} does the ordinary things well, which is most of what one does with it.",
    "If the price suits you, little else about {name} will stand in the way.",
    "{name} deserves a place on the short list, and then a second look.",
    "Read the figures, sleep on it, and then decide about {name}. There is no hurry.",
    "{name} made friends in this office, and one or two critics. We side with the friends, on balance.",
    "A score is a number, and {name} is more than that. Even so, we stand by ours.",
)
DISCLOSURES = (
    "We bought the test sample ourselves.",
    "The sample was lent to us and went back after the test.",
    "Nobody paid for this review or saw it in advance.",
    "How we test is described on a page of its own.",
    "The test sample was on loan; the opinions are ours.",
)
BOX = ("In short", "The test in brief", "Our result", "At a glance", "Summary", "Test data")
