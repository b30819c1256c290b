"""The pages of a dataset's worlds, a JSON object a line, for a search index of one's own.

A page states all facts of its plan: an index over them finds pages by the values that are asked
for, which the tools here do not do under `tease` and `strict`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fictionworld.web.web import FictionalWeb

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from fictionworld.dataset import Dataset

__all__ = ["write_pages"]


def write_pages(path: Path, dataset: Dataset, worlds: Iterable[int]) -> None:
    """Write a line a page: `world_id`, `url`, `title`, `site`, `kind`, `date`, `text`."""
    with path.open("w", encoding="utf-8") as lines:
        for world_id in worlds:
            web = FictionalWeb(
                dataset.pack_of(world_id),
                dataset.world(world_id),
                dataset.frames(world_id),
                dataset.columns(world_id),
                hosts=dataset.hosts,
            )
            for head in web.heads:
                row = {
                    "world_id": world_id,
                    "url": head.url,
                    "title": head.title,
                    "site": head.outlet,
                    "kind": head.kind,
                    "date": None if head.date is None else head.date.isoformat(),
                    "text": web.page(head.number).body,
                }
                lines.write(json.dumps(row, ensure_ascii=False) + "\n")
