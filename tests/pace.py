"""How slow this machine is just now, beside the quiet one that limits in seconds were set on."""

import os
import re
from time import process_time

QUIET_S = 0.0056
"""What the work below takes on the machine and in the quiet that the limits were set in."""
_WORD = re.compile(r"\w+")
_TEXT = "Norrvik holds 5,180 seats and opened on 14 March 2029; Aar is older. " * 12


def slowness() -> float:
    """At least 1: by this much a limit in seconds of processor time has to be stretched.

    A machine of half the speed, or a core shared with another's work, would fail a test of what
    code costs though the code is as quick as ever.
    """
    return max(1.0, min(_work() for _ in range(7)) / QUIET_S)


def slowness_on_the_clock() -> float:
    """The same for a limit in seconds on the clock: the others who wait for a core count too."""
    waiting = os.getloadavg()[0] / (os.cpu_count() or 1)
    return slowness() * max(1.0, waiting)


def _work() -> float:
    begun = process_time()
    counts: dict[str, int] = {}
    for turn in range(60):
        for word in _WORD.findall(_TEXT):
            counts[f"{word.lower()} {turn % 7}"] = counts.get(word, 0) + len(word)
    return process_time() - begun
