"""A tokenizer of a model, with the chat template in which conversations are counted.

`transformers` reads it; the extra `tokens` installs that.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from fictionworld.errors import MissingExtraError, UsageError, first_line
from fictionworld.simulator.toolbox import openai_tools

_WITHOUT_TEMPLATE: Final = (
    "{% if tools %}<|im_start|>system\n<tools>\n"
    "{% for tool in tools %}{{ tool | tojson }}\n{% endfor %}</tools><|im_end|>\n{% endif %}"
    "{% for message in messages %}<|im_start|>{{ message.role }}\n"
    "{% if message.role == 'tool' %}<tool_response>\n{{ message.content }}\n</tool_response>"
    "{% else %}{{ message.content }}{% endif %}"
    "{% for call in message.tool_calls or [] %}\n<tool_call>\n{{ call.function | tojson }}\n"
    "</tool_call>{% endfor %}<|im_end|>\n{% endfor %}"
)
"""Hermes's form, for a tokenizer without a chat template."""
_PROBE: Final = "a-reply-to-look-for"


@dataclass(frozen=True)
class ConversationTokenizer:
    """A tokenizer and a chat template that writes tools, calls and replies."""

    name: str
    """As given, and 12 characters of a hash of vocabulary and template: `model@0123456789ab`."""
    render: Callable[[Sequence[Mapping[str, Any]]], str]
    """Returns messages as the model's text, with the schemas of the tools before them."""
    length: Callable[[str], int]
    """Returns the tokens of a text."""

    def count(self, messages: Sequence[Mapping[str, Any]]) -> int:
        """Return the tokens of a conversation, the schemas of the tools included."""
        return self.length(self.render(messages))


@lru_cache(maxsize=4)
def open_tokenizer(name: str) -> ConversationTokenizer:
    """Open a tokenizer.

    Args:
        name: A `tokenizer.json`, which is counted in Hermes's form of calls; or a model, a folder
            or a name of the Hugging Face hub, in the form of its chat template.

    Raises:
        UsageError: It is no tokenizer, or its template leaves out tools, calls or replies.
        MissingExtraError: transformers is not installed.
    """
    try:
        from transformers import AutoTokenizer, PreTrainedTokenizerFast  # noqa: PLC0415 - slow
    except ImportError:
        raise MissingExtraError(
            "counting tokens needs transformers, not installed here: "
            "python -m pip install 'fictionworld[tokens]'"
        ) from None
    try:
        if Path(name).is_file():
            tokenizer = PreTrainedTokenizerFast(tokenizer_file=name)
        else:
            tokenizer = AutoTokenizer.from_pretrained(name)
    except Exception as error:  # each format fails in its own way
        raise UsageError(
            f"--tokenizer: {name!r} is no tokenizer that transformers reads "
            f"({first_line(str(error))}); give a tokenizer.json, or a model's folder or name"
        ) from error
    template = tokenizer.chat_template or _WITHOUT_TEMPLATE
    tools = openai_tools()

    def render(messages: Sequence[Mapping[str, Any]]) -> str:
        text: str = tokenizer.apply_chat_template(
            list(map(_with_objects, messages)), tools=tools, chat_template=template, tokenize=False
        )
        return text

    def length(text: str) -> int:
        return len(tokenizer(text, add_special_tokens=False)["input_ids"])

    vocabulary = [sorted(tokenizer.get_vocab().items()), template]
    digest = hashlib.sha256(json.dumps(vocabulary).encode()).hexdigest()
    opened = ConversationTokenizer(f"{name}@{digest[:12]}", render, length)
    _refuse_without_tools(name, opened)
    return opened


def _refuse_without_tools(name: str, tokenizer: ConversationTokenizer) -> None:
    tool = openai_tools()[0]["function"]
    function = {"name": tool["name"], "arguments": {"query": _PROBE}}
    call = {"id": "call00000", "type": "function", "function": function}
    user = {"role": "user", "content": "?"}
    calling = {"role": "assistant", "content": "", "tool_calls": [call]}
    reply = {"role": "tool", "tool_call_id": "call00000", "content": _PROBE}
    try:
        text = tokenizer.render([user, calling, reply, {"role": "assistant", "content": "!"}])
    except Exception as error:  # templates raise what Jinja raises, and errors of their own
        text = first_line(str(error))
    if tool["description"] not in text or text.count(_PROBE) < 2:
        raise UsageError(
            f"the chat template of {name!r} leaves out tools, calls or their replies; give a model "
            "that is made for tool calling, or a tokenizer.json without a template"
        )


def _with_objects(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message whose calls have their arguments as objects, which templates write once."""
    plain = dict(message)
    if calls := plain.get("tool_calls"):
        plain["tool_calls"] = [
            call | {"function": call["function"] | {"arguments": _object(call)}} for call in calls
        ]
    return plain


def _object(call: Mapping[str, Any]) -> Any:  # noqa: ANN401 - what JSON holds
    arguments = call["function"]["arguments"]
    try:
        return json.loads(arguments) if isinstance(arguments, str) else arguments
    except ValueError:
        return arguments
