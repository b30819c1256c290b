"""The sdist and the wheel, built and examined.

    python tools/distribution.py dist [TAG]

Builds both into a folder, and ends with 1 if the wheel is not byte-identical when it is built a
second time, or the sdist not of the same contents; if the wheel lacks a file of the package or is
above 5 MB; or if `twine` or `check-wheel-contents` finds fault; or if a tag, such as v0.2.0,
is of another version. Times in the files are those of
SOURCE_DATE_EPOCH, by default of the last commit.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 5_000_000


def main(out: Path, tag: str | None = None) -> int:
    """Build into `out`, which is emptied, and return 1 where anything is wrong."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or _run("git", "log", "-1", "--format=%ct").strip()
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        wheel, sdist = _built(out, epoch)
        again, sdist_again = _built(Path(scratch), epoch)
        differing = wheel.read_bytes() != again.read_bytes()
        differing_sdist = _contents(sdist) != _contents(sdist_again)
    problems = [
        *(["the wheel differs when it is built again"] if differing else []),
        *(["the sdist's contents differ when it is built again"] if differing_sdist else []),
        *(f"the wheel lacks {name}" for name in lacking(wheel)),
    ]
    if wheel.stat().st_size > MOST_BYTES:
        problems.append(f"the wheel has {wheel.stat().st_size:,} bytes; at most {MOST_BYTES:,}")
    if tag is not None and wheel.name.split("-")[1] != tag.removeprefix("v"):
        problems.append(f"got tag {tag}, but the wheel is {wheel.name}: fictionworld/version.py")
    for problem in problems:
        print(problem, file=sys.stderr)
    _run("twine", "check", "--strict", wheel, sdist)
    _run("check-wheel-contents", wheel)
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes; {sdist.name}: {sdist.stat().st_size:,}")
    return int(bool(problems))


def lacking(wheel: Path) -> list[str]:
    """Return the files of the package that a wheel has not, as paths from the root."""
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    files = (path for path in (ROOT / "fictionworld").rglob("*") if path.is_file())
    wanted = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts}
    return sorted(wanted - held)


def _built(out: Path, epoch: str) -> tuple[Path, Path]:
    """Return the wheel, which is built from the sdist, and the sdist."""
    listed = ROOT / "fictionworld.egg-info"
    shutil.rmtree(listed, ignore_errors=True)  # of an earlier build, with files that are gone
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", out, ROOT, epoch=epoch)
    shutil.rmtree(listed)
    [wheel], [sdist] = out.glob("*.whl"), out.glob("*.tar.gz")
    return wheel, sdist


def _contents(sdist: Path) -> dict[str, bytes | None]:
    with tarfile.open(sdist) as archive:
        files = {member.name: archive.extractfile(member) for member in archive.getmembers()}
        return {name: file and file.read() for name, file in files.items()}


def _run(program: str, *arguments: str | Path, epoch: str = "") -> str:
    """Run a program, of this environment if it is there; one that fails ends this one."""
    beside = Path(sys.executable).parent / program
    command = [str(beside) if beside.exists() else program, *map(str, arguments)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch} if epoch else None
    done = subprocess.run(  # noqa: S603 - commands of this file
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute(), *sys.argv[2:]))
