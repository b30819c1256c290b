"""Recorded replies: what search results of this or another system state, read from a file.

Each reply is cut into its results, and the guard of its world reads each of them for every
protected cell. Two figures tell how good the guard is on these texts. Recall: leaks are planted
into the same texts in every disguise, and the share that is found is reported. Chance: the same
texts are searched for the values of the world's twin, which their author cannot know.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from fictionworld.audit.audited_world import WorldOpener
from fictionworld.audit.check import AuditCheck, AuditContext
from fictionworld.audit.plants import plants_of, try_guard
from fictionworld.audit.record import CheckResult, LeakEvidence, result_of
from fictionworld.audit.tally import FacetTally
from fictionworld.dataset import Dataset
from fictionworld.episodes.world_cache import OPEN_WORLDS
from fictionworld.episodes.world_handle import WorldHandle
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.leakage.fields import Field
from fictionworld.leakage.guard import Guard, GuardFinding
from fictionworld.seeds import child_seed
from fictionworld.simulator.search_results import results_of
from fictionworld.text.json_lines import read_json_lines
from fictionworld.web.permit import Permit, parse_policy
from fictionworld.worlds.fact import Value

_FORM: Final = (
    '{"query": "...", "reply": "...", "task_id": "17-2", "system": "...", "policy": "..."}'
)
_BETWEEN: Final = re.compile(r"\n[ \t]*\n")
_RESULTS: Final = 40
"""Recorded results of a world that leaks are planted in."""
_EACH: Final = 2
"""Leaks of a disguise planted in one world."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """One reply to one search."""

    world_id: int
    task_id: str | None
    system: str
    policy: str
    query: str
    reply: str


def check_texts(dataset: Dataset, replies: Sequence[Recorded], seed: int) -> CheckResult:
    """Return the check's result: how many recorded replies state protected cells.

    Args:
        dataset: The dataset whose worlds the replies are about.
        replies: The replies, in any order.
        seed: Random seed of the twins, and of the leaks that are planted.
    """
    stated, chance, planted = FacetTally(), FacetTally(), FacetTally()
    opener = WorldOpener(str(dataset.path), dataset, seed)
    by_world = sorted(replies, key=lambda reply: reply.world_id)
    for world_id, group in groupby(by_world, key=lambda reply: reply.world_id):
        world_replies = list(group)
        handle, twin = OPEN_WORLDS.at(dataset, world_id), opener.twin(world_id)
        for policy in dict.fromkeys(reply.policy for reply in world_replies):
            guards = _guard(handle, policy), _guard(twin, policy)
            for reply in world_replies:
                if reply.policy == policy:
                    _read(handle, guards, reply, stated, chance)
        _plant(handle.guard("tease"), handle, world_replies, seed, planted)
        OPEN_WORLDS.close(dataset, world_id)
    return _result(stated, chance, planted)


def _guard(handle: WorldHandle, policy: str) -> Guard:
    """Return the guard of a policy; under `open` too it looks for every askable cell."""
    is_open = parse_policy(policy).kind.closes == "nothing"
    return handle.guard("tease" if is_open else policy)


def _read(
    handle: WorldHandle,
    guards: tuple[Guard, Guard],
    recorded: Recorded,
    stated: FacetTally,
    chance: FacetTally,
) -> None:
    of = (("system", recorded.system), ("policy", recorded.policy))
    findings: list[tuple[GuardFinding, str]] = []
    by_chance = False
    for fields in _results(handle, recorded):
        twin_spans = {
            (finding.field, finding.start, finding.end) for finding in guards[1].look(fields)
        }
        by_chance |= bool(twin_spans)
        findings += [
            (finding, next(field.text for field in fields if field.name == finding.field))
            for finding in guards[0].look(fields)
            # `part 1 of 2` passes for the goals of many a match, here and in the twin
            if (finding.field, finding.start, finding.end) not in twin_spans
        ]
    stated.count(of, bool(findings))
    chance.count(of, by_chance)
    rows = handle.rows
    for finding, text in findings:
        fact = finding.fact
        index = rows.ids(fact.table).index(fact.row)
        value: Value = rows.cells(fact.table, (fact.column,))[index]
        end = min(finding.end, len(text))
        stated.keep(
            LeakEvidence(
                check="texts",
                severity="explicit answer",
                world_id=recorded.world_id,
                task_id=recorded.task_id,
                field=finding.field,
                text=text,
                marks=((min(finding.start, end), end),),
                why=f"asked {recorded.query!r}, {recorded.system} states {fact.column} of "
                f"{fact.table} {fact.row}, {value}: {finding.why}",
                of=of,
            )
        )


def _results(handle: WorldHandle, recorded: Recorded) -> Iterator[list[Field]]:
    """Yield the fields of each result in a reply, and of each paragraph that is in no result."""
    web = handle.web
    results, beside = results_of(recorded.reply)
    for result in results:
        yield result.guarded_fields(web)
    for piece in _BETWEEN.split(beside):
        if piece.strip():
            yield [Field(0, "snippet", piece.strip())]


def _plant(
    guard: Guard, handle: WorldHandle, replies: Sequence[Recorded], seed: int, planted: FacetTally
) -> None:
    results = [tuple(fields) for reply in replies for fields in _results(handle, reply)]
    if not (results and guard.cells):
        return
    step = max(1, len(results) // _RESULTS)
    plant_seed = child_seed(seed, f"texts/{replies[0].world_id}")
    for plant, is_found in try_guard(
        guard, plants_of(guard.cells, results[::step], plant_seed, _EACH)
    ):
        planted.count((("disguise", plant.disguise),), is_found)


def _result(stated: FacetTally, chance: FacetTally, planted: FacetTally) -> CheckResult:
    measures = stated.rates("replies that state a value", ("system", "policy"))
    measures += chance.rates(
        "replies in which values of the twin are found, by chance", ("system", "policy")
    )
    measures += planted.rates("leaks planted in these texts, found", (), ("disguise",))
    return result_of(
        "texts",
        "Recorded replies",
        "Do recorded replies to searches state protected values?",
        measures,
        stated.findings,
        found=stated.found,
        note="The guard finds the share of leaks that the recall says, and no more: a count of "
        "none bounds what it can see. A value may stand in a "
        "text by coincidence, as often as values of the twin do: look at the findings. So there "
        "is no threshold.",
    )


# Reading ----------------------------------------------------------------------------------------


def read_texts(dataset: Dataset, path: Path) -> list[Recorded]:
    """Return the replies in a file of JSON lines, one reply or one trace with texts a line.

    Raises:
        UsageError: The file cannot be read, a line is wrong, or of another dataset.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"--texts: cannot read {path}: {error}; give JSON lines, {_FORM}"
        ) from None
    return [
        reply
        for line_replies in read_json_lines(text, str(path), lambda *at: _line(dataset, *at), _FORM)
        for reply in line_replies
    ]


def _line(dataset: Dataset, said: dict[str, Any], where: str) -> list[Recorded]:
    if "calls" in said:
        return list(texts_of_trace(said))
    query, reply = said.get("query"), said.get("reply")
    if not (isinstance(query, str) and isinstance(reply, str)):
        raise UsageError(f"{where}: query and reply must be texts; give {_FORM}")
    task_id = said.get("task_id")
    try:
        if task_id is not None:
            world_id = dataset.task(str(task_id)).world_id
        else:
            world_id = dataset.world(int(said["world_id"])).world_id
        permit = Permit.of(str(said.get("policy", "tease")), dataset.world(world_id))
    except FictionworldError as error:  # which may be a ValueError too
        raise UsageError(f"{where}: {error}") from None
    except (KeyError, TypeError, ValueError):
        raise UsageError(
            f"{where}: got no world that the reply is about; give task_id, or world_id as a number"
        ) from None
    return [
        Recorded(
            world_id,
            None if task_id is None else str(task_id),
            str(said.get("system", "recorded")),
            str(permit.policy),
            query,
            reply,
        )
    ]


def texts_of_trace(trace: dict[str, Any]) -> Iterator[Recorded]:
    """Yield the replies to searches in a trace that was written with its texts; none without."""
    for call, text in zip(trace.get("calls", ()), trace.get("texts") or (), strict=False):
        if call["tool"] == "web_search" and call["kind"] == "results":
            yield Recorded(
                int(trace["world_id"]),
                trace["task_id"],
                str(trace.get("agent", "recorded")),
                str(trace["policy"]),
                json.dumps(call["arguments"], ensure_ascii=False),
                text,
            )


class TextsCheck(AuditCheck):
    """Recorded replies; only where some are given."""

    name = "texts"
    of_dataset_runs = "first"

    def of_dataset(self, context: AuditContext) -> CheckResult | None:
        options = context.options
        paths = [path for path in (options.texts, options.traces) if path is not None]
        recorded = [reply for path in paths for reply in read_texts(context.dataset, path)]
        return check_texts(context.dataset, recorded, options.seed) if recorded else None
