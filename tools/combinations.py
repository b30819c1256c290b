"""Writes `fictionworld/tasks/draw/combinations.json` anew, after a change of packs or of drawing.

    python tools/combinations.py

It says which tasks the worlds of each packaged pack have to give; half a minute.
"""

from __future__ import annotations

from fictionworld.building.combinations import PACKAGED, packaged_text

if __name__ == "__main__":
    PACKAGED.write_text(packaged_text(), "utf-8")
