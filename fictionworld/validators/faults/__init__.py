"""Planted faults: the ways in which a world can be wrong, each planted on purpose.

Every kind finds the tables and columns of a pack that it applies to; each fault is a pure function
of a valid world's frames. `selftest.py` plants them and counts how many validation catches.
"""

from __future__ import annotations

from fictionworld.packs.compiled import CompiledPack
from fictionworld.validators.faults.derived import derived_faults
from fictionworld.validators.faults.fault_context import PlantedFault
from fictionworld.validators.faults.links import link_faults
from fictionworld.validators.faults.plans import plan_faults
from fictionworld.validators.faults.rows import row_faults
from fictionworld.validators.faults.rules import rule_faults
from fictionworld.validators.faults.texts import text_faults
from fictionworld.validators.faults.values import value_faults


def faults_of(pack: CompiledPack) -> tuple[PlantedFault, ...]:
    """Every fault that can be planted in worlds of `pack`, each under a name of its own."""
    found = (
        *row_faults(pack),
        *link_faults(pack),
        *text_faults(pack),
        *value_faults(pack),
        *derived_faults(pack),
        *plan_faults(pack),
        *rule_faults(pack),
    )
    return tuple({fault.name: fault for fault in found}.values())
