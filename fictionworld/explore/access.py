"""Who may look: anybody on a loopback address, else who has the trainer's token; and what a browser
is told to keep to.

The token is given once, in a form, and a cookie that follows from it is all the browser keeps. An
agent's key opens nothing here, since keys of tasks are shown.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from fictionworld.explore.rendering import Renderer
from fictionworld.server.settings import KEY_MARK, ServerSettings

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_COOKIE: Final = "fictionworld_explore"
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # with none, browsers hide which site a form is of
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_PUBLIC: Final = ("/static/", "/login")


class Access:
    """An ASGI application around another: it lets in who may look, and adds headers to replies."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, renderer: Renderer) -> None:
        self._app = app
        self._settings = settings
        self._renderer = renderer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection or request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        app = self._app
        if not self._settings.is_open and not scope["path"].startswith(_PUBLIC):
            app = self._refusal(Request(scope)) or app
        await app(scope, receive, sent)

    def _refusal(self, request: Request) -> Response | None:
        """Return the page that a request without a right gets; None where it has the right."""
        bearer = request.headers.get("authorization", "").partition(" ")[2].strip()
        if bearer.startswith(KEY_MARK):
            message = "An agent's key opens nothing here: answers of tasks are shown."
            return self._renderer.page("login.html", 403, problem=message, target="/")
        cookie = request.cookies.get(_COOKIE, "")
        if _equal(bearer, self._settings.trainer_token) or _equal(cookie, self._cookie):
            return None
        target = str(request.url.path) if request.method == "GET" else "/"
        return self._renderer.page("login.html", 401, problem="", target=target)

    def admitted(self, token: str, target: str) -> Response:
        """Return the reply to who gave a token in the form."""
        if not _equal(token, self._settings.trainer_token):
            message = "This is not the trainer's token of this server."
            return self._renderer.page("login.html", 401, problem=message, target=target)
        is_path = target.startswith("/") and target[1:2] not in {"/", "\\"}
        reply = RedirectResponse(quote(target) if is_path else "/", 303)
        reply.set_cookie(_COOKIE, self._cookie, httponly=True, samesite="strict")
        return reply

    @property
    def _cookie(self) -> str:
        token = self._settings.trainer_token.encode()
        return hmac.digest(token, b"explore", hashlib.sha256).hex()


def _equal(given: str, expected: str) -> bool:
    """Return whether a text equals another, in constant time; False for an empty one."""
    is_same = hmac.compare_digest(given.encode("utf-8", "replace"), expected.encode())
    return is_same and bool(expected)
