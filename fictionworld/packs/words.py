"""The words that names are composed from: each culture's lists, invented words and pools.

A culture is one YAML file in `words/`; `common.yaml` holds what all share, and the pools as they
are where a culture has no form of its own. The words of one subject, wine or railways, have a file
in `words/topics/`, and names that stand nowhere else. A file has six kinds of entries:

    pools:     {outlet: a newspaper or magazine}                     what each pool gives
    given_men: {faker: [sv_SE], also: Eskil Ture, without: Bill}     Faker's lists, corrected
    invented:  {place: {heads: T Br, middles: arrow ember, ends: by ton, link: er, longest: 12}}
    lists:     {paper: [Gazette, Post]}
    patterns:  {outlet: {"The {place} {paper}": 6, "{coined} Review": 2}}     pattern: weight

A slot names a list, an invented word or another pool; a filter after a colon bends what it holds
(`{town:de}`, see `packs/compose.py`). Texts are split at blanks, YAML lists are not. An end
`owski/owska` is the man's and the woman's; the woman's words go by the name with `_f` behind it.

Names follow from these words: whoever edits a list, or brings a Faker with other lists, gets other
names from the same seed. `fingerprint()` differs between the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import import_module
from typing import Any

import yaml

from fictionworld.errors import UsageError, nearest
from fictionworld.files import packaged

CULTURES = (
    "anglo", "gallic", "germanic", "iberian", "italic", "levantine", "malay", "nordic", "slavic",
)  # fmt: skip
"""How names sound; a world has one, in its setting's column `culture`."""

_WORDS = "packs/words"
_BRANDS = ".brands.txt"
_SLOT = re.compile(r"\{([a-z_]+)")
_TOPICS = "topics"
_LONGEST_GIVEN = 10
_MOST_CONSONANTS = 3
_SHORTEST = 4
_FAKER_LISTS = {
    "given_men": "first_names_male",
    "given_women": "first_names_female",
    "family_real": "last_names",
}


@dataclass(frozen=True)
class WordPieces:
    """An invented word: one head, one middle, one end, joined so that they can be said."""

    heads: tuple[str, ...]
    middles: tuple[str, ...]
    ends: tuple[str, ...]
    link: str
    """What parts consonants that would pile up at the joint..."""
    most: int
    """...which is where more than so many would meet."""
    shortest: int
    longest: int
    """Letters; shorter and longer words are not made."""


@dataclass(frozen=True)
class Words:
    """All that one culture composes names from, what all cultures share included."""

    lists: Mapping[str, tuple[str, ...]]
    invented: Mapping[str, WordPieces]
    patterns: Mapping[str, Mapping[str, float]]


@cache
def words_of(culture: str) -> Words:
    """Return the words of `culture`, loaded on first use: 5 to 30 ms."""
    if culture not in CULTURES:
        hint = nearest(str(culture), CULTURES)
        raise UsageError(f"culture {culture!r} is none of {', '.join(CULTURES)}{hint}")
    common, own = _common(), _read(culture)
    lists = {name: _texts(value) for name, value in _joined("lists", common, own).items()}
    for name, attribute in _FAKER_LISTS.items():
        lists[name.replace("_men", "_man").replace("_women", "_woman")] = _people(
            own.get(name, {}), attribute
        )
    patterns = {
        pool: {pattern: float(weight) for pattern, weight in weights.items()}
        for pool, weights in _joined("patterns", common, own).items()
    }
    for pool in patterns:
        _refuse_circle(patterns, (pool,))
    return Words(lists, _invented(_joined("invented", common, own)), patterns)


def _refuse_circle(patterns: Mapping[str, Mapping[str, float]], way: tuple[str, ...]) -> None:
    """Raise UsageError for a pool whose patterns lead back to it: it would be filled for ever."""
    for slot in _SLOT.findall(" ".join(patterns[way[-1]])):
        if slot in way:
            circle = " -> ".join((*way, slot))
            raise UsageError(
                f"the pool {slot!r} names itself ({circle}); a slot names a list, an invented word "
                "or another pool: give one of these a name of its own"
            )
        if slot in patterns:
            _refuse_circle(patterns, (*way, slot))


@cache
def pools() -> Mapping[str, str]:
    """Return what each pool gives: `town`, "a town or village"."""
    return _joined("pools", _common())


@cache
def pools_around() -> frozenset[str]:
    """Return the pools whose names are formed around a place, in some culture."""
    return frozenset(
        pool
        for file in (_common(), *map(_read, CULTURES))
        for pool, patterns in file.get("patterns", {}).items()
        if any("{around" in pattern for pattern in patterns)
    )


@cache
def _common() -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of `common.yaml` and the topics, by kind."""
    topics = sorted(path.stem for path in packaged(f"{_WORDS}/{_TOPICS}").glob("*.yaml"))
    read = [_read("common"), *(_read(f"{_TOPICS}/{name}") for name in topics)]
    return {kind: _joined(kind, *read) for kind in ("pools", "invented", "lists", "patterns")}


def _joined(kind: str, *files: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return the entries of one kind by name; the last file with a name wins."""
    return {name: value for file in files for name, value in file.get(kind, {}).items()}


@cache
def taken_words() -> frozenset[str]:
    """Return invented words that exist (towns, brands, dictionary words) or that offend somewhere.

    `tools/build_known_names.py` finds them among all the words that the pieces can make.
    """
    return frozenset(packaged(f"{_WORDS}/taken.txt").read_text(encoding="utf-8").split())


@cache
def brand_list(name: str) -> tuple[str, ...]:
    """Return a list of real brands, sorted: `consumer_electronics`."""
    brand_files = {
        file.name.removesuffix(_BRANDS): file for file in packaged(_WORDS).glob(f"*{_BRANDS}")
    }
    if name not in brand_files:
        allowed = ", ".join(sorted(brand_files))
        raise UsageError(f"brand list {name!r} is none of {allowed}{nearest(name, brand_files)}")
    lines = brand_files[name].read_text(encoding="utf-8").splitlines()
    return tuple(sorted(line.strip() for line in lines if line.strip() and line[0] != "#"))


@cache
def fingerprint() -> str:
    """Return a short hash of all words and patterns: if it is equal, equal seeds name equally."""
    state = blake2b(digest_size=8)
    for culture in CULTURES:
        state.update(repr(words_of(culture)).encode())
    state.update(repr(sorted(taken_words())).encode())
    return state.hexdigest()


@cache
def _read(name: str) -> dict[str, Any]:
    text = packaged(f"{_WORDS}/{name}.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # texts only: `on` is a word here
    loaded: dict[str, Any] = yaml.load(text, Loader=loader)  # noqa: S506  our own file
    return loaded


def _texts(value: str | list[str]) -> tuple[str, ...]:
    return tuple(value.split() if isinstance(value, str) else value)


def _people(entry: Mapping[str, Any], attribute: str) -> tuple[str, ...]:
    """Return Faker's names without implausible ones, and our own; sorted, so that order is fixed.

    The lists are read off the provider classes: a Faker() of a locale takes 50 ms, and weighs.
    """
    names: set[str] = set()
    for locale in entry.get("faker", ()):
        module, _, own = locale.partition(".")
        provider = import_module(f"faker.providers.person.{module}").Provider
        names |= {name for name in getattr(provider, own or attribute) if _is_plain(name)}
    own_words, without = (set(entry.get(key, "").split()) for key in ("also", "without"))
    return tuple(sorted((names - without) | own_words))


def _is_plain(name: str) -> bool:
    return name.isalpha() and 3 <= len(name) <= _LONGEST_GIVEN and name.istitle()


def _invented(entries: Mapping[str, Mapping[str, Any]]) -> dict[str, WordPieces]:
    pieces: dict[str, WordPieces] = {}
    for name, entry in entries.items():
        ends = [end.partition("/") for end in _unique(_texts(entry["ends"]))]
        for key, chosen in (
            (name, [man for man, _, _ in ends]),
            (f"{name}_f", [woman or man for man, _, woman in ends]),
        ):
            pieces[key] = WordPieces(
                _unique(_texts(entry["heads"])),
                _unique(_texts(entry["middles"])),
                _unique(chosen),
                entry.get("link", ""),
                int(entry.get("most", _MOST_CONSONANTS)),
                int(entry.get("shortest", _SHORTEST)),
                int(entry["longest"]),
            )
    return pieces


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
