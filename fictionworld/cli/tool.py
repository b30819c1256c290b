"""`fictionworld tool`: exactly what an agent would receive."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from fictionworld.cli.inputs import (
    BackendOption,
    ControlsOption,
    DatasetFolder,
    EngineOption,
    FederationOption,
    SettingsOption,
    joined,
    read_controls,
    read_place,
)
from fictionworld.cli.terminal import counted, stderr


def tool(  # noqa: PLR0913, PLR0917 - what the command takes
    folder: DatasetFolder,
    place: Annotated[
        str, typer.Argument(metavar="TASK_OR_WORLD", help="A task's id, 17-2, or a world's, 17.")
    ],
    name: Annotated[
        str,
        typer.Argument(
            metavar="TOOL",
            help="web_search, web_extractor, dict_memory, or one of an installed package.",
        ),
    ],
    arguments: Annotated[
        str, typer.Argument(metavar="ARGS_JSON", help="The arguments, as JSON; - reads stdin.")
    ],
    policy: Annotated[
        str, typer.Option(help="Policy of search results: open, tease, mixed:p or strict.")
    ] = "tease",
    controls: ControlsOption = "none",
    seed: Annotated[int, typer.Option(help="Seed of a group of rollouts.")] = 0,
    reply_characters: Annotated[
        int | None, typer.Option(help="Maximum characters of the reply.")
    ] = None,
    backend: BackendOption = "template",
    settings: SettingsOption = None,
    engine: EngineOption = None,
    federation: FederationOption = None,
) -> None:
    """Call one tool of a world and print the text that an agent would receive.

    Exit code 0 whatever the tool says; 1 where the call failed for reasons that are not the
    caller's.
    """
    from fictionworld.dataset import open_dataset
    from fictionworld.simulator.drafts.opened import with_settings

    given = sys.stdin.read() if arguments == "-" else arguments
    at = read_place(place)
    episode = joined(open_dataset(folder), federation).episode(
        at,
        policy,
        read_controls(controls),
        seed=seed,
        calls=0,
        reply_characters=reply_characters,
        backend=with_settings(backend, settings or (), engine),
    )
    text = episode.call(name, given)
    sys.stdout.write(f"{text}\n")
    call = episode.trace().calls[0]
    fired = f"; {', '.join(call.controls)}" if call.controls else ""
    stderr().print(f"[dim]{call.kind}, {counted(call.characters, 'character')}{fired}[/dim]")
