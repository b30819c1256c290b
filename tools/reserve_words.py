"""Choose which labels and statements of concepts are reserved for worlds of eval and test.

    python tools/reserve_words.py            # writes the concepts
    python tools/reserve_words.py --check    # exits with 1 where they would change

About a third of what a concept has under `label` and under `page` is reserved, by a coin that is
seeded with the text, among those that are free: a free text stands nowhere else, neither in another
concept or pack nor in the words of pages and questions, and is not the first, most usual one. So a
reserved text stands in no page, title or question of a train world.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from fictionworld.seeds import child_share

PACKAGE = Path(__file__).parents[1] / "fictionworld"
CONCEPTS = PACKAGE / "packs" / "words" / "concepts"
_FOLDERS = ("packs/words", "packs/library", "web/words", "tasks/words", "simulator/perturbed/words")
_SHARE = 3
"""One in so many is reserved."""
_FEWEST = 4
"""Of fewer texts none is reserved."""
_LONGEST_LINE = 120
_WORDS = re.compile(r"\{[^{}]*\}|[^\W_]+|[(,.;:|]")
_ENDINGS = re.compile(r"(?<=\w)\((?:\w+/)?(\w*s)\)")
_PLAIN = re.compile(r"[A-Za-z][\w' -]*[\w.]")
_WORDLESS = {"true", "false", "null"}


class WordList(NamedTuple):
    """The texts of one concept under `label` or `page`, and which of them are reserved."""

    plain: tuple[str, ...]
    reserved: tuple[str, ...]


def run_of(text: str) -> str:
    """Return the words of a text between blanks, in lower case; each slot is one word.

    Commas and the like are words too. `goal(s)` is `goals`, and `entr(y/ies)` is `entries`.
    """
    text = _ENDINGS.sub(r"\1", text)
    words = ("{}" if word.startswith("{") else word for word in _WORDS.findall(text))
    return f" {' '.join(words).casefold()} "


@cache
def standing_runs() -> Counter[str]:
    """Return how many texts of the packaged words and packs have each run of words."""
    runs: Counter[str] = Counter()
    for folder in _FOLDERS:
        for file in sorted((PACKAGE / folder).rglob("*.yaml")):
            for text in _texts(yaml.load(file.read_text("utf-8"), Loader=yaml.CSafeLoader)):
                words = run_of(text).split()
                runs.update({
                    f" {' '.join(words[start:end])} "
                    for start in range(len(words))
                    for end in range(start + 1, min(len(words), start + 14) + 1)
                })  # fmt: skip
    return runs


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


def divided(texts: Sequence[str]) -> WordList:
    """Return the texts of a list, divided into those for all worlds and the reserved ones."""
    texts = tuple(dict.fromkeys(texts))
    if len(texts) < _FEWEST:
        return WordList(texts, ())
    runs = standing_runs()
    # nobody could tell where the one of two slots ends and the other begins
    free = [text for text in texts[1:] if runs[run_of(text)] <= 1 and "} {" not in text]
    by_coin = sorted(free, key=lambda text: child_share(0, f"reserved/{text}"))
    reserved = set(by_coin[: round(len(texts) / _SHARE)])
    return WordList(
        tuple(text for text in texts if text not in reserved),
        tuple(text for text in by_coin if text in reserved),
    )


def lists_of(concept: dict[str, Any]) -> tuple[WordList, WordList]:
    """Return the labels and the statements of a concept as they are."""
    label, spoken = concept.get("label", []), concept.get("spoken", {})
    labels = [label] if isinstance(label, str) else label
    return (
        WordList(tuple(labels), tuple(concept.get("reserved", ()))),
        WordList(tuple(spoken.get("page", ())), tuple(spoken.get("reserved", ()))),
    )


def reserve(text: str) -> str:
    """Return the text of a file of concepts with the words divided anew."""
    columns: dict[str, Any] = yaml.load(text, Loader=yaml.CSafeLoader).get("columns", {})
    for name, concept in columns.items():
        given = lists_of(concept)
        labels, statements = (divided((*words.plain, *words.reserved)) for words in given)
        if (labels, statements) != given:
            text = rewritten(text, name, labels, statements)
    return text


def rewritten(text: str, name: str, labels: WordList, statements: WordList) -> str:
    """Return the text of a file with these words for the concept `name` of columns."""
    lines = text.split("\n")
    start = _index(lines, rf"  {name}:", lines.index("columns:") + 1, len(lines))
    end = _index(lines, r"  \w|\w", start + 1, len(lines))
    block = lines[start:end]
    for indent, key, words in (("    ", "label", labels), ("      ", "page", statements)):
        if not words.plain:
            continue
        block = _without(block, rf"{indent}reserved:", indent)
        first = _index(block, rf"{indent}{key}:", 1, len(block))
        last = _index(block, rf"[ ]{{0,{len(indent)}}}\S", first + 1, len(block))
        new = _flow(f"{indent}{key}: ", words.plain)
        new += _flow(f"{indent}reserved: ", words.reserved) if words.reserved else []
        block[first:last] = new
    return "\n".join([*lines[:start], *block, *lines[end:]])


def _index(lines: Sequence[str], pattern: str, start: int, end: int) -> int:
    return next((n for n in range(start, end) if re.match(pattern, lines[n])), end)


def _without(block: Sequence[str], pattern: str, indent: str) -> list[str]:
    first = _index(block, pattern, 1, len(block))
    last = _index(block, rf"[ ]{{0,{len(indent)}}}\S", first + 1, len(block))
    return [*block[:first], *block[last:]]


def _flow(key: str, texts: Sequence[str]) -> list[str]:
    """Return a list of texts in brackets, wrapped."""
    lines, line = [], f"{key}["
    for number, text in enumerate(texts):
        plain = _PLAIN.fullmatch(text) is not None and text.lower() not in _WORDLESS
        item = (text if plain else f'"{text}"') + ("," if number + 1 < len(texts) else "]")
        if len(line) + len(item) + 1 > _LONGEST_LINE:
            lines.append(line.rstrip())
            line = " " * (len(key) + 1)
        line += item + " "
    return [*lines, line.rstrip()]


def main() -> int:
    """Write the concepts, or with `--check` say which would change."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    changed = []
    for file in sorted(CONCEPTS.glob("*.yaml")):
        text = file.read_text("utf-8")
        new = reserve(text)
        if new != text:
            changed.append(file.name)
            if not check:
                file.write_text(new, "utf-8")
    result = f"{'would change' if check else 'changed'}: {', '.join(changed) or 'nothing'}"
    sys.stdout.write(f"{result}\n")
    return int(check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
