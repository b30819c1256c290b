"""Invented words, people and user names that the web needs beside the world's own rows.

Words are made of syllables so that no host or outlet is one that exists; `tests/web` compares all
of them with lists of known names. People who write and speak on pages are none of the world's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

    from fictionworld.streams import FastStream

__all__ = ["coined", "every_coined", "person", "user_name"]

_HEADS = (
    "Bel", "Bran", "Cal", "Cor", "Dal", "Dor", "Fen", "Fal", "Gal", "Hal", "Hol", "Jor", "Kel",
    "Lan", "Lor", "Mar", "Mel", "Nor", "Or", "Pel", "Quin", "Ral", "Sal", "Sel", "Tar", "Tol",
    "Val", "Vel", "Wen", "Yar",
)  # fmt: skip
_MIDDLES = ("av", "ed", "end", "im", "ond", "und", "ar", "esk", "isk", "olv", "ann", "itt")
_ENDS = ("ora", "iva", "eth", "ium", "eno", "ask", "uro", "yne", "ock", "ette")

_GIVEN = (
    "Ada", "Agnes", "Anton", "Astrid", "Bela", "Bruno", "Carla", "Cecil", "Clara", "Conrad",
    "Dora", "Edith", "Elias", "Emil", "Esther", "Felix", "Frida", "Greta", "Gustav", "Hanna",
    "Hugo", "Ida", "Ines", "Iris", "Jonas", "Judith", "Karin", "Kaspar", "Lena", "Leon", "Linus",
    "Lydia", "Magda", "Marek", "Martha", "Mira", "Nadia", "Nils", "Nora", "Oskar", "Petra",
    "Ralf", "Rosa", "Ruth", "Silas", "Simon", "Sofia", "Tessa", "Theo", "Tilda", "Vera", "Viktor",
)  # fmt: skip
_FAMILY_HEADS = (
    "Ald", "Barr", "Brem", "Carv", "Dell", "Erl", "Fenn", "Garr", "Hast", "Ilv", "Jarr", "Kest",
    "Lamm", "Morr", "Nev", "Orm", "Pell", "Quist", "Rav", "Sorr", "Tamm", "Ulv", "Varr", "Wess",
    "Yarr", "Zell",
)  # fmt: skip
_FAMILY_ENDS = (
    "aker", "ander", "asson", "eby", "elin", "emark", "enfeld", "erby", "erling", "ervoll",
    "ikson", "imore", "indal", "ingard", "ivane", "olani", "orvin", "oskar", "udan", "undel",
)  # fmt: skip

_USERS = (
    "amber", "bracken", "brisk", "cedar", "copper", "damp", "distant", "dusty", "early", "fern",
    "foggy", "gravel", "hazel", "idle", "juniper", "kettle", "lantern", "late", "marble", "mellow",
    "moss", "north", "old", "paper", "pebble", "plain", "quiet", "rusty", "sleepy", "slow",
    "tallow", "tin", "velvet", "wandering", "winter", "wool",
)  # fmt: skip
_USER_ENDS = (
    "anchor", "badger", "bench", "biscuit", "boots", "button", "candle", "corner", "crow",
    "doorbell", "ferry", "foot", "gull", "harbour", "heron", "ladder", "mule", "otter", "owl",
    "parcel", "pigeon", "radio", "ridge", "saddle", "sparrow", "spoon", "teapot", "thistle",
    "tram", "umbrella", "walker", "wren",
)  # fmt: skip


def coined(rng: FastStream) -> str:
    """An invented word with a capital: `Velondora`."""
    return rng.pick(_HEADS) + rng.pick(_MIDDLES) + rng.pick(_ENDS)


def every_coined() -> list[str]:
    """All words that `coined` can give."""
    return [head + middle + end for head in _HEADS for middle in _MIDDLES for end in _ENDS]


def person(rng: FastStream, taken: Container[str] = ()) -> str:
    """An invented person who is not `taken`."""
    while True:
        given, family = rng.pick(_GIVEN), rng.pick(_FAMILY_HEADS) + rng.pick(_FAMILY_ENDS)
        if family not in taken:
            return f"{given} {family}"


def user_name(rng: FastStream) -> str:
    """`brackenfoot`, `quiet_otter`."""
    joint = rng.pick(("", "", "_", "-"))
    return rng.pick(_USERS) + joint + rng.pick(_USER_ENDS)
