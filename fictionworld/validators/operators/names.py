"""Names and texts: their form is proven in `rules/patterns.py`, their names in `rules/keys.py`."""

from fictionworld.validators.operator import Proof, register

register(Proof(name="pattern"), Proof(name="pool"), Proof(name="brands"))
