"""The system prompt of an episode."""

from __future__ import annotations

from fictionworld.simulator.toolbox import all_tools
from fictionworld.text.number_words import count_word

_PROMPT = """\
You answer questions by searching the web and reading its pages. Today is {today}.

You have {count} tools:
{tools}

Everything you need stands on the pages you can reach, as it was published up to today. Where a \
page and your memory differ, the page is right: companies, people and products may be new to you. \
Look for lists and directories when the question asks for every item of a kind, and do not stop \
before you have them all. Never fill a cell with a guess; write NA where nothing is published. \
Where no row qualifies, the right answer is the header row alone.
{budget}
Close with your answer: one Markdown table with the columns the question asks for, as the question \
asks for it."""


def system_prompt(today: str, most_calls: int) -> str:
    """Return the prompt: the tools, today's date, what counts as true, the budget of calls.

    Args:
        today: What follows after `Today is`.
        most_calls: The budget; 0 for none, which is then not mentioned.
    """
    tools = all_tools()
    return _PROMPT.format(
        today=today,
        count=count_word(len(tools)),
        tools="\n".join(f"- {tool.name} {tool.prompt}" for tool in tools),
        budget=f"You may make {most_calls} calls in all.\n" if most_calls else "",
    )
