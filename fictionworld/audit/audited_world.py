"""A sampled world with its tools, its twin's tools, its tasks, and what is true there."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from typing import Final

import polars as pl

from fictionworld.audit.options import TOOLS, Effort, Tools
from fictionworld.building.config import BuildConfig, ResolvedBuild, resolve
from fictionworld.dataset import Dataset
from fictionworld.episodes.stored_world import Truth, labels_of
from fictionworld.episodes.world_files import template_web
from fictionworld.episodes.world_handle import WorldHandle, open_world
from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compiled import CompiledPack
from fictionworld.seeds import child_seed
from fictionworld.simulator.controls import parse_controls
from fictionworld.simulator.drafts.request import page_request
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.simulator.search_results import ReplyResult, results_of
from fictionworld.simulator.simulated.results import worded_catalogue
from fictionworld.tasks.key import Key
from fictionworld.tasks.record import Task, key_of, specification_of
from fictionworld.tasks.specification import Specification
from fictionworld.web.web import FictionalWeb
from fictionworld.worlds.record import World
from fictionworld.worlds.world_rows import WorldRows

_LONGEST_COMMAND: Final = 600
_OTHERS: Final = 12
_PLAYED: Final = 2


@dataclass(frozen=True, slots=True)
class AuditCall:
    """One call, and under what it is made."""

    kind: str
    """What it asks, one of `CALLS` in `calls.py`."""
    tool: str
    arguments: Mapping[str, object] | str
    policy: str
    controls: str
    """As `--controls` takes them: `none`, `realistic`, `dead_links=0.2`."""
    seed: int
    """Of the group of rollouts."""
    budget_characters: int | None
    times: int


@dataclass(frozen=True)
class AuditedWorld:
    """One world of the sample. Nothing here changes but caches."""

    folder: str
    """The dataset's, as the user named it."""
    dataset: Dataset
    handle: WorldHandle
    twin: WorldHandle
    """The same structure, other values."""
    tasks: tuple[Task, ...]
    keys: Mapping[str, Key]
    specifications: Mapping[str, Specification]
    foreign_names: tuple[str, ...]
    """Questions and names of other worlds."""
    seed: int
    """Random seed of the audit of this world."""
    tools: Tools = TOOLS
    """What is audited; both worlds are in the words of its backend."""
    plain: tuple[FictionalWeb, FictionalWeb] | None = None
    """The webs in the template's words, here and of the twin, where the handles' webs differ."""
    played: tuple[Task, ...] = ()
    """The tasks that agents play here."""
    effort: Effort = "all"
    """How many agents play here."""
    _texts: dict[tuple[str, str, bool], str] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def world_id(self) -> int:
        """Return the id of the world, which its twin has too."""
        return self.handle.world.world_id

    @property
    def pack(self) -> str:
        """Return the name of the world's pack."""
        return self.handle.pack.name

    def reply(
        self, policy: str, tool: str, arguments: Mapping[str, object] | str, *, twin: bool = False
    ) -> str:
        """Return the text that an agent would get, here or in the twin."""
        handle = self.twin if twin else self.handle
        return handle.engine.under(policy).call(tool, arguments, memory=Memory()).text

    def replies(self, call: AuditCall, memory: Memory, *, twin: bool = False) -> list[str]:
        """Return the replies to a call, one for each time it is made, with an episode's notes."""
        handle = self.twin if twin else self.handle
        engine = handle.under(parse_controls(call.controls)).engine
        engine = engine.under(call.policy, seed=call.seed)
        return [
            engine.call(
                call.tool,
                call.arguments,
                memory=memory,
                budget_chars=call.budget_characters,
                attempt=attempt,
            ).text
            for attempt in range(1, call.times + 1)
        ]

    def searched(self, policy: str, query: str, *, twin: bool = False) -> str:
        """Return the reply to one query as it stands; each reply is computed once."""
        request = (policy, query, twin)
        if request not in self._texts:
            self._texts[request] = self.reply(policy, "web_search", {"queries": [query]}, twin=twin)
        return self._texts[request]

    def search(
        self, policy: str, query: str, *, twin: bool = False
    ) -> tuple[tuple[ReplyResult, ...], str]:
        """Return the results of one query, and the text of the reply beside them."""
        return results_of(self.searched(policy, query, twin=twin))

    def prompt(self, number: int, *, twin: bool = False) -> str | None:
        """Return the prompt that a model would get for a page; None where it would get none."""
        request = page_request(self.template_web(twin=twin), number)
        return None if request is None else "\n\n".join(t for _, t in request.prompt.messages)

    def template_web(self, *, twin: bool = False) -> FictionalWeb:
        """Return the web here or of the twin in the template's words, whoever words replies."""
        handle = self.twin if twin else self.handle
        web = handle.web if self.plain is None else self.plain[twin]
        assert isinstance(web, FictionalWeb), "a world that is audited is opened from its rows"
        return web

    def command(self, policy: str, query: str) -> str:
        """Return the command that shows the reply to a query."""
        return self.command_for(policy, "web_search", {"queries": [query]})

    def command_for(
        self,
        policy: str,
        tool: str,
        arguments: Mapping[str, object] | str,
        controls: str = "none",
    ) -> str:
        """Return the command that shows the reply to a call."""
        command = command_of(self.folder, self.world_id, tool, arguments, policy)
        if self.tools.backend != TOOLS.backend:
            command += f" --backend {shlex.quote(self.tools.backend)}"
        return command if controls == "none" else f"{command} --controls {controls}"


def command_of(
    folder: str, place: str | int, tool: str, arguments: Mapping[str, object] | str, policy: str
) -> str:
    """Return `fictionworld tool DIR ...`, quoted for a shell; very long arguments are cut."""
    text = arguments
    if not isinstance(text, str):
        text = json.dumps(text, ensure_ascii=True)
    if len(text) > _LONGEST_COMMAND:
        text = f"{text[:_LONGEST_COMMAND]}... ({len(text):,} characters)"
    words = ["fictionworld", "tool", folder, str(place), tool, text, "--policy", policy]
    return shlex.join(words)


class WorldOpener:
    """Opens worlds of a dataset together with their twins.

    Twins are drawn here as `fictionworld build --twin-of` draws them at its first attempt; the
    rules of the pack are not proven on them, since what they are compared for is text.
    """

    def __init__(self, folder: str, dataset: Dataset, seed: int, tools: Tools = TOOLS) -> None:
        self._tools = tools
        self._folder = folder
        self._dataset = dataset
        self._seed = seed
        self._filled: dict[int, tuple[World, dict[str, pl.DataFrame], pl.DataFrame]] = {}

    @cached_property
    def _twins(self) -> ResolvedBuild:
        return resolve(BuildConfig(1, twin_of=str(self._dataset.path)))

    def open(
        self,
        world_id: int,
        foreign_names: Sequence[str],
        others: Sequence[int] = (),
        position: int = 0,
    ) -> AuditedWorld:
        """Open a world with its twin.

        Args:
            world_id: The world.
            foreign_names: Questions and names of other worlds.
            others: Worlds that are looked at next, some of them here: drawing several twins takes
                little more than drawing one.
            position: Position of the world in the sample, from 0.
        """
        tasks = tuple(self._dataset.tasks(world_id))
        handle = open_world(self._dataset, world_id, most_pages=inf)
        twin, twins_web = self._twin_of(world_id, others)
        plain = None
        if self._dataset.drafts is not None:
            plain = template_web(self._dataset, world_id), twins_web
        stored = {row["task_id"]: row for row in self._dataset.stored_keys(world_id)}
        return AuditedWorld(
            self._folder,
            self._dataset,
            handle,
            twin,
            tasks,
            {task.task_id: key_of(stored[task.task_id]) for task in tasks},
            {task.task_id: specification_of(stored[task.task_id]) for task in tasks},
            tuple(foreign_names),
            child_seed(self._seed, f"audit/world/{world_id}"),
            self._tools,
            plain,
            played=tuple(_tasks_for_agents(tasks, child_seed(self._seed, f"ladder/{world_id}"))),
            effort=_effort_in(position),
        )

    def twin(self, world_id: int) -> WorldHandle:
        """Open the twin of a world."""
        return self._twin_of(world_id, ())[0]

    def _twin_of(self, world_id: int, others: Sequence[int]) -> tuple[WorldHandle, FictionalWeb]:
        """Return the twin of a world, opened, and its web in the template's words."""
        pack = self._twins.pack_of(world_id)
        if world_id not in self._filled:
            # those of other packs stay: worlds of the sample take turns
            self._filled |= self._fill([world_id, *others], pack)
        world, frames, columns = self._filled.pop(world_id)
        web = FictionalWeb.of(pack, world, frames, columns, hosts=self._dataset.hosts)
        truth, drafts = (
            Truth(WorldRows(pack, frames), labels_of(web.context.columns)),
            self._dataset.drafts,
        )
        if drafts is None:
            return WorldHandle(world, pack, web, Engine.over(web), truth), web
        worded = worded_catalogue(web, drafts)
        return WorldHandle(world, pack, worded.web, Engine(worded), truth), web

    def _fill(
        self, world_ids: Sequence[int], pack: CompiledPack
    ) -> dict[int, tuple[World, dict[str, pl.DataFrame], pl.DataFrame]]:
        """Return record, rows and columns of the twins of those worlds that are of a pack."""
        twins = self._twins
        pack_worlds = [number for number in world_ids if twins.pack_of(number) is pack]
        records = {world_id: self._dataset.world(world_id) for world_id in pack_worlds}
        filled = fill_worlds(
            pack,
            [
                WorldSeeds(
                    world_id,
                    record.structure_seed,
                    child_seed(twins.value_seed, f"world/{world_id}/values"),
                )
                for world_id, record in records.items()
            ],
            FillOptions(twins.config.rows, twins.config.real_names == "brands", twins.known),
        )
        twins_of = {}
        for row in filled.worlds.iter_rows(named=True):
            world_id = row["world_id"]
            chosen = pl.col("world_id") == world_id
            twins_of[world_id] = (
                World(**row, split=records[world_id].split, attempt=0),
                {name: frame.filter(chosen) for name, frame in filled.frames.items()},
                filled.columns.filter(chosen),
            )
        return twins_of


def foreign_names(dataset: Dataset, world_id: int, seed: int) -> list[str]:
    """Return questions and titles of other worlds."""
    worlds = dataset.world_ids
    texts: list[str] = []
    for number in range(_OTHERS):
        other = worlds[child_seed(seed, f"foreign/{world_id}/{number}") % len(worlds)]
        if other == world_id:
            continue
        tasks = dataset.tasks(other)
        if number % 3 == 0 or not tasks:
            texts.append(dataset.world(other).title)
        else:
            texts.append(tasks[number % len(tasks)].question)
    return texts


def _effort_in(position: int) -> Effort:
    """Return how many agents play in the world at this position: all in every sixth pair."""
    return ("all", "few", "few", "some", "few", "few")[position // 2 % 6]


def _tasks_for_agents(tasks: tuple[Task, ...], seed: int) -> list[Task]:
    """Return up to two tasks of a world; over many worlds all kinds and shapes occur."""
    first = seed % len(tasks) if tasks else 0
    return [tasks[index % len(tasks)] for index in range(first, first + min(_PLAYED, len(tasks)))]
