"""What statistical releases, reports and directories say around their tables."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501

from __future__ import annotations

__all__ = [
    "BODY_LEADS", "BODY_NOTES", "DIRECTORY_ENDS", "DIRECTORY_HEADS", "DIRECTORY_LEADS",
    "DIRECTORY_NOTES", "FILTERS", "HIGHLIGHTS", "METHODS", "OFFICIAL_LEADS", "RELEASES", "SORTS", "STATISTICS_LEADS", "SYMBOLS",
]  # fmt: skip

STATISTICS_LEADS = (
    "This table sets out {label} for {by_many} in {theme}.",
    "The release covers {label} of {by_many} in {theme}.",
    "Published here are figures on {label}, by {by}.",
    "The figures below refer to {label} and are given for each {by} separately.",
    "Users will find {label} for part of the {by_many}; the remainder are in the other parts.",
    "{Label} by {by}: the table is one part of a series that covers all {by_many}.",
    "As in earlier releases, the table shows {label} by {by}.",
    "The following table is concerned with {label} in {theme}.",
    "Part of the annual programme of the office, this table gives {label}.",
    "In this table, {label} can be read off for each {by}.",
    "One line for each {by}: the table is limited to {label}.",
    "Since users asked for it, the office publishes {label} in a table of its own.",
    "Data on {label} have been supplied by those concerned.",
    "Differences in {label} from one {by} to the next are the subject of this table.",
    "{Label} for a part of the {by_many}, as reported.",
)
HIGHLIGHTS = (
    "Figures are shown as reported, without adjustment.",
    "The allocation of {by_many} to the parts of the table implies no ranking.",
    "The order of {by_many} within the table is no ranking.",
    "The coverage of this part is complete for the {by_many} that it names.",
    "Totals over all parts are not shown.",
    "Revisions, if any, are announced with the next release.",
    "The definitions are those of the previous release.",
    "Users should read the notes before drawing comparisons.",
    "No estimates have been made for gaps.",
    "Each {by} appears in one part of the series only.",
)
METHODS = (
    "Figures are collected from those concerned and checked for consistency before they are published.",
    "Returns that arrive late are included in the next release.",
    "The office does not comment on individual {by_many}.",
    "Reuse is permitted if the source is named.",
    "Where a value is not shown, none was published.",
    "Rounding follows the usual rules, and figures are shown to the last digit that is reported.",
    "The register of {by_many} is maintained throughout the year.",
    "Comparisons with other sources should take differences of definition into account.",
    "Definitions can be found in the glossary of the office.",
    "Enquiries are answered by the information desk.",
)
RELEASES = (
    "Next release: to be announced.", "The next release will appear in the usual cycle.",
    "Next release: see the release calendar.", "The date of the next release is not yet fixed.",
)  # fmt: skip
SYMBOLS = (
    "Symbols: {gap} not published.", "Key: {gap} = no value published.", "{gap} means that no value has been published.",
)  # fmt: skip
BODY_LEADS = (
    "This annex belongs to the report on {theme} and sets out {label} for part of the {by_many}.",
    "The members of the working group asked for {label} to be published in full; this annex is part of the answer.",
    "As agreed, this annex gives {label} by {by}.",
    "The annex continues the series on {label} and should be read with the main report.",
    "This part of the report deals with {label}.",
    "In this annex we publish {label} for a first-hand view of {theme}.",
    "What follows is the documentation on {label}, one line for each {by}.",
    "The report on {theme} rests on the figures in its annexes, of which this is one.",
    "Members will find {label} in the lines below.",
    "Together with its sister annexes, this one documents {label}.",
    "For the sake of openness, we set out {label} here line by line.",
    "No comment accompanies {label}, which is the purpose of an annex.",
    "On request of several members, we document {label} here.",
    "Below we list {label} in the form in which members supplied the figures.",
    "Of all the figures that were gathered, the lines below give {label}.",
)
BODY_NOTES = (
    "The figures have been confirmed by those concerned.",
    "The secretariat thanks all who have supplied figures.",
    "The main text of the report discusses the figures, which are given here without comment.",
    "Errors should be reported to the secretariat, which will correct them in the online edition.",
    "No conclusions should be drawn from the order of the lines.",
    "The annexes are updated when the report is.",
    "Members may use the figures in their own publications.",
    "The choice of {by_many} in this part is no judgement on the others.",
    "The remaining {by_many} are found in the other annexes.",
    "Quotations should name the annex.",
)
OFFICIAL_LEADS = (
    "Here is our current list, with {label}.",
    "Below you will find {label} as we publish it.",
    "We keep this list up to date: {label}, line by line.",
    "Part of our service for visitors and the press: {label}.",
    "As promised: {label} in one table.",
    "The list below shows {label}. It continues on the other pages.",
)
DIRECTORY_LEADS = (
    "Browse {many} in {theme}. Each entry leads to the pages that tell more.",
    "All {many} that we know of in {theme}, one entry each.",
    "The complete list of {many}. Follow a name for details.",
    "Looking for {a_one}? Every one of them is on this list.",
    "This section lists {many}; it gives no figures, only the way to them.",
    "Find {a_one} by browsing the list below.",
    "Everything listed here belongs to {theme}.",
    "Start here if you want to be sure that no {one} is left out.",
    "To find out more, follow the link behind a name.",
    "A plain list of {many}, kept by hand.",
    "Names first, details later: this is the list of {many}.",
    "Below are {many} in {theme}, a page at a time.",
)
DIRECTORY_HEADS = (
    "How this list is kept", "About this list", "Notes on the list", "Using this list", "Good to know",
)  # fmt: skip
DIRECTORY_NOTES = (
    "The list is meant as a way in: whoever wants to know more about {a_one} follows the links of its entry.",
    "What an entry shows is what everybody may know; figures are left to those who publish them.",
    "A place high up or far down the list says nothing about how good or how large anything is.",
    "Each of the {many} has one entry, and no entry is on two pages of the list.",
    "We do not charge for entries, and nobody can buy a better place.",
    "Links to other sites were working when they were last tried.",
    "Names are spelled as those concerned spell them, accents and all.",
    "Where an entry has no further link, we have found no page worth sending anybody to.",
    "Readers who use the list for research are asked to name it as a source.",
    "The pages of the list are numbered, and the links at the foot of the page lead from one to the next.",
    "Suggestions are read once a week by the two people who look after the list.",
    "The list began as a card file and has kept some of its habits.",
    "Tables with figures on {many} are kept elsewhere; those that we know of are linked from here.",
    "Short entries are no sign of neglect, as we add only what we could check.",
)
FILTERS = ("Filter: all · with details · recently changed", "View: list · map · print",
           "Refine your search | Clear all", "Show: everything · favourites", "")  # fmt: skip
SORTS = ("Sorted by name", "Sort: A to Z", "Order: alphabetical")
DIRECTORY_ENDS = (
    "Missing an entry? Tell us.", "Entries are checked by hand.", "Listings are free of charge.",
    "Some entries are short because little has been published.", "Add a listing · Report an error",
)  # fmt: skip
