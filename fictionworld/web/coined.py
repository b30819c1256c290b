"""Invented words, people and user names that the web needs beside the world's own rows.

Words are made of syllables so that no host or outlet is one that exists; `tests/web` compares all
of them with lists of known names. People who write and speak on pages are not rows of the world.
"""

from __future__ import annotations

from collections.abc import Container

from fictionworld.streams import FastStream
from fictionworld.web.words import web_words

_PARTS = web_words("coined")


def coined(rng: FastStream) -> str:
    """Return an invented word with a capital: `Velondora`."""
    return (
        rng.pick(_PARTS["word_heads"])
        + rng.pick(_PARTS["word_middles"])
        + rng.pick(_PARTS["word_ends"])
    )


def person(rng: FastStream, taken: Container[str] = ()) -> str:
    """Return the name of an invented person, whose family name is not `taken`."""
    while True:
        given = rng.pick(_PARTS["given_names"])
        family = rng.pick(_PARTS["family_heads"]) + rng.pick(_PARTS["family_ends"])
        if family not in taken:
            return f"{given} {family}"


def user_name(rng: FastStream) -> str:
    """Return an invented user name: `brackenfoot`, `quiet_otter`."""
    joint = rng.pick(("", "", "_", "-"))
    return rng.pick(_PARTS["user_heads"]) + joint + rng.pick(_PARTS["user_ends"])
