"""`narrower_scopes`: accounts of figures, of which those of a part are not what is asked for."""

from __future__ import annotations

from typing import Final

from fictionworld.simulator.perturbed.account import AccountControl, Provenance


class NarrowerScopes(AccountControl):
    """Accounts that only their scope tells apart."""

    name = "narrower_scopes"
    order = 8
    truth = "false"

    def misled(self, provenance: Provenance, back: int) -> Provenance:  # noqa: ARG002
        return provenance._replace(is_whole=False)


CONTROL: Final = NarrowerScopes()
