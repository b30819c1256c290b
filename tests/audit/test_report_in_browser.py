"""The report of an audit in Chromium, and its picture in the docs: `make test-browser`."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from fictionworld.audit.audit import audit
from fictionworld.audit.options import AuditOptions
from fictionworld.audit.report.report import report
from tests.explore.test_browser import DOCS, looked, page
from tests.small import small_dataset
from tests.test_site import needs_a_browser, served

pytestmark = pytest.mark.adapter
PICTURES = Path(os.environ.get("FICTIONWORLD_PICTURES", ""))
NAME = "audit-report.png"


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A folder with the report of an audit of two worlds."""
    needs_a_browser()
    folder = tmp_path_factory.mktemp("report")
    found = audit(small_dataset(), AuditOptions(sample=2, workers=1))
    record = replace(found, dataset="worlds")
    (folder / "favicon.ico").touch()  # a browser asks for it
    (folder / "audit.html").write_text(report(record, date(2031, 5, 4)), "utf-8")
    return folder


def test_the_report_is_sound(written):
    pages = [page("/audit.html", *kind) for kind in (("wide",), ("phone", "dark"))]
    picture = PICTURES.resolve() / NAME if PICTURES.name else written / NAME
    pages.append(page("/audit.html", "picture", picture=str(picture)))
    with served(written) as url:
        wrong = looked(url, pages)["wrong"]
    assert not wrong, "\n".join(map(str, wrong))
    for path in (picture, DOCS / NAME):
        assert path.stat().st_size <= 200_000, path
