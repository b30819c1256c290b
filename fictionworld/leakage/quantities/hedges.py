"""What is so little that a number it stands with is meant roughly: `a shade more than 300`."""

from __future__ import annotations

from typing import Final

__all__ = ["HAIRS"]

HAIRS: Final = "shade|hair|touch|whisker|fraction|tad|little|bit|tick|smidgen|fuzz|sliver|whit"
