"""Flags that several commands share: who words the web, what a server may send, memory."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["BackendOption", "CacheOption", "EngineOption", "ReplyBytesOption", "SettingsOption"]

BackendOption = Annotated[
    str,
    typer.Option(
        help="Who words the web: template; drafts:FOLDER, what `fictionworld render` made; "
        "vllm:MODEL or endpoint:MODEL@URL, a model that is asked now."
    ),
]

SettingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Of a model that is asked: a setting of engine or sampling, such as "
        "max_model_len=8192, temperature=0.7; fallback=template; drafts=FOLDER; may be given many "
        "times.",
    ),
]

EngineOption = Annotated[
    Path | None,
    typer.Option(
        help="Of vllm: a file of arguments for its engine by vLLM's own names, YAML or JSON."
    ),
]

ReplyBytesOption = Annotated[
    int, typer.Option(min=1, help="Of a model's server: the most bytes of one reply.")
]

CacheOption = Annotated[
    float | None,
    typer.Option(
        "--cache-mb",
        help="Memory that open worlds may take in each process, in MiB; FICTIONWORLD_CACHE_MB or a "
        "quarter of the machine's, if not given.",
    ),
]
