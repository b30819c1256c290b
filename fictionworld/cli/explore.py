"""`fictionworld explore`: a dataset in a browser."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fictionworld.cli.ending import says_when_interrupted
from fictionworld.cli.inputs import CacheOption, DatasetFolder
from fictionworld.cli.terminal import escape, stderr
from fictionworld.errors import UsageError

if TYPE_CHECKING:
    from fictionworld.explore.explorer import ExploreSettings
    from fictionworld.explore.pack_preview import WatchedPack


def explore(  # noqa: PLR0913 - the flags of the command
    folder: DatasetFolder,
    *,
    traces: Annotated[
        Path | None, typer.Option(help="Episodes to show, as `rollout --traces` writes them.")
    ] = None,
    transcripts: Annotated[
        Path | None, typer.Option(help="Their conversations, of `rollout --transcripts`.")
    ] = None,
    twin: Annotated[
        Path | None, typer.Option(help="Twins to show beside the worlds, of `build --twin-of`.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="File of traces that plays by hand may be added to.")
    ] = None,
    host: Annotated[
        str, typer.Option(help="Address to listen at; any but loopback needs a token.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65_535, help="Port to listen at; 0 for a free one.")
    ] = 8001,
    open_browser: Annotated[
        bool, typer.Option("--open", help="Open the page in the system's browser.")
    ] = False,
    cache_mb: CacheOption = None,
) -> None:
    """Look at a dataset, its worlds, their webs, its tasks and runs, in a browser.

    It reads only, and listens at the loopback address. Off it who looks gives the token of
    FICTIONWORLD_TRAINER_TOKEN.
    """
    from fictionworld.extras import require_extra

    require_extra("explore", "fictionworld explore")
    from fictionworld.explore.explorer import ExploreSettings
    from fictionworld.server.settings import ServerSettings

    for path in (folder, *([traces] if traces else []), *([transcripts] if transcripts else [])):
        if not path.exists():
            raise UsageError(f"got {str(path)!r}; there is no such file or folder: check the path")
    token = os.environ.get("FICTIONWORLD_TRAINER_TOKEN", "")
    server = ServerSettings(
        str(folder.absolute()), "", host=host, port=port, trainer_token=token, cache_mb=cache_mb
    )
    settings = ExploreSettings(server, twin, traces, transcripts, save)
    serve_pages(settings, None, "/", open_browser=open_browser)


def serve_pages(
    settings: ExploreSettings, pack: WatchedPack | None, path: str, *, open_browser: bool
) -> None:
    """Serve pages until Ctrl-C, and open the one at `path` where that is asked for."""
    import webbrowser

    from fictionworld.explore.process import explore as serve

    def started(url: str) -> None:
        stderr().print(f"Look at {escape(url + path)}", soft_wrap=True)
        if open_browser:
            webbrowser.open(url + path)

    with says_when_interrupted("Stopped."):
        serve(settings, started, pack)
