"""Models that play the tools, scored by code: the calls, the figures of a reply, the report."""
