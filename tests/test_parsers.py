"""Every parser of text from outside: whatever stands there, it is read, or refused in our words.

What is given begins as something right, so that the depths of a parser are reached: bytes of it are
changed, and values of it put in the place of others.
"""

from __future__ import annotations

import copy
import json
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fictionworld.audit.traces import read_traces
from fictionworld.errors import DatasetError, FictionworldError, PackError, UsageError
from fictionworld.packs.document import read_document
from fictionworld.packs.source import parse_source, read_source
from fictionworld.simulator.controls import parse_controls
from fictionworld.tasks.widesearch.case_file import read_cases, score_cases
from fictionworld.tasks.widesearch.form import widesearch_form
from fictionworld.worlds.manifest import MANIFEST, read_manifest
from fictionworld.worlds.part import DamagedPartError, WorldPart, read_part, write_part
from fictionworld.worlds.sealed import seal, unseal
from tests.examples import examples

some = examples(80)

ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12),
    st.sampled_from([10**400, "\ud800", "\0", "../x", "9" * 5000, -1, 0, "", [], {}, "= 1 + 1"]),
    st.recursive(
        st.integers(),
        lambda below: st.lists(below, max_size=3) | st.dictionaries(st.text(max_size=3), below),
        max_leaves=5,
    ),
    st.integers(100, 3000).map(lambda depth: json.loads("[" * depth + "]" * depth)
                               if depth < 900 else "[" * depth),
)  # fmt: skip


@st.composite
def bytes_changed(draw, right: bytes) -> bytes:
    """Some stretches of what is right put elsewhere, cut, doubled, or replaced."""
    content = right
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.sampled_from([0, 1, 1, 4, 30, 10**6])))
        other = draw(st.integers(0, len(content)))
        put = draw(st.binary(max_size=6) | st.just(content[other : other + 40]))
        content = content[:start] + put + content[end:]
    return content


@st.composite
def text_changed(draw, right: str) -> str:
    return draw(bytes_changed(right.encode())).decode(errors="replace")


@st.composite
def values_changed(draw, right: object) -> object:
    """Some values of what is right made anything, or taken away."""
    changed = copy.deepcopy(right)
    for _ in range(draw(st.integers(1, 3))):
        holder = changed
        while True:
            steps = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not steps:
                break
            step = draw(st.sampled_from(steps))
            if isinstance(holder[step], dict | list) and draw(st.integers(0, 3)):
                holder = holder[step]
                continue
            if draw(st.booleans()):
                holder[step] = draw(ODD)
            else:
                del holder[step]
            break
    return changed


@contextmanager
def taken_or_refused(kind: type[FictionworldError], names: str = ""):
    """What runs in it ends well, or with an error of this kind that names the place."""
    try:
        yield
    except kind as error:
        if names not in str(error):
            raise AssertionError(f"got {error}, which does not name {names}") from error


def manifest_of(content: bytes) -> object:
    with TemporaryDirectory() as folder:
        (Path(folder) / MANIFEST).write_bytes(content)
        return read_manifest(Path(folder))


@some
@given(data=st.data())
def test_manifests_of_other_bytes(dataset, data):
    right = (dataset.path / MANIFEST).read_bytes()
    content = data.draw(bytes_changed(right))
    if content != right:
        with pytest.raises(DatasetError):
            manifest_of(content)


@some
@given(data=st.data())
def test_manifests_that_say_something_else_and_prove_themselves(dataset, data):
    said = data.draw(values_changed(unseal((dataset.path / MANIFEST).read_bytes())))
    try:
        content = seal(said)
    except (ValueError, RecursionError):  # NaN, too deep: nobody can write it
        return
    with taken_or_refused(DatasetError, MANIFEST):
        manifest_of(content)


@some
@given(data=st.data())
def test_parts_of_other_bytes(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("part") / "part"
    write_part(
        path, WorldPart("0" * 64, "p", (0, 1, 2), {"t": pl.DataFrame({"a": [1, 2, 3]})}, {"n": 1})
    )
    right = path.read_bytes()
    path.write_bytes(data.draw(bytes_changed(right)))
    if path.read_bytes() != right:
        with pytest.raises(DamagedPartError):
            read_part(path, "0" * 64)


@some
@given(name=st.sampled_from(["smartphones", "football"]), data=st.data())
def test_packs(name, data):
    """Read, and their shape taken; `packs check` tries what passes in a process with limits."""
    text = data.draw(text_changed(read_source(name).text))
    with taken_or_refused(PackError, "mine.yaml:"):
        parse_source(text, "mine.yaml").pack()


@some
@given(data=st.data())
def test_controls(data):
    right = "preset: hostile\ndead_links: 0.2\nstale: 0.1\nfaults: {timeout: 0.1}\n"
    with taken_or_refused(UsageError):
        parse_controls(read_document(data.draw(text_changed(right)), "mine.yaml").data or {})
    with taken_or_refused(UsageError):
        parse_controls(data.draw(values_changed({"preset": "hostile", "dead_links": 0.2})))


@some
@given(data=st.data())
def test_answers(dataset, data):
    task_id = data.draw(st.sampled_from([task.task_id for task in dataset.tasks()]))
    form = widesearch_form(dataset.key(task_id))
    rows = [line.split(",") for line in form.gold_csv.splitlines()]
    table = "\n".join(f"|{'|'.join(row)}|" for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]])
    fenced = f"Here it is:\n```markdown\n{table}\n```\n"
    whole = data.draw(st.sampled_from([fenced, table, form.gold_csv]))
    answer = data.draw(text_changed(whole) | st.just(whole + "\ud800"))
    assert 0 <= dataset.score(task_id, answer).figures.f1_by_item <= 1


@some
@given(data=st.data())
def test_cases_in_widesearch_form(dataset, data):
    task_id = data.draw(st.sampled_from([task.task_id for task in dataset.tasks()]))
    form = widesearch_form(dataset.key(task_id))
    evaluation = json.loads(json.dumps(form.evaluation))
    right = {"id": 1, "evaluation": evaluation, "gold_csv": form.gold_csv,
             "response": f"```csv\n{form.gold_csv}\n```"}  # fmt: skip
    line = data.draw(values_changed(right).map(json.dumps) | text_changed(json.dumps(right)))
    with taken_or_refused(UsageError, "mine.jsonl:"):
        for _, figures in score_cases(read_cases(line, "mine.jsonl")):
            assert 0 <= figures.f1_by_item <= 3


@pytest.fixture(scope="module")
def trace(dataset):
    episode = dataset.episode(dataset.tasks()[0].task_id)
    episode.call("web_search", {"queries": ["all of them"]})
    episode.score("| a |\n|---|\n| b |")
    said = json.loads(json.dumps({"agent": "mine", **episode.trace().as_dict()}))
    return said | {"evidence": said["evidence"] | {"cells": said["evidence"]["cells"][:3]}}


@some
@given(data=st.data())
def test_traces(dataset, trace, tmp_path_factory, data):
    path = tmp_path_factory.mktemp("traces") / "traces.jsonl"
    line = data.draw(values_changed(trace).map(json.dumps) | text_changed(json.dumps(trace)))
    path.write_bytes(line.encode(errors="replace"))
    with taken_or_refused(FictionworldError, "traces.jsonl:"):
        list(read_traces(dataset, path))
