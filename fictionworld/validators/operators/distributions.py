"""Numbers from a distribution. Their ends, bounds and form are proven in `rules/ranges.py`."""

from __future__ import annotations

from fictionworld.validators.operator import Proof, register

register(
    Proof(name="uniform", blank_with_sources=True),
    Proof(name="normal", blank_with_sources=True),
    Proof(name="lognormal", blank_with_sources=True),
    Proof(name="pareto", blank_with_sources=True),
    Proof(name="poisson", blank_with_sources=True),
)
