"""Results in a reply that a model wrote, in whatever form: each address begins one.

The strict form is that of `simulator/search_results.py`; whether a reply keeps it is one figure,
and all others go by what this lenient reader finds.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from fictionworld.simulator.search_results import results_of

_ADDRESS: Final = re.compile(r"https?://[^\s\"'<>()\[\]]+")
_LABEL: Final = re.compile(
    r"^[\s>*-]*(?:\[\d+\]|\d+[.)])?\s*(?:title|snippet|date|url)\s*[:=]\s*", re.IGNORECASE
)
_DATE: Final = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d{1,2}, \d{4}|\bN/A\b"
    r"|\b\d{4}-\d\d-\d\d\b"
)


class WrittenResult(NamedTuple):
    """One result, as it was written."""

    url: str
    text: str
    """All of it but the address."""
    snippet: str
    """Without what looks like its title and its date."""

    @property
    def has_no_date(self) -> bool:
        """Return whether it says `N/A` for its date, and gives no day."""
        return set(_DATE.findall(self.text.rpartition("\n")[2])) == {"N/A"}


def written_results(text: str) -> tuple[WrittenResult, ...]:
    """Return the results in a reply, in order."""
    strict, rest = results_of(text)
    if strict and not _ADDRESS.search(rest):
        return tuple(
            WrittenResult(
                result.url,
                f"{result.title}\n{result.snippet}\n{result.more}\n{result.date}",
                f"{result.snippet} {result.more}".strip(),
            )
            for result in strict
        )
    addresses = list(_ADDRESS.finditer(text))
    ends = [*(match.start() for match in addresses), len(text)][1:]
    results = []
    for match, end in zip(addresses, ends, strict=True):
        lines = [_LABEL.sub("", line).strip() for line in text[match.end() : end].split("\n")]
        lines = [line for line in lines if line.strip("-*>")]  # a list's next item begins there
        body = [line for line in lines[1:] if _DATE.sub("", line).strip(" ()-*")]
        url = match[0].rstrip(".,;")
        results.append(WrittenResult(url, "\n".join(lines), " ".join(body)))
    return tuple(results)
