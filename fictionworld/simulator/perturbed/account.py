"""Pages that another site has taken over, with a line that says where their figures come from.

All of them look alike: the line says of which day the figures are, who issued them, and what they
cover. Of most pages one of the three tells that the figures do not count; the others are right, and
stand in for a page that is gone. What differs are figures that no other page of the web states. All
accounts of a page change the same ones, and either the page itself is right or one account: each is
as likely. So neither a majority tells nor what kind of page it is: only who reads the line knows.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from datetime import date
from typing import ClassVar, Final, NamedTuple

from fictionworld.packs.compiled import QUANTITIES, CompiledColumn
from fictionworld.seeds import child_seed
from fictionworld.simulator.catalogue import PlannedWeb
from fictionworld.simulator.perturbed.altered import Replacements, Text, altered_values
from fictionworld.simulator.perturbed.page_control import (
    AddedPage,
    ControlWords,
    PageControl,
    StatesFact,
    applies_to,
)
from fictionworld.streams import FastStream
from fictionworld.text.dates import written_date
from fictionworld.web.coined import coined
from fictionworld.web.page import Head, Truth
from fictionworld.worlds.fact import FactId

_RIGHT_ONES: Final = ("earlier_dates", "other_issuers", "narrower_scopes", "the page itself")
"""Whose figures count, of those that a page gives and those of its accounts: one is drawn. Were
each account drawn by itself, two right ones would outvote a wrong one."""


class Provenance(NamedTuple):
    """Where the figures of an account come from."""

    day: date
    is_official: bool = True
    is_whole: bool = True


class AccountControl(PageControl):
    """A control whose pages are accounts; what tells of a wrong one is its own."""

    page_kind = "account"
    truth: ClassVar[Truth]
    """Of the figures of an account that does not count."""

    @property
    def words(self) -> ControlWords:
        return ControlWords.of("accounts")

    @abstractmethod
    def misled(self, provenance: Provenance, back: int) -> Provenance:
        """Return the provenance of figures that do not count.

        Args:
            provenance: One of figures that do.
            back: A number below 1000 to draw from.
        """

    def suits(self, column: CompiledColumn) -> bool:
        """Return whether an account may give other figures of a column than it holds."""
        derivation = column.spec.derive
        return (
            column.role == "askable"
            and column.kind in QUANTITIES
            and column.spec.measure in {"amount", "level"}
            and (derivation is None or "as_of" not in repr(derivation))  # such as an age
        )

    def chosen(self, web: PlannedWeb, share: float, states: StatesFact) -> Iterable[Head]:
        """Yield the pages to add an account for: all such controls choose the same ones.

        So accounts stand against accounts, and trusting none of them does not help.
        """
        seed = web.world.structure_seed
        for head in web.heads:
            if applies_to(seed, "accounts", head.name, share) and self.applies(web, head, states):
                yield head

    def applies(self, web: PlannedWeb, head: Head, states: StatesFact) -> bool:
        return states(head) and bool(self._contested(web, head.number))

    def stands_in(self, seed: int, name: str) -> bool:
        page = name.removeprefix(self.name)
        drawn = child_seed(seed, f"controls/right/{page}") % len(_RIGHT_ONES)
        return _RIGHT_ONES[drawn] == self.name

    def write(self, web: PlannedWeb, page: AddedPage, replacements: Replacements) -> Text:
        original, text, rng = web.page(page.original), Text(), self.rng(web, page)
        provenance = Provenance(page.day)
        if page.stands_in:
            text.add(f"{self._line(provenance, rng)}\n\n")
            text.quote(original, 0, len(original.body), {}, truth="current")
            return text
        text.add(f"{self._line(self.misled(provenance, rng.below(1000)), rng)}\n\n")
        facts = self._contested(web, page.original)
        changed = altered_values(original, facts, replacements, page.head.name)
        rest: Truth = "stale" if self.truth == "stale" else "current"
        text.quote(original, 0, len(original.body), changed, truth=self.truth, rest=rest)
        return text

    def _line(self, provenance: Provenance, rng: FastStream) -> str:
        """Return the line that says where figures come from."""
        words = self.words
        issuer = rng.pick(words.official if provenance.is_official else words.unofficial)
        return rng.pick(words.provenances).format(
            day=written_date(provenance.day),
            issuer=issuer.format(c=coined(rng)),
            scope=rng.pick(words.whole if provenance.is_whole else words.part),
        )

    def _contested(self, web: PlannedWeb, number: int) -> set[FactId]:
        """Return the figures of a page that accounts may change: those that it alone states."""
        columns = web.plan.codes.by_name
        facts = web.plan.stated_alone(number)
        return {fact for fact in facts if self.suits(columns[fact.table, fact.column])}
