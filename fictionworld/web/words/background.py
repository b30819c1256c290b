"""What background pages say: on terms, on counting, on comparing, with no fact about any row."""

# Sentences read best on one line, with the marks that pages have.

from __future__ import annotations

__all__ = ["ENDS", "HEADS", "LEADS", "LETTERS", "MIDDLES"]

LEADS = (
    "Everybody uses the term {a}, and few people stop to ask what it covers.",
    "On the face of it, the {a} is the simplest of measures.",
    "This piece is about the {a}, and about the ways in which it can mislead.",
    "When {many} are compared, the {a} is seldom far away.",
    "There is more than one way to talk about the {a}.",
    "Whoever writes about {many} will sooner or later have to deal with the {a}.",
    "Of all the things that are published about {many}, the {a} gets the most attention.",
    "We are often asked about the {a}, so here is an attempt at a general answer.",
    "What follows is general in nature and deals with no particular {one}.",
    "A word in advance: no single {one} is discussed here.",
    "Two people who talk about the {a} may well mean two things.",
    "Some terms explain themselves, and the {a} is not among them.",
    "Long before anybody published figures on {many}, people argued about them.",
    "A reader wanted to know what the {a} really says.",
    "It would be easy to fill a book on the {a}, but a page will do.",
    "Lists of {many} are popular, and easily misread.",
    "In conversations about {many}, the {a} comes up sooner than one would think.",
    "Not every measure is as plain as it looks, and the {a} is a good example.",
    "Careful readers of tables will have noticed the {a}.",
    "Behind the {a} lies a question that is seldom asked.",
)
MIDDLES = (
    "The first question is always what is being counted, and the second is who does the counting.",
    "Sources differ in what they include, and they do not always say so.",
    "A measure such as the {a} depends on conventions, and conventions change.",
    "It would be a mistake to read too much into the {a} alone.",
    "Taken together with the {b}, it makes rather more sense.",
    "Those who compare {many} by one measure only will often be surprised.",
    "The honest answer is that it depends on the purpose.",
    "For a quick impression it will do; for a decision it will not.",
    "Tables help, provided that one reads the notes beneath them.",
    "Journalists like the {a} because it fits into a headline.",
    "The same goes for the {b}, which is open to much the same objections.",
    "It is good practice to look at two sources before quoting either.",
    "Dates matter: a figure without a date is a rumour.",
    "Beginners tend to confuse the {a} with the {b}.",
    "Definitions are dull, but they prevent quarrels.",
    "In printed guides, space is short and footnotes are the first to go.",
    "Older publications used other words for much the same thing.",
    "Much of the confusion goes back to sloppy translation.",
    "Nobody should be ashamed to look up a definition.",
    "If two figures disagree, the likeliest explanation is that they measure different things.",
    "A directory is a good place to begin, since it leaves nobody out.",
    "Official pages are careful, reviews are lively, and neither is complete.",
    "Forums are quick and friendly, and should be checked against a table.",
    "A ranking is a table with an attitude.",
    "Experience helps, but so does a pencil.",
    "It is worth asking what a figure would look like if it were bad news.",
    "The more precise a figure looks, the more it is trusted, whether it deserves it or not.",
    "Many disputes about {many} turn out to be disputes about words.",
    "One can be right about the {a} and still be wrong about the {one}.",
    "Context, as so often, is everything.",
)
LETTERS = (
    "“I enjoyed the piece on the {a}, though I missed a word on the {b},” writes one reader.",
    "“Please, no more lists,” begs another.",
    "“At last somebody says it,” a subscriber writes about our remarks on {many}.",
    "“Could you explain the {b} next?” asks a third. We shall try.",
)
ENDS = (
    "That, in short, is all there is to it.",
    "Those who want figures will find them in the tables and directories.",
    "For particulars, see the pages of those concerned.",
    "The rest is practice.",
    "If this helps a single reader to ask a better question, it has served its purpose.",
    "Comments are open.",
    "This page is general and will not be updated often.",
)
HEADS = (
    "In general", "What the word means", "How it is used", "Pitfalls", "In practice", "A caution",
    "Where to look", "Comparisons", "A matter of definition",
)  # fmt: skip
