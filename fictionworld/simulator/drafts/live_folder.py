"""Texts of a live model on disk, one file a request: processes share them, the first writer wins.

So all rollouts of a group read one page, in whichever process they run. A file is written aside
and linked into place: it is there whole or not at all, and who comes second reads what is there.
It is a cache: the folder may be deleted, and where it cannot be written nothing is shared.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fictionworld.files import read_json, storage_error
from fictionworld.simulator.drafts.prompt import PROMPT_VERSION
from fictionworld.simulator.drafts.request import Request
from fictionworld.worlds.durable import publish_bytes


@dataclass
class LiveFolder:
    """What one model wrote under one set of settings; threads and processes share it."""

    path: Path
    _writable: bool = field(default=True, init=False)

    @classmethod
    def below(cls, folder: Path, settings: Mapping[str, Any]) -> LiveFolder:
        """The subfolder for these settings, the model's name included.

        It is made where it can be.
        """
        content = {**settings, "prompt_version": PROMPT_VERSION}
        text = json.dumps(content, sort_keys=True, default=str)
        found = cls(folder / hashlib.sha256(text.encode()).hexdigest()[:16])
        about = found.path / "settings.json"  # for people
        try:
            if not about.exists():
                found.path.mkdir(parents=True, exist_ok=True)
                publish_bytes(about, f"{text}\n".encode())
        except OSError as error:
            found._not_shared(error)
        return found

    def texts(self, request: Request) -> dict[str, str] | None:
        """What was written for a request, by passage; None where nothing was."""
        try:
            return _read(self._path(request))
        except OSError:  # nothing is there; or it cannot be read just now, and `keep` tries again
            return None

    def keep(self, request: Request, texts: Mapping[str, str]) -> Mapping[str, str]:
        """What stands for a request: these texts, or those of whoever was first."""
        if not self._writable:
            return texts
        path = self._path(request)
        aside = path.with_name(f".{path.name}.{os.getpid()}.{threading.get_ident()}.aside")
        content = {"page": request.head.number, "texts": dict(texts)}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            aside.write_text(f"{json.dumps(content, ensure_ascii=False)}\n", "utf-8")
            try:
                os.link(aside, path)
            except FileExistsError:
                pass
            finally:
                aside.unlink()
            first = _read(path)
        except OSError as error:
            self._not_shared(error)
            return texts
        return texts if first is None else first

    def _path(self, request: Request) -> Path:
        return self.path / request.world / f"{request.structure}.json"

    def _not_shared(self, error: OSError) -> None:
        self._writable = False
        said = str(storage_error(self.path, error)).partition(";")[0]
        logging.getLogger(__name__).warning(
            "%s: what the model writes is not shared with other processes; name another folder "
            "with --set drafts=FOLDER",
            said,
        )


def _read(path: Path) -> dict[str, str] | None:
    """The texts in a file; None where it was damaged: then it is gone, to be written anew."""
    try:
        found = read_json(path)
        return {str(key): str(text) for key, text in found["texts"].items()}
    except (ValueError, LookupError, TypeError, AttributeError):
        with suppress(OSError):
            path.unlink()
        return None
