"""The wheel alone, tried outside the checkout with the lowest and the newest versions it allows.

    python tools/installed.py dist

Of each resolution it makes an empty environment, installs the wheel of `dist` there without extras
and runs the commands of the core on twenty worlds; then with all extras, and runs `audit`, `serve`
and `explore`. Then it runs `quickstart` by `uvx` and by `pipx run`. The first command that fails
ends it with 1, and what that printed. Needs a package index; `uv` and `pipx` stand beside this
Python (`make test-wheel`).
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UV = str(Path(sys.executable).parent / "uv")
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
SESSION = """
import fictionworld, sqlmodel
dataset = fictionworld.open("worlds")
models = dataset.models(dataset.world(0).pack)
with dataset.session(0) as session:
    assert len(session.exec(sqlmodel.select(models.Setting)).all()) == 1
print(fictionworld.__file__)
"""


@contextmanager
def timed(*words: str) -> Iterator[None]:
    """Say what is tried, and how many seconds it took."""
    print(" ", *words, end="", flush=True)
    began = time.monotonic()
    yield
    print(f": {time.monotonic() - began:.1f} s", flush=True)


class Installed:
    """An environment with the wheel, and a folder of its own to work in."""

    def __init__(self, folder: Path, wheel: Path, resolution: str) -> None:
        self.folder, self._wheel = folder, wheel
        self._bin = folder / "environment" / "bin"
        self._constraints = folder / "constraints.txt"
        # nothing of this process's Python, nor of the checkout, helps the wheel
        self._variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        compile_ = (UV, "pip", "compile", "--quiet", "--extra", "all", "--resolution", resolution)
        python = ("--python", sys.executable)
        self.run(*compile_, *python, "-o", self._constraints, ROOT / "pyproject.toml")
        self.run(UV, "venv", "--quiet", *python, folder / "environment")

    def install(self, extras: str = "") -> None:
        """Install the wheel, with extras such as `[all]`."""
        pip = (UV, "pip", "install", "--quiet", "--python", self._bin / "python")
        with timed("uv pip install", f"{self._wheel.name}{extras}"):
            self.run(*pip, "--constraints", self._constraints, f"{self._wheel}{extras}")

    def python(self, code: str) -> str:
        """Return what a program prints."""
        return self.run(self._bin / "python", "-c", code)

    def call(self, *words: str, allowed: tuple[int, ...] = (0,)) -> str:
        """Return what a command of fictionworld prints."""
        with timed("fictionworld", *words):
            return self.run(self._bin / "fictionworld", *words, allowed=allowed)

    def run(self, *command: str | Path, allowed: tuple[int, ...] = (0,)) -> str:
        """Return what a program prints; end this one where it fails."""
        done = subprocess.run(  # noqa: S603 - commands of this file
            list(map(str, command)), cwd=self.folder, env=self._variables, capture_output=True,
            text=True, check=False,
        )  # fmt: skip
        if done.returncode not in allowed:
            words = " ".join(map(str, command))
            sys.exit(f"{words}: ended with {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout

    def serves(self, *words: str) -> None:
        """Start a server, ask for its first page, and end it."""
        with timed("fictionworld", *words):
            self._serves(words)

    def _serves(self, words: tuple[str, ...]) -> None:
        command = [str(self._bin / "fictionworld"), *words, "--port", "0"]
        with subprocess.Popen(  # noqa: S603 - a command of this file
            command, cwd=self.folder, env=self._variables, stderr=subprocess.PIPE, text=True
        ) as server:
            assert server.stderr is not None
            said = ""
            for line in server.stderr:
                said += line
                if (url := re.search(r"http://\S+", line)) is not None:
                    break
            else:
                sys.exit(f"{' '.join(command)}: ended before it could be reached\n{said}")
            try:
                with urllib.request.urlopen(url[0], timeout=60) as page:  # noqa: S310 - loopback
                    assert page.status == 200 and page.read()
            finally:
                server.terminate()


def tried(installed: Installed) -> None:
    """Run the commands, those of the core before the extras are there."""
    installed.install()
    packs = ("--packs", "football,smartphones")
    installed.call("build", "--n", "20", *packs, "--workers", "1", "--out", "worlds")
    installed.call("validate", "worlds")
    listed = installed.call("tasks", "worlds", "--json").splitlines()
    task = json.loads(listed[0])["task_id"]
    found = installed.call("tool", "worlds", task, "web_search", '{"query": "list of all players"}')
    if "http" not in found:
        sys.exit(f"a search gave no address:\n{found}")
    rollout = ("--agent", "oracle", "--tasks", "2", "--workers", "1", "--traces", "traces.jsonl")
    earned = json.loads(installed.call("rollout", "worlds", *rollout, "--json"))
    if earned["mean"]["f1_by_item"] != 1:
        sys.exit(f"the oracle earned {earned['mean']}")
    installed.call("verify", "traces.jsonl", "worlds")
    Path(installed.folder, "answer.md").write_text("| A |\n|---|\n| b |\n", "utf-8")
    installed.call("score", "worlds", task, "answer.md", "--json")
    home = installed.python(SESSION).strip()
    if Path(home).is_relative_to(ROOT):
        sys.exit(f"the package came from the checkout: {home}")
    installed.install("[all]")
    # of two worlds the audit may find that they are too few to decide (3)
    installed.call("audit", "worlds", "--sample", "2", "--workers", "1", "--json", allowed=(0, 3))
    installed.serves("serve", "worlds")
    installed.serves("explore", "worlds")


def tried_without_installing(wheel: Path) -> None:
    """Run the wheel as `uvx` and `pipx run` do, from a folder that is empty."""
    beside = Path(sys.executable).parent
    runners = {
        "uvx": (beside / "uvx", "--python", sys.executable, "--from", wheel),
        "pipx run": (beside / "pipx", "run", "--python", sys.executable, "--spec", wheel),
    }
    variables = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    for name, words in runners.items():
        temporary = tempfile.TemporaryDirectory(prefix="fictionworld-wheel-")
        with timed(name, "fictionworld quickstart"), temporary as folder:
            command = [*map(str, words), "fictionworld", "quickstart", "--out", "worlds"]
            done = subprocess.run(  # noqa: S603 - commands of this file
                command, cwd=folder, env=variables, capture_output=True, text=True, check=False
            )
            if done.returncode or not Path(folder, "worlds", "manifest.json").is_file():
                sys.exit(f"{name} ended with {done.returncode}\n{done.stdout}{done.stderr}")


def main() -> int:
    """Try the wheel with each resolution, and without installing it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("dist", type=Path, help="folder of the wheel")
    parser.add_argument("--resolution", nargs="+", default=list(RESOLUTIONS), choices=RESOLUTIONS)
    options = parser.parse_args()
    [wheel] = options.dist.absolute().glob("*.whl")
    for name in options.resolution:
        print(f"{wheel.name}, {name} versions, Python {sys.version.split()[0]}", flush=True)
        with tempfile.TemporaryDirectory(prefix="fictionworld-wheel-") as folder:
            tried(Installed(Path(folder), wheel, RESOLUTIONS[name]))
    tried_without_installing(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
