"""`template`: the template's own sentences in place of a model's.

It tries a rendering without a model, and measures what the checks cost.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from fictionworld.simulator.backends.backend import BackendKind, Completion, Prompt


class TemplateBackend:
    """A backend without a model."""

    model = "template"
    at_once = 256

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Return completions that give each passage as the template has it."""
        completions = []
        for prompt in prompts:
            keys = [] if prompt.schema is None else prompt.schema["required"]
            completions.append(Completion(json.dumps(dict(zip(keys, prompt.plain, strict=True)))))
        return completions

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""


TEMPLATE = BackendKind("template", "template", lambda _: TemplateBackend(), is_live=False)
