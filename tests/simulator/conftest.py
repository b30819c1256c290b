"""How long an example takes says nothing here: figures are measured in `measure_engines`."""

from hypothesis import settings

settings.register_profile("simulator", deadline=None)
settings.load_profile("simulator")
