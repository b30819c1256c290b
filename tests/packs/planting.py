"""Mistakes planted in copies of packaged packs, and what is said about them.

The copies in `copies/` stay as they are when the packs are tuned, so that mistakes keep their
place.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from fictionworld.errors import PackError
from fictionworld.packs.check import check_pack
from fictionworld.packs.findings import report
from fictionworld.packs.source import parse_source

COPIES = Path(__file__).parent / "copies"
P, F = "smartphones", "football"
RULE = "rules:\n"


@dataclass(frozen=True)
class Planted:
    """A pack text with a mistake, and the line on which it begins."""

    text: str
    line: int

    def complaint(self) -> str:
        """What reading and checking the text say against it; empty where nothing."""
        try:
            source = parse_source(self.text, "copy.yaml")
            return report(check_pack(source.pack(), source))
        except PackError as error:
            return str(error)


def plant(pack: str, old: str, new: str, then: tuple[str, str] | None = None) -> Planted:
    """The text of a copy with its first `old` made `new`; `then` is a second change."""
    text = (COPIES / f"{pack}.yaml").read_text("utf-8")
    assert old in text, f"{pack}.yaml has no {old!r}"
    same = next((n for n, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), len(old))
    line = text.count("\n", 0, text.index(old) + min(same, len(old))) + 1
    text = text.replace(old, new, 1)
    if then is not None:
        assert then[0] in text, f"{pack}.yaml has no {then[0]!r}"
        text = text.replace(*then, 1)
    return Planted(text, line)


def assert_found(pack, old, new, place, said, *, then=None, elsewhere=False):
    """The mistake is found, with file, line and place; with `elsewhere` on another line."""
    planted = plant(pack, old, new, then)
    complaint = planted.complaint()
    for words in said:
        assert words in complaint
    assert f": {place}: " in complaint
    if not elsewhere:
        assert f"copy.yaml:{planted.line}: {place}: " in complaint


def case_ids(cases) -> list[str]:
    """A name for each case of a table (pack, old, new, place, said)."""
    return [f"{place}: {new.strip()[:60]}" for _, _, new, place, _ in cases]


def rule(text: str) -> str:
    """The beginning of a pack's rules, with one more."""
    return f"rules:\n  - {{{text}}}\n"


def json_form(data):
    """Plain data of a YAML file as JSON would hold it: keys are text, dates are ISO text."""
    if isinstance(data, dict):
        return {str(key): json_form(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [json_form(value) for value in data]
    return data.isoformat() if isinstance(data, date) else data
