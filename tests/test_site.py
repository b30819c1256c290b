"""The documentation site as built: every link leads somewhere, and every page is sound in Chromium.

`make test-site` builds it and runs this; axe-core says what a reader could not use. Two versions
are published into a repository of their own, and one is chosen in the browser.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from contextlib import contextmanager
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin, urlparse

import pytest

from tests.explore.test_browser import AXE, INSTALLED, looked, page

pytestmark = pytest.mark.adapter
ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "site"
REPOSITORY = "/fictionworld/fictionworld/"


class Links(HTMLParser):
    """What a page links to, and the anchors that it has."""

    def __init__(self, text):
        super().__init__()
        self.targets, self.anchors = set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        held = dict(attrs)
        self.targets |= {held[name] for name in ("href", "src") if held.get(name)}
        self.anchors |= {held[name] for name in ("id", "name") if held.get(name)}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def paths():
    """The pages of the site by their paths: `/`, `/packs/`."""
    if not SITE.is_dir():
        pytest.skip("make test-site builds the site")
    files = sorted(SITE.rglob("index.html"))
    assert len(files) > 30
    return ["/" + str(file.parent.relative_to(SITE)).strip(".") for file in files]


@contextmanager
def served(folder):
    """The address of a server of the files in a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def needs_a_browser():
    if shutil.which("chromium") is None or not INSTALLED.exists() or not AXE.exists():
        pytest.skip("no chromium or no axe-core here: make test-site as root")


def file_of(path):
    file = SITE / unquote(path).lstrip("/")
    return file / "index.html" if file.is_dir() else file


def test_every_link_leads_somewhere(paths):
    links = {path: Links(file_of(path).read_text("utf-8")) for path in paths}
    broken = []
    for path, held in links.items():
        for target in held.targets:
            address, anchor = urldefrag(urljoin(f"http://site{path.rstrip('/')}/", target))
            parts = urlparse(address)
            if parts.scheme not in {"http", "https"}:
                continue
            if parts.netloc == "site":
                file = file_of(parts.path)
                known = (
                    not anchor or anchor in Links(file.read_text("utf-8")).anchors
                    if file.is_file() and file.suffix == ".html"
                    else file.is_file()
                )
            elif parts.netloc == "github.com" and parts.path.startswith(f"{REPOSITORY}blob/main/"):
                known = (ROOT / parts.path.removeprefix(f"{REPOSITORY}blob/main/")).exists()
            else:
                known = parts.scheme == "https"
            if not known:
                broken.append((path, target))
    assert not broken


def test_every_page_is_sound_in_a_browser(paths):
    needs_a_browser()
    pages = [page(path.rstrip("/") + "/") for path in paths]
    pages += [page(path, "phone", "dark") for path in ("/", "/results/", "/packs/", "/api/")]
    with served(SITE) as url:
        wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))


@pytest.fixture(scope="module")
def published(paths, tmp_path_factory):
    """The branch from which the site is served, after two versions were published."""
    folder = tmp_path_factory.mktemp("published")
    origin, checkout = folder / "origin", folder / "checkout"

    def run(*command, cwd=folder):
        names = dict.fromkeys(("GIT_COMMITTER_NAME", "GIT_AUTHOR_NAME"), "tests")
        emails = dict.fromkeys(("GIT_COMMITTER_EMAIL", "GIT_AUTHOR_EMAIL"), "tests@localhost")
        variables = os.environ | names | emails
        done = subprocess.run(
            [*map(str, command)],
            cwd=cwd,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    run("git", "init", "--bare", origin)
    run("git", "clone", origin, checkout)
    for name in ("docs", "examples", "fictionworld", "tools"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (*ROOT.glob("*.md"), ROOT / "mkdocs.yml", ROOT / "Makefile"):
        shutil.copy(path, checkout)
    (checkout / ".adapters").symlink_to(ROOT / ".adapters")
    run("git", "add", "docs", cwd=checkout)
    run("git", "commit", "-m", "Documents", cwd=checkout)
    for version in ("8.1.0", "8.2.1"):
        (checkout / "fictionworld" / "version.py").write_text(f'__version__ = "{version}"\n')
        run("make", "-o", ".adapters/site/.installed", "publish-site", cwd=checkout)
    run("git", "clone", "--branch", "gh-pages", origin, folder / "site")
    return folder / "site"


def test_each_version_has_its_place(published, paths):
    versions = json.loads((published / "versions.json").read_text("utf-8"))
    assert [(one["version"], one["title"], one["aliases"]) for one in versions] == [
        ("8.2", "8.2.1", ["latest"]), ("8.1", "8.1.0", []),
    ]  # fmt: skip
    assert 'href="latest/"' in (published / "index.html").read_text("utf-8")
    for name in ("8.1", "8.2", "latest"):
        files = (published / name).rglob("index.html")
        assert len(list(files)) == len(paths), name


def test_a_reader_chooses_a_version(published):
    needs_a_browser()
    clicks, chosen = [".md-version__link:text-is('8.1.0')"], ".md-version__current:text-is('8.1.0')"
    pages = [
        page("/8.1/packs/"),
        page("/latest/packs/", hovers=".md-version", clicks=clicks, shows=chosen),
    ]
    with served(published) as url:
        wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))
