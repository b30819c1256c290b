"""The locked packages, held against known vulnerabilities by pip-audit.

    python tools/dependency_audit.py requirements.lock

Ends with 1 if a package has a known vulnerability, or if pip-audit passed one over: where its
service does not know a package, or cannot be reached, pip-audit itself ends with 0.
"""

# ruff: noqa: T201 - a program that prints

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any


def problems(report: dict[str, Any]) -> list[str]:
    """Return what is wrong by a report of `pip-audit --format json`, a line a package."""
    found = []
    for package in report["dependencies"]:
        if "skip_reason" in package:
            found.append(f"{package['name']} was not audited: {package['skip_reason']}")
        for fault in package.get("vulns", ()):
            fixed = ", ".join(fault["fix_versions"]) or "no version"
            found.append(
                f"{package['name']} {package['version']} has {fault['id']}, fixed in {fixed}"
            )
    return found or ([] if report["dependencies"] else ["the report names no package"])


def main(lock: Path) -> int:
    """Audit a lock file, and return 1 where anything is wrong."""
    program = Path(sys.executable).parent / "pip-audit"
    command = [program, "--requirement", lock, "--disable-pip", "--require-hashes"]
    done = subprocess.run(  # noqa: S603 - a command of this file
        [*command, "--format", "json", "--progress-spinner", "off"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    try:
        report = json.loads(done.stdout)
    except ValueError:  # it ended before it had one
        sys.exit(f"pip-audit ended with {done.returncode} and no report\n{done.stderr}")
    wrong = problems(report)
    print("\n".join(wrong) or f"{len(report['dependencies'])} packages, none with a known fault")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
