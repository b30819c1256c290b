"""Packs: the notation, its checks, and packs compiled for the rest of the package."""
