"""A scripted OpenAI-compatible server, a real one on a port of this machine, and its scripts.

A script gets the body of a request and its place, from 0, and answers with a status and what goes
back: a dict as JSON, bytes as they are, a number of seconds to sleep first.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

from fictionworld.simulator.backends.endpoint import EndpointBackend, Patience

QUICK = Patience(at_once=16, deadline_s=60.0, try_s=30.0, tries=3, pause_s=0.005)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


@contextmanager
def server(script):
    """The server's address, and the bodies that it was sent."""
    bodies, lock = [], Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                place = len(bodies)
                bodies.append(body)
            status, answer, *more = script(body, place)
            if more and isinstance(more[0], int | float):
                time.sleep(more[0])
            headers = more[0] if more and isinstance(more[0], dict) else {}
            text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            try:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
            except OSError:  # whoever asked has gone
                self.close_connection = True

        def log_message(self, *_):
            pass

    httpd = _Server(("127.0.0.1", 0), Handler)
    thread = Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{httpd.server_port}/v1", bodies
    finally:
        httpd.shutdown()
        httpd.server_close()
        thread.join()


def endpoint(url, patience=QUICK, **options):
    return EndpointBackend("tiny", url, "secret", patience=patience, **options)


# Replies -----------------------------------------------------------------------------------------


def says(text, finish="stop", **usage):
    return {
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 5, **usage},
    }


def asked(body):
    """The request as our prompt states it; of a second try only what is asked for again."""
    told = json.loads(body["messages"][1]["content"])
    keys = body["response_format"]["json_schema"]["schema"]["required"]
    return told | {"passages": {key: told["passages"][key] for key in keys}}


def texts(write):
    """A script that answers with `write(passage, told)` for each passage."""

    def script(body, place):
        told = asked(body)
        found = {key: write(passage, told) for key, passage in told["passages"].items()}
        return 200, says(json.dumps(found, ensure_ascii=False))

    return script


def echo(passage, told):
    """The plain text itself."""
    return passage["plain"]


def honest(passage, told):
    """A writer of its own: facts from `state`, one sentence each; the rest as it is."""
    if "state" not in passage:
        return passage["plain"]
    of = passage.get("of", "").partition(" (")[0] or told["page"]["title"].partition(" - ")[0]
    said = []
    for fact in passage["state"]:
        value, what = fact["value"], fact["what"]
        if value in {"not published", "none"}:
            said.append(f"No {what} has been published.")
        else:
            said.append(f"The {what} of this entry is {value}.")
    said += [f"See {name}." for name in passage.get("say", ()) if name not in " ".join(said)]
    del of
    return " ".join(said)
