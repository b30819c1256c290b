"""Digests of what fictionworld makes, to show that a change of its code changes none of it.

    git switch main && python tools/golden.py write golden.json
    git switch my-refactoring && python tools/golden.py compare golden.json

`write` builds some worlds in a scratch folder and stores a SHA-256 for each of these sections:

    worlds    the stored tables, keys included, each over all worlds
    pages     the text of all pages of a world, with the places of the facts in it
    replies   what the tools answer, for each policy and each preset of controls
    scores    figures and verdicts of right, damaged and empty answers, in both modes
    cli       what the commands print with `--json`, without durations

`compare` computes them again, with the numbers that the file was written with, names each that
differs, and ends with 1 if any does. To see a difference, give `--texts DIR` to both and compare
the two folders. Digests are of the machine's locked packages: write and compare in one environment.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from itertools import cycle, islice, product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import fictionworld as fw
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.widesearch.form import widesearch_form
from fictionworld.web.web import FictionalWeb

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SECTIONS = ("worlds", "pages", "replies", "scores", "cli")
POLICIES = ("open", "tease", "strict", "mixed:0.5")
PRESETS = ("none", "realistic", "hostile")
CALLS = 14
"""Calls of one episode: as many as `calls_of` gives."""
COMMANDS = (
    "show worlds --json",
    "show worlds 0 --json",
    "show worlds 0-1 --key --json",
    "tasks worlds --json",
    "score worlds 0-1 answer.md --json",
    "score worlds 0-1 answer.md --mode widesearch --json",
    "validate worlds --json",
    "validate worlds --keys --json",
    "packs list --json",
    "packs check smartphones --worlds 3 --json",
    "packs schema",
    "rollout worlds --agent scout --tasks 12 --json",
    "rollout worlds --agent snippets-only --policy open --tasks 12 --controls hostile --json",
    "leaks worlds 0 reply.txt --json",
    "audit worlds --sample 10 --json",
)
Digests = dict[str, str]


def main() -> int:
    """Read the command line; write digests, or compare them with those of a file."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("command", choices=("write", "compare"))
    parser.add_argument("file", type=Path, help="the digests, as JSON")
    parser.add_argument("--worlds", type=int, default=50, help="of write: worlds to build")
    parser.add_argument("--replies", type=int, default=2000, help="of write: replies to ask for")
    parser.add_argument("--seed", type=int, default=7, help="of write: the seed of the build")
    parser.add_argument(
        "--sections", nargs="+", choices=SECTIONS, default=SECTIONS, help="all, if not given"
    )
    parser.add_argument("--texts", type=Path, help="a folder for the texts that are digested")
    given = parser.parse_args()
    if given.command == "write":
        numbers = {"worlds": given.worlds, "replies": given.replies, "seed": given.seed}
        found = digests(**numbers, sections=given.sections, texts=given.texts)
        record = {"numbers": numbers, "digests": found}
        given.file.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
        say(f"{len(found)} digests in {given.file}")
        return 0
    stored = json.loads(given.file.read_text("utf-8"))
    before = {
        name: digest
        for name, digest in stored["digests"].items()
        if name.partition("/")[0] in given.sections
    }
    after = digests(**stored["numbers"], sections=given.sections, texts=given.texts)
    differing = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    for name in differing:
        how = "gone" if name not in after else "new" if name not in before else "differs"
        say(f"{how:8} {name}")
    say(f"{len(differing)} of {len({*before, *after})} digests differ from {given.file}")
    return 1 if differing else 0


def digests(
    worlds: int, replies: int, seed: int, sections: Sequence[str], texts: Path | None
) -> Digests:
    """A digest for each text of the sections, by `section/name`; all are made anew."""
    found: Digests = {}
    with tempfile.TemporaryDirectory(prefix="fictionworld-golden-") as scratch:
        folder = Path(scratch)
        fw.build_dataset(fw.BuildConfig(worlds, seed=seed), folder / "worlds")
        dataset = fw.open(folder / "worlds")
        made = {
            "worlds": lambda: tables_of(dataset),
            "pages": lambda: pages_of(dataset),
            "replies": lambda: replies_of(dataset, replies),
            "scores": lambda: scores_of(dataset),
            "cli": lambda: printed_in(folder, dataset),
        }
        for section in sections:
            for name, text in made[section]():
                place = f"{section}/{name}"
                found[place] = hashlib.sha256(text.encode()).hexdigest()
                if texts is not None:
                    kept = texts / section / f"{name.replace('/', ' ')}.txt"
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    kept.write_text(text, "utf-8")
    return found


def tables_of(dataset: fw.Dataset) -> Iterator[tuple[str, str]]:
    """The content hash of each stored table."""
    yield from dataset.content_hashes.items()


def web_of(dataset: fw.Dataset, world_id: int) -> FictionalWeb:
    """The pages of a world, unperturbed."""
    pack, world = dataset.pack_of(world_id), dataset.world(world_id)
    frames, columns = dataset.frames(world_id), dataset.columns(world_id)
    return FictionalWeb.of(pack, world, frames, columns, hosts=dataset.hosts)


def pages_of(dataset: fw.Dataset) -> Iterator[tuple[str, str]]:
    """All pages of each world: address, title, text and marks."""
    for world_id in dataset.world_ids:
        web = web_of(dataset, world_id)
        pages = [web.page(head.number) for head in web.heads]
        yield (
            f"world {world_id}",
            "\n\n".join(
                f"{page.head.url}\n{page.head.title}\n{page.head.date}\n{page.body}\n"
                f"{[list(map(str, mark)) for mark in page.marks]}"
                for page in pages
            ),
        )


def replies_of(dataset: fw.Dataset, most: int) -> Iterator[tuple[str, str]]:
    """What the tools answer, `most` replies in all, in episodes of `CALLS` calls each.

    The worlds are spread over the dataset; a world is played under every policy and preset.
    """
    kinds = list(product(POLICIES, PRESETS))
    wanted = max(1, most // (CALLS * len(kinds)))
    step = max(1, len(dataset) // wanted)
    ids = dataset.world_ids[::step][:wanted]
    asked = {world_id: calls_of(dataset, world_id) for world_id in ids}
    for policy, preset in kinds:
        said = []
        for world_id in ids:
            task = dataset.tasks(world_id)[0].task_id
            episode = dataset.episode(task, policy=policy, controls=preset, seed=1, calls=0)
            for tool, arguments in asked[world_id]:
                reply = episode.call(tool, arguments)
                said.append(f"{world_id} {tool} {json.dumps(arguments)}\n{reply}")
        yield f"{policy} {preset}", "\n\n".join(said)


def calls_of(dataset: fw.Dataset, world_id: int) -> list[tuple[str, Any]]:
    """Calls of every kind in one world: good ones, second parts, slips."""
    heads = web_of(dataset, world_id).heads
    some = list(islice(cycle(heads[:: max(1, len(heads) // 6)]), 6))
    task = dataset.tasks(world_id)[0]
    return [
        ("web_search", {"query": task.question}),
        ("web_search", {"queries": [head.title for head in some[:3]]}),
        ("web_search", {"query": "highest figures 2033 list"}),
        ("web_search", {"query": some[4].title, "queries": ["both are given"]}),
        *(("web_extractor", {"url": head.url}) for head in some[:4]),
        ("web_extractor", {"url": some[0].url, "page": 2}),
        ("web_extractor", {"url": "https://nowhere.example/page"}),
        ("dict_memory", {"operation": "add", "dict": {"seen": some[0].title}}),
        ("dict_memory", {"operation": "retrieve_all"}),
        ("web_search", "{broken"),
        ("no_such_tool", {}),
    ]


def scores_of(dataset: fw.Dataset) -> Iterator[tuple[str, str]]:
    """The figures of a right answer, of damaged ones and of none, for every task."""
    lines_by_name: dict[str, list[str]] = {}
    for task in dataset.tasks():
        key = dataset.key(task.task_id)
        right = answer_markdown(key)
        lines = right.splitlines()
        answers = {
            "right": right,
            "short": "\n".join([*lines[:-2], lines[-1]]),
            "other": right.replace("1", "2"),
            "plain": right.replace("```markdown", "").replace("```", ""),
            "empty": "I found nothing.",
        }
        form = widesearch_form(key)
        rules = fw.parse_evaluation(form.evaluation)
        for name, answer in answers.items():
            grade = dataset.score(task.task_id, answer).as_dict()
            lines_by_name.setdefault(f"lenient {name}", []).append(
                f"{task.task_id} {json.dumps(grade)}"
            )
            figures = fw.score_widesearch(rules, form.gold_csv, answer)
            lines_by_name.setdefault(f"widesearch {name}", []).append(f"{task.task_id} {figures}")
    yield from ((name, "\n".join(lines)) for name, lines in lines_by_name.items())


def printed_in(folder: Path, dataset: fw.Dataset) -> Iterator[tuple[str, str]]:
    """What the commands print in `folder`, where `worlds` is; and their exit codes."""
    key = dataset.key("0-1")
    (folder / "answer.md").write_text(answer_markdown(key).replace("1", "2"), "utf-8")
    (folder / "reply.txt").write_text(answer_markdown(key), "utf-8")
    for command in COMMANDS:
        words = [sys.executable, "-m", "fictionworld.cli.main", *command.split()]
        done = subprocess.run(  # noqa: S603 - commands of this file
            words, cwd=folder, capture_output=True, text=True, check=False
        )
        if "error:" in done.stderr:
            sys.exit(f"fictionworld {command}\n{done.stderr}")
        printed = done.stdout.replace(f"{folder}/", "")
        yield command, f"{timeless(printed)}\nexit {done.returncode}"


def timeless(printed: str) -> str:
    """JSON, or JSON by line, without the members that measure time."""
    try:
        return json.dumps(without_times(json.loads(printed)), indent=1, ensure_ascii=False)
    except json.JSONDecodeError:
        lines = [without_times(json.loads(line)) for line in printed.splitlines()]
        return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines)


def without_times(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """A JSON value without the members that durations are in, at any depth."""
    if isinstance(value, dict):
        return {
            name: without_times(member)
            for name, member in value.items()
            if "seconds" not in name and not name.endswith("_s") and name != "graph_share"
        }
    return [without_times(one) for one in value] if isinstance(value, list) else value


def say(line: str) -> None:
    """One line on stdout."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
