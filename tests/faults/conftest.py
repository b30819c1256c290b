from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def shim(tmp_path_factory) -> Path:
    """The library of `shim.c`, compiled."""
    compiler = shutil.which("cc")
    if not sys.platform.startswith("linux"):
        pytest.skip(f"the shim preloads into Linux programs; this is {sys.platform}")
    if compiler is None:
        pytest.skip("no C compiler called cc on this machine")
    library = tmp_path_factory.mktemp("shim") / "shim.so"
    command = [compiler, "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror"]
    command += ["-o", str(library), str(HERE / "shim.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library
