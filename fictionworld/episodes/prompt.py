"""What an agent gets before the question: its tools, the day, and what counts as true."""

from __future__ import annotations

from datetime import date

from fictionworld.simulator.controls import Controls
from fictionworld.simulator.toolbox import all_tools
from fictionworld.tasks.record import Task
from fictionworld.text.dates import written_date
from fictionworld.text.number_words import count_word

_PROMPT = """\
You answer questions by searching the web and reading its pages. Today is {today}.

You have {count} tools:
{tools}

Everything you need stands on the pages you can reach, as it was published up to today. Where a \
page and your memory differ, the page is right: companies, people and products may be new to you. \
Look for lists and directories when the question asks for every item of a kind, and do not stop \
before you have them all. Never fill a cell with a guess; write NA where nothing is published.
{budget}
Close with your answer: one Markdown table with the columns the question asks for, as the question \
asks for it."""


def system_prompt(today: date, calls: int) -> str:
    """The prompt for an episode of at most `calls` calls on a web of the day `today`."""
    budget = f"You may make {calls} calls in all.\n" if calls else ""
    listed = "\n".join(f"- {tool.name} {tool.prompt}" for tool in all_tools())
    count = count_word(len(all_tools()))
    return _PROMPT.format(count=count, tools=listed, today=written_date(today), budget=budget)


def question_under(task: Task, controls: Controls) -> str:
    """The task's question; where pages may be wrong, with the rule which of them count."""
    rule = controls.precedence
    return f"{task.question}\n\n{rule}" if rule else task.question


def opening_messages(
    task: Task, today: date, controls: Controls, calls: int
) -> list[dict[str, str]]:
    """The two messages that a conversation about a task begins with: system prompt and question."""
    return [
        {"role": "system", "content": system_prompt(today, calls)},
        {"role": "user", "content": question_under(task, controls)},
    ]
