"""A pack that is being written is followed: its findings, its world."""

from __future__ import annotations

from starlette.testclient import TestClient

from fictionworld import trial
from fictionworld.explore.app import app_for
from fictionworld.explore.explorer import ExploreSettings
from fictionworld.explore.pack_preview import WatchedPack
from fictionworld.packs.source import new_source
from fictionworld.server.settings import ServerSettings


def test_a_pack_is_checked_and_built_again_when_it_is_saved(tmp_path, monkeypatch):
    file = tmp_path / "harbours.yaml"
    text = new_source("harbours")
    file.write_text(text, "utf-8")
    pack = WatchedPack(file)
    http = TestClient(app_for(ExploreSettings(ServerSettings("", "")), pack), "http://localhost")
    assert "Sound." in http.get("/pack").text
    title = pack.dataset.world(0).title
    assert title in http.get("/world/0").text
    before = http.get("/pack/version").json()
    # one child is enough: it starts for a second
    monkeypatch.setattr(
        "fictionworld.explore.pack_preview.try_pack",
        lambda file, *, worlds, cpu_s: trial._try_here(file, worlds),
    )
    number = next(n for n, line in enumerate(text.splitlines(), 1) if "role:" in line)
    broken = text.replace("role: name", "role: nome", 1)
    file.write_text(broken, "utf-8")
    assert http.get("/pack/version").json() != before
    shown = http.get("/pack").text
    assert "finding" in shown and 'class="failed"' in shown and "nome" in shown
    assert "as it last was sound" in shown and title in http.get("/world/0").text
    assert number
    file.unlink()
    assert "harbours.yaml" in http.get("/pack").text
    pack.close()
