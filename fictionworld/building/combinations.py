"""Where the combinations of tasks that a pack has to give are kept (`tasks/draw/combinations.py`).

Those of the packaged packs come with the program, in `combinations.json`, which `make combinations`
writes. Those of any other pack, or of worlds of another size, are found when it is first built,
which takes three seconds, and kept in the user's cache; where that cannot be written to they are
found again. Either way they follow from the pack's text and the rows of a world, and so does a
build's content.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import cache
from typing import Any, Final

from fictionworld.errors import StorageError
from fictionworld.files import PACKAGE, packaged, read_json, user_cache
from fictionworld.packs.compile import load_pack
from fictionworld.packs.compiled import CompiledPack
from fictionworld.packs.source import pack_names
from fictionworld.tasks.draw.combinations import Combinations
from fictionworld.tasks.draw.pilot import find_combinations
from fictionworld.worlds.durable import publish_bytes
from fictionworld.worlds.manifest import running_versions

_NAME: Final = "tasks/draw/combinations.json"
PACKAGED: Final = PACKAGE / _NAME
PACKAGED_ROWS: Final = (300, 500)
"""The rows of a world for which those of packaged packs are kept."""


def combinations_of(pack: CompiledPack, rows: tuple[int, int]) -> Combinations:
    """Return the combinations of a pack, kept or found now.

    Args:
        pack: The pack.
        rows: The least and the most rows of a world.
    """
    source = source_hash(pack.source)
    if rows == PACKAGED_ROWS and _packaged().get(pack.name, {}).get("source") == source:
        return Combinations.parse(_packaged()[pack.name]["tables"])
    key = source_hash(f"{source} {rows} {_code_hash()}")
    kept = user_cache() / f"combinations-{key}.json"
    with suppress(OSError, ValueError, AttributeError):  # no file, or a damaged one
        return Combinations.parse(read_json(kept))
    found = find_combinations(pack, rows)
    with suppress(OSError, StorageError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        publish_bytes(kept, json.dumps(found.plain()).encode())
    return found


def packaged_text() -> str:
    """Return `combinations.json` for the packaged packs as they are, found anew."""
    packs = [load_pack(name) for name in pack_names()]
    plain = {
        pack.name: {
            "source": source_hash(pack.source),
            "tables": find_combinations(pack, PACKAGED_ROWS).plain(),
        }
        for pack in packs
    }
    return json.dumps(plain, indent=1) + "\n"


@cache
def _packaged() -> dict[str, Any]:
    combinations: dict[str, Any] = read_json(packaged(_NAME))
    return combinations


def source_hash(text: str) -> str:
    """Return a hash of a pack's text, 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def _code_hash() -> str:
    """Return a hash of this package and the versions that decide content: others find others."""
    digest = hashlib.sha256(json.dumps(running_versions(), sort_keys=True).encode())
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in {".py", ".yaml", ".txt", ".gz"}:
            digest.update(path.relative_to(PACKAGE).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()
