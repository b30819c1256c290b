"""What rows for training from episodes have in common: a file a split, read from JSON lines."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from fictionworld.errors import UsageError
from fictionworld.export.export import new_folder
from fictionworld.files import open_file


class SplitFiles:
    """JSON lines in a folder, a file for each split that has rows."""

    def __init__(self, folder: Path, files: ExitStack) -> None:
        self.written: Counter[str] = Counter()
        """Rows by split."""
        self._folder, self._open = folder, files
        self._by_split: dict[str, TextIO] = {}

    def write(self, split: str, row: Mapping[str, Any]) -> None:
        """Add a row to the file of its split."""
        if split not in self._by_split:
            path = self._folder / f"{split}.jsonl"
            self._by_split[split] = self._open.enter_context(path.open("w", encoding="utf-8"))
        self._by_split[split].write(json.dumps(row, ensure_ascii=False) + "\n")
        self.written[split] += 1


@contextmanager
def split_files(out: Path) -> Iterator[SplitFiles]:
    """Yield the files of a folder that becomes `out` when the block ends well; see `new_folder`."""
    with new_folder(out) as folder, ExitStack() as files:
        yield SplitFiles(folder, files)


def records_in(
    path: Path, dataset_hash: str, kinds: Mapping[str, type | tuple[type, ...]], what: str
) -> Iterator[dict[str, Any]]:
    """Yield the lines of a file that `fictionworld rollout` wrote.

    Args:
        path: The file.
        dataset_hash: The content hash of the dataset that was played.
        kinds: What a record has, and of which type.
        what: What a line is, as the option is called: `trace`, `transcript`.

    Raises:
        UsageError: A line is no such record, or of another dataset.
    """
    with open_file(path) as lines:
        for number, line in enumerate(lines, 1):
            place = f"--{what}s: line {number} of {path}"
            try:
                record: dict[str, Any] = json.loads(line)
                is_whole = all(isinstance(record[name], kind) for name, kind in kinds.items())
                is_foreign = record["dataset"] != dataset_hash
            except (ValueError, KeyError, TypeError, RecursionError):
                is_whole = is_foreign = False
            if not is_whole:
                raise UsageError(
                    f"{place} is no {what} that `fictionworld rollout --{what}s` wrote"
                )
            if is_foreign:
                raise UsageError(f"{place} was played in another dataset; give {what}s of this one")
            yield record
