"""`template`: the template's own sentences as if a model had written them.

It shows that checks let true sentences through, and measures what checks and guard cost.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from fictionworld.simulator.backends.backend import Completion

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fictionworld.simulator.backends.backend import Prompt

__all__ = ["TemplateBackend"]


class TemplateBackend:
    """A backend without a model."""

    model = "template"
    at_once = 256

    async def complete(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """Each passage as the template has it."""
        return [
            Completion(json.dumps(dict(zip(p.schema["required"], p.plain, strict=True))))
            for p in prompts
        ]

    async def aclose(self) -> None:
        """Nothing to let go of."""
