"""`other_issuers`: accounts of figures, of which those that are not official are wrong."""

from __future__ import annotations

from typing import Final

from fictionworld.simulator.perturbed.account import AccountControl, Provenance


class OtherIssuers(AccountControl):
    """Accounts that only their issuer tells apart."""

    name = "other_issuers"
    order = 7
    truth = "false"

    def misled(self, provenance: Provenance, back: int) -> Provenance:  # noqa: ARG002
        return provenance._replace(is_official=False)


CONTROL: Final = OtherIssuers()
