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
        packs = [dataset.pack(name) for name in manifest.packs]
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
            near, near_findings = _near_worlds(stored, context.folder)
            measures += near
            findings += near_findings
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
    """Return measures and findings of facts (name, column, value) that worlds of a pack share."""
    pack = stored.pack
    parts = []
    for table in pack.world_tables:
        if table.name_column is None:
            continue
        frame = stored.frames[table.name]
        name = pl.col(table.name_column.name).fill_null("")
        for column in columns_of(table, "askable"):
            fact_text = pl.concat_str(
                pl.lit(f"{table.name}.{column.name}|"),
                name,
                pl.lit("|"),
                pl.col(column.name).cast(pl.String),
                ignore_nulls=False,
            )
            column_facts = frame.select("world_id", fact_text.hash(seed=0).alias("fact"))
            parts += [column_facts.filter(frame[column.name].is_not_null())]
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
    for (world, other), count in sorted(counts.items()):
        for first, second in ((world, other), (other, world)):
            most[first] = max(most.get(first, (0.0, -1)), (count / sizes[first], second))
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
    """Yield for each pair of splits the share of word runs in the one that the other has too."""
    texts: dict[str, list[str]] = {split: [] for split in SPLITS}
    for task in dataset.tasks():
        texts.setdefault(task.split, []).append(task.question)
    for masked in (False, True):
        words = _Words(masked=masked)
        numbered = {split: words.said(split_texts) for split, split_texts in texts.items()}
        for length in _LENGTHS:
            runs = {split: split_words.runs(length) for split, split_words in numbered.items()}
            each = {
                split: split_runs.run[firsts(split_runs.run)] for split, split_runs in runs.items()
            }
            facets = (("words", str(length)), ("masked", "yes" if masked else "no"))
            for split in SPLITS:
                for other_split in SPLITS:
                    of = (("of", split), ("in", other_split), *facets)
                    if split == other_split:
                        yield _within(runs[split], of)
                    else:
                        common = int(_held(each[split], each[other_split]).sum())
                        yield rate("runs of words shared", common, len(each[split]), of)
            with_one = _questions_with((runs["eval"], runs["test"]), each["train"])
            questions = len(texts["eval"]) + len(texts["test"])
            yield rate("questions with a run that train has", with_one, questions, facets)


def _within(runs: _Runs, of: Facets) -> Measure:
    """Return the share of the word runs of a split that two of its questions have."""
    starts = np.flatnonzero(firsts(runs.run))
    # questions stand in order, so a run that two have begins in one and ends in another
    ends = np.append(starts, len(runs.run))[1:] - 1
    shared = int((runs.text[starts] != runs.text[ends]).sum())
    return rate("runs of words shared", shared, len(starts), of)


def _questions_with(held: Iterable[_Runs], taught: NDArray[np.uint64]) -> int:
    """Count the questions that have a word run of train."""
    return sum(len(np.unique(runs.text[_held(runs.run, taught)])) for runs in held)


def _held(runs: NDArray[np.uint64], others: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return for each run whether it is among `others`; both are sorted."""
    if not len(others):
        return np.zeros(len(runs), np.bool_)
    places = np.minimum(np.searchsorted(others, runs), len(others) - 1)
    is_held: NDArray[np.bool_] = others[places] == runs
    return is_held


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
        """Return all runs of `length` words within one question."""
        count = max(0, len(self.word) - length + 1)
        run = np.zeros(count, np.uint64)
        for offset in range(length):
            run = run * np.uint64(0x100000001B3) + self.word[offset : offset + count]
        is_whole = self.text[:count] == self.text[length - 1 : length - 1 + count]
        run, text = run[is_whole], self.text[:count][is_whole]
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
        """Return questions as numbers, one for each word."""
        codes_of = [[code for piece in text.split() for code in self[piece]] for text in texts]
        lengths = [len(codes) for codes in codes_of]
        words = [code for codes in codes_of for code in codes]
        return _Said(np.array(words, np.uint64), np.repeat(np.arange(len(texts)), lengths))
