"""The passages, prompts and checks of worlds that are worded: what worker processes compute."""

from __future__ import annotations

import gc
import signal
import time
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from fictionworld.cores import COLLECT_RARELY
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_handle import template_web
from fictionworld.simulator.backends.backend import Completion, Prompt
from fictionworld.simulator.drafts.checks import Checks, passes_alone
from fictionworld.simulator.drafts.request import page_request
from fictionworld.simulator.drafts.skeleton import Names, restored
from fictionworld.simulator.drafts.wording import DraftVerdict, judged
from fictionworld.web.web import FictionalWeb


class PageOutline(NamedTuple):
    """What a page is to be asked for."""

    number: int
    name: str
    structure: str
    """What its drafts are kept under."""
    passages: tuple[tuple[str, str], ...]
    """Key and skeleton of each."""


Fill = tuple[int, str, tuple[str, ...]]
"""A page's number, a passage's key, and the variants to be tried."""


class RenderWorker:
    """Opens worlds, writes their prompts and checks what comes back.

    Args:
        dataset: Their dataset.
        pages: Of each world the first so many; all if None.
    """

    def __init__(self, dataset: Dataset, pages: int | None = None) -> None:
        self._dataset = dataset
        self._pages = pages
        self._open: dict[int, _WorldWording] = {}

    def outline(self, world: int) -> tuple[PageOutline, ...]:
        """Open a world: its pages that have passages."""
        wording = self._open[world] = _WorldWording(template_web(self._dataset, world), self._pages)
        return wording.outline()

    def prompts(self, world: int, asked: Mapping[int, Sequence[str]]) -> dict[int, Prompt]:
        """By page the prompts that ask for these passages."""
        wording = self._open[world]
        return {number: wording.requests[number].asking(keys) for number, keys in asked.items()}

    def judge(
        self,
        world: int,
        number: int,
        completion: Completion,
        keys: Sequence[str],
        first: bool,
    ) -> DraftVerdict:
        """The verdict on the reply to a prompt, the first or the second one."""
        return self._open[world].judge(number, completion, keys, first=first)

    def fill(self, world: int, fills: Sequence[Fill]) -> dict[tuple[int, str], str]:
        """By page and key the first variants that may stand there; those that have none are left
        out.
        """
        return self._open[world].fill(fills)

    def processor_s(self) -> float:
        """Spent by this process since it became a worker; 0 in the process that renders."""
        return 0.0 if self is not _worker else time.process_time() - _begun_s

    def close(self, world: int) -> None:
        """Close a world."""
        self._open.pop(world, None)


class _WorldWording:
    """One world."""

    def __init__(self, web: FictionalWeb, pages: int | None) -> None:
        self._checks = Checks(web)
        self._names = Names(web)
        found = (page_request(web, head.number) for head in web.heads[:pages])
        self.requests = {one.head.number: one for one in found if one is not None}
        self._passages = {
            number: {
                p.key: (p, self._names.skeleton(p, request.head.kind)) for p in request.passages
            }
            for number, request in self.requests.items()
        }

    def outline(self) -> tuple[PageOutline, ...]:
        return tuple(
            PageOutline(
                number,
                request.head.name,
                request.structure,
                tuple((key, one.key) for key, (_, one) in self._passages[number].items()),
            )
            for number, request in self.requests.items()
        )

    def judge(
        self, number: int, completion: Completion, keys: Sequence[str], *, first: bool
    ) -> DraftVerdict:
        verdict = judged(completion, self.requests[number], keys, self._checks, first=first)
        variants = {}
        for key in keys:
            if key in verdict.texts and key not in verdict.faults:
                variant = self._variant(number, key, verdict.texts[key])
                if variant is not None:
                    variants[key] = variant
        return verdict._replace(variants=variants)

    def _variant(self, number: int, key: str, text: str) -> str | None:
        passage, skeleton = self._passages[number][key]
        if not (passage.slots or skeleton.names or passes_alone(text, passage)):
            return None
        return self._names.variant(text, passage, skeleton)

    def fill(self, fills: Sequence[Fill]) -> dict[tuple[int, str], str]:
        found = {}
        for number, key, variants in fills:
            passage, skeleton = self._passages[number][key]
            named = bool(passage.slots or skeleton.names)
            look = partial(
                self._checks.reused, passage=passage, request=self.requests[number], named=named
            )
            texts = (restored(variant, passage, skeleton) for variant in variants)
            text = next((text for text in texts if look(text) is None), None)
            if text is not None:
                found[number, key] = text
        return found


# In a worker process -----------------------------------------------------------------------------

_worker: RenderWorker | None = None
_begun_s = 0.0


def begin(dataset: Dataset, pages: int | None) -> None:
    """Make this process a worker for a dataset."""
    global _worker, _begun_s
    # Ctrl-C reaches workers too: the parent ends them, when what they have done is written down
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*COLLECT_RARELY)
    _worker, _begun_s = RenderWorker(dataset, pages), time.process_time()


def do(
    calls: Sequence[tuple[str, tuple[Any, ...]]], worker: RenderWorker | None = None
) -> list[Any]:
    """What methods of a `RenderWorker`, this process's if None, return."""
    worker = worker or _worker
    return [getattr(worker, name)(*given) for name, given in calls]
