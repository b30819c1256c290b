"""The file of training runs, an object a line, to which each run is added as it ends.

What the file holds is not played again, so a grid that was broken off goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter, ValidationError

from fictionworld.errors import UsageError
from fictionworld.learning.training import TrainingRun
from fictionworld.worlds.durable import storage_errors


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A line of the file."""

    dataset: str
    """The content hash of the dataset."""
    held_out: str
    """The packs that are in no training, a comma between."""
    run: TrainingRun


_RECORD: Final = TypeAdapter(RunRecord)


def read_runs(path: Path) -> list[RunRecord]:
    """Return the runs of a file; none where there is no file, or of a last line that is torn.

    Raises:
        UsageError: A line is no run.
    """
    with storage_errors(path):
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    records: list[RunRecord] = []
    for number, line in enumerate(lines, 1):
        try:
            records.append(_RECORD.validate_json(line))
        except ValidationError:
            if number == len(lines) and not line.endswith(b"\n"):
                break
            raise UsageError(
                f"line {number} of {path} is no run that `fictionworld learn` wrote; name another "
                "file with --out"
            ) from None
    return records


class RunsFile:
    """A file of runs on one dataset.

    Args:
        path: The file; runs that it holds already are kept.
        dataset: The content hash of the dataset.
        held_out: The packs that are in no training, a comma between.

    Raises:
        UsageError: It holds something else, or runs on another dataset or other held-out packs.
    """

    def __init__(self, path: Path, dataset: str, held_out: str) -> None:
        self._path, self._dataset, self._held_out = path, dataset, held_out
        records = read_runs(path)
        for record in records:
            if (record.dataset, record.held_out) != (dataset, held_out):
                raise UsageError(
                    f"{path} has runs on the dataset {record.dataset[:12]} with "
                    f"{record.held_out} held out, and asked for are {dataset[:12]} and {held_out}; "
                    "name another file with --out"
                )
        self.runs = [record.run for record in records]
        self._write(records, "wb")  # without a last line that was torn

    def add(self, run: TrainingRun) -> None:
        """Add a run."""
        self.runs.append(run)
        self._write([RunRecord(self._dataset, self._held_out, run)], "ab")

    def _write(self, records: list[RunRecord], mode: str) -> None:
        text = b"".join(_RECORD.dump_json(record) + b"\n" for record in records)
        with storage_errors(self._path), self._path.open(mode) as file:
            file.write(text)
