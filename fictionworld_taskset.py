"""The name by which verifiers finds the taskset: it looks for top-level modules alone."""

from fictionworld.adapters.verifiers import FictionWorldTaskset

__all__ = ["FictionWorldTaskset"]
