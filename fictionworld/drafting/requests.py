"""What a model is asked for, in messages of OpenAI's form: a plan, a pack, a pack mended.

The notation stands first in every request, so that a server keeps it cached. Documents are in the
request for a plan alone: what they say reaches the pack as tables, columns and magnitudes, and not
as sentences.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from fictionworld.drafting.documents import FieldDocument, excerpts
from fictionworld.drafting.schema_text import schema_text
from fictionworld.errors import UsageError
from fictionworld.packs.source import new_source

__all__ = [
    "Message",
    "mend_request",
    "pack_request",
    "plan_again_request",
    "plan_request",
    "tokens_of",
    "yaml_of",
]

Message = dict[str, str]

CHARACTERS_A_TOKEN: Final = 2.6
"""Fewer than of plain English: YAML is signs and short words. Packs with numbered lines have 2.75
by the tokenizers of SmolLM2 and Qwen2.5."""
_OF_NOTATION: Final = 3.5
"""The notation has 3.7."""
_LEAST_EXCERPT: Final = 2_000
_FENCED: Final = re.compile(r"^```(?:ya?ml)?[ \t]*\n(.*?)(?:^```|\Z)", re.DOTALL | re.MULTILINE)

_RULES: Final = """\
A pack is a YAML file that declares a kind of fictional world: a small relational database of 300 to
500 rows that looks like the records of a real field, and from which a fictional web is written.
Nothing in it is real: names are drawn from pools or patterns, values from distributions.

A good pack has
- four to eight tables that refer to each other: a table of main subjects, tables of what happens to
  them, a table that joins two others, a table of figures by year;
- in each table a `name` column where its rows have names, three or more `askable` columns of
  different types, and values that depend on each other (`driven_by`, `derive`, `order` rules);
- rules that a practitioner would write down, and one or two sanity queries;
- 300 to 500 rows in all.
Answer with one fenced block of YAML and nothing else."""
_EXAMPLE: Final = """\
pack: libraries
about: The libraries of a district, who works there, and how many people came.
strategy: grounded  # by published statistics; or private: the records of one institution; or
                    # long_tail: a slice of a large register; or time_shifted: a real field, later
tables:
  library:
    about: a house with books
    rows: 9 to 12
    columns:
      town: where it stands, each in another
      floor: whole number of m2, about 900, most between 500 and 1500
      budget: money in thousands, about 180, larger where there is more floor
  librarian:
    about: somebody who works in a library
    rows: 3 to 6 for each library
    columns:
      library: refers to library
      joined: year, after the library opened
rules:
  - nobody joins a library before it opened
"""


def plan_request(documents: Sequence[FieldDocument], name: str, most_tokens: int) -> list[Message]:
    """Return the request for a plan of tables.

    Args:
        documents: Of the field.
        name: What the pack will be called.
        most_tokens: Of the request; excerpts are cut so that it fits.

    Raises:
        UsageError: Nothing of the documents would fit.
    """
    ask = (
        f"Plan a pack named {name} after how the field of the documents below keeps its records. "
        "Copy no sentence and no name from them. Give YAML in the form of this example, which is "
        f"of another field:\n\n{_EXAMPLE}"
    )
    end = (
        f"Now give the whole plan of the pack {name} as YAML, in the form of the example: pack, "
        "about, strategy, four to eight tables with their columns, and rules."
    )
    left = int(most_tokens * CHARACTERS_A_TOKEN) - len(_RULES) - len(ask) - len(end)
    if left < _LEAST_EXCERPT:
        raise UsageError(
            f"--context leaves {max(0, left):,} characters for the documents, and a plan needs "
            f"{_LEAST_EXCERPT:,}; give a larger --context or a smaller --max-tokens"
        )
    said = f"{ask}\n{excerpts(documents, left)}\n\n{end}"
    return [_message("system", _RULES), _message("user", said)]


def plan_again_request(
    request: Sequence[Message], plan: str, findings: Sequence[str]
) -> list[Message]:
    """Return a request for a plan again, with the last one and what was wrong with it."""
    again = "This is no plan:\n\n" + "\n".join(findings) + "\n\nMend it, and give the whole plan."
    return [*request, _message("assistant", f"```yaml\n{plan}```"), _message("user", again)]


def pack_request(plan: str, name: str) -> list[Message]:
    """Return the request for a pack after a plan; a small sound pack stands as an example."""
    return [
        _message("system", _notation()),
        _message(
            "user",
            "A sound pack, as an example of the notation:\n\n"
            f"```yaml\n{new_source('example')}```\n\n"
            f"Write the whole pack {name} after this plan:\n\n```yaml\n{plan.strip()}\n```",
        ),
    ]


def mend_request(
    plan: str, name: str, pack: str, findings: Sequence[str], most_tokens: int
) -> list[Message]:
    """Return the request for a pack without these findings, or without as many as fit.

    Args:
        plan: As for `pack_request`.
        name: The pack's name.
        pack: The text that the findings are of.
        findings: Each with the line that it is about, `NAME.yaml:14: ...`; one at least is given.
        most_tokens: Of the request.
    """
    while len(findings) > 1:
        request = _mend_request(plan, name, pack, findings)
        if tokens_of(request) <= most_tokens:
            return request
        findings = findings[:-1]
    return _mend_request(plan, name, pack, findings)


def tokens_of(request: Sequence[Message]) -> int:
    """Return about how many tokens a request has: rather too many than too few."""
    return round(
        sum(
            len(message["content"])
            / (_OF_NOTATION if message["role"] == "system" else CHARACTERS_A_TOKEN)
            for message in request
        )
    )


def _mend_request(plan: str, name: str, pack: str, findings: Sequence[str]) -> list[Message]:
    lines = "\n".join(f"{n:>4} {line}" for n, line in enumerate(pack.splitlines(), 1))
    return [
        _message("system", _notation()),
        _message(
            "user",
            f"The pack {name} was written after this plan:\n\n```yaml\n{plan.strip()}\n```\n\n"
            f"With line numbers:\n\n{lines}\n\n"
            "The check found:\n\n" + "\n".join(findings) + "\n\n"
            "Mend what the findings name, leave the rest as it is, and give the whole pack, "
            "without line numbers.",
        ),
    ]


def yaml_of(reply: str) -> str:
    """Return the YAML in a model's reply: of its longest fenced block, or else all of it."""
    blocks = _FENCED.findall(reply)
    text = max(blocks, key=len) if blocks else reply
    return f"{text.strip()}\n"


@cache
def _notation() -> str:
    return f"{_RULES}\n\nThe notation:\n\n{schema_text()}"


def _message(role: str, content: str) -> dict[str, Any]:
    return {"role": role, "content": content}
