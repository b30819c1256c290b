"""The report by level, and how the constants of levels follow from the scout's episodes."""

from collections import Counter
from dataclasses import replace
from statistics import median

import pytest

from fictionworld.episodes.certify import Certificate, certify_all
from fictionworld.episodes.level_report import fit_levels, level_reports, spread_over_levels
from fictionworld.simulator.controls import NO_CONTROLS
from fictionworld.tasks.level import CALLS, CHARACTERS_PER_TOKEN, LEVEL_1_TOKENS, Reading


def certificate_of(task, characters, calls=8, problem=None):
    return Certificate(task.task_id, "tease", calls, 4, 1.0, 1.0, problem, characters, 3)


@pytest.fixture(scope="module")
def tasks(dataset):
    return dataset.tasks()


def test_a_level_reports_its_own_tasks(tasks):
    certificates = [certificate_of(task, 2_800 * task.level, task.level) for task in tasks]
    certificates[0] = replace(certificates[0], problem="it went wrong")
    earned = {"list-crawl": {task.task_id: task.level / 10 for task in tasks}}
    reports = level_reports(tasks, certificates, NO_CONTROLS, earned)
    assert {r.level: r.tasks for r in reports} == Counter(task.level for task in tasks)
    for report in reports:
        own = [task for task in tasks if task.level == report.level]
        assert report.certified == len(own) - (tasks[0].level == report.level)
        assert report.budget == CALLS[report.level]
        assert report.least_pages == median(task.least_pages for task in own)
        assert report.most_scout_calls == report.level
        assert report.scout_tokens == report.most_scout_tokens == 1_000 * report.level
        assert report.earned["list-crawl"] == pytest.approx(report.level / 10)


def test_a_task_that_was_not_played_is_left_out(tasks):
    lost = replace(certificate_of(tasks[0], None), scout_calls=None)
    assert level_reports(tasks, [lost], NO_CONTROLS) == []


def test_a_sample_has_of_each_level_as_many_as_there_are(tasks):
    assert spread_over_levels(tasks, None) == spread_over_levels(tasks, 10**6) == tasks
    chosen = spread_over_levels(tasks, 10)
    assert len(chosen) == 10
    assert [task for task in tasks if task in chosen] == chosen
    counts, all_counts = (Counter(task.level for task in some) for some in (chosen, tasks))
    assert all(counts[level] >= min(2, count) for level, count in all_counts.items())


def test_a_fit_finds_the_constants_that_were_planted(tasks):
    certificates = [
        certificate_of(task, round(1.5 * task.least_characters + 2_000 * task.hops), 40)
        for task in tasks
    ]
    fit = fit_levels(tasks, certificates)
    assert fit.characters == pytest.approx((1.5, 2_000), rel=0.01)
    assert all(calls >= 60 for calls in fit.calls.values())


@pytest.mark.slow
def test_levels_hold_what_the_scout_takes(dataset, tasks):
    """The constants are fitted on hundreds of tasks; here on few, so that a drift shows."""
    played = list(certify_all(dataset, tasks))
    of_task = {task.task_id: task for task in tasks}
    ratios, small = [], []
    for entry in played:
        task = of_task[entry.task_id]
        tokens = entry.scout_characters / CHARACTERS_PER_TOKEN
        expected = Reading(
            task.least_pages, task.least_characters, task.hops, task.evidence_facts,
            task.answer_cells, 1.0,
        ).scout_tokens  # fmt: skip
        ratios.append(tokens / expected)
        if task.level == 1:
            small.append(tokens <= LEVEL_1_TOKENS)
    assert 0.7 <= median(ratios) <= 1.4
    assert sum(small) >= 0.4 * len(small)  # of few: on 48 it is .85
