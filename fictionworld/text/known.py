"""Names of real people, places, firms, products and papers, so that none is given to a fiction.

The list (`known_names.txt.gz`) is made by `tools/build_known_names.py` from public lists and from
a hand-written one; `docs/known-names.md` gives sources and licences. It holds the names that a
model is likely to know facts about, and it is no census: a name that it lacks may be real.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fictionworld.errors import UsageError
from fictionworld.files import packaged
from fictionworld.text.names import fold_many

if TYPE_CHECKING:
    from numpy.typing import NDArray


class KnownNames:
    """A set of real names, compared as readers do: case, accents and punctuation count nothing."""

    def __init__(self, names: Iterable[str]) -> None:
        self._folded = frozenset(fold_many(list(names)).tolist()) - {""}

    @classmethod
    def load(cls, extra: Path | None = None) -> KnownNames:
        """Return the names that come with the package, and those of a file where one is given.

        Args:
            extra: a UTF-8 text file, one name a line; blank lines are passed over.

        Raises:
            UsageError: the file cannot be read, or is not UTF-8.
        """
        known_names = cls(())
        known_names._folded = _shipped()
        if extra is not None:
            known_names._folded |= cls(_lines(extra))._folded
        return known_names

    def __len__(self) -> int:
        return len(self._folded)

    @cached_property
    def fingerprint(self) -> str:
        """Return a hash of all the names, 64 hex digits; which worlds are redrawn depends on it."""
        return sha256("\n".join(sorted(self._folded)).encode()).hexdigest()

    def contains(self, names: NDArray[np.object_]) -> NDArray[np.bool_]:
        """Return whether each name is known; 0.4 s for a million."""
        return np.fromiter(
            map(self._folded.__contains__, fold_many(names).tolist()), np.bool_, len(names)
        )


@cache
def _shipped() -> frozenset[str]:
    packed = packaged("text/known_names.txt.gz").read_bytes()
    return frozenset(gzip.decompress(packed).decode().splitlines())


def _lines(path: Path) -> list[str]:
    wanted = "give a text file in UTF-8 with one name a line"
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path}: not UTF-8 (byte {error.start}: {error.reason}); {wanted}"
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror}); {wanted}") from None
