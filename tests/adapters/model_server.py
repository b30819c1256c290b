"""A server that speaks OpenAI's chat completions, streamed, and says what a script tells it to."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Script = Callable[[list[dict]], dict]
"""From the messages so far to the next one: `content`, or `tool_calls`."""


def tool_call(number, name, arguments):
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    function = {"name": name, "arguments": text}
    return {"index": number, "id": f"call_{number}", "type": "function", "function": function}


@contextmanager
def model_server(script: Script):
    """Its base URL, and all bodies that it was sent."""
    seen = []

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(body)
            delta = {"role": "assistant", **script(body["messages"])}
            reason = "tool_calls" if delta.get("tool_calls") else "stop"
            shared = {"id": "1", "created": 0, "model": body["model"]}
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            if body.get("stream"):
                self._send("text/event-stream", _events(shared, delta, reason, usage))
            else:
                choice = {"index": 0, "message": delta, "finish_reason": reason}
                whole = {**shared, "object": "chat.completion", "choices": [choice], "usage": usage}
                self._send("application/json", json.dumps(whole).encode())

        def _send(self, kind, content):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", seen
    finally:
        server.shutdown()
        server.server_close()


def _events(shared, delta, reason, usage):
    chunk = {**shared, "object": "chat.completion.chunk"}
    first = {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
    last = {
        **chunk,
        "choices": [{"index": 0, "delta": {}, "finish_reason": reason}],
        "usage": usage,
    }
    lines = [f"data: {json.dumps(one)}\n\n" for one in (first, last)]
    return "".join([*lines, "data: [DONE]\n\n"]).encode()
