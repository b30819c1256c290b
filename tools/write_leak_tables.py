"""Writes the tables of docs/leaks.md anew: what the matcher is worth on the cases of the corpus."""

from __future__ import annotations

import re
from pathlib import Path

from fictionworld.leakage.cases import Tally, judge_cases, read_cases, tallies

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "fictionworld" / "leakage" / "corpus"
DOCUMENT = ROOT / "docs" / "leaks.md"


def rows_of(found: list[Tally]) -> list[str]:
    """The rows of one table."""
    return [
        f"| {row.kind} | {row.leaking} | {_share(row.recall)} | {row.innocent} "
        f"| {_share(row.false_alarms)} |"
        for row in found
    ]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def tables() -> dict[str, list[str]]:
    """The rows of each table of the document, by its name."""
    judged = [
        one
        for path in sorted(CORPUS.glob("*.jsonl"))
        for one in judge_cases(read_cases(path.read_text("utf-8"), path.name))
    ]
    return {"tiers": rows_of(tallies(judged, "tier")), "kinds": rows_of(tallies(judged, "kind"))}


def main() -> None:
    """Replace the rows between the marks."""
    text = DOCUMENT.read_text("utf-8")
    for name, rows in tables().items():
        pattern = rf"(<!-- {name} -->\n\|[^\n]*\n\|[^\n]*\n)(?:\|[^\n]*\n)*(<!-- end of {name} -->)"
        text = re.sub(pattern, lambda m, r=rows: m[1] + "\n".join(r) + "\n" + m[2], text)
    DOCUMENT.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
