"""Twenty worlds of two packs, for whoever has no dataset yet: built at first use, then kept.

They lie in the user's cache (`$XDG_CACHE_HOME`, else `~/.cache`), under the version of this
package. Several processes may ask at once: each builds aside, the first to be done puts its folder
in place, and the others, whose content is equal, drop theirs.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Final

from fictionworld.build import BuildConfig, build
from fictionworld.errors import StorageError
from fictionworld.files import user_cache
from fictionworld.version import __version__

CONFIG: Final = BuildConfig(20, 0, ("football", "smartphones"))


def sample_worlds() -> Path:
    """Return the folder of the worlds; the first time build them, which takes some seconds.

    Raises:
        StorageError: The cache cannot be written to.
    """
    cache = user_cache()
    folder = cache / f"sample-worlds-{__version__}"
    if folder.is_dir():
        return folder
    try:
        cache.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix="building-", dir=cache))
    except OSError as error:
        raise StorageError(
            f"{cache}: {error.strerror}; set XDG_CACHE_HOME to a folder that can be written to, or "
            "give the folder of a dataset"
        ) from error
    try:
        build(CONFIG, aside / "worlds")
        try:
            (aside / "worlds").rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was first
                raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    return folder
