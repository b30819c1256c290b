"""The preview of a pack: its file with findings beside the lines, and its world in other views."""

from fastapi import APIRouter
from starlette.responses import HTMLResponse, JSONResponse

from fictionworld.explore.explorer import Explorer
from fictionworld.explore.pack_preview import WatchedPack


def pack_routes(explorer: Explorer, pack: WatchedPack) -> APIRouter:
    """Return the routes of a pack that is being written: `/pack`, `/pack/version`."""
    routes = APIRouter()

    @routes.get("/pack")
    def shown() -> HTMLResponse:
        pack.refresh()
        by_line: dict[int, list[str]] = {}
        for line, message in pack.findings:
            by_line.setdefault(line, []).append(message)
        return explorer.page(
            "pack.html",
            pack=pack,
            lines=list(enumerate(pack.text.splitlines(), 1)),
            by_line=by_line,
        )

    @routes.get("/pack/version")
    def version() -> JSONResponse:
        return JSONResponse({"version": pack.version})

    return routes
