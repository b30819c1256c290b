"""What official pages say around their facts."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: RUF001

from __future__ import annotations

__all__ = ["BREADCRUMBS", "COPY", "FOOTERS", "HEADS", "NOTICES", "ORGANISATION", "PEOPLE", "SHEETS"]

BREADCRUMBS = (
    "Home > {Many} > {name}",
    "Home / {Many} / {name}",
    "{site} · {Many}",
    "Start › {Many} › {name}",
    "Menu · Search · {Many} · Contact",
    "← All {many}",
)
NOTICES = (
    "Notice: parts of this site are being reworked. All facts on this page are up to date.",
    "Our helpline is busiest on Mondays.",
    "You are using the regional version of this site.",
    "Cookies: we only use what the site needs to run.",
    "",
    "",
    "",
)
COPY = (
    "Here you will find the essentials on {subject}, gathered on one page.",
    "Everything we publish on {subject} starts here.",
    "This page sums up {subject}: what it is, and what to expect.",
    "We keep this page short on purpose: the facts on {subject}, and where to find more.",
    "Thank you for your interest in {subject}.",
    "On this page we have put together the key facts on {subject}.",
    "Looking for the facts on {subject}? You are in the right place.",
    "The details below apply to {subject} as offered in the region.",
    "Below are the details we publish on {subject}.",
    "{subject}, described by those who know it best.",
    "If you only read one page on {subject}, let it be this one.",
    "We would rather give you the facts on {subject} than a slogan.",
)
PEOPLE = (
    "Meet {subject}.",
    "What we publish about {subject} is gathered here.",
    "This is the official profile of {subject}.",
    "All you need to know about {subject}, straight from us.",
    "{subject} in brief: the official profile.",
    "The facts on {subject}, kept by our own staff.",
    "Our short profile of {subject}.",
    "Visitors often ask about {subject}, and these are the answers.",
    "For the press and for everybody else: {subject} in a few lines.",
    "This profile of {subject} may be quoted freely.",
    "Please find below the profile of {subject}.",
)
ORGANISATION = (
    "Welcome, and thank you for taking the time to find out who we are.",
    "Who we are, what we do, and how to reach us.",
    "This page is a short introduction for visitors, partners and the press.",
    "Journalists may quote from this page freely.",
    "We believe in plain facts, plainly put.",
    "Here are the facts that visitors ask us for most often.",
    "We are often asked for figures, and here they are.",
)
HEADS = (
    "Key facts", "At a glance", "The facts", "Facts and figures", "In brief", "Details",
    "What you should know", "Overview",
)  # fmt: skip
SHEETS = ("Specifications", "Data sheet", "Technical data")
FOOTERS = (
    "All details are published in good faith; errors and omissions excepted.",
    "Subject to change without notice.",
    "Imprint · Privacy · Press · Careers",
    "Questions? Write to our press desk, and a human being will answer.",
    "Terms and conditions · Accessibility · Site map",
    "Contact · Newsroom · Legal notice",
)
