"""The chat templates that TRL can play episodes with: those that write tools, and that it can read.

    GRPOTrainer(model=model, processing_class=tool_tokenizer(model), ...)

Without it `GRPOTrainer` stops after the model was loaded, and says less.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import trl
from transformers import AutoTokenizer
from trl.chat_template_utils import add_response_schema, supports_tool_calling

from fictionworld.errors import UsageError, nearest

_TEMPLATES = Path(trl.__file__).parent / "chat_templates"


def tool_tokenizer(model: str, template: str | None = None, **options: Any) -> Any:
    """Return a model's tokenizer, with which TRL can write tools and read calls.

    Args:
        model: As of `AutoTokenizer.from_pretrained`.
        template: A chat template of TRL's by name, such as `qwen3`, in place of the model's own;
            its special tokens must be those of the tokenizer.
        options: As of `AutoTokenizer.from_pretrained`.

    Raises:
        UsageError: The template has no tools, or TRL cannot read calls from what it writes.
    """
    tokenizer = AutoTokenizer.from_pretrained(model, **options)
    names = sorted(path.stem for path in _TEMPLATES.glob("*.jinja"))
    if template is not None:
        if template not in names:
            raise UsageError(
                f"got template {template!r}; allowed: {', '.join(names)}{nearest(template, names)}"
            )
        tokenizer.chat_template = (_TEMPLATES / f"{template}.jinja").read_text(encoding="utf-8")
    if not supports_tool_calling(tokenizer):
        raise UsageError(
            f"{model}: its chat template is missing or leaves out tool calls, so that no episode "
            "can be played with it; take a model for tool calling, such as "
            "Qwen/Qwen3-4B, or give a template of TRL's that has its special tokens, such as qwen3"
        )
    if not any(getattr(tokenizer, name, None) for name in ("response_template", "response_schema")):
        try:
            add_response_schema(tokenizer)
        except ValueError as error:
            raise UsageError(
                f"{model}: TRL {trl.__version__} cannot read tool calls in the form of its chat "
                f"template; give one of TRL's that has its special tokens: {', '.join(names)}"
            ) from error
    return tokenizer
