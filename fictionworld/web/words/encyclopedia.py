"""What articles of an encyclopedia say around their facts."""

# Sentences read best on one line, with the marks that pages have.

from __future__ import annotations

__all__ = ["CLOSERS", "FOOTERS", "NAVIGATION", "NOTES", "OPENERS", "PEOPLE", "PROFILE", "SEE_ALSO"]

OPENERS = (
    "{name} is {a_one} in {theme}.",
    "{name}, {a_one} in {theme}, is the subject of this article.",
    "{name} is one of the {many} in {theme}.",
    "Among the {many} in {theme} is {name}.",
    "{name} belongs to the {many} in {theme}.",
    "This article is about {name}, {a_one} in {theme}.",
    "{name} is counted among the {many} in {theme}.",
    "In {theme}, {name} is one of the {many}.",
    "{name} is {a_one} known from {theme}.",
    "Known from {theme}, {name} is {a_one}.",
    "The {one} described here is {name}, which belongs to {theme}.",
    "Of the {many} in {theme}, this article describes {name}.",
    "{name} appears among the {many} in {theme}.",
    "{name} features in {theme} as {a_one}.",
)
PEOPLE = (
    "{name} is {a_one} in {theme}.",
    "{name} is one of the {many} in {theme}.",
    "Among the {many} in {theme} is {name}.",
    "This article is about {name}, {a_one} in {theme}.",
    "{name}, {a_one} in {theme}, is the subject of this article.",
    "{name} is counted among the {many} in {theme}.",
    "Known from {theme}, {name} is {a_one}.",
    "In {theme}, {name} is one of the {many}.",
    "{name} features in {theme} as {a_one}.",
)
PROFILE = {
    "context": ("Overview", "Background", "Context", "General", "Classification", "Summary"),
    "askable": ("Details", "Facts and figures", "Key figures", "Characteristics", "Profile",
                "In figures", "Particulars"),
    "talk": ("Reception", "Notes", "Discussion", "Coverage", "Assessment", "Remarks"),
}  # fmt: skip
SEE_ALSO = ("See also", "Related articles", "See also", "Further articles")
NOTES = ("References", "Sources", "External links", "Further reading")
CLOSERS = (
    "This article describes the position in {now}.",
    "The article follows published sources as they stood in {now}.",
    "Corrections with a source are welcome on the talk page.",
    "Parts of this article may need updating as new figures appear.",
    "The article is one of a series on {many}.",
    "Figures are given as published and have not been adjusted.",
    "Editors are asked not to add figures without a source.",
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
