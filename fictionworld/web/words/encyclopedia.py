"""What articles of an encyclopedia say around their facts."""

from __future__ import annotations

__all__ = [
    "CLOSERS", "FOOTERS", "FORMER", "NAVIGATION", "NOTES", "OPENERS", "PEOPLE", "PLAIN", "PROFILE",
    "SEE_ALSO",
]  # fmt: skip

OPENERS = (
    "{who} is {what}.",
    "{who} is {what}.",
    "{who} is {what}.",
    "{who} is {what}. It features in {theme}.",
    "{who} is {what}; this article deals with {theme}.",
    "{who} is {what}, and part of {theme}.",
    "{who}, {what}, belongs to {theme}.",
    "{who}, {what}, features in {theme}.",
    "{who}, {what}, is described here as it was in {now}.",
    "As part of {theme}, {who} is {what}.",
    "In {theme}, {who} is {what}.",
    "{who}, {what}, has its place in {theme}.",
)
PEOPLE = (
    "{who} is {what}.",
    "{who} is {what}.",
    "{who} is {what}.",
    "{who} is {what}; this article deals with {theme}.",
    "{who} is {what} and is known from {theme}.",
    "{who}, {what}, is known from {theme}.",
    "{who}, {what}, has a part in {theme}.",
    "{who}, {what}, is one of the names in {theme}.",
    "In {theme}, {who} is {what}.",
    "One name in {theme} is {who}, {what}.",
    "Known from {theme}, {who} is {what}.",
)
FORMER = (
    "{who} is {what}.",
    "{who} is {what}; this article covers the time up to {now}.",
    "{who} appears in the lists of {theme} as {what}.",
    "{who}, {what}, appears in the lists of {theme}.",
    "The lists of {theme} have {who} as {what}.",
)
PLAIN = (
    "{who} is {what} in {theme}.",
    "{who} is {what} known from {theme}.",
    "{who} is {what}; this article deals with {theme}.",
)
PROFILE = {
    "askable": ("Details", "Facts and figures", "Key figures", "Characteristics", "Profile",
                "In figures", "Particulars"),
    "person": ("Career", "Profile", "Life and career", "Details", "In brief"),
    "talk": ("Reception", "Assessment", "Commentary", "Public image", "Remarks"),
    "talk_person": ("Public image", "Style", "Reception", "Remarks", "Reputation"),
    "sources": ("Sources and coverage", "Coverage", "On the sources", "Notes on the sources"),
}  # fmt: skip
SEE_ALSO = ("See also", "Related articles", "See also", "Further articles")
NOTES = ("References", "Sources", "External links", "Further reading")
CLOSERS = (
    "This article describes the position in {now}.",
    "The article follows published sources as they stood in {now}.",
    "Corrections with a source are welcome on the talk page.",
    "Parts of this article may need updating as new figures appear.",
    "This article is maintained by the group for {many}.",
    "Figures are given as published and have not been adjusted.",
    "Editors are asked not to add figures without a source.",
    "This article would benefit from further sources.",
    "Last reviewed in {now}.",
)
NAVIGATION = (
    "Jump to content\nFrom {site}",
    "From {site}, the open encyclopedia",
    "Article · Talk · Read · View history",
    "{site} > {many}",
    "",
    "",
)
FOOTERS = (
    "Text is available under the terms of use of {site}.",
    "Privacy policy · About {site} · Contact",
    "Categories: {many}",
    "Retrieved from {site}",
    "",
)
