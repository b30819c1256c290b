"""`trend`: chance decides; that it is never negative is proven in `rules/ranges.py`."""

from fictionworld.validators.operator import Proof, register

register(Proof(name="trend", blank_with_sources=True))
