"""Writes the tables of docs/leaks.md: what the matcher finds, what each veto and reading is worth.

python tools/write_leak_tables.py
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from fictionworld.leakage import matcher
from fictionworld.leakage.cases import judge_cases, read_cases, tallies
from fictionworld.leakage.context.vetoes import VETOES
from fictionworld.leakage.views.readings import readings_of

if TYPE_CHECKING:
    from fictionworld.leakage.cases import LeakCase

ROOT = Path(__file__).parent.parent
CASES = ROOT / "tests" / "leakage"
DOCUMENT = ROOT / "docs" / "leaks.md"
TIERS = ("plain", "middling")
FILES = ("blind.jsonl", "everyday.jsonl", "third_party.jsonl", "others.jsonl")
READINGS = (
    "markup", "unbroken lines", "spaced letters", "words taken apart", "look-alike figures",
    "joined fields", "base64",
)  # fmt: skip


def cases_of(name: str) -> list[LeakCase]:
    """The plain and middling cases of a file."""
    return [
        case for case in read_cases((CASES / name).read_text("utf-8"), name) if case.tier in TIERS
    ]


def counts(cases: list[LeakCase]) -> dict[str, tuple[int, int]]:
    """Leaks found and innocents flagged, by tier."""
    found = tallies(list(judge_cases(cases)), "tier")
    return {one.kind: (one.found, one.flagged) for one in found}


def worth(cases: list[LeakCase]) -> list[str]:
    """What leaving out each veto or reading changes, a row each."""
    whole = counts(cases)

    def row(name: str) -> str:
        without = counts(cases)
        cells = [
            f"{without[tier][which] - whole[tier][which]:+d}" for which in (0, 1) for tier in TIERS
        ]
        return f"| {name} | " + " | ".join(cells) + " |"

    rows = []
    for veto in VETOES:
        kept = {name: rule for name, rule in VETOES.items() if name != veto}
        with patch.dict(VETOES, kept, clear=True):
            rows.append(row(f"veto: {veto}"))
    for name in READINGS:

        def fewer(text: str, left_out: str = name) -> list[object]:
            return [one for one in readings_of(text) if one.name != left_out]

        with patch.object(matcher, "readings_of", fewer):
            rows.append(row(f"reading: {name}"))
    return rows


def found_in(name: str) -> str:
    """One row of the table of files."""
    by_tier = {one.kind: one for one in tallies(list(judge_cases(cases_of(name))), "tier")}
    cells = [
        f"{one.recall:.2f} ({one.found} of {one.leaking}), "
        f"{one.false_alarms:.2f} ({one.flagged} of {one.innocent})"
        for one in (by_tier[tier] for tier in TIERS)
    ]
    return f"| `tests/leakage/{name}` | " + " | ".join(cells) + " |"


def write(text: str, name: str, rows: list[str]) -> str:
    """The document with the rows of one table replaced."""
    pattern = rf"(<!-- {name} -->\n(?:\|[^\n]*\n){{2}})(?:\|[^\n]*\n)*"
    return re.sub(pattern, lambda found: found[1] + "".join(f"{row}\n" for row in rows), text)


def main() -> None:
    """Replace the rows of both tables."""
    text = DOCUMENT.read_text("utf-8")
    text = write(text, "files", [found_in(name) for name in FILES])
    text = write(text, "worth", worth(cases_of("others.jsonl")))
    DOCUMENT.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
