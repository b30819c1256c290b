"""A rendering that was stopped, however: what was worded is kept, said, and not asked for again."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fictionworld.errors import StorageError
from fictionworld.render import render
from fictionworld.render.trial import try_pages
from fictionworld.simulator.backends.backend import BackendError, Completion
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.draft_writer import DraftWriter, Rendering, read_journal
from fictionworld.simulator.drafts.store import DraftStore
from tests.examples import first_everyday
from tests.faults.few_requests import FEW, TOGETHER
from tests.pace import slowness_on_the_clock
from tests.simulator.drafts.script import honest, server, texts
from tests.small import small_dataset
from tests.stand_in_vllm.use import all_ended, started, take

PAGES = 24
WORLDS = 3


class Counting(TemplateBackend):
    """The template, which counts, and dies after so many requests."""

    at_once = 8

    def __init__(self, dies_after=None):
        self.asked, self.dies_after, self.flying, self.most = [], dies_after, 0, 0

    async def complete(self, prompts):
        self.flying += 1
        self.most = max(self.most, self.flying)
        await asyncio.sleep(0)
        self.flying -= 1
        if self.dies_after is not None and len(self.asked) >= self.dies_after:
            raise BackendError("the engine has died")
        self.asked += [key for p in prompts for key in p.schema["required"]]
        return await super().complete(prompts)


def rendered(dataset, out, backend=None, **more):
    ended = []
    given = {
        "on_end": ended.append,
        "worlds": WORLDS,
        "pages": PAGES,
        "variants": 2,
        "workers": 0,
    } | more
    try:
        return render(dataset, out, backend or TemplateBackend(), **given), None
    except (BackendError, StorageError):
        return None, ended[0]


def parts(out):
    return {path.name: path.read_bytes() for path in out.glob("*.parquet")}


@pytest.fixture(scope="module", autouse=True)
def _few_together():
    """So that a small world takes many requests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fictionworld.render.worker._TOGETHER", TOGETHER)
        yield


@pytest.fixture(scope="module")
def whole(dataset, tmp_path_factory):
    """A rendering that nobody stopped, and how many passages it asked for."""
    out, backend = tmp_path_factory.mktemp("whole") / "drafts", Counting()
    report, _ = rendered(dataset, out, backend)
    assert backend.most == backend.at_once
    return parts(out), len(backend.asked), report


@pytest.mark.parametrize("dies_after", first_everyday([60, 0, 1, 110, 130]))
def test_a_stopped_run_comes_to_the_same_and_asks_for_nothing_twice(
    dataset, tmp_path, whole, dies_after
):
    out, first, second = tmp_path / "drafts", Counting(dies_after), Counting()
    _, saved = rendered(dataset, out, first)
    assert saved is not None and not (out / "manifest.json").exists()
    # those in flight when it died, and one that failed and was about to be asked for again
    lost = first.at_once * 12
    assert len(first.asked) - lost <= saved.drafts <= len(first.asked)
    assert saved.worlds <= WORLDS
    (out / ".world-0000000000000001.aside").write_bytes(b"half")
    (out / "world-0000000000000001-0123456789abcdef.parquet").write_bytes(b"PAR1half")
    report, _ = rendered(dataset, out, second)
    assert len(first.asked) + len(second.asked) <= whole[1] + lost
    assert parts(out) == whole[0]
    assert not [path for path in out.iterdir() if ".jsonl" in path.name or "aside" in path.name]
    assert report.tally.drafts == whole[2].tally.drafts
    DraftStore(out)


def test_it_says_what_it_kept_again(dataset, tmp_path):
    out = tmp_path / "drafts"
    _, first = rendered(dataset, out, Counting(100))
    _, second = rendered(dataset, out, Counting(0))
    assert 0 < first.drafts == second.drafts and first.worlds == second.worlds


def test_a_world_whose_first_drafts_were_lost_is_kept_and_counted(dataset, tmp_path):
    class Lossy(Counting):
        at_once = 1

        async def complete(self, prompts):
            if not self.asked:
                self.asked.append("lost")
                return [Completion(error="not reached") for _ in prompts]
            return await super().complete(prompts)

    _, saved = rendered(dataset, tmp_path / "drafts", Lossy(60))
    assert saved.drafts > 0 and saved.worlds == 1


@pytest.mark.parametrize("harm", first_everyday(["damaged", "torn", "gone"]))
def test_a_harmed_journal_is_asked_for_again_where_it_was_harmed(dataset, tmp_path, whole, harm):
    out, luck = tmp_path / "drafts", random.Random(harm)
    rendered(dataset, out, Counting(100))
    path = max(out.glob("world-*.jsonl"), key=lambda one: one.stat().st_size)
    data = bytearray(path.read_bytes())
    records = len(list(read_journal(path)))
    assert records > 3
    if harm == "torn":
        path.write_bytes(data[: -luck.randrange(2, 200)])
    elif harm == "damaged":
        data[luck.randrange(len(data))] ^= 4
        path.write_bytes(data)
    else:
        path.unlink()
    left = len(list(read_journal(path)))
    assert left == 0 if harm == "gone" else records - 2 <= left < records
    rendered(dataset, out)
    assert parts(out) == whole[0]


def test_a_model_that_stops_answering_ends_it(dataset, tmp_path):
    """The template does not take the place of all that is left."""

    class Silent(Counting):
        async def complete(self, prompts):
            if len(self.asked) > 80:
                return [Completion(error="not reached") for _ in prompts]
            return await super().complete(prompts)

    ended = []
    with pytest.raises(BackendError, match="32 requests in a row without an answer; the last: not"):
        render(dataset, tmp_path / "drafts", Silent(), worlds=1, pages=80, on_end=ended.append)
    assert ended[0].drafts > 60 and ended[0].worlds == 1


def test_a_model_that_answers_nothing_is_an_error_however_little_is_asked(dataset, tmp_path):
    class Silent(TemplateBackend):
        async def complete(self, prompts):
            return [Completion(error="not reached") for _ in prompts]

    with pytest.raises(BackendError, match=r"\d requests in a row without an answer"):
        render(dataset, tmp_path / "drafts", Silent(), worlds=1, pages=3)
    assert not (tmp_path / "drafts" / "manifest.json").exists()
    with pytest.raises(BackendError, match="3 requests in a row without an answer"):
        try_pages(dataset, Silent(), 3)
    assert rendered(dataset, tmp_path / "drafts-2")[0].tally.replaced_by["backend"] == 0


def test_two_do_not_render_into_one_folder(dataset, tmp_path):
    out = tmp_path / "drafts"
    rendering = Rendering("template", "3", 2, ("a",), "")
    with DraftWriter(out, rendering), pytest.raises(StorageError, match="another process renders"):
        render(dataset, out, TemplateBackend(), worlds=1)
    with DraftWriter(out, rendering):
        """Whoever has left it leaves it free."""


@pytest.mark.parametrize("workers", first_everyday([1, 2]))
def test_worker_processes_come_to_the_same(dataset, tmp_path, whole, workers):
    rendered(dataset, tmp_path / "drafts", workers=workers)
    assert parts(tmp_path / "drafts") == whole[0]


@pytest.mark.slow
def test_a_worker_that_is_killed_is_reported(dataset, tmp_path):
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    if not children.exists():
        pytest.skip("no list of child processes here")
    before = set(children.read_text().split())

    class Killing(Counting):
        async def complete(self, prompts):
            if len(self.asked) > 60:
                for child in set(children.read_text().split()) - before:
                    if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                        os.kill(int(child), signal.SIGKILL)
            return await super().complete(prompts)

    with pytest.raises(StorageError, match="a worker process was killed"):
        render(dataset, tmp_path / "drafts", Killing(), worlds=WORLDS, pages=PAGES, workers=1)


# The command -------------------------------------------------------------------------------------


def command(out, url, *more):
    return [sys.executable, "-m", "tests.faults.few_requests", "render", str(small_dataset()),
            "--backend", "endpoint", "--model", "tiny", "--base-url", url, "--out", str(out),
            "--worlds", "2", "--at-once", "4", *more]  # fmt: skip


def slowly(body, place):
    status, answer = texts(honest)(body, place)
    return status, answer, 0.05


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_nothing_that_was_answered_is_lost(tmp_path, number):
    """Ctrl-C, TERM, KILL: the next run asks for what was not answered, or not yet written down."""
    out, least = tmp_path / "drafts", 20
    with server(slowly) as (url, bodies):
        process = subprocess.Popen(command(out, url), stderr=subprocess.PIPE, text=True)
        until = time.monotonic() + 60 * slowness_on_the_clock()
        while len(bodies) < least:
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.02)
        process.send_signal(number)
        begun = time.monotonic()
        _, said = process.communicate(timeout=60)
        assert time.monotonic() - begun < 5 * slowness_on_the_clock()
        answered = len(bodies)
        assert "Traceback" not in said
        if number == signal.SIGINT:
            assert process.returncode == 130
            kept = re.search(r"Kept ([\d,]+) drafts of [12] worlds? in", said)
            assert kept is not None and int(kept[1]) > least
        else:
            assert process.returncode == -number
        done = subprocess.run(command(out, url), capture_output=True, text=True, check=True)
        first = bodies[:answered]
        again = bodies[answered:]
    DraftStore(out)
    assert "is rendered" in done.stdout
    asked = [
        {_place(body) for body in part if len(body["messages"]) == 2} for part in (first, again)
    ]
    # in flight, or answered while the process ended
    assert len(asked[0] & asked[1]) <= 2 * 4


def _place(body):
    return body["messages"][1]["content"]


@pytest.mark.slow
def test_a_server_that_dies_ends_it_with_one_error(tmp_path):
    def dying(body, place):
        return texts(honest)(body, place) if place < 20 else (503, {}, {"Retry-After": "0"})

    out = tmp_path / "drafts"
    with server(dying) as (url, _):
        asked = command(out, url, "--timeout-s", "0.5")
        done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.count("error: ") == 1 and "in a row without an answer" in done.stderr
    assert re.search(r"Kept \d+ drafts of 1 world in .*; run the same command again", done.stderr)
    with server(texts(honest)) as (url, _):
        subprocess.run(command(out, url), capture_output=True, check=True)
    DraftStore(out)


# With an engine of its own -----------------------------------------------------------------------


@pytest.fixture
def log(monkeypatch, tmp_path):
    """Where the stand-in for vLLM writes down the engines that are started."""
    take(monkeypatch, tmp_path / "engines")
    return tmp_path / "engines"


@pytest.fixture(scope="module")
def few(dataset, tmp_path_factory):
    """What is counted where nobody stops it."""
    out = tmp_path_factory.mktemp("few") / "drafts"
    return rendered(dataset, out, pages=FEW, variants=32)[0].tally


def own_engine(out, *more):
    return [sys.executable, "-m", "tests.faults.few_requests", "render", str(small_dataset()),
            "--backend", "vllm", "--model", "tiny", "--set", f"max_num_seqs={BATCH}",
            "--out", str(out), "--worlds", str(WORLDS), "--json", *more]  # fmt: skip


BATCH = 4
STOPPED = {
    "the engine killed": ([], {1}),
    "KILL": ([signal.SIGKILL], {-signal.SIGKILL}),
    "TERM": ([signal.SIGTERM], {-signal.SIGTERM}),
    "Ctrl-C": ([signal.SIGINT], {130}),
    "Ctrl-C twice": ([signal.SIGINT, signal.SIGINT], {130, -signal.SIGINT}),
}
"""What ends it, and the exit codes that it may then have."""


@pytest.mark.slow
@pytest.mark.parametrize("how", STOPPED)
def test_a_rendering_with_its_own_engine_is_stopped_and_goes_on(
    tmp_path, log, few, monkeypatch, how
):
    """It ends soon, no engine outlives it, and what was written down is not asked for again."""
    out, (signals, codes) = tmp_path / "drafts", STOPPED[how]

    def answered():
        return sum(len(list(read_journal(path))) for path in out.glob("world-*.jsonl"))

    monkeypatch.setenv("STAND_IN_DELAY_S", "0.5")
    process = subprocess.Popen(own_engine(out), stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 60 * slowness_on_the_clock()
    while answered() < 10:
        assert process.poll() is None and time.monotonic() < until
        time.sleep(0.02)
    [engine] = started(log)
    if not signals:
        os.kill(engine, signal.SIGKILL)
    for number in signals:
        process.send_signal(number)
        time.sleep(0.05)
    begun = time.monotonic()
    _, said = process.communicate(timeout=60)
    assert time.monotonic() - begun < 5 * slowness_on_the_clock()
    assert process.returncode in codes and all_ended([engine]), said
    assert "Traceback" not in said
    assert said.count("vLLM has stopped serving tiny") == (not signals)
    if how in {"the engine killed", "Ctrl-C"}:
        assert re.search(r"Kept \d+ drafts of \d worlds? in .*; run the same command again", said)

    kept = answered()
    assert 10 <= kept < few.requests
    monkeypatch.setenv("STAND_IN_DELAY_S", "0.001")
    done = subprocess.run(own_engine(out), capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    # in flight, each perhaps for the second time
    assert kept + told["requests"] <= few.requests + 2 * 4 * BATCH
    assert told["drafts"] == few.drafts
    assert len(started(log)) == 2 and all_ended(started(log))
    DraftStore(out)
