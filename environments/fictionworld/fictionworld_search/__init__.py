"""Search agents in fictional worlds, for the Environments Hub: `fictionworld-search`."""

from fictionworld_search.taskset import SearchTaskset

__all__ = ["SearchTaskset"]
