"""The figures of an audit, as a table for a dataset's card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fictionworld.errors import UsageError
from fictionworld.files import read_json, storage_error

_LINE = "| {title} | {status} | {figures} |"
_MOST_FIGURES = 3


def audit_table(path: Path, content_hash: str) -> str:
    """Return the section of a card that tells what `fictionworld audit --json` printed into a file.

    Each check is a row with its verdict and its figures, those with a threshold first.

    Raises:
        UsageError: The file holds something else, or the audit of another dataset.
        StorageError: The file cannot be read.
    """
    try:
        record = read_json(path)
        if record["content_hash"] != content_hash:
            raise UsageError(
                f"--audit: {path} is of a dataset of content {record['content_hash'][:12]}..., not "
                f"{content_hash[:12]}...; audit this one"
            )
        rows = [_row(result) for result in record["results"]]
        return _section(record, rows)
    except OSError as error:
        raise storage_error(path, error, "read") from error
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(
            f"--audit: {path} is no record that `fictionworld audit --json` printed "
            f"({type(error).__name__}: {error})"
        ) from error


def _section(record: dict[str, Any], rows: list[str]) -> str:
    worlds = f"{len(record['sampled_worlds'])} of {record['worlds']:,} worlds"
    return "\n".join((
        "## Audit", "",
        "What an agent could learn without reading a page, by `fictionworld audit`:", "",
        f"**{record['verdict']}**, by version {record['version']} on {worlds}.", "",
        "| check | result | figures, with 95% intervals |", "|---|---|---|", *rows,
    ))  # fmt: skip


def _row(result: dict[str, Any]) -> str:
    measured = [measure for measure in result["measures"] if measure["value"] is not None]
    bounded = [measure for measure in measured if measure["at_most"] is not None]
    figures = "; ".join(map(_figure, (bounded or measured)[:_MOST_FIGURES]))
    return _LINE.format(title=result["title"], status=result["status"], figures=figures)


def _figure(measure: dict[str, Any]) -> str:
    of = ", ".join(measure["of"].values())
    text = f"{measure['name']}{f' ({of})' if of else ''} {measure['value']:.4g}{measure['unit']}"
    if measure["low"] is not None and measure["high"] is not None:
        text += f" ({measure['low']:.4g} to {measure['high']:.4g})"
    return text if measure["at_most"] is None else f"{text}, at most {measure['at_most']:.4g}"
