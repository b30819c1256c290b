"""A model's server that misbehaves: a real one, on sockets of this machine.

A behaviour gets the connection and the request, and does to the client what it likes. `BEHAVIOURS`
has them by name, each with what a client may say of it: None where there is a usable reply.
"""

from __future__ import annotations

import gzip
import json
import random
import socket
import struct
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from types import SimpleNamespace

KEY = "sk-very-secret-0123456789"


def completion(text="no idea", **message):
    found = {"role": "assistant", "content": text, **message}
    return {"choices": [{"message": found, "finish_reason": "stop"}]}


def ended(reason, text="no idea", **message):
    """A completion that ended for this reason."""
    found = completion(text, **message)
    found["choices"][0]["finish_reason"] = reason
    return found


def calling(name, arguments, **call):
    made = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return completion(None, tool_calls=[made | call])


def http(body, status="200 OK", *headers, length=None):
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    size = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", "Connection: close", f"Content-Length: {size}", *headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


# Behaviours --------------------------------------------------------------------------------------


def sends(*arguments, **options):
    """Answers with this, and is otherwise a good server."""
    content = http(*arguments, **options)
    return lambda with_: with_.connection.sendall(content)


def raw(content):
    return lambda with_: with_.connection.sendall(content)


def resets(content):
    """Sends a part, and breaks the connection off."""

    def behave(with_):
        with_.connection.sendall(content)
        time.sleep(0.02)
        with_.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    return behave


def stalls(content):
    """Sends a part, and then nothing more."""

    def behave(with_):
        with_.connection.sendall(content)
        with_.over.wait()

    return behave


def repeats(content, piece, pause_s=0.0):
    """Sends a part, and then a piece again and again."""

    def behave(with_):
        with_.connection.sendall(content)
        while not with_.over.wait(pause_s):
            with_.connection.sendall(piece)

    return behave


def echoes(status):
    """Tells the client its own request, the key too."""

    def behave(with_):
        with_.connection.sendall(http(with_.request[:3000], status))

    return behave


GOOD = completion("no idea")
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
BROKE, NONE, LATE = "the connection broke", "no chat completion", "no whole answer within"
BEHAVIOURS = {
    "good": (sends(GOOD), None),
    "calls a tool": (sends(calling("web_search", '{"query": "clubs"}')), None),
    "calls no such tool": (sends(calling("no_tool", "{}")), None),
    "broken arguments": (sends(calling("web_search", "{broken")), None),
    "deep arguments": (sends(calling("web_search", "[" * 100_000)), None),
    "a call without an id": (sends(calling("web_search", None, id={"a": 1})), None),
    "empty text": (sends(completion(None)), None),
    "NUL and escapes in the text": (sends(completion("\0\x1b[2J\x07|a|\n|-|\n|b|")), None),
    "endless tokens": (
        sends(b'{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":1e999,'
              b'"completion_tokens":-5,"prompt_tokens_details":[]}}'), None),
    "good, retry after nonsense": (sends(GOOD, "200 OK", "Retry-After: \xb2"), None),
    "cut": (sends(ended("length")), None),
    "withheld": (sends(ended("content_filter", None)), None),
    "refused": (sends(completion(None, refusal="I cannot help with that.")), None),
    "thoughts alone": (sends(completion(None, reasoning_content="hm")), None),
    "parts": (sends(completion([{"type": "text", "text": "no idea"}])), None),
    "an old call": (sends(completion(None, function_call={"name": "web_search"})), None),
    "arguments that are a list": (sends(calling("web_search", "[1]")), None),
    "a name that is none": (sends(calling("web search!", '{"query": "\\ud800"}')), None),
    "an unread call in the text": (sends(completion("<tool_call>look</tool_call>")), None),
    # broken off
    "aborted": (sends(ended("abort", "half a")), "broke the generation off"),
    "ended by an error": (sends(ended("error", None)), "broke the generation off"),
    # bodies that are no completion
    "tool_calls is a number": (sends(completion(tool_calls=5)), NONE),
    "a call is a number": (sends(completion(tool_calls=[5])), NONE),
    "a name is a number": (sends(calling(5, "{}")), NONE),
    "arguments are a number": (sends(calling("web_search", 5)), NONE),
    "a thousand calls": (
        sends(completion(tool_calls=[{"function": {"name": "web_search"}}] * 1000)), NONE),
    "text is a list": (sends(completion([["x"]])), NONE),
    "brackets": (sends(b"[" * 200_000), NONE),
    "objects": (sends(b'{"choices":' * 50_000), NONE),
    "a lone surrogate": (sends(b'{"choices":[{"message":{"content":"\\ud800"}}]}'), NONE),
    "half a pair in a name": (
        sends(b'{"choices":[{"message":{"tool_calls":[{"function":{"name":"\\udc00"}}]}}]}'), NONE),
    "no UTF-8": (sends(b'{"choices":[{"message":{"content":"\xff\xfe"}}]}'), NONE),
    "a huge number": (sends(b'{"choices":' + b"9" * 900_000 + b"}"), NONE),
    "nothing": (sends(b""), NONE),
    "a page": (sends(b"<html>\x1b[31m sign in </html>"), NONE),
    "a list": (sends(b"[]"), NONE),
    "no choice": (sends({"choices": []}), NONE),
    "choices is a number": (sends({"choices": 3}), NONE),
    "no message": (sends({"choices": [{"message": None}]}), NONE),
    "two objects": (sends(json.dumps(GOOD).encode() * 2), NONE),
    # statuses
    "busy": (sends({}, "503 Busy"), "HTTP 503"),
    "retry after superscript": (sends({}, "429 Slow", "Retry-After: \xb2"), "HTTP 429"),
    "retry after 1e999": (sends({}, "429 Slow", "Retry-After: 1e999"), "HTTP 429"),
    "retry after nan": (sends({}, "429 Slow", "Retry-After: nan"), "HTTP 429"),
    "retry after year 1": (
        sends({}, "429 Slow", "Retry-After: Mon, 01 Jan 0001 00:00:00 GMT"), "HTTP 429"),
    "retry after an odd zone": (
        sends({}, "503 Slow", "Retry-After: Fri, 31 Dec 9999 23:59:59 -9999"), "HTTP 503"),
    "a fault with escapes": (sends(b"\x1b[2J\0\r\n\xff" * 50, "500 Oops"), "HTTP 500"),
    "a long fault": (repeats(b"HTTP/1.1 500 Oops\r\n\r\n", b"x" * 4096), "HTTP 500"),
    "a bad request": (sends({"error": "no"}, "400 Bad"), "HTTP 400"),
    "a full context": (sends({"error": "prompt is too long"}, "500 Oops"), "than the context"),
    "no quota": (sends({"error": "insufficient_quota"}, "429 Slow"), "no quota left"),
    "no content": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), "HTTP 204"),
    "refuses, and echoes": (echoes("401 No"), "HTTP 401"),
    "is at fault, and echoes": (echoes("500 No"), "HTTP 500"),
    "echoes": (echoes("200 OK"), NONE),
    "redirects nowhere": (sends({}, "302 Found"), "redirects"),
    "redirects to nonsense": (sends({}, "308 Moved", "Location: http://u:p@[::"), BROKE),
    # transport
    "closes": (lambda with_: None, BROKE),
    "resets": (resets(b""), BROKE),
    "resets in the head": (resets(b"HTTP/1.1 200 OK\r\nContent-Le"), BROKE),
    "resets in the body": (resets(http(GOOD)[:-9]), BROKE),
    "ends in the body": (sends(GOOD, length=100_000), BROKE),
    "no HTTP": (raw(b"SSH-2.0-OpenSSH_9\r\n\r\n"), BROKE),
    "no status": (raw(b"HTTP/1.1 abc OK\r\n\r\n"), BROKE),
    "two lengths": (sends(GOOD, "200 OK", "Content-Length: 3"), BROKE),
    "a negative length": (sends(GOOD, length=-1), BROKE),
    "a bad chunk": (raw(CHUNKED + b"zz\r\n{}\r\n"), BROKE),
    "an endless head": (repeats(b"HTTP/1.1 200 OK\r\n", b"X-A: " + b"a" * 60_000 + b"\r\n"), BROKE),
    "compressed": (sends(gzip.compress(b"0" * 30_000_000), "200 OK", "Content-Encoding: gzip"),
                   "compressed"),
    "a flood": (repeats(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65_536), "longer than"),
    "a flood of chunks": (repeats(CHUNKED, b"1000\r\n" + b"x" * 4096 + b"\r\n"), "longer than"),
    "a huge length": (stalls(http(GOOD, length=10**18)), LATE),
    "stalls": (stalls(b""), LATE),
    "stalls in the head": (stalls(b"HTTP/1.1 200 OK\r\nContent-Le"), LATE),
    "stalls in the body": (stalls(http(GOOD)[:-9]), LATE),
    "drips": (repeats(http(b"{", length=10_000), b" ", 0.02), LATE),
    "continues for ever": (repeats(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01), LATE),
}  # fmt: skip


@dataclass
class Hostile:
    """What is known of the server while it runs."""

    url: str
    requests: list[bytes] = field(default_factory=list)
    behaved: list[str] = field(default_factory=list)
    """The behaviours that were shown, in the order of the requests."""


@contextmanager
def hostile_server(choose, port=0):
    """A server that shows the behaviour `choose(n)` to the n-th request, from 0.

    A behaviour is a name among `BEHAVIOURS`, or a function.
    """
    listening = socket.create_server(("127.0.0.1", port), backlog=256)
    found = Hostile(f"http://127.0.0.1:{listening.getsockname()[1]}/v1")
    over, lock = Event(), Lock()

    def serve(connection):
        with connection, suppress(OSError):
            request = _request(connection)
            if not request:
                return
            with lock:
                chosen = choose(len(found.requests))
                found.requests.append(request)
                found.behaved.append(chosen if isinstance(chosen, str) else "a function")
            behave = BEHAVIOURS[chosen][0] if isinstance(chosen, str) else chosen
            behave(SimpleNamespace(connection=connection, request=request, over=over))

    def accept():
        with suppress(OSError):
            while True:
                connection, _ = listening.accept()
                Thread(target=serve, args=(connection,), daemon=True).start()

    thread = Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield found
    finally:
        over.set()
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join()


def _request(connection):
    """A whole request: its head and its body."""
    read = b""
    while b"\r\n\r\n" not in read:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        read += piece
    head, _, body = read.partition(b"\r\n\r\n")
    lengths = [line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    missing = int(lengths[0].partition(b":")[2]) - len(body) if lengths else 0
    while missing > 0:
        piece = connection.recv(65_536)
        if not piece:
            return b""
        read, missing = read + piece, missing - len(piece)
    return read


def seeded(seed, names=tuple(BEHAVIOURS), good=0.0):
    """A choice of behaviours that follows from a seed: a share of good ones, else any of these."""
    luck = random.Random(seed)
    return lambda _: "good" if luck.random() < good else luck.choice(names)
