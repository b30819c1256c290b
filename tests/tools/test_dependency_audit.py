"""`tools/dependency_audit.py`: what of pip-audit's report fails it."""

from __future__ import annotations

import pytest

from tools.dependency_audit import problems

SOUND = {"name": "numpy", "version": "2.4.0", "vulns": []}
FAULT = {"id": "PYSEC-2026-1", "fix_versions": ["2.4.1"], "aliases": [], "description": "..."}


@pytest.mark.parametrize(
    ("packages", "wrong"),
    [
        ([SOUND], []),
        ([SOUND, {"name": "duckdb", "skip_reason": "not found"}],
         ["duckdb was not audited: not found"]),
        ([SOUND | {"vulns": [FAULT, FAULT | {"id": "X", "fix_versions": []}]}],
         ["numpy 2.4.0 has PYSEC-2026-1, fixed in 2.4.1",
          "numpy 2.4.0 has X, fixed in no version"]),
        ([], ["the report names no package"]),
    ],
)  # fmt: skip
def test_faults_and_packages_that_were_passed_over(packages, wrong):
    assert problems({"dependencies": packages, "fixes": []}) == wrong
