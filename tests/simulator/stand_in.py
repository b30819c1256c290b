"""A web to try the simulator on: the interface of `FictionalWeb`, its pages made of random words.

Rows are brands and their phones; a phone's price is protected, and stands on its pages only.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from fictionworld.web.page import Head, Page
from fictionworld.web.permit import Permit
from fictionworld.web.searched import SearchedNames, SearchedPage, SearchedTexts
from fictionworld.web.served_pages import bare_address
from fictionworld.web.snippets import Windows
from fictionworld.worlds.record import World

_SYLLABLES = "ka ve lo mir tan sel dor an bre quo thi ru ost el fi gar hu ny pel zo"
SYLLABLES = _SYLLABLES.split()
WORDS = [
    f"{a}{b}{c}"
    for a in ("re", "con", "in", "pro", "sta", "ex", "mar", "der", "pla", "tri")
    for b in ("port", "duct", "form", "ver", "tion", "cess", "men", "light", "hand", "work")
    for c in ("", "s", "ed", "ing", "er", "ly", "al", "ment", "able", "ous", "ity", "ness")
]
_SMALL = "the of and a in to is was for with on by its as at from it that which"
SMALL = _SMALL.split()
HOSTS = ["fennpedia.example", "dailyharbour.example", "phonebench.example", "stats.example",
         "threadit.example", "halden.example", "orsenne.example", "gridwise.example"]  # fmt: skip
KINDS = ["encyclopedia", "news", "review", "statistics", "forum", "official", "report", "directory"]


class StandIn:
    """`pages` pages of about `words` words; the same for the same seed."""

    plan = None

    def __init__(self, pages=380, words=400, seed=0, prices=0):
        self.size, self.words, self.seed, self.prices = pages, words, seed, prices
        self.snippets = []

    @cached_property
    def world(self):
        day = date(2029, 11, 1)
        return World(1, "stand-in", "A world", "grounded", day, "en", self.seed, 0, 9, "train", 0)

    @cached_property
    def names(self):
        rng = random.Random(self.seed)
        return [
            "".join(rng.choices(SYLLABLES, k=3)).capitalize() + rng.choice(["", " Pro", " Édition"])
            for _ in range(self.size)
        ]

    @cached_property
    def heads(self):
        rng = random.Random(self.seed + 1)
        return tuple(self._head(number, rng) for number in range(1, self.size + 1))

    def _head(self, number, rng):
        name, place = self.names[number - 1], (number - 1) % len(KINDS)
        kind = "background" if number % 19 == 0 else KINDS[place]
        slug = name.lower().replace(" ", "-").replace("é", "e")
        day = date(2029, 1, 1) + timedelta(rng.randrange(300))
        outlet = HOSTS[place].split(".")[0].capitalize()
        title = f"{name} - {outlet}" if kind == "encyclopedia" else f"{name}: {kind} of the phone"
        if number % 7 == 0:
            title += " and of all that its makers have said of it since the spring"
        dated = None if kind in {"encyclopedia", "official"} else day
        url = f"https://{HOSTS[place]}/{kind}/{slug}-{number}"
        return Head(number, f"{kind}/{number}", kind, url, title, outlet, dated)

    @cached_property
    def _numbers(self):
        return {bare_address(head.url): head.number for head in self.heads}

    def number_of(self, url):
        return self._numbers.get(bare_address(url))

    def price(self, number):
        return 100 + (number * 7919 + self.prices * 104_729) % 9_000

    def page(self, number):
        head = self.heads[number - 1]
        rng = random.Random(self.seed * 1000 + number)
        lines = [f"# {self.names[number - 1]}", ""]
        if number % 3 == 0:
            lines += ["| Phone | Units | Price |", "| --- | --- | --- |"]
            lines += [
                f"| {rng.choice(self.names)} | {rng.randrange(10_000):,} | €{row:,} |"
                for row in range(20)
            ]
        else:
            lines += [f"It costs €{self.price(number):,}.", ""]
        while sum(map(len, lines)) < 6.2 * self.words:
            if rng.random() < 0.3:
                lines += ["", f"## {rng.choice(WORDS).capitalize()}", ""]
            rank = [int(len(WORDS) * rng.random() ** 3) for _ in range(40)]
            said = [rng.choice(SMALL) if rng.random() < 0.4 else WORDS[place] for place in rank]
            said[5:5] = [rng.choice(self.names), f"{rng.randrange(10**6):,}", "2021\u20132029"]
            lines += [" ".join(said).capitalize() + "."]
        return Page(head, "\n".join(lines) + "\n", ())

    def searched(self, numbers, permit):
        heads = [self.heads[number - 1] for number in numbers]
        return SearchedTexts.of(
            SearchedPage(head.number, head.title, (head.outlet, self.page(head.number).body))
            for head in heads
        )

    @cached_property
    def searched_names(self):
        entries = {}
        for head in self.heads:
            if head.kind == "encyclopedia":
                entries.setdefault(self.names[head.number - 1], head.number)
                entries.setdefault(f"{self.names[head.number - 1]} phone", head.number)
        return SearchedNames(entries, frozenset(self.names))

    def windows(self, number, permit):
        said = f"€{self.price(number):,}" if permit.policy.name == "open" else "a price"
        text = f"{self.names[number - 1]} is sold for {said}, as its makers say ..."
        return _Recorded([text], text.lower(), [0], 1, 0, [[]], int, {}, 0, self, number, permit)


@dataclass(frozen=True, slots=True)
class _Recorded(Windows):
    """Windows of one passage; the web notes what is cut."""

    web: StandIn
    number: int
    permit: Permit

    def cut(self, words):
        self.web.snippets.append((self.number, self.permit, tuple(words)))
        return Windows.cut(self, words)
