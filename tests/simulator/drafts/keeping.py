"""A process that keeps texts in a folder that others write to as well."""

from __future__ import annotations

from fictionworld.simulator.drafts.live import LiveFolder


def folder(path):
    return LiveFolder.below(path, {"model": "tiny"})


def keep(path, number, requests, begin, found):
    """Keeps a text for each request, once all processes have begun, and tells what is kept."""
    mine = folder(path)
    begin.wait(60)
    kept = [mine.keep(request, {"p1": f"of {number}"}) for request in requests]
    found.put([one["p1"] for one in kept])
