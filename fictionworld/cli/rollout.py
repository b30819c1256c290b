"""`fictionworld rollout`: agents play tasks, and what it comes to."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.backend import (  # noqa: TC001 - typer reads them
    BackendOption,
    EngineOption,
    ReplyBytesOption,
    SettingsOption,
)
from fictionworld.cli.controls import ControlsOption, read_controls
from fictionworld.cli.ending import INTERRUPTED, end_soon, leave_to_the_next
from fictionworld.cli.rollout_view import print_comparison, print_summaries
from fictionworld.cli.terminal import bars, data, plain, print_json, talk
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fictionworld.dataset import Dataset
    from fictionworld.episodes.agents.agent import Agent
    from fictionworld.episodes.rollout import Conditions, Played
    from fictionworld.episodes.trace_file import TraceFile
    from fictionworld.tasks.record import Task

__all__ = ["rollout"]

_MOST_ERRORS = 5
_AT_ONCE = 64
"""Episodes at a time where a model words the web: what they ask for is a batch of its engine."""


def rollout(  # noqa: PLR0913, PLR0917 - the flags of the command
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dataset's folder.")],
    agent: Annotated[
        list[str],
        typer.Option(
            help="oracle, scout, prober, snippets-only, closed-book, paste-question, guess, or "
            "openai:MODEL; give it again for more of them."
        ),
    ],
    tasks: Annotated[
        int | None, typer.Option(min=1, help="At most so many, spread over all; all, if not given.")
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            help="What search results may say: open, tease, mixed:p or strict; tease, if not "
            "given; several with weights, tease=0.7,mixed:0.5=0.3, are drawn by world and seed; "
            "give it again to compare."
        ),
    ] = None,
    controls: ControlsOption = "calm",
    backend: BackendOption = "template",
    settings: SettingsOption = None,
    engine: EngineOption = None,
    split: Annotated[str | None, typer.Option(help="Tasks of one split, such as eval.")] = None,
    kinds: Annotated[
        str | None, typer.Option(help="Kinds of task, a comma between: wide,deep,empty.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of a group of rollouts.")] = 0,
    reward: Annotated[
        str,
        typer.Option(
            help="What earns: f1_grounded, right cells; f1_evidenced, of these what follows from "
            "what the agent was shown."
        ),
    ] = "f1_grounded",
    calls: Annotated[
        int | None,
        typer.Option(
            min=0, help="The most calls of a task; 0 for no limit; by its size, if not given."
        ),
    ] = None,
    traces: Annotated[
        Path | None, typer.Option(help="Write the traces here, a JSON object a line.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            help="For openai:MODEL, the server: http://localhost:8000/v1. Its key is taken from "
            "OPENAI_API_KEY."
        ),
    ] = None,
    at_once: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Tasks at a time, where a model is waited for; if not given, 64 for a backend "
            "that is asked now, 1 for openai:MODEL.",
        ),
    ] = None,
    timeout_s: Annotated[
        float,
        typer.Option(
            min=0.001, help="For openai:MODEL: seconds for one request; half of them for one try."
        ),
    ] = 600.0,
    episode_timeout_s: Annotated[
        float, typer.Option(min=0.001, help="For openai:MODEL: seconds for one task.")
    ] = 7200.0,
    max_reply_bytes: ReplyBytesOption = 4_000_000,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes, for the others; one a core, if not given.")
    ] = None,
    *,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="With --traces: go on with the file; what it holds is not played again.",
        ),
    ] = False,
    texts: Annotated[
        bool, typer.Option("--texts", help="With --traces: the replies' texts too.")
    ] = False,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print a JSON object, or a list of them for several agents or policies."
        ),
    ] = False,
) -> None:
    """Let agents play tasks through the tools, and tell what they earned.

    Exit code 1 where a task could not be played for reasons that are not the agent's.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.episodes.reward import parse_reward
    from fictionworld.episodes.rollout import Conditions, sample
    from fictionworld.episodes.summary import Summary, by_pack_and_kind, by_policy
    from fictionworld.episodes.workers import usable_cores
    from fictionworld.export.choice import Choice, parse_kinds
    from fictionworld.simulator.drafts.opened import with_settings
    from fictionworld.simulator.drafts.waiting import is_live
    from fictionworld.web.permit import parse_policies

    if resume and traces is None:
        raise UsageError("--resume goes on with a file of traces: name it with --traces FILE")
    dataset = open_dataset(folder).worded_by(with_settings(backend, settings or (), engine))
    if at_once is None:
        at_once = _AT_ONCE if is_live(backend) else 1
    policies = [parse_policies(under) for under in policy or ["tease"]]
    parse_reward(reward)
    agents = _agents(agent, base_url, at_once, timeout_s, max_reply_bytes, episode_timeout_s)
    rounds = list(product(policies, agents))
    several = len(rounds) > 1 or any(len(under.weights) > 1 for under in policies)
    disturbed = read_controls(controls)
    choice = Choice(kinds=None if kinds is None else parse_kinds(kinds), split=split)
    chosen = sample(choice.of(dataset), tasks)
    found: list[Summary] = []
    failed: list[Played] = []
    with _ending_well(traces, at_once), ExitStack() as stack:
        out = _opened(traces, stack, resume=resume)
        shown = stack.enter_context(bars())
        bar = shown.add_task("tasks", total=len(chosen) * len(rounds))
        for under, player in rounds:
            conditions = Conditions(str(under), disturbed, seed, calls, texts, reward)
            waits = _waits(player) or is_live(backend)  # one engine, one process
            processes = 1 if waits else workers or usable_cores()
            played = _played(
                dataset, player, chosen, conditions, out, (at_once, processes),
                lambda done: shown.advance(bar, done),
            )  # fmt: skip
            made = by_policy if several else by_pack_and_kind
            found += made(played, player.name, str(under))
            failed += [one for one in played if one.error is not None]
    if as_json:
        whole = [one.as_dict() for one in found if one.pack == "all"]
        print_json(whole if several else whole[0])
    elif not several:
        print_summaries(data(), found, reward)
    else:
        print_comparison(data(), found, reward)
    for one in failed[:_MOST_ERRORS]:
        talk().print(f"[red]{one.task.task_id}:[/red] {plain(str(one.error))}", soft_wrap=True)
    if failed:
        talk().print(f"{len(failed):,} of {len(chosen) * len(rounds):,} tasks could not be played")
        raise typer.Exit(1)


def _agents(
    names: Sequence[str],
    base_url: str | None,
    at_once: int,
    timeout_s: float,
    most_bytes: int,
    episode_s: float,
) -> list[Agent]:
    from fictionworld.episodes.agents.named import agent_named

    endpoint = None
    if base_url is not None:
        from fictionworld.chat.endpoint import Endpoint, key_from_environment

        endpoint = Endpoint(base_url, key_from_environment(), at_once, timeout_s, most_bytes)
    return [agent_named(name, endpoint, episode_s) for name in names]


def _waits(agent: Agent) -> bool:
    """Whether the agent waits for a server: threads help it, and processes do not."""
    return agent.name.startswith("openai:")


def _opened(traces: Path | None, stack: ExitStack, *, resume: bool) -> TraceFile | None:
    from fictionworld.episodes.trace_file import TraceFile

    return None if traces is None else stack.enter_context(TraceFile(traces, resume=resume))


def _played(  # noqa: PLR0917 - what a rollout is made of
    dataset: Dataset,
    player: Agent,
    chosen: Sequence[Task],
    conditions: Conditions,
    out: TraceFile | None,
    many: tuple[int, int],
    advance: Callable[[int], None],
) -> list[Played]:
    """All tasks played, in their order; each trace is written as soon as it is there.

    Args:
        dataset: Its tasks.
        player: Who plays.
        chosen: What is played, where `out` does not hold it already.
        conditions: What all episodes have in common.
        out: Where traces go.
        many: Threads and processes.
        advance: Told how many more are done.
    """
    from fictionworld.episodes.rollout import play_all
    from fictionworld.episodes.trace_file import RolloutId

    this = RolloutId.of(player.name, dataset.manifest.content_hash, dataset.backend, conditions)
    played = {} if out is None else out.held(this, chosen)
    advance(len(played))
    todo = [task for task in chosen if task.task_id not in played]
    for one in play_all(dataset, player, todo, conditions, *many):
        played[one.task.task_id] = one
        if out is not None:
            out.add(one, this)
        advance(1)
    return [played[task.task_id] for task in chosen]


@contextmanager
def _ending_well(traces: Path | None, at_once: int) -> Iterator[None]:
    """Within it Ctrl-C says how to go on, and no error waits for episodes in other threads."""
    try:
        yield
    except KeyboardInterrupt:
        leave_to_the_next()
        talk().print(_stopped(traces), soft_wrap=True)
        raise typer.Exit(INTERRUPTED) from None
    except Exception as error:
        if at_once > 1:
            end_soon(getattr(error, "exit_code", 1))
        raise


def _stopped(traces: Path | None) -> str:
    if traces is None:
        return "Stopped. With --traces FILE a rollout can be gone on with."
    return (
        f"Stopped. The episodes that ended are in {plain(str(traces))}: run the same command again "
        "with --resume and it goes on with the others."
    )
