"""Overlap: what worlds share, between splits and with each other.

Names, facts and phrasings between splits are counted as at every build (`worlds/overlap.py`). Also
measured: worlds that are nearly equal, and n-grams of 8 and 13 words that questions share, as they
are and with names and numbers masked. Masked n-grams may be shared, since questions have common
phrasings; unmasked ones should not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import polars as pl

from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.columns import columns_of, first_shards, firsts
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    figure,
    rate,
    result_of,
)
from fictionworld.dataset import Dataset
from fictionworld.worlds.overlap import compare_worlds
from fictionworld.worlds.stored import StoredWorlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPLITS: Final = ("train", "eval", "test")
_LENGTHS: Final = (8, 13)
_NEAR: Final = 0.5
"""The share of a world's facts in another one from which the two count as nearly equal."""
_MASKED: Final = re.compile(r"[^\W\d_]*[A-Z][^\s.,;:!?]*|\d[\d.,]*")
_WORD: Final = re.compile(r"[#\w]+(?:['\u2019-]\w+)*")
_MOST_SHARING: Final = 64
"""A fact that more worlds share is ignored: it is common, such as a real brand."""


class OverlapCheck(AuditCheck):
    """Splits do not overlap."""

    name = "overlap"
    of_dataset_runs = "last"

    def of_dataset(self, context: AuditContext) -> CheckResult:
        dataset = context.dataset
        manifest = dataset.manifest
        packs = [dataset.pack(one) for one in manifest.packs]
        shared = compare_worlds(dataset.path, manifest, packs)
        measures: list[Measure] = [
            rate("invented names in two worlds or more", shared.shared, shared.names),
            rate(
                "names of eval and test in train", shared.split_names.shared, shared.split_names.all
            ),
            rate(
                "facts of eval and test in train", shared.split_facts.shared, shared.split_facts.all
            ),
            rate(
                "phrasings of eval and test in train",
                shared.split_phrasings.shared,
                shared.split_phrasings.all,
            ),
        ]
        findings: list[LeakEvidence] = []
        for stored in first_shards(dataset.path):
            near, found = _near_worlds(stored, context.folder)
            measures += near
            findings += found
        measures += _questions(dataset)
        measures.append(
            rate("worlds nearly equal to another", len(findings), len(dataset), (), 0.0)
        )
        return result_of(
            self.name,
            "Overlap",
            "What do worlds share, within and across splits?",
            measures,
            findings,
            status="failed" if findings else "passed",
            note=f"{shared.worlds:,} worlds compared. Masked questions share their manner of "
            "asking; that is no leak, and says how much of the wording a trained agent has seen.",
        )


def _near_worlds(stored: StoredWorlds, folder: str) -> tuple[list[Measure], list[LeakEvidence]]:
    """Worlds of a pack by the share of facts (name, column, value) that they have in common."""
    pack = stored.pack
    parts = []
    for table in pack.world_tables:
        if table.name_column is None:
            continue
        frame = stored.frames[table.name]
        name = pl.col(table.name_column.name).fill_null("")
        for column in columns_of(table, "askable"):
            said = pl.concat_str(
                pl.lit(f"{table.name}.{column.name}|"),
                name,
                pl.lit("|"),
                pl.col(column.name).cast(pl.String),
                ignore_nulls=False,
            )
            facts_here = frame.select("world_id", said.hash(seed=0).alias("fact"))
            parts += [facts_here.filter(frame[column.name].is_not_null())]
    of = (("pack", pack.name),)
    if not parts:
        return [], []
    facts = pl.concat(parts).unique()
    sizes = dict(facts.group_by("world_id").len().iter_rows())
    shared = (
        facts.filter(pl.col("fact").is_duplicated())  # few are, and lists cost much
        .group_by("fact")
        .agg(pl.col("world_id").sort())
        .filter(pl.col("world_id").list.len().is_between(2, _MOST_SHARING))
    )
    counts = Counter(
        pair for worlds in shared["world_id"].to_list() for pair in combinations(worlds, 2)
    )
    most: dict[int, tuple[float, int]] = {}
    for (one, other), count in sorted(counts.items()):
        for mine, theirs in ((one, other), (other, one)):
            most[mine] = max(most.get(mine, (0.0, -1)), (count / sizes[mine], theirs))
    shares = sorted(share for share, _ in most.values())
    measures = [
        figure("largest share of a world's facts in another", shares[-1] if shares else 0.0, of=of),
        rate("pairs of worlds that share a fact", len(counts), comb(len(sizes), 2), of),
    ]
    findings = [
        LeakEvidence(
            check="overlap",
            severity="metadata",
            world_id=world_id,
            field="facts",
            text=f"worlds {world_id} and {other}",
            marks=((7, 7 + len(str(world_id))),),
            why=f"{share:.0%} of the facts of world {world_id} stand in world {other} too",
            command=f"fictionworld show {folder} {world_id}",
            of=of,
        )
        for world_id, (share, other) in sorted(most.items())
        if share >= _NEAR
    ]
    return measures, findings


def _questions(dataset: Dataset) -> Iterator[Measure]:
    """For each pair of splits the share of runs of words of the one that the other has."""
    texts: dict[str, list[str]] = {split: [] for split in SPLITS}
    for task in dataset.tasks():
        texts.setdefault(task.split, []).append(task.question)
    for masked in (False, True):
        words = _Words(masked=masked)
        said = {split: words.said(held) for split, held in texts.items()}
        for length in _LENGTHS:
            runs = {split: held.runs(length) for split, held in said.items()}
            each = {split: found.run[firsts(found.run)] for split, found in runs.items()}
            how = (("words", str(length)), ("masked", "yes" if masked else "no"))
            for one in SPLITS:
                for other in SPLITS:
                    of = (("of", one), ("in", other), *how)
                    if one == other:
                        yield _within(runs[one], of)
                    else:
                        both = int(_held(each[one], each[other]).sum())
                        yield rate("runs of words shared", both, len(each[one]), of)
            with_one = _questions_with((runs["eval"], runs["test"]), each["train"])
            questions = len(texts["eval"]) + len(texts["test"])
            yield rate("questions with a run that train has", with_one, questions, how)


def _within(runs: _Runs, of: Facets) -> Measure:
    """Of the runs of a split those that two of its questions have."""
    starts = np.flatnonzero(firsts(runs.run))
    # questions stand in order, so a run that two have begins in one and ends in another
    lasts = np.append(starts, len(runs.run))[1:] - 1
    shared = int((runs.text[starts] != runs.text[lasts]).sum())
    return rate("runs of words shared", shared, len(starts), of)


def _questions_with(held: Iterable[_Runs], taught: NDArray[np.uint64]) -> int:
    """Questions that have a run of train."""
    return sum(len(np.unique(runs.text[_held(runs.run, taught)])) for runs in held)


def _held(runs: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which of `runs` are among `others`; both are in order."""
    if not len(others):
        return np.zeros(len(runs), np.bool_)
    places = np.minimum(np.searchsorted(others, runs), len(others) - 1)
    found: NDArray[np.bool_] = others[places] == runs
    return found


class _Runs(NamedTuple):
    """Runs of words, each as one number, and the question that each stands in.

    In order of runs; equal ones in order of questions.
    """

    run: NDArray[np.uint64]
    text: NDArray[np.int64]


class _Said(NamedTuple):
    """Questions one after another: each word as a number, and the question that it stands in."""

    word: NDArray[np.uint64]
    text: NDArray[np.int64]

    def runs(self, length: int) -> _Runs:
        """All runs of so many words of one question."""
        count = max(0, len(self.word) - length + 1)
        run = np.zeros(count, np.uint64)
        for place in range(length):
            run = run * np.uint64(0x100000001B3) + self.word[place : place + count]
        whole = self.text[:count] == self.text[length - 1 : length - 1 + count]
        run, text = run[whole], self.text[:count][whole]
        order = np.argsort(run, kind="stable")
        return _Runs(run[order], text[order])


class _Words(dict[str, list[int]]):
    """By what stands between two spaces, its words as numbers: each piece is read once."""

    def __init__(self, *, masked: bool) -> None:
        self._masked = masked
        self._codes: dict[str, int] = {}

    def __missing__(self, piece: str) -> list[int]:
        text = _MASKED.sub("#", piece) if self._masked else piece
        self[piece] = [
            self._codes.setdefault(word, len(self._codes) + 1)
            for word in _WORD.findall(text.casefold())
        ]
        return self[piece]

    def said(self, texts: Sequence[str]) -> _Said:
        """Questions as numbers."""
        found = [[code for piece in text.split() for code in self[piece]] for text in texts]
        lengths = [len(one) for one in found]
        words = [code for one in found for code in one]
        return _Said(np.array(words, np.uint64), np.repeat(np.arange(len(texts)), lengths))
