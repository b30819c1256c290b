"""`fictionworld doctor`: what a report of a fault should say, and nothing of who reports it."""

from __future__ import annotations

import getpass
import json
import platform
import socket
from importlib import metadata
from pathlib import Path

import fictionworld
from fictionworld import environment


def test_it_says_what_is_installed(call, monkeypatch):
    monkeypatch.setattr(
        metadata, "requires", lambda _: ["polars>=2.0,<3", "verl>=0.9 ; extra == 'verl'"]
    )
    found = call("doctor", "--json")
    assert found.code == 0 and found.err == ""
    assert found.json["fictionworld"] == fictionworld.__version__
    assert found.json["python"] == platform.python_version()
    assert found.json["packages"] == {"polars": metadata.version("polars")}
    assert found.json["framework"] is None and found.json["findings"] == []
    said = json.dumps(found.json)
    assert str(Path.home()) not in said and socket.gethostname() not in said
    assert getpass.getuser() not in said.split()


def test_it_says_the_same_to_people(call):
    told = call("doctor").out
    for name, value in environment.environment().items():
        assert f"{name}: " in told
        assert name == "packages" or str(value) in told


def test_findings_are_json_too(call, worlds):
    found = call("doctor", "--framework", "tests.adapters.nowhere", worlds, "--json")
    assert found.code == 1
    [finding] = found.json["findings"]
    assert finding["what"] == "what it imports" and "No module named" in finding["problem"]
