"""What was said in an episode, as the messages of a conversation, and what it cost in tokens."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fictionworld.chat.reply import ChatReply
    from fictionworld.episodes.episode import Episode
    from fictionworld.episodes.trace import Trace

__all__ = ["Transcript", "Usage", "transcript_of"]


@dataclass(slots=True)
class Usage:
    """Tokens of all completions of an episode, as the server counts them; 0 where it does not."""

    completions: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    """Of the prompts' tokens those that the server held already."""
    output_tokens: int = 0
    longest_tokens: int = 0
    """The longest prompt with its completion: what the context had to hold."""

    def add(self, reply: ChatReply) -> None:
        """Count one completion."""
        self.completions += 1
        self.prompt_tokens += reply.prompt_tokens
        self.cached_tokens += reply.cached_tokens
        self.output_tokens += reply.output_tokens
        together = reply.prompt_tokens + reply.output_tokens
        self.longest_tokens = max(self.longest_tokens, together)


@dataclass(slots=True)
class Transcript:
    """A conversation, in the form of OpenAI's chat completions."""

    messages: list[dict[str, Any]]
    usage: Usage | None = field(default_factory=Usage)
    """None where no model was asked."""

    def as_dict(self) -> dict[str, Any]:
        """The transcript as plain data, for JSON."""
        usage = None if self.usage is None else asdict(self.usage)
        return {"messages": self.messages, "usage": usage}


def transcript_of(episode: Episode, trace: Trace) -> Transcript:
    """The transcript that the agent kept; of one that kept none, its calls in the same form.

    Args:
        episode: As the agent left it.
        trace: Its trace, with the replies' texts.
    """
    if episode.transcript is not None:
        return episode.transcript
    messages: list[dict[str, Any]] = list(episode.messages)
    for number, (call, text) in enumerate(zip(trace.calls, trace.texts or (), strict=True)):
        function = {"name": call.tool, "arguments": call.arguments}
        asked = {"id": f"call_{number}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": "", "tool_calls": [asked]})
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": text})
    messages.append({"role": "assistant", "content": trace.answer or ""})
    return Transcript(messages, None)
