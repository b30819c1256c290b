"""Documents of a field, from which a pack is drafted: text, Markdown, CSV samples, PDF.

A model reads excerpts of bounded length. The whole text stays here, to see that none of its wording
goes into the pack.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fictionworld.errors import UsageError
from fictionworld.extras import require_extra
from fictionworld.files import read_file

__all__ = ["FieldDocument", "excerpts", "read_documents"]

KINDS: Final = (".txt", ".md", ".csv", ".tsv", ".pdf")
_MOST_BYTES: Final = 20_000_000
_SAMPLED_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class FieldDocument:
    """One document, as text."""

    name: str
    text: str
    """All of it: of a table every row, of a PDF every page."""
    excerpt: str
    """What a model may see of it: of a table the header and some rows, else the text."""


def read_documents(paths: Sequence[Path]) -> tuple[FieldDocument, ...]:
    """Return the documents at these paths; of a folder each file of a kind that can be read.

    Raises:
        UsageError: There is none, or one cannot be read as what its name says.
        MissingExtraError: A PDF is given, and pypdf is not installed.
    """
    files = [
        file
        for path in paths
        for file in (
            sorted(file for file in path.rglob("*") if file.suffix.lower() in KINDS)
            if path.is_dir()
            else [path]
        )
    ]
    if not files:
        given = ", ".join(map(str, paths)) or "nothing"
        raise UsageError(f"--from: got {given}; give documents of the field: {', '.join(KINDS)}")
    return tuple(map(_read, files))


def excerpts(documents: Sequence[FieldDocument], most: int) -> str:
    """Return excerpts of at most `most` characters in all: each document has an equal share.

    What a short one leaves of its share goes to those after it.
    """
    left, parts = most, []
    for number, document in enumerate(sorted(documents, key=lambda d: len(d.excerpt))):
        share = left // (len(documents) - number)
        text = document.excerpt[:share]
        left -= len(text)
        cut = "\n[...]" if len(text) < len(document.excerpt) else ""
        parts.append(f"--- {document.name}\n{text}{cut}")
    return "\n\n".join(parts)


def _read(path: Path) -> FieldDocument:
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"--from: got {path}; allowed: {', '.join(KINDS)}, or a folder of these")
    try:
        content = read_file(path)
    except OSError as error:
        raise UsageError(f"--from: cannot read {path}: {error.strerror}; check the path") from None
    if len(content) > _MOST_BYTES:
        raise UsageError(
            f"--from: {path} has {len(content):,} bytes; give at most {_MOST_BYTES:,}: a sample of "
            "its rows or pages will do"
        )
    if kind == ".pdf":
        text = _pdf_text(path, content)
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise UsageError(f"--from: {path} is not UTF-8; save it so, and try again") from None
    if not text.strip():
        raise UsageError(f"--from: {path} holds no text; a scanned PDF needs recognition first")
    excerpt = _sampled_rows(text, kind) if kind in {".csv", ".tsv"} else text
    return FieldDocument(path.name, text, excerpt)


def _sampled_rows(text: str, kind: str) -> str:
    """Return the header and some rows, from all parts of the table."""
    delimiter = "\t" if kind == ".tsv" else ","
    header, *rows = csv.reader(io.StringIO(text), delimiter=delimiter)
    step = max(1, len(rows) // _SAMPLED_ROWS)
    sampled = rows[::step][:_SAMPLED_ROWS]
    lines = [" | ".join(row) for row in (header, *sampled)]
    return "\n".join([*lines, f"({len(rows):,} rows)"])


def _pdf_text(path: Path, content: bytes) -> str:
    require_extra("draft", f"reading {path.name}")
    from pypdf import PdfReader  # noqa: PLC0415 - of an extra
    from pypdf.errors import PyPdfError  # noqa: PLC0415

    try:
        return "\n\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    except (PyPdfError, ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"--from: {path} cannot be read as a PDF ({error}); save its text as .txt"
        ) from error
