"""`fictionworld render` over the dataset of these tests."""

from __future__ import annotations

from typer.testing import CliRunner

from fictionworld.cli.main import app
from tests.small import small_dataset

runner = CliRunner()


def command(*arguments):
    return runner.invoke(app, ["render", str(small_dataset()), *map(str, arguments)])
