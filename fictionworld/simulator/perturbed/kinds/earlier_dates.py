"""`earlier_dates`: accounts of figures, of which those of an earlier day are out of date."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from fictionworld.simulator.perturbed.account import AccountControl, Provenance


class EarlierDates(AccountControl):
    """Accounts that only their day tells apart."""

    name = "earlier_dates"
    order = 6
    truth = "stale"

    def misled(self, provenance: Provenance, back: int) -> Provenance:
        return provenance._replace(day=provenance.day - timedelta(days=400 + back))


CONTROL: Final = EarlierDates()
