"""A look at a pack: one of its worlds, with a page of each kind and its questions."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fictionworld.build import build
from fictionworld.building.config import BuildConfig
from fictionworld.dataset import Dataset, open_dataset
from fictionworld.episodes.world_files import template_web
from fictionworld.tasks.options import TaskOptions

_QUESTIONS = 10
DRAWN = 14
"""Tasks that are asked for: a small world has not every one of them."""


@dataclass(frozen=True, slots=True)
class PreviewedPage:
    """One page as an agent reads it."""

    kind: str
    url: str
    text: str


@dataclass(frozen=True, slots=True)
class PackPreview:
    """What a pack makes."""

    dataset: Dataset
    """Of the world and those before it; there as long as the preview is."""
    world_id: int
    pages: tuple[PreviewedPage, ...]
    """One of each kind, of as many different tables as there are."""
    questions: tuple[str, ...]
    """Ten, as far as the world has them."""


@contextmanager
def preview_pack(file: str, *, world: int = 0, seed: int = 0) -> Iterator[PackPreview]:
    """Build one world of a pack in a temporary folder, and yield its preview.

    Args:
        file: A pack's file, or a packaged pack's name.
        world: Which world of a build with this seed, from 0; those before it are built too.
        seed: The seed, as a build takes it.

    Raises:
        UsageError: There is no such pack.
        PackError: The pack is wrong.
        UnsatisfiableError: The pack cannot keep its own rules.
    """
    config = BuildConfig(n=world + 1, seed=seed, packs=(file,), tasks=TaskOptions(per_world=DRAWN))
    with tempfile.TemporaryDirectory() as folder:
        worlds_folder = Path(folder) / "worlds"
        build(config, worlds_folder, workers=1)
        dataset = open_dataset(worlds_folder)
        tasks = [task for task in dataset.tasks() if task.world_id == world]
        yield PackPreview(
            dataset,
            world,
            tuple(_pages(dataset, world)),
            tuple(task.question for task in tasks[:_QUESTIONS]),
        )


def _pages(dataset: Dataset, world: int) -> Iterator[PreviewedPage]:
    web = template_web(dataset, world)
    tables = {head.number: web.plan.page(head.number).table or "" for head in web.heads}
    pages_of_table: Counter[str] = Counter()
    for kind in dict.fromkeys(head.kind for head in web.heads):
        of_kind = [head for head in web.heads if head.kind == kind]
        head = min(of_kind, key=lambda head: (pages_of_table[tables[head.number]], head.number))
        pages_of_table[tables[head.number]] += 1
        yield PreviewedPage(kind, head.url, web.page(head.number).body)
