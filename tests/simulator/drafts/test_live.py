"""A model that is asked while readers wait: once for each text, together, and for all processes."""

from __future__ import annotations

import asyncio
import errno
import json
import multiprocessing
import stat
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from unittest.mock import Mock

import pytest

from fictionworld.errors import UsageError
from fictionworld.simulator.backends.backend import BackendError
from fictionworld.simulator.backends.template import TemplateBackend
from fictionworld.simulator.drafts.counting import TextCounts, texts_noted
from fictionworld.simulator.drafts.live import LiveDrafts, LiveFolder, LiveModel, NoTextError
from fictionworld.simulator.drafts.opened import drafts_named, parse_backend, with_settings
from fictionworld.simulator.drafts.worded import WordedWeb
from fictionworld.simulator.engine import Engine
from fictionworld.simulator.memory import Memory
from fictionworld.web.permit import Permit
from tests.simulator.drafts import samples
from tests.simulator.drafts.keeping import folder, keep
from tests.simulator.drafts.script import QUICK, echo, endpoint, honest, says, server, texts

WORLD = 1


@contextmanager
def asked(backend, folder=None, **options):
    """Drafts of a model, which is let go of in the end."""
    model = LiveModel(backend)
    try:
        yield LiveDrafts(model, folder, **options)
    finally:
        model.close()


def worded(drafts):
    return WordedWeb(samples.world(WORLD), drafts)


def test_what_many_want_is_asked_for_once():
    with server(texts(honest)) as (url, bodies), asked(endpoint(url)) as live:
        found = worded(live)
        with ThreadPoolExecutor(24) as pool:
            pages = list(pool.map(found.page, [7] * 48))
    assert len({page.body for page in pages}) == 1
    assert len([b for b in bodies if len(b["messages"]) == 2]) == 1
    assert live.tally.drafts == len(samples.page_requests(WORLD)[6].passages)


def test_readers_fill_the_engine():
    """Nobody is answered before all of them have asked: their requests are in flight together."""
    readers = 24
    together = threading.Barrier(readers, timeout=60)

    def script(body, place):
        together.wait()
        return texts(echo)(body, place)

    limits = QUICK | {"at_once": 64}
    with server(script) as (url, _), asked(endpoint(url, limits)) as live:
        found = worded(live)
        with ThreadPoolExecutor(readers) as pool:
            pages = list(pool.map(found.page, range(1, readers + 1)))
    assert len(pages) == readers and not together.broken


def test_what_will_be_wanted_is_asked_for_together():
    permit = Permit.of("tease", samples.world(WORLD).world)
    numbers = range(1, 11)
    together = threading.Barrier(len(numbers), timeout=60)

    def script(body, place):
        together.wait()
        return texts(echo)(body, place)

    with server(script) as (url, _), asked(endpoint(url)) as live:
        found = worded(live)
        found.prepare(numbers)
        snippets = [found.windows(n, permit).cut(()) for n in numbers]
    assert len(snippets) == 10 and not together.broken


def test_texts_of_the_template_are_accepted():
    with asked(TemplateBackend()) as live:
        found = worded(live)
        for head in found.heads[:30]:
            found.page(head.number)
    assert live.tally.accepted >= 0.97 * live.tally.drafts
    assert found.tally.accepted >= 0.97 * found.tally.drafts


# What fails --------------------------------------------------------------------------------------

NOTHING = {
    "500": (lambda b, n: (500, {}), NoTextError, "HTTP 500"),
    "html": (lambda b, n: (200, b"<html>"), NoTextError, "no chat completion"),
    "401": (lambda b, n: (401, {}), BackendError, "HTTP 401"),
    "slow": (lambda b, n: (200, says("late"), 30), NoTextError, "no answer within 0.2 s"),
}


@pytest.mark.parametrize("named", NOTHING)
def test_a_model_that_gives_nothing_is_an_error(named):
    script, error, said = NOTHING[named]
    limits = QUICK | {"deadline_s": 0.2} if named == "slow" else QUICK
    with (
        server(script) as (url, _),
        asked(endpoint(url, limits)) as live,
        pytest.raises(error, match=said),
    ):
        worded(live).page(6)


@pytest.mark.parametrize("named", NOTHING)
def test_the_templates_text_is_a_choice_and_reported_and_counted(named, caplog):
    script, _, said = NOTHING[named]
    limits = QUICK | {"deadline_s": 0.2} if named == "slow" else QUICK
    web = samples.world(WORLD)
    with server(script) as (url, _), asked(endpoint(url, limits), fallback=True) as live:
        engine = Engine.over(worded(live))
        with texts_noted() as noted:
            for number in (5, 6):
                call = ("web_extractor", {"url": web.heads[number].url})
                found = engine.call(*call, memory=Memory())
                assert found.text == Engine.over(web).call(*call, memory=Memory()).text
    assert noted.counts == TextCounts(worded=0, template=0, failed=2)
    assert [said in record.message for record in caplog.records] == [True]


class Slow(TemplateBackend):
    """It takes a while to start, as an engine does, and then perhaps never answers."""

    def __init__(self, start_s, answers=True):
        self.start_s, self.answers = start_s, answers

    async def complete(self, prompts):
        time.sleep(self.start_s)
        self.start_s = 0
        if prompts and not self.answers:
            await asyncio.sleep(600)
        return await super().complete(prompts)


def test_the_time_for_a_request_begins_when_the_engine_runs():
    with asked(Slow(1.7), deadline_s=1.5) as live:
        assert worded(live).page(6)
    with (
        asked(Slow(0, answers=False), deadline_s=0.1) as live,
        pytest.raises(NoTextError, match=r"no answer within 0\.1 s"),
    ):
        worded(live).page(6)


def test_texts_that_are_refused_are_the_templates_and_no_failure():
    with server(texts(lambda p, t: "It has 731 awards.")) as (url, _), asked(endpoint(url)) as live:
        found = worded(live)
        with texts_noted() as noted:
            assert found.page(6) == samples.world(WORLD).page(6)
    assert noted.counts == TextCounts(template=1)


def test_each_text_shown_is_counted_once_by_whose_it_is():
    with server(texts(honest)) as (url, _), asked(endpoint(url)) as live:
        engine = Engine.over(worded(live))
        with texts_noted() as noted:
            found = engine.call("web_search", {"query": "phones by battery"}, memory=Memory())
    assert sum(noted.counts) == len(found.pages) and noted.counts.worded > 5
    assert noted.counts.failed == 0


# Folders -----------------------------------------------------------------------------------------


def test_a_folder_is_read_before_a_model_is_asked(tmp_path):
    with server(texts(honest)) as (url, _), asked(endpoint(url), folder(tmp_path)) as live:
        first = worded(live).page(7)
    with (
        server(lambda b, n: (401, {})) as (url, bodies),
        asked(endpoint(url), folder(tmp_path)) as live,
    ):
        assert worded(live).page(7) == first != samples.world(WORLD).page(7)
    assert bodies == []


def test_the_first_writer_wins(tmp_path):
    request = samples.page_requests(WORLD)[0]
    one, two = folder(tmp_path), folder(tmp_path)
    assert one.texts(request) is None
    assert one.keep(request, {"p1": "first"}) == {"p1": "first"}
    assert two.keep(request, {"p1": "second"}) == {"p1": "first"} == two.texts(request)
    assert [path.name for path in one.path.rglob(".*")] == []


def test_two_processes_on_one_folder_read_one_text(tmp_path):
    requests = samples.page_requests(WORLD)[:60]
    context = multiprocessing.get_context("spawn")
    begin, found = context.Barrier(2), context.Queue()
    writers = [
        context.Process(target=keep, args=(tmp_path, n, requests, begin, found)) for n in range(2)
    ]
    for writer in writers:
        writer.start()
    one, two = found.get(timeout=60), found.get(timeout=60)
    for writer in writers:
        writer.join(60)
    assert one == two and len(one) == 60


def test_other_settings_are_another_place(tmp_path):
    one = LiveFolder.below(tmp_path, {"model": "tiny", "temperature": 0.1})
    assert one.path.parent == folder(tmp_path).path.parent == tmp_path
    assert one.path != folder(tmp_path).path
    assert json.loads((one.path / "settings.json").read_text())["temperature"] == 0.1


@pytest.mark.parametrize("damage", [b"", b'{"texts": {"p1"', b"[]", b'{"texts": 4}'])
def test_a_damaged_file_is_written_anew(tmp_path, damage):
    request = samples.page_requests(WORLD)[0]
    found = folder(tmp_path)
    found.keep(request, {"p1": "first"})
    [path] = found.path.glob("*/*.json")
    path.write_bytes(damage)
    assert found.texts(request) is None
    assert found.keep(request, {"p1": "again"}) == {"p1": "again"} == found.texts(request)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, errno.EACCES])
def test_a_file_that_cannot_be_read_just_now_stays(tmp_path, monkeypatch, number):
    request = samples.page_requests(WORLD)[0]
    one, two = folder(tmp_path), folder(tmp_path)
    one.keep(request, {"p1": "first"})
    with monkeypatch.context() as patched:
        refused = Mock(side_effect=OSError(number, "refused"))
        patched.setattr("fictionworld.simulator.drafts.live.read_json", refused)
        assert two.texts(request) is None
    assert two.keep(request, {"p1": "second"}) == {"p1": "first"} == two.texts(request)


def test_what_cannot_be_written_is_not_shared_and_reported_once(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    found = folder(tmp_path / "file" / "below")  # root may write into any folder
    for request in samples.page_requests(WORLD)[:3]:
        assert found.texts(request) is None
        assert found.keep(request, {"p1": "mine"}) == {"p1": "mine"}
    [record] = caplog.records
    assert "not shared" in record.message and "--set drafts=FOLDER" in record.message
    assert stat.S_ISREG((tmp_path / "file").stat().st_mode)


# Names -------------------------------------------------------------------------------------------

SERVED = "endpoint:tiny@http://127.0.0.1:9/v1"


def test_settings_follow_the_name():
    name = with_settings(SERVED, ["temperature=0.5", "drafts=/a b/c", "fallback=template"])
    assert name == f"{SERVED}?temperature=0.5&drafts=/a%20b/c&fallback=template"
    found = parse_backend(name)
    assert found.rest == SERVED.partition(":")[2]
    assert dict(found.settings) == {
        "temperature": "0.5", "drafts": "/a b/c", "fallback": "template",
    }  # fmt: skip
    assert with_settings(name, ["seed=3"]) == f"{name}&seed=3"
    assert with_settings("template") == "template"


@pytest.mark.parametrize(
    ("settings", "said"),
    [("sails=red", "--set: got 'sails'.*temperature"), ("fallback=none", "allowed: template"),
     ("at_once=many", "a whole number"), ("temperature=warm", "--set temperature: got 'warm'"),
     ("engine=/nowhere", "cannot read|it is for --backend vllm")],
)  # fmt: skip
def test_settings_that_are_none_are_reported(tmp_path, settings, said):
    with pytest.raises(UsageError, match=said):
        drafts_named(f"{SERVED}?{settings}", tmp_path)


def test_a_key_in_an_address_is_not_repeated(tmp_path):
    with pytest.raises(UsageError, match="--set: got 'api_key'") as no:
        drafts_named(f"{SERVED}?api_key=sesame", tmp_path)
    assert "sesame" not in str(no.value)


def test_what_takes_no_settings_is_reported():
    with pytest.raises(UsageError, match="the backend template takes no settings"):
        with_settings("template", ["temperature=1"])


def test_one_model_words_all_datasets_each_in_a_folder_of_its_own(tmp_path):
    name = f"{SERVED}?temperature=0.25"
    one, two = drafts_named(name, tmp_path / "one"), drafts_named(name, tmp_path / "two")
    assert one.model is two.model and one is drafts_named(name, tmp_path / "one")
    assert one.folder.path.is_relative_to(tmp_path / "one" / ".cache" / "live")
    assert one.folder.path.name == two.folder.path.name
