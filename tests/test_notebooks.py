"""The notebooks of `examples/` run from top to bottom: `make test-notebooks`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
NOTEBOOKS = ROOT / "examples" / "notebooks"
INSTALLED = ROOT / ".adapters" / "notebooks" / "bin" / "python"
EXECUTE = """
import json, sys
import nbclient, nbformat
notebook = nbformat.read(sys.argv[1], as_version=4)
nbclient.NotebookClient(notebook, timeout=900, kernel_name="python3").execute()
outputs = [out for cell in notebook.cells for out in cell.get("outputs", ())]
texts = [out.get("text") or out["data"].get("image/svg+xml", "") for out in outputs]
json.dump(texts, sys.stdout)
"""


@pytest.fixture
def executed(tmp_path):
    """Executes a notebook and gives what its cells print."""
    if not INSTALLED.exists():
        pytest.skip("make test-notebooks installs nbclient")

    def run(name):
        packages = [str(ROOT), sysconfig.get_path("purelib")]
        variables = os.environ | {
            "PYTHONPATH": os.pathsep.join(packages),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "IPYTHONDIR": str(tmp_path / "ipython"),
        }
        folder = tmp_path / "work"
        folder.mkdir()
        done = subprocess.run(
            [INSTALLED, "-c", EXECUTE, NOTEBOOKS / name], cwd=folder, env=variables,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        return "\n".join(json.loads(done.stdout))

    return run


def test_notebooks_hold_no_output():
    paths = sorted(NOTEBOOKS.glob("*.ipynb"))
    assert len(paths) == 2
    for path in paths:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        code = [cell for cell in cells if cell["cell_type"] == "code"]
        assert code and not any(cell["outputs"] or cell["execution_count"] for cell in code)


@pytest.mark.slow
@pytest.mark.adapter
def test_a_policy_is_trained(executed):
    printed = executed("train_in_an_afternoon.ipynb")
    assert "reward 0.0" in printed and "<svg" in printed
    assert len(re.findall(r"^update +\d+: reward ", printed, re.MULTILINE)) == 10
    [before, after] = re.findall(r"held-out pack: ([\d.]+) before, ([\d.]+) after", printed)[0]
    assert float(after) > float(before) + 0.3


@pytest.mark.slow
@pytest.mark.adapter
def test_a_pack_is_written(executed):
    printed = executed("write_a_pack.ipynb")
    assert re.search(r"broken\.yaml.*nome", printed)
    assert re.search(r"[1-9]\d* tasks ask about seats: ", printed)
