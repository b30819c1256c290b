"""`between`: its ends and days of the week are proven in `rules/ranges.py`."""

from fictionworld.validators.operator import Proof, register

register(Proof(name="between", blank_with_sources=True))
