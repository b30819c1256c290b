r"""The part of an agent's text that is its answer: no thoughts, and what it marks as its answer.

Thoughts are what a family of models writes between its thinking marks. An opening mark may be lost
(chat templates write it), so all text up to the last closing mark is thought; and behind an opening
mark that nothing closes too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_NAMES: Final = "think|thinking|thoughts?|reasoning|scratchpad|seed:think"
_CLOSING: Final = re.compile(
    rf"(?<!`)(?:</\s?(?:{_NAMES})\s?>|\[/THINK\]|\u25c1/think\u25b7|<\|end_of_thought\|>"
    r"|<\|END_THINKING\|>)",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(
    rf"(?<!`)(?:<(?:{_NAMES})(?:\s[^<>]{{0,40}})?>|\[THINK\]|\u25c1think\u25b7"
    r"|<\|begin_of_thought\|>|<\|START_THINKING\|>)",
    re.IGNORECASE,
)
_ANY_MARK: Final = re.compile(r"[<\u25c1]|\[/?THINK", re.IGNORECASE)
_CHANNEL: Final = re.compile(r"<\|channel\|>\s?(?P<name>\w+)[^<]{0,100}(?:<\|message\|>|$)")
_MESSAGE_END: Final = re.compile(r"<\|(?:end|return|call|start)\|>")
_BARE_FINAL: Final = "assistantfinal"  # channels whose marks a server left out
_ANSWER: Final = re.compile(
    r"<(?P<name>answer|final_answer|final)>(?P<text>.*?)(?=</(?P=name)>|<(?P=name)>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_BOXED: Final = re.compile(r"\\boxed\s?\{")
_MOST_MARKED: Final = 20  # marked answers looked into, from the last


class Region(NamedTuple):
    """A stretch of the text, with the number of its first line, from 1."""

    text: str
    line: int
    mark: str = ""
    """What marks it as the answer: `<answer>`, `\\boxed`; empty for all that is no thought."""


def spoken_region(text: str) -> tuple[Region, int]:
    """Return the text without thoughts, and the number of characters left out."""
    start, end = _spoken(text)
    return Region(text[start:end], 1 + text.count("\n", 0, start)), len(text) - (end - start)


def _spoken(text: str) -> tuple[int, int]:
    start, end = 0, len(text)
    if "<|channel|>" in text:
        channels = list(_CHANNEL.finditer(text))
        final = next(
            (channel for channel in reversed(channels) if channel["name"] == "final"), None
        )
        if final is None:
            return 0, channels[0].start() if channels else 0
        start = final.end()
        stop = _MESSAGE_END.search(text, start)
        end = stop.start() if stop else end
    elif text.startswith("analysis") and _BARE_FINAL in text:
        start = text.rindex(_BARE_FINAL) + len(_BARE_FINAL)
    if _ANY_MARK.search(text, start, end) is None:
        return start, end
    for closing in _CLOSING.finditer(text, start, end):
        start = closing.end()
    opening = _OPENING.search(text, start, end)
    return start, opening.start() if opening else end


def marked_regions(spoken: Region) -> Iterator[Region]:
    r"""Yield the regions that `<answer>` or `\boxed` marks as the answer, the last first."""
    text = spoken.text
    if "<" in text:
        tagged = [answer for answer in _ANSWER.finditer(text) if answer["text"].strip()]
        for answer in tagged[: -_MOST_MARKED - 1 : -1]:
            line = spoken.line + text.count("\n", 0, answer.start("text"))
            yield Region(answer["text"], line, f"<{answer['name']}>")
    if "\\boxed" in text:
        for boxed in list(_BOXED.finditer(text))[: -_MOST_MARKED - 1 : -1]:
            line = spoken.line + text.count("\n", 0, boxed.end())
            yield Region(text[boxed.end() : _closing_brace(text, boxed.end())], line, r"\boxed")


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for brace in re.finditer(r"(?<!\\)[{}]", text[start:]):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return start + brace.start()
    return len(text)
