"""What all adapters share, without any framework: settings, which tasks fit, masking."""

from __future__ import annotations

import asyncio

import pytest

from fictionworld.adapters.rows import RowChoice
from fictionworld.adapters.settings import EpisodeSettings, MaskableEpisode, opened
from fictionworld.episodes.episode import Episode
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.errors import UsageError
from tests.adapters.played import QUERIES, TASK, WRONG, reply, right, settings

# settings


def test_settings_are_read_from_a_configuration():
    given = {"dataset": "worlds", "reward": "f1_evidenced", "calls": "7", "reply_characters": 9000}
    assert EpisodeSettings.of(given) == EpisodeSettings(
        "worlds", reward="f1_evidenced", calls=7, reply_characters=9000
    )


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"dataset": "worlds", "polcy": "open"}, r"'polcy'.*allowed: dataset, policy.*policy"),
        ({"policy": "open"}, "got no dataset"),
        ({"dataset": "worlds", "calls": "many"}, "calls: got 'many'; allowed is a whole number"),
        ({"dataset": "worlds", "steps": "shaped"}, "steps: got 'shaped'; allowed: credit=WEIGHT"),
        ({"dataset": "worlds", "reply_characters": "-1"}, "reply_characters: got '-1'"),
    ],
)
def test_what_is_no_setting_is_refused(given, said):
    with pytest.raises(UsageError, match=said):
        EpisodeSettings.of(given)


def test_an_episode_is_played_under_the_settings():
    episode = settings(policy="open", controls="realistic", calls=3).episode(TASK, seed=4)
    assert (episode.policy, episode.most_calls, episode.seed) == ("open", 3, 4)
    assert str(episode.controls) != "none"
    prompt = settings(controls="realistic", calls=3).prompt(TASK)
    assert prompt == episode.messages != settings().prompt(TASK)


def test_an_episode_goes_on_from_its_log():
    begun = settings(policy="open").episode(TASK)
    begun.call("web_search", QUERIES)
    again = settings().resumed(begun.log())
    assert (again.policy, again.calls_made) == ("open", 1)
    assert float(again.score(right(), "f1_grounded")) == 1


def test_a_dataset_is_opened_once():
    assert settings().open() is settings(calls=3).open() is opened(settings().dataset, "template")


def test_rows_are_played_under_the_settings():
    played = settings(policy="open", controls="realistic", calls=3)
    row = next(RowChoice(level="1", pack="football", epochs=2).rows(played))
    episode = settings(controls="realistic", calls=3).of_row(row.as_dict())
    assert row.prompt == episode.messages and row.budget == episode.most_calls == 3
    assert row.policy == episode.policy == "open" and row.task.level == 1
    assert set(row.as_dict()) == {"task_id", "prompt", "policy", "group_seed"}
    with pytest.raises(UsageError, match="got levels 'one'"):
        RowChoice(level="one").rows(played)
    with pytest.raises(UsageError, match="band: got 'narrow'"):
        RowChoice(band="narrow").rows(played)


# masking


def failed(*_):
    raise InfrastructureError("the disk is gone")


async def acall(played):
    return await played.acall("web_search", QUERIES)


@pytest.mark.parametrize(
    "call", [lambda played: played.call("web_search", QUERIES), lambda p: asyncio.run(acall(p))]
)
def test_a_call_that_fails_for_reasons_of_ours_masks_the_rollout(call, monkeypatch):
    played = MaskableEpisode(settings().episode(TASK))
    assert call(played) == reply() and not played.fault
    with monkeypatch.context() as broken:
        broken.setattr(Episode, "call", failed)
        assert call(played) == "The tool is out of order."
    assert played.fault == "the disk is gone"
    assert call(played) == reply()  # the rollout goes on, and is left out all the same
    assert played.score(right(), "f1_grounded") is None and not played.episode.is_over


def test_a_scoring_that_fails_masks_the_rollout(monkeypatch):
    played = MaskableEpisode(settings().episode(TASK))
    monkeypatch.setattr(Episode, "score", failed)
    assert played.score(right(), "f1_grounded") is None and played.fault == "the disk is gone"


def test_without_a_fault_the_answer_earns_what_it_is_worth():
    for answer, earns in ((right(), 1), (WRONG, 0)):
        assert (
            float(MaskableEpisode(settings().episode(TASK)).score(answer, "f1_grounded")) == earns
        )


def test_a_fault_that_came_along_masks_too():
    played = MaskableEpisode(settings().episode(TASK), "the disk was gone")
    assert played.score(right(), "f1_grounded") is None
