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
from fictionworld.explore.pack_preview import WatchedPack
from fictionworld.packs.source import new_source, pack_names
from fictionworld.server.settings import ServerSettings
from fictionworld.tasks.key import answer_markdown
from tests.explore.test_safety import STATIC
from tests.server.serving import listening_to

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parents[2]
INSTALLED = ROOT / ".adapters" / "browser"
AXE = INSTALLED / "package" / "axe.min.js"
LOOK = Path(__file__).parent / "browser" / "look.py"
DOCS = ROOT / "docs"
SHOTS = os.environ.get("FICTIONWORLD_SHOTS")
"""A folder for pictures of the pages, to be looked at."""
PICTURES = os.environ.get("FICTIONWORLD_PICTURES")
"""The folder of the pictures of the docs, where they shall be made anew."""
_PICTURE_BYTES = 150_000


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
    with (folder / "traces.jsonl").open("a") as file:
        file.write('{"agent": \n')
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


def looked(url, pages, play=None, walks=()):
    asked = {
        "pages": pages, "play": play, "walks": walks, "shots": SHOTS,
        "axe": str(AXE) if AXE.exists() else None,
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
    """Reply with a page that is too wide, asks another host, fails, and has faint text.

    Its fields are out of order, out of sight, and without a frame where the focus is.
    """
    html = """<!doctype html><html lang="en"><title>Bad</title><p style="color: #ddd">Faint</p>
        <p style="width: 2000px">Wide</p><script>missing()</script>
        <a href="/" tabindex="1">Home</a><input name="first">
        <input name="last" style="outline: none">
        <input name="far" tabindex="2" style="position: fixed; left: -900px">
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
        walk = {**page("/"), "steps": [{"to": "[name=last]"}, {"in": "form"}, {"to": "#none"}]}
        wrong = "\n".join(text for _, text in looked(url, [page("/")], walks=[walk])["wrong"])
    for finding in ("missing is not defined", "asks http://127.0.0.1:9/", "is 2008 wide"):
        assert finding in wrong
    for name, failure in (("first", "isAfter"), ("far", "isSeen"), ("last", "isOutlined")):
        assert re.search(rf"Tab: not \[[^]]*{failure}[^]]*\]: <input name=\"{name}\"", wrong), name
    assert 'has the focus: <input name="last"' in wrong and "is not reached by Tab" in wrong
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
        "rules": f"/world/{world}/rules/report",
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
    in_place = [".timeline summary", ".timeline a[data-fetch]"]
    pages += [
        page("/traces/1", clicks=in_place, shows=".timeline .paper"),
        page(f"/world/{world}/rules", clicks=["a[data-fetch]"], shows=".passed"),
        page("/worlds", type="the"),
        *(
            page(path, size, scheme, status=404)
            for path in ("/nowhere", "/world/999", f"/task/{world}-99", "/traces/3", "/play/none")
            for size, scheme in (("wide", "light"), ("phone", "dark"))
        ),
    ]
    wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


def test_every_view_by_keyboard_alone(explored):
    dataset, task, url, _ = explored
    world, task_id = task.world_id, task.task_id
    table = dataset.pack_of(world).world_tables[0].name
    views = (
        "/", "/worlds", "/tasks", f"/world/{world}", f"/world/{world}/table/{table}",
        f"/fact/{world}/{table}/1/{dataset.pack_of(world).world_tables[0].stored[0].name}",
        f"/world/{world}/rules", f"/world/{world}/twin", f"/web/{world}?q=list",
        f"/web/{world}/page/3", f"/web/{world}/page/3?twin=1", f"/task/{task_id}?show=key",
        "/traces", "/traces/2", "/compare?a=1&b=2", "/nowhere",
    )  # fmt: skip
    walks = {path: [{"tabs": 40}] for path in views}
    walks |= {
        "/?": [
            {"to": ".skip"}, {"press": "Enter"}, {"to": "main a"},
            {"to": "[data-plot=scatter]"}, {"press": "ArrowRight"}, {"press": "ArrowRight"},
            {"press": "Enter"}, {"at": "/task/"},
        ],
        "/worlds?": [
            {"press": "/"}, {"in": "[type=search]"}, {"type": str(world)}, {"at": f"q={world}"},
            {"to": f"#rows [href='/world/{world}']"}, {"press": "Enter"}, {"at": f"/world/{world}"},
        ],
        f"/world/{world}?": [
            {"to": "[data-column]"}, {"shows": ".needed"}, {"press": "/"},
            {"type": f"list of {table}"}, {"press": "Enter"}, {"at": "q=list"},
            {"to": ".why summary"}, {"press": "Enter"},
            {"shows": ".why[open]"}, {"press": "Escape"}, {"in": ".why:not([open])"},
            {"press": "/"}, {"press": "Escape"}, {"in": "body"}, {"to": ".results .title"},
            {"press": "Enter"}, {"at": "/page/"},
        ],
        f"/web/{world}/page/3?": [
            {"press": "]"}, {"at": "/page/4"}, {"press": "["}, {"at": "/page/3"},
            {"to": "a.fact"}, {"press": "Enter"}, {"at": "/fact/"},
        ],
        f"/world/{world}/rules?": [
            {"to": "[data-fetch]"}, {"press": "Enter"}, {"shows": ".passed"}, {"in": "#report"},
            {"to": "details summary"}, {"press": "Enter"}, {"shows": "details[open]"},
            {"press": "Escape"}, {"hides": "details[open]"}, {"in": "summary"},
        ],
        f"/task/{task_id}": [
            {"to": ".tabs a[href*=key]"}, {"press": "Enter"}, {"at": "show=key"},
            {"shows": "#solution td"}, {"to": "#solution a"},
        ],
        f"/task/{task_id}?": [
            {"to": "form .primary"}, {"press": "Enter"}, {"at": "/play/"},
            {"press": "/"}, {"in": "[name=queries]"}, {"type": f"list of {table}"},
            {"to": "button.primary"}, {"press": "Enter"}, {"shows": "#last .results"},
            {"to": "#last .results button"}, {"press": "Enter"},
            {"shows": "#last[value='2'] .paper"},
            {"to": "[name=answer]"}, {"type": "none"}, {"to": ".answer .primary"},
            {"press": "Enter"}, {"shows": "#verdict"},
        ],
        "/traces?": [
            {"to": "[name=a]"}, {"press": "Space"}, {"to": "[name=b]"}, {"press": "ArrowDown"},
            {"to": "[action='/compare'] button"}, {"press": "Enter"}, {"at": "/compare?"},
        ],
        "/traces/1": [
            {"to": ".timeline summary"}, {"press": "Enter"}, {"to": ".timeline [data-fetch]"},
            {"press": "Enter"}, {"shows": ".timeline .paper"}, {"in": "#reply"},
            {"press": "Escape"}, {"in": ".timeline summary"}, {"hides": ".timeline .paper"},
        ],
    }  # fmt: skip
    walks = [{**page(path), "steps": steps} for path, steps in walks.items()]
    wrong = looked(url, [], walks=walks)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


def test_the_pages_before_there_is_something_to_see(chromium, tmp_path):
    """Who gave no token yet, and a dataset that is being built."""
    for status, given in ((401, {"trainer_token": "trainer-token-of-tests"}), (503, {})):
        app = app_for(ExploreSettings(ServerSettings(str(tmp_path), "", **given)))
        pages = [
            page("/", size, scheme, status=status, shot=f"{status}-{scheme}-{size}")
            for size, scheme in (("wide", "light"), ("phone", "dark"))
        ]
        with listening_to(app) as url:
            wrong = looked(url, pages)["wrong"]
        assert not wrong, "\n".join(map(str, wrong))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    return Path(PICTURES).resolve() if PICTURES else tmp_path_factory.mktemp("pictures")


def test_a_pack_that_is_written(chromium, pictures, tmp_path):
    file = tmp_path / "harbours.yaml"
    text = new_source("harbours")
    file.write_text(text, "utf-8")
    pack = WatchedPack(file)
    with listening_to(app_for(ExploreSettings(ServerSettings("", "")), pack)) as url:
        sound = [page(path, "phone", "dark") for path in ("/pack", "/world/0", "/tasks")]
        wrong = looked(url, sound)["wrong"]
        file.write_text(text.replace("role: name", "role: nome", 1), "utf-8")
        dresses = [("wide", "dark", {}), ("phone", "light", {})]
        dresses += [
            ("picture", "light", {"picture": f"{pictures}/explore-pack.png", "top": "#line-28"})
        ]
        broken = [page("/pack", *dress, shot="pack", **more) for *dress, more in dresses]
        wrong += looked(url, broken)["wrong"]
    pack.close()
    assert not wrong, "\n".join(map(str, wrong))


def test_pictures_of_the_docs(explored, pictures):
    """The docs show a picture of each view; this makes them, and those of the pack and the play."""
    _, task, url, _ = explored
    views = {
        "dataset": page("/"),
        "world": page(f"/world/{task.world_id}", top="h2"),
        "page": page(f"/web/{task.world_id}/page/3"),
        "task": page(f"/task/{task.task_id}?show=key"),
        "trace": page("/traces/2", top="h2:has(+ .chart)"),
    }
    for name, entry in views.items():
        entry |= {"size": "picture", "picture": f"{pictures}/explore-{name}.png"}
    wrong = looked(url, list(views.values()))["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


def test_a_task_played_to_its_reward(explored, pictures):
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
    calls.append({"tool": "dict_memory", "fields": {"key": "read", "value": "all of it"}})
    asked = {
        "task": task.task_id,
        "calls": calls,
        "answer": answer_markdown(dataset.key(task.task_id)),
        "picture": f"{pictures}/explore-play.png",
    }
    assert looked(url, [], asked) == {"wrong": [], "played": "Reward 1.000"}


def test_the_docs_show_the_pictures_that_were_made(chromium, pictures):
    """It runs last: the tests above make them."""
    shown = re.findall(r"\((explore-\w+\.png)\)", (DOCS / "explore.md").read_text("utf-8"))
    assert {path.name for path in pictures.glob("explore-*.png")} == set(shown)
    for folder in (pictures, DOCS):
        for name in shown:
            assert (folder / name).stat().st_size <= _PICTURE_BYTES, name


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
