"""One seed gives the same worlds with every allowed version of the packages and of Python.

    python tools/versions.py            with Python 3.11 and 3.13, those of them that are here

For each Python it makes three environments in `.versions/`, with the lowest version that
`pyproject.toml` allows of each dependency, with those of `requirements.lock`, and with the newest;
builds worlds of all packs in each; and compares the hashes of all tables. Needs pip and a package
index: `uv`, which finds the versions, is installed there too. Ends with 1 if hashes differ or a
build fails. A Python that is not here is named and left out.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".versions"
RESOLUTIONS = {
    "lowest": ("--resolution", "lowest-direct"),
    "locked": ("--constraints", "requirements.lock"),
    "newest": ("--resolution", "highest"),
}
_BUILD = "from fictionworld.cli.main import main; main()"
_HASHES = """
import json, sys
import fictionworld as fw
dataset = fw.open(sys.argv[1])
print(json.dumps([dataset.manifest.versions, dict(dataset.content_hashes)]))
"""


def main() -> int:
    """Build in each environment, print a line for each, and compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--python", nargs="+", default=["3.11", "3.13"], help="Pythons to try")
    parser.add_argument("--worlds", type=int, default=60, help="worlds to build")
    parser.add_argument("--seed", type=int, default=7, help="the seed of the builds")
    options = parser.parse_args()
    pythons = {version: _python(version) for version in options.python}
    for version in (version for version, python in pythons.items() if python is None):
        print(f"Python {version} is not here: left out", flush=True)
    uv = _uv()
    reference: dict[str, str] = {}
    failed = False
    for version, python in pythons.items():
        for resolution in RESOLUTIONS if python is not None else ():
            name = f"{version}-{resolution}"
            environment = _environment(uv, name, str(python), RESOLUTIONS[resolution])
            built = _build(environment, options.worlds, options.seed)
            if built is None:
                failed = True
                print(f"{name}: the build failed", flush=True)
                continue
            versions, hashes = built
            reference = reference or hashes
            differing = sorted(
                table
                for table in reference.keys() | hashes.keys()
                if reference.get(table) != hashes.get(table)
            )
            failed |= bool(differing)
            packages = ", ".join(f"{package} {number}" for package, number in versions.items())
            print(
                f"{name}: {packages}: {len(hashes)} tables, {len(differing)} differ from the first",
                *differing,
                flush=True,
            )
    if not reference:
        print("no environment built any worlds", file=sys.stderr)
    return int(failed or not reference)


def _python(version: str) -> Path | None:
    """Return an interpreter of this version, from the path or from pyenv."""
    found = shutil.which(f"python{version}")
    candidates = [found] if found is not None else []
    if shutil.which("pyenv") is not None:
        prefix = _run("pyenv", "prefix", version)
        candidates += [f"{prefix.stdout.strip()}/bin/python"] if prefix.returncode == 0 else []
    asked = "import sys; print('%d.%d' % sys.version_info[:2], sys.executable)"
    for candidate in candidates:
        completed = _run(candidate, "-c", asked)
        if completed.returncode == 0 and completed.stdout.startswith(f"{version} "):
            return Path(completed.stdout.split(" ", 1)[1].strip())
    return None


def _uv() -> str:
    uv = PLACE / "uv" / "bin" / "uv"
    if not uv.exists():
        pip = (sys.executable, "-m", "pip", "install", "--disable-pip-version-check")
        _run(*pip, "--target", PLACE / "uv", "uv", needed=True)
    return str(uv)


def _environment(uv: str, name: str, python: str, resolution: tuple[str, ...]) -> Path:
    """Return the Python of an environment with these versions of the dependencies."""
    place, listed = PLACE / name, PLACE / f"{name}.txt"
    compile_ = (uv, "pip", "compile", "--upgrade", "pyproject.toml", "--python", python)
    _run(*compile_, *resolution, "--output-file", listed, needed=True)
    interpreter = place / "bin" / "python"
    if not interpreter.exists():
        _run(uv, "venv", "--clear", "--python", python, place, needed=True)
    _run(uv, "pip", "sync", "--python", interpreter, listed, needed=True)
    return interpreter


def _build(python: Path, worlds: int, seed: int) -> tuple[dict[str, str], dict[str, str]] | None:
    """Return the versions that built these worlds, and the hash of each table."""
    with tempfile.TemporaryDirectory() as scratch:
        out = Path(scratch, "worlds")
        asked = ["build", "--n", str(worlds), "--seed", str(seed), "--out", str(out)]
        built = _run(python, "-E", "-c", _BUILD, *asked)
        if built.returncode:
            print(built.stderr, file=sys.stderr)
            return None
        completed = _run(python, "-E", "-c", _HASHES, out, needed=True)
        versions, hashes = json.loads(completed.stdout)
        return versions, hashes


def _run(*command: str | Path, needed: bool = False) -> subprocess.CompletedProcess[str]:
    """Run a command in the repository; one that is needed and fails ends the program."""
    done = subprocess.run(  # noqa: S603 - commands of this file
        list(map(str, command)), cwd=ROOT, capture_output=True, text=True, check=False
    )
    if needed and done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return done


if __name__ == "__main__":
    sys.exit(main())
