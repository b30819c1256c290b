"""A model's answers, each written down as it comes, with limits of calls and tokens.

A draft that was stopped goes on by being run again: what was asked before is answered from the
file, and only what is new costs anything.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fictionworld.chat.reply import ChatReply
from fictionworld.drafting.requests import Message
from fictionworld.errors import FictionworldError, UsageError
from fictionworld.worlds.durable import publish_bytes, storage_errors

__all__ = ["BudgetSpentError", "ModelCall", "ModelCalls"]

Complete = Callable[[Mapping[str, Any]], ChatReply]
"""Answers the body of a chat completion."""


class BudgetSpentError(FictionworldError):
    """No call or token is left of what was allowed."""


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One request and its answer."""

    request: str
    """A hash of model, settings and messages."""
    text: str
    is_cut: bool
    """The answer ended at its limit of tokens."""
    prompt_tokens: int
    output_tokens: int


class ModelCalls:
    """Asks a model, within limits, and keeps every answer in a file, one JSON object a line.

    Args:
        complete: Asks the server.
        settings: What each request has beside its messages: model, temperature, max_tokens.
        path: The file; what it holds is not asked again.
        most_calls: Of all runs together.
        most_tokens: Of all runs together, prompts and answers.

    Raises:
        UsageError: The file holds something else.
    """

    def __init__(
        self,
        complete: Complete,
        settings: Mapping[str, Any],
        path: Path,
        most_calls: int,
        most_tokens: int,
    ) -> None:
        self._complete = complete
        self._settings = dict(settings)
        self._path = path
        self._most_calls = most_calls
        self._most_tokens = most_tokens
        self._made = _read(path)

    @property
    def calls(self) -> int:
        """Return how many calls were made, in all runs."""
        return len(self._made)

    @property
    def tokens(self) -> int:
        """Return the tokens of all calls, as the server counts them."""
        return sum(call.prompt_tokens + call.output_tokens for call in self._made.values())

    def ask(self, messages: Sequence[Message]) -> ModelCall:
        """Return the answer to these messages, from the file where they were asked before.

        Raises:
            BudgetSpentError: A limit is reached; what was asked before is still answered.
            ChatError: There is no usable answer.
            StorageError: The disk refused.
        """
        body = {**self._settings, "messages": list(messages)}
        request = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
        if request not in self._made:
            self._refuse_beyond_limits()
            reply = self._complete(body)
            call = ModelCall(
                request, reply.text, reply.finish == "cut", reply.prompt_tokens, reply.output_tokens
            )
            with storage_errors(self._path), self._path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(asdict(call))}\n")
            self._made[request] = call
        return self._made[request]

    def _refuse_beyond_limits(self) -> None:
        for what, spent, most in (
            ("calls", self.calls, self._most_calls),
            ("tokens", self.tokens, self._most_tokens),
        ):
            if spent >= most:
                raise BudgetSpentError(
                    f"{spent:,} {what} of {most:,} are spent; give a larger --{what}, and the "
                    "draft goes on"
                )


def _read(path: Path) -> dict[str, ModelCall]:
    """Return the calls in a file; a torn last line, of a run that was killed, is taken out."""
    if not path.exists():
        return {}
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        publish_bytes(path, whole)
    calls: dict[str, ModelCall] = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            call = ModelCall(**json.loads(line))
        except (ValueError, TypeError) as error:
            raise UsageError(
                f"line {number} of {path} is no answer of a model ({error}); give another folder "
                "with --out"
            ) from None
        calls[call.request] = call
    return calls
