"""A pack that is being written: one of its worlds, built anew whenever the file is saved."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from fictionworld.build import build
from fictionworld.building.config import BuildConfig
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.errors import DatasetError, FictionworldError, PackError, UnsatisfiableError
from fictionworld.preview import DRAWN
from fictionworld.tasks.options import TaskOptions
from fictionworld.trial import try_pack

_TRIED: Final = 3
"""Worlds of a trial: it is made again at each save."""
_CPU_S: Final = 20
_FINDING: Final = re.compile(r"^.*?:(\d+): (.*)$")


class LineFinding(NamedTuple):
    """One thing that is wrong in a pack's file."""

    line: int
    """From 1."""
    message: str


class WatchedPack:
    """A pack's file, what is wrong in it, and one of its worlds. Threads share it.

    Args:
        file: The pack's file.
        world: Which world is shown, from 0; those before it are built too.
        seed: The seed, as a build takes it.
    """

    def __init__(self, file: Path, world: int = 0, seed: int = 0) -> None:
        self.file = file
        self.world_id = world
        self._seed = seed
        self._lock = Lock()
        self._folder = Path(tempfile.mkdtemp(prefix="fictionworld-preview-"))
        self._builds = 0
        self._version: object = None
        self._dataset: Dataset | None = None
        self.findings: list[LineFinding] = []
        """Of the file as it was last looked at; empty where all is well."""
        self.problem = ""
        """What keeps the file from being read."""
        self.is_stale = False
        """The world that is shown is that of the file before its last change."""

    @property
    def dataset(self) -> Dataset:
        """Return the worlds of the pack as it last was without findings.

        Raises:
            DatasetError: It never was.
        """
        self.refresh()
        if self._dataset is None:
            raise DatasetError(f"{self.file} makes no world yet; /pack says what is wrong with it")
        return self._dataset

    @property
    def version(self) -> str:
        """Return a text that differs once the file was saved."""
        try:
            status = self.file.stat()
        except OSError:
            return "missing"
        return f"{status.st_mtime_ns}-{status.st_size}"

    @property
    def text(self) -> str:
        """Return the text of the file; empty where it cannot be read."""
        try:
            return self.file.read_text("utf-8", "replace")
        except OSError:
            return ""

    def refresh(self) -> None:
        """Check the file and build its world where it was saved since."""
        with self._lock:
            version = self.version
            if version == self._version:
                return
            self._version = version
            self.findings, self.problem = [], ""
            try:
                try_pack(str(self.file), worlds=_TRIED, cpu_s=_CPU_S)  # with limits, in a process
                self._dataset = self._built()
                self.is_stale = False
            except (PackError, UnsatisfiableError) as error:
                self._note(str(error))
            except FictionworldError as error:
                self.problem, self.is_stale = str(error), self._dataset is not None

    def close(self) -> None:
        """Remove the worlds that were built."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _built(self) -> Dataset:
        """Return the world in a folder of its own, since pages may still read the one before."""
        self._builds += 1
        folder = self._folder / f"{self._builds}"
        config = BuildConfig(
            n=self.world_id + 1,
            seed=self._seed,
            packs=(str(self.file),),
            tasks=TaskOptions(per_world=DRAWN),
        )
        build(config, folder, workers=1)
        return open_dataset(folder)

    def _note(self, text: str) -> None:
        self.is_stale = self._dataset is not None
        for finding in text.splitlines():
            match = _FINDING.match(finding)
            line, message = (int(match[1]), match[2]) if match else (1, finding)
            self.findings.append(LineFinding(line, message))
