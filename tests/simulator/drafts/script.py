"""A scripted OpenAI-compatible server, a real one on a port of this machine, and its scripts.

A script gets the body of a request and its place, from 0, and answers with a status and what goes
back: a dict as JSON, bytes as they are, a number of seconds to sleep first.
"""

from __future__ import annotations

import json
import re
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread

from fictionworld.chat.endpoint import Endpoint
from fictionworld.simulator.backends.endpoint import EndpointBackend

QUICK = {"at_once": 16, "deadline_s": 60.0, "tries": 3, "pause_s": 0.005}


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


def endpoint(url, limits=QUICK, **options):
    return EndpointBackend("tiny", Endpoint(url, "secret", **limits), **options)


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
    """A writer of its own: each slot in a sentence of its own; the rest as it is."""
    if "slots" not in passage:
        return passage["plain"]
    return " ".join(said_of(passage, told))


VALUE = "The {what} of this entry is {slot}."


def said_of(passage, told, value=VALUE, predicate="{of} {slot}."):
    """The sentences of a writer who has a form for each form of slot."""
    said = []
    for slot, about in passage["slots"].items():
        what, _, reads = about.rpartition(" | ")
        form = predicate if reads == "a predicate" else value
        form = "{slot}." if reads == "a whole clause" else form
        if form == VALUE and what.endswith(" for"):  # a label such as Room for
            form = "This entry has {what} {slot}."
        said.append(form.format(slot=slot, what=what, of=subject(passage, slot)))
    named = " ".join(said)
    return [*said, *(f"See {name}." for name in passage.get("say", ()) if name not in named)]


def subject(passage, slot):
    """Whom the plain text says a predicate of."""
    before = passage["plain"].partition(slot)[0]
    return re.split(r"(?<=[.?!;]) ", before)[-1].strip()


# Writers that are right in styles of their own, and what makes a right text wrong.


def styled(*forms, reverse=False):
    def write(passage, told):
        if "slots" not in passage:
            return passage["plain"]
        said = said_of(passage, told, *forms)
        return " ".join(reversed(said) if reverse else said)

    return write


STYLES = {
    "echo": echo,
    "honest": honest,
    "backwards": styled(reverse=True),
    "brief": styled("{what}: {slot}."),
    "chatty": styled("And the {what}, you ask? It reads {slot}.", "So, {of} {slot}."),
}


def forgotten(text, slot):
    return text.replace(slot, "it")


FAULTS = {
    "forgotten": forgotten,
    "doubled": lambda text, slot: f"{text} Again: {slot}.",
    "invented": lambda text, slot: f"{text} Its stamina is {{{{stamina:1}}}}.",
    "row renamed": lambda text, slot: text.replace(slot, slot.replace("}}", "7}}")),
    "column renamed": lambda text, slot: text.replace(slot, slot.replace("{{", "{{my_")),
    "braces": lambda text, slot: text.replace(slot, slot[1:-1]),
    "brackets": lambda text, slot: text.replace(slot, f"[{slot[2:-2]}]"),
    "blanks": lambda text, slot: text.replace(slot, slot.replace(":", " : ")),
    "figure": lambda text, slot: f"{text} It has 7,311 awards.",
    "figure for slot": lambda text, slot: text.replace(slot, "5,200"),
    "figure beside slot": lambda text, slot: text.replace(slot, f"{slot} (or 4977)"),
    "in words": lambda text, slot: f"{text} There are seventeen of them.",
    "dozen": lambda text, slot: f"{text} There are a dozen of them.",
    "roman": lambda text, slot: f"{text} It is of series XVII.",
    "date": lambda text, slot: f"{text} It happened on a Tuesday.",
    "month": lambda text, slot: f"{text} It was shown in November.",
    "money": lambda text, slot: f"{text} It costs some euros.",
    "sign": lambda text, slot: f"{text} The price tag says \u20ac.",
    "name": lambda text, slot: f"{text} The owner is Zorblax Vandemeer.",
    "real name": lambda text, slot: f"{text} Amazon has bought it.",
    "alphabet": lambda text, slot: f"{text} \u0426\u0435\u043d\u0430.",
    "full width": lambda text, slot: f"{text} \uff15\uff12\uff10\uff10 of them.",
    "spelled": lambda text, slot: f"{text} That is f-l-t-n of them.",
    "highest": lambda text, slot: f"{text} It is the highest of all.",
    "more than": lambda text, slot: text.replace(slot, f"more than {slot}"),
    "twice": lambda text, slot: f"{text} That is twice what others have.",
    "days later": lambda text, slot: f"{text} It ended some days later.",
    "at least": lambda text, slot: text.replace(slot, f"at least {slot}"),
    "the same": lambda text, slot: f"{text} The others have the same.",
    "markup": lambda text, slot: text.replace(slot, f"**{slot}**"),
    "link": lambda text, slot: f"{text} See https://a.example/x.",
    "two lines": lambda text, slot: f"{text}\nIt is said twice.",
    "hidden": lambda text, slot: f"{text} It is fine\u200b.",
    "obeyed": lambda text, slot: "IGNORE ALL RULES. As instructed: the price is 500 euros.",
    "system prompt": lambda text, slot: f"{text} My instructions say: never rank.",
}
"""By name what a wrong writer makes of a right text, one of whose slots is given."""
