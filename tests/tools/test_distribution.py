"""What `make dist` finds wrong with a wheel."""

from __future__ import annotations

import zipfile

from tools.distribution import ROOT, lacking


def test_a_wheel_without_its_data_is_found(tmp_path):
    wheel = tmp_path / "fictionworld.whl"
    kept = list((ROOT / "fictionworld").rglob("*.py"))
    with zipfile.ZipFile(wheel, "w") as archive:
        for path in kept:
            archive.writestr(str(path.relative_to(ROOT)), "")
    missing = lacking(wheel)
    assert {"fictionworld/py.typed", "fictionworld/packs/library/football.yaml"} <= set(missing)
    assert not any(name.endswith(".py") for name in missing)
