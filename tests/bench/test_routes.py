"""The bench says what fixed routes earn, and which of them is best."""

from __future__ import annotations

import pytest

from fictionworld.bench import routes
from fictionworld.bench.routes import best_shares, route_figures
from tests.small import small_dataset


def test_who_is_best_on_which_share_of_tasks():
    earned = {
        "one": {"1-1": 1.0, "1-2": 0.5, "1-3": 0.0, "1-4": 0.2},
        "other": {"1-1": 0.9, "1-2": 0.5, "1-3": 0.0, "1-4": 0.0},
    }
    assert best_shares(earned) == {"one": pytest.approx(2.5 / 4), "other": pytest.approx(0.5 / 4)}
    assert best_shares({"one": {}, "other": {}}) == {"one": 0.0, "other": 0.0}


@pytest.mark.slow
def test_figures_of_routes(monkeypatch):
    monkeypatch.setattr(routes, "_TASKS", 2)
    figures = {figure.name: figure for figure in route_figures(small_dataset())}
    routes_alone = {name: one for name, one in figures.items() if "scout" not in name}
    assert len(routes_alone) == 8
    assert all(0 <= one.value <= 1 and one.at_most == 0.6 for one in routes_alone.values())
    assert len(figures) == 13 and figures["tasks above 128k tokens by the scout"].at_most == 10
    assert "2 tasks" in figures["list-crawl: mean f1_grounded"].note
    shares = [one.value for name, one in figures.items() if "best" in name]
    assert sum(shares) <= 1.0 + 1e-9
