"""Every view in a real browser, for each pack: `make test-browser`."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from fictionworld.build import BuildConfig, build
from fictionworld.dataset import open_dataset
from fictionworld.episodes.agents.list_crawl import ListCrawl
from fictionworld.episodes.agents.oracle import Oracle
from fictionworld.episodes.calibration import CALIBRATIONS, Calibration
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.rollout_files import RolloutId, TraceFile
from fictionworld.explore.app import app_for
from fictionworld.explore.explorer import ExploreSettings
from fictionworld.packs.source import pack_names
from fictionworld.server.settings import ServerSettings
from fictionworld.tasks.key import answer_markdown
from tests.explore.test_safety import STATIC
from tests.server.serving import listening_to

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parents[2]
INSTALLED = ROOT / ".adapters" / "browser"
AXE = INSTALLED / "package" / "axe.min.js"
LOOK = Path(__file__).parent / "browser" / "look.py"
SHOTS = os.environ.get("FICTIONWORLD_SHOTS")
"""A folder for pictures of the pages, to be looked at."""


@pytest.fixture(scope="module")
def chromium():
    if shutil.which("chromium") is None or not (INSTALLED / "bin" / "python").exists():
        pytest.skip("no chromium here, and it cannot be installed: `make test-browser` as root")


@pytest.fixture(scope="module")
def explored(chromium, tmp_path_factory):
    """A world of each pack, its twins, a run of two agents, and the pages over all of these."""
    folder = tmp_path_factory.mktemp("explored")
    build(BuildConfig(len(pack_names())), folder / "worlds", workers=1)
    build(BuildConfig(1, twin_of=str(folder / "worlds")), folder / "twins", workers=1)
    dataset = open_dataset(folder / "worlds")
    task = min(dataset.tasks(), key=lambda task: (task.kind != "wide", task.least_characters))
    with TraceFile(folder / "traces.jsonl") as file:
        for agent in (Oracle(), ListCrawl()):
            rollout = RolloutId.of(agent.name, dataset.content_hash, "template", Conditions())
            file.add(play(dataset, agent, task, Conditions()), rollout)
    rates = [
        Calibration("model", each.task_id, 8, index % 9 / 8, 0.5, 0.1, 0.5)
        for index, each in enumerate(dataset.tasks())
    ]
    CALIBRATIONS.add(dataset.path, dataset.content_hash, rates)
    settings = ExploreSettings(
        ServerSettings(str(dataset.path), ""), folder / "twins", folder / "traces.jsonl"
    )
    with listening_to(app_for(settings)) as url:
        yield dataset, task, url, folder


def looked(url, pages, play=None):
    asked = {
        "pages": pages, "play": play, "shots": SHOTS, "axe": str(AXE) if AXE.exists() else None,
    }  # fmt: skip
    done = subprocess.run(
        [INSTALLED / "bin" / "python", LOOK, url], input=json.dumps(asked), text=True,
        capture_output=True, check=False, timeout=1_200,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def page(path, size="wide", scheme="light", **more):
    return {"path": path, "size": size, "scheme": scheme, **more}


async def bad_page(scope, receive, send):
    """Reply with a page that is too wide, asks another host, fails, and has faint text."""
    html = """<!doctype html><html lang="en"><title>Bad</title><p style="color: #ddd">Faint</p>
        <p style="width: 2000px">Wide</p><script>missing()</script>
        <script src="http://127.0.0.1:9/elsewhere.js"></script>"""
    assert scope["type"] == "http"
    start = {
        "type": "http.response.start",
        "status": 200,
        "headers": [(b"content-type", b"text/html")],
    }
    await send(start)
    await send({"type": "http.response.body", "body": html.encode()})


def test_what_is_wrong_with_a_page_is_found(chromium):
    with listening_to(bad_page) as url:
        wrong = "\n".join(text for _, text in looked(url, [page("/")])["wrong"])
    for finding in ("missing is not defined", "asks http://127.0.0.1:9/", "wide on wide"):
        assert finding in wrong
    assert ("color-contrast" in wrong) == AXE.exists()


def test_every_view_of_every_pack(explored):
    dataset, _, url, _ = explored
    pages = []
    for world_id in dataset.world_ids:
        table = max(dataset.frames(world_id).items(), key=lambda item: item[1].height)[0]
        task = dataset.tasks(world_id)[0].task_id
        scheme = ("light", "dark")[world_id % 2]
        pages += [
            page(f"/world/{world_id}", scheme=scheme),
            page(f"/world/{world_id}/table/{table}", scheme=scheme),
            page(f"/world/{world_id}/twin?table={table}", scheme=scheme),
            page(f"/web/{world_id}?q=list", scheme=scheme),
            page(f"/web/{world_id}/page/4", scheme=scheme),
            page(f"/task/{task}?show=key", "phone", scheme),
        ]
    wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


def test_every_view_in_every_dress(explored):
    dataset, task, url, _ = explored
    world = task.world_id
    table = dataset.pack_of(world).world_tables[0]
    column = table.stored[0].name
    paths = {
        "dataset": "/",
        "worlds": "/worlds",
        "tasks": "/tasks",
        "world": f"/world/{world}",
        "table": f"/world/{world}/table/{table.name}",
        "fact": f"/fact/{world}/{table.name}/1/{column}",
        "rules": f"/world/{world}/rules?checked=true",
        "twin": f"/world/{world}/twin",
        "search": f"/web/{world}?q=list+of+{table.name}&controls=realistic",
        "kind": f"/web/{world}?kind=encyclopedia",
        "page": f"/web/{world}/page/3",
        "plain": f"/web/{world}/page/3?show=plain",
        "skeleton": f"/web/{world}/page/3?show=skeleton",
        "index": f"/web/{world}/page/3?show=index",
        "page-twin": f"/web/{world}/page/3?show=marks&twin=1",
        "task": f"/task/{task.task_id}",
        "key": f"/task/{task.task_id}?show=key",
        "oracle": f"/task/{task.task_id}?show=oracle",
        "scout": f"/task/{task.task_id}?show=scout",
        "traces": "/traces",
        "trace": "/traces/2",
        "reply": "/traces/1/call/1",
        "compare": "/compare?a=1&b=2",
    }
    dresses = [("wide", "light"), ("wide", "dark"), ("phone", "light")]
    pages = [
        page(path, size, scheme, shot=f"{name}-{scheme}-{size}")
        for size, scheme in dresses
        for name, path in paths.items()
    ]
    pages += [page("/traces/1", fetch=True), page("/worlds", type="the")]
    wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


def test_a_task_played_to_its_reward(explored):
    dataset, task, url, folder = explored
    trace = json.loads((folder / "traces.jsonl").read_text("utf-8").splitlines()[0])
    calls = []
    for call in trace["calls"]:
        given = json.loads(call["arguments"])
        if call["tool"] == "web_search":
            fields = {"queries": "\n".join(given.get("queries") or [given["query"]])}
        else:
            fields = {"url": given["url"], "page": str(given.get("page", 1))}
        calls.append({"tool": call["tool"], "fields": fields})
    answer = answer_markdown(dataset.key(task.task_id))
    done = looked(url, [], {"task": task.task_id, "calls": calls, "answer": answer})
    assert done == {"wrong": [], "played": "Reward 1.000"}


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not here to fetch the releases")
def test_vendored_files_are_in_the_releases(tmp_path):
    releases = json.loads((STATIC / "vendored" / "vendored.json").read_text("utf-8"))
    for release in releases:
        name = f"{release['package']}@{release['version']}"
        packed = subprocess.run(
            ["npm", "pack", "--silent", name],
            cwd=tmp_path, capture_output=True, text=True, check=True,
        )  # fmt: skip
        tarball = tmp_path / re.sub(r"\s", "", packed.stdout)
        digest = base64.b64encode(hashlib.sha512(tarball.read_bytes()).digest()).decode()
        assert release["integrity"] == f"sha512-{digest}"
        with tarfile.open(tarball) as files:
            for ours, (theirs, _) in release["files"].items():
                content = files.extractfile(f"package/{theirs}").read()
                assert content == (STATIC / "vendored" / ours).read_bytes()
