"""The pages served by one process until it is interrupted."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import uvicorn

from fictionworld.explore.app import app_for
from fictionworld.explore.explorer import ExploreSettings
from fictionworld.server.process import address_of, listening

if TYPE_CHECKING:
    from fictionworld.explore.pack_preview import WatchedPack


def explore(
    settings: ExploreSettings, on_start: Callable[[str], None], pack: WatchedPack | None = None
) -> None:
    """Serve the pages until SIGTERM or SIGINT.

    Args:
        settings: What is looked at, and where to listen.
        on_start: Called with the URL, once it can be reached.
        pack: A pack whose preview is shown in place of a dataset.

    Raises:
        UsageError: The address cannot be used.
    """
    app = app_for(settings, pack)
    listener = listening(settings.server)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
    on_start(address_of(listener))
    try:
        uvicorn.Server(config).run([listener])
    finally:
        listener.close()
        if pack is not None:
            pack.close()
