"""What official pages say around their facts."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501, RUF001

from __future__ import annotations

__all__ = [
    "BREADCRUMBS", "COPY", "FOOTERS", "HEADS", "NOTICES", "ORGANISATION", "PEOPLE", "PEOPLE_COPY",
    "SERVICE", "SHEETS", "US",
]  # fmt: skip

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
    "This page sums up {subject}, and tells you where to find more.",
    "We keep this page short on purpose: the facts on {subject}, and where to find more.",
    "Thank you for your interest in {subject}.",
    "On this page we have put together the key facts on {subject}.",
    "Looking for the facts on {subject}? You are in the right place.",
    "The details below apply to {subject} as offered in the region.",
    "Below are the details we publish on {subject}.",
    "If you only read one page on {subject}, let it be this one.",
    "We would rather give you the facts on {subject} than a slogan.",
    "Questions about {subject} reach us every day. The answers to most of them are on this page.",
    "{subject}: what you need to know before you decide.",
    "What is there to know about {subject}? Less than you may fear and more than fits on a box.",
    "You asked for {subject} without the small print. Here it is, as far as the law allows.",
    "Take a look at {subject}, and take your time.",
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
    "{subject} is one of the faces you will see around here.",
    "You have seen {subject} at work; here are the facts behind the face.",
    "Who is {subject}? Our press office has put a few lines together.",
)
ORGANISATION = (
    "Welcome, and thank you for taking the time to find out who we are.",
    "Who we are, what we do, and how to reach us: this page has it all.",
    "This page is a short introduction for visitors, partners and the press.",
    "We believe in plain facts, plainly put.",
    "Here are the facts that visitors ask us for most often.",
    "We are often asked for figures, and here they are.",
    "Nice to see you here. Make yourself at home.",
    "New here? Then start with this page.",
    "There is a lot of talk about us, as about anybody in this line. These are the facts.",
    "You know our name. Here is the rest.",
)
US = (
    "Journalists may quote from this page freely. For anything else our press desk is a phone call away, and we do our best to answer on the same day.",
    "We are who we are because of the people who work here. Some of them have been with us for longer than they care to admit.",
    "If you would like to work with us, have a look at our open positions. We read every application, and we answer every one of them.",
    "Our archive is open to students and researchers by appointment. Please bring a pencil; pens are not allowed.",
    "Write to us if something on this page is unclear. Letters are still welcome, and some of us even answer by hand.",
    "We like visitors. School classes and groups are asked to book ahead, because our meeting room holds fewer people than we would wish.",
    "There is always something to put right. If you have a complaint, tell us first: nine times out of ten it can be settled the same week.",
    "Many of our neighbours know us by sight rather than by name, and we are happy with that. Once a year we open the doors and put out cake.",
    "Our partners are listed on a page of their own. We choose them with care, and they choose us for the same reason.",
    "We say what we do and try to do what we say. Where we fall short, we would rather hear it from you than read it in the papers.",
    "Our newsletter goes out when there is news, and not before. You can leave it at any time with one click.",
    "The pictures on this site may be used by the press if the source is named. Larger files are sent on request.",
    "We keep our house rules short: be kind, be on time, and leave the place as you found it.",
    "What began small has stayed personal. Whoever calls us speaks to somebody who knows the place.",
)
SERVICE = (
    "Not sure whether this is right for you? Our advisers will be glad to help, in person or on the phone. They do not work on commission.",
    "Please read the instructions before first use. They are short, we promise, and they come in large print on request.",
    "The pictures on this page may differ from what you see in front of you. Colours look different on every screen.",
    "Updates are announced on this site and in our newsletter. You need not do anything to receive them.",
    "Should something go wrong, get in touch before you try to mend it yourself. Most questions are settled in a few minutes.",
    "We test what we sell, and then we test it again. What does not pass does not leave the house.",
    "Keep your receipt in a safe place. It is all you need should you ever want to make use of the guarantee.",
    "All details on this page have been checked by the people who know best. If you find a slip all the same, we are grateful for a line.",
    "The manual can be downloaded free of charge. Printed copies are sent by post for as long as stocks last.",
    "Accessories that fit are listed in our shop. Beware of cheap copies, which may void the guarantee.",
    "What is described here may be offered under another name elsewhere. Ask your dealer if in doubt.",
    "Packaging can be returned where you bought it. We use as little of it as we can.",
    "Specifications are those of the version sold in this region. Imports may differ in detail.",
    "Owners may join our community, where questions are answered by other owners, and often before we get to them.",
)
PEOPLE_COPY = (
    "Requests for interviews go through our press office, please, and not through the car park. A line by email is enough, and you will have an answer within a few days.",
    "Autograph cards are sent free of charge to anybody who encloses a stamped envelope. It may take a while, as everybody signs for themselves.",
    "Photographs for the press are ready to be downloaded. Please name the photographer.",
    "This profile is kept up to date by our staff. If you spot a slip, tell us, and we shall put it right.",
    "Private matters are private. We do not comment on family, health or holidays, and we ask for your understanding.",
    "Messages of support are passed on, and read, and sometimes pinned to the wall.",
    "Those who want to see our people up close are welcome at the open days, which are announced on this site.",
    "For appearances at schools and clubs please allow some weeks. There are more requests than free afternoons.",
    "We are glad to have such people with us, and we try to tell them so now and then.",
    "Portraits in other languages can be had from the press office.",
    "Every profile on this site has the same form. What it leaves out, it leaves out for everybody.",
    "Fan mail reaches us by the sack before the holidays and by the handful in spring. Both are welcome.",
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
