"""Options that several commands share: files, controls, backends, limits of servers."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from fictionworld.errors import UsageError
from fictionworld.files import open_file, shown

if TYPE_CHECKING:
    from fictionworld.chat.endpoint import Endpoint
    from fictionworld.dataset import Dataset
    from fictionworld.simulator.controls import Controls
    from fictionworld.tasks.record import Task
    from fictionworld.workers import Workers

Count = Annotated[int, typer.Option(min=1)]
OptionalCount = Annotated[int | None, typer.Option(min=1)]
Seconds = Annotated[float, typer.Option(min=0.001)]
Share = Annotated[float, typer.Option(min=0, max=1)]

TASK_KINDS = ("wide", "deep", "empty")


def _dataset_folder(given: str) -> Path:
    from fictionworld.worlds.store import dataset_folder

    return dataset_folder(given)


DatasetFolder = Annotated[
    Path,
    typer.Argument(
        metavar="DIR",
        help="A dataset's folder, or its address s3://BUCKET/FOLDER.",
        parser=_dataset_folder,
    ),
]

PackOption = Annotated[str | None, typer.Option(help="Tasks of one pack.")]

SplitOption = Annotated[
    Literal["train", "eval", "test"] | None, typer.Option(help="Tasks of one split.")
]

WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Worker processes; default: one per core.")
]

RayOption = Annotated[
    str | None,
    typer.Option(
        "--ray", help="A Ray cluster does the work: auto, for the one that runs here, or HOST:PORT."
    ),
]

BackendOption = Annotated[
    str,
    typer.Option(
        help="Backend that words the pages: template; drafts:FOLDER, made by `fictionworld "
        "render`; vllm:MODEL or endpoint:MODEL@URL, a model asked while playing; "
        "simulate:MODEL or simulate:MODEL@URL, one that plays search too."
    ),
]

SettingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="For a model backend: a setting of engine or sampling, such as "
        "max_model_len=8192, temperature=0.7; fallback=template; drafts=FOLDER; may be "
        "repeated.",
    ),
]

EngineOption = Annotated[
    Path | None,
    typer.Option(help="For vllm: a YAML or JSON file of engine arguments, by vLLM's names."),
]

ReplyBytesOption = Annotated[
    int, typer.Option(min=1, help="For a model's server: maximum bytes of a reply.")
]

CacheOption = Annotated[
    float | None,
    typer.Option(
        "--cache-mb",
        help="Memory for open worlds in each process, in MiB; default: FICTIONWORLD_CACHE_MB, or a "
        "quarter of the machine's memory.",
    ),
]

FederationOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="K",
        help="Join K worlds under one index; with --split, worlds of that split.",
    ),
]

CharactersOption = Annotated[
    str | None,
    typer.Option(
        metavar="LOW-HIGH",
        help="Tasks whose least reading has so many characters, such as 0-60000.",
    ),
]

LevelsOption = Annotated[
    str | None,
    typer.Option(metavar="LEVELS", help="Tasks of these levels of difficulty, such as 1,2."),
]

CallsOption = Annotated[
    int | None,
    typer.Option(
        min=0,
        help="Maximum calls of a task; 0 for no limit; default: the budget of its level.",
    ),
]

ControlsOption = Annotated[
    str,
    typer.Option(
        metavar="CONTROLS",
        help="Perturbations of the tools: none, realistic, hostile; hostile,dead_links=0.2; or a "
        "YAML file.",
    ),
]


def chosen_workers(workers: int | None, ray: str | None) -> Workers:
    """Return who does the work: the cluster of --ray, so many processes, or one for each core.

    Raises:
        UsageError: Both options were given.
    """
    from fictionworld.cores import usable_cores
    from fictionworld.ray_pool import RayCluster

    if ray is None:
        return workers or usable_cores()
    if workers is not None:
        raise UsageError("got --workers and --ray; a cluster has as many workers as it has cores")
    return RayCluster(ray)


def choose_tasks(
    dataset: Dataset,
    *,
    split: str | None,
    pack: str | None,
    kinds: str | None,
    characters: str | None,
    levels: str | None,
) -> list[Task]:
    """Return the tasks that fit the filters, as the options of a command give them.

    Raises:
        UsageError: An option names what there is not.
    """
    from fictionworld.tasks.choice import parse_characters, parse_kinds
    from fictionworld.tasks.level import parse_levels

    return dataset.tasks(
        split=split,
        pack=pack,
        kind=None if kinds is None else parse_kinds(kinds),
        characters=None if characters is None else parse_characters(characters),
        level=None if levels is None else parse_levels(levels),
    )


def joined(dataset: Dataset, k: int | None, split: str | None = None) -> Dataset:
    """Return k worlds of a dataset joined under one index, or, where k is None, the dataset."""
    from fictionworld.federated import federation

    return dataset if k is None else federation(dataset, k, split=split)


def read_given(name: str, what: str, most: int = 64_000_000) -> str:
    """The text of a file, or of stdin where `name` is `-`.

    Args:
        name: As the user gave it.
        what: What it should be: `the answer`.
        most: The most bytes that are read.

    Raises:
        UsageError: There is no such file, or it is a folder, too large, or no text.
    """
    where = source_name(name)
    try:
        if name == "-":
            content = sys.stdin.buffer.read(most + 1)
        else:
            with open_file(name) as file:
                content = file.read(most + 1)
    except FileNotFoundError:
        raise UsageError(f"{what}: there is no file {name}; give a file, or - for stdin") from None
    except IsADirectoryError:
        raise UsageError(f"{what}: {name} is a folder; give a file, or - for stdin") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{what}: cannot read {shown(name)}: {reason}; give a readable file"
        ) from None
    if len(content) > most:
        raise UsageError(
            f"{what}: {where} is longer than {most // 1_000_000} MB; give a shorter one"
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{what}: {where} is no text in UTF-8, from its byte {error.start} on; give a text file"
        ) from None
    if "\0" in text:
        raise UsageError(f"{what}: {where} holds NUL bytes; give a text file")
    return text


def source_name(given: str) -> str:
    """What messages call the file that `read_given` reads."""
    return "stdin" if given == "-" else given


def read_controls(given: str) -> Controls:
    """The controls that a flag names.

    Raises:
        UsageError: There are no such controls, or the file is none.
    """
    from fictionworld.simulator.controls import parse_controls

    if not given.endswith((".yaml", ".yml")):
        return parse_controls(given)
    from fictionworld.packs.document import read_document

    data = read_document(read_given(given, "the controls", 1_000_000), given).data
    if not isinstance(data, dict):
        raise UsageError(
            f"{given}: got {type(data).__name__}; write a control a line, such as dead_links: 0.2"
        )
    return parse_controls(data)


def read_endpoint(
    base_url: str | None, at_once: int, timeout_s: float, most_bytes: int
) -> Endpoint | None:
    """The server of a model, its key from the environment; None where no address is given.

    Raises:
        UsageError: The address, the key or a limit cannot be used.
    """
    if base_url is None:
        return None
    from fictionworld.chat.endpoint import Endpoint, key_from_environment

    return Endpoint(base_url, key_from_environment(), at_once, timeout_s, most_bytes)


def read_place(text: str) -> str | int:
    """The id of a task, 17-2, as it is; that of a world, 17, as a number.

    Raises:
        UsageError: It is neither.
    """
    if not (text.isascii() and text.replace("-", "").isdigit() and len(text) < 20):
        raise UsageError(f"got {text!r}; give a task's id, such as 17-2, or a world's, such as 17")
    return text if "-" in text else int(text)
