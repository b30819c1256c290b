"""Records in a JSON file beside a dataset, which names the dataset by its content."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from fictionworld.errors import DatasetError
from fictionworld.files import read_json
from fictionworld.version import __version__
from fictionworld.worlds.durable import publish_bytes

R = TypeVar("R")


@dataclass(frozen=True)
class SidecarFile(Generic[R]):
    """A kind of such file. The records of another dataset give way when it is written."""

    name: str
    """Of the file: `calibration.json`."""
    content: str
    """The field that holds the records: `calibrations`."""
    record: Callable[..., R]
    """Makes a record of its fields; a dataclass."""
    key: Callable[[R], Any]
    """What a record is about: a new one takes the place of the one with the same key. Records are
    written in the order of their keys."""
    command: str
    """What makes the file anew: `calibrate`."""
    format: int = 1

    def read(self, folder: Path, dataset_hash: str) -> list[R]:
        """Return the records of this very dataset; none where the file is missing or another's.

        Raises:
            DatasetError: The file is damaged.
        """
        path = folder / self.name
        if not path.is_file():
            return []
        try:
            content: dict[str, Any] = read_json(path)
            if content["format"] != self.format or content["dataset"] != dataset_hash:
                return []
            return [self.record(**values) for values in content[self.content]]
        except (ValueError, KeyError, TypeError) as error:
            raise DatasetError(
                f"{path} is damaged ({type(error).__name__}: {error}); remove it and run "
                f"`fictionworld {self.command}` again"
            ) from error

    def add(self, folder: Path, dataset_hash: str, records: Iterable[R]) -> None:
        """Write these records beside the dataset's records already in the file.

        Raises:
            DatasetError: The file that is there is damaged.
            StorageError: The disk refused; the file that was there is untouched.
        """
        held = {self.key(record): record for record in self.read(folder, dataset_hash)}
        held |= {self.key(record): record for record in records}
        content = {
            "format": self.format,
            "fictionworld": __version__,
            "dataset": dataset_hash,
            self.content: [asdict(record) for record in sorted(held.values(), key=self.key)],  # type: ignore[call-overload]  # dataclasses
        }
        text = json.dumps(content, ensure_ascii=False, indent=1)
        publish_bytes(folder / self.name, f"{text}\n".encode())


def task_order(task_id: str) -> tuple[int, ...]:
    """Return a key that sorts task ids by world and number."""
    return tuple(map(int, task_id.split("-")))
