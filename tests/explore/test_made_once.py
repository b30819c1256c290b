"""What takes long is made once, and ahead where it is likely to be asked for."""

from __future__ import annotations

from threading import Event, Thread

import pytest

from fictionworld.explore import task_view, world_view
from fictionworld.explore.made_once import MadeOnce
from tests.explore.conftest import pages
from tests.small import small_dataset


def counted(monkeypatch, module, name):
    """Count the calls of a function of a module by their first argument."""
    real, calls = getattr(module, name), []

    def counting(*given, **more):
        calls.append(given[0])
        return real(*given, **more)

    monkeypatch.setattr(module, name, counting)
    return calls


def test_who_asks_meanwhile_waits_for_the_same_value():
    made, may_end, values, makes = MadeOnce(), Event(), [], []

    def make():
        makes.append(1)
        may_end.wait(20)
        return object()

    threads = [Thread(target=lambda: values.append(made.of("key", make))) for _ in range(3)]
    for thread in threads:
        thread.start()
    made.begin("key", make)
    may_end.set()
    for thread in threads:
        thread.join()
    assert len(makes) == 1 and len(set(map(id, values))) == 1


def test_what_is_begun_keeps_nobody_from_another_value():
    made, may_end = MadeOnce(), Event()
    made.begin("first", lambda: may_end.wait(20))
    made.begin("second", lambda: "ahead")
    assert made.of("second", lambda: "asked for") == "asked for"
    may_end.set()
    assert made.of("first", lambda: None) is True


def test_what_failed_is_tried_again():
    made = MadeOnce()
    with pytest.raises(ZeroDivisionError):
        made.of("key", lambda: 1 // 0)
    assert made.of("key", lambda: 2) == 2
    made.close()


def test_of_many_values_the_oldest_is_made_again(monkeypatch):
    monkeypatch.setattr("fictionworld.explore.made_once._MOST", 2)
    made = MadeOnce()
    for key in ("a", "b", "a", "c"):
        made.of(key, lambda key=key: key)
    assert made.of("a", lambda: "anew") == "a"
    assert made.of("b", lambda: "anew") == "anew"


def test_a_world_is_validated_once_from_when_its_rules_are_read(monkeypatch):
    calls = counted(monkeypatch, world_view, "check_worlds")
    http = pages(small_dataset())
    http.get("/world/1/rules")
    for _ in range(2):
        assert "keeps all rules" in http.get("/world/1/rules/report").text
    assert len(calls) == 1


def test_a_solution_is_played_once_from_when_its_page_is_shown(monkeypatch):
    calls = counted(monkeypatch, task_view, "play")
    http = pages(small_dataset())
    http.get("/task/0-1", params={"show": "oracle"})
    for _ in range(2):
        assert "earns 1.000" in http.get("/task/0-1/oracle").text
    assert len(calls) == 1


def test_packs_are_compiled_before_they_are_asked_for(dataset):
    from fictionworld.explore.explorer import Explorer, ExploreSettings
    from fictionworld.server.settings import ServerSettings

    explorer = Explorer(ExploreSettings(ServerSettings(str(small_dataset()), "")))
    explorer.prepare()
    explorer.made._thread.shutdown(wait=True)
    assert explorer.dataset._packs.keys() == dataset.manifest.packs.keys()
