"""The version, where every floor can read it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
