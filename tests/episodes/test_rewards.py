"""Prices, credit for what calls showed, and episodes that branch."""

from __future__ import annotations

import time

import pytest

from fictionworld.episodes.agents.registry import AGENTS
from fictionworld.episodes.faults import EpisodeError
from fictionworld.episodes.rewards.registry import all_rewards, reward_named
from fictionworld.episodes.rollout import Conditions, play
from fictionworld.episodes.step_rewards import StepRewards, step_form, steps_of
from fictionworld.errors import UsageError
from fictionworld.tasks.key import answer_markdown
from fictionworld.tasks.level import CHARACTERS_PER_TOKEN


def scouted(dataset, task, reward="f1_evidenced"):
    trace = play(dataset, AGENTS["scout"](), task, Conditions(reward=reward)).trace
    assert trace is not None and trace.reward is not None
    return trace


def test_a_price_is_taken_for_each_call_and_thousand_tokens(dataset, task):
    trace = scouted(dataset, task, "f1_grounded,tokens=0.02,call=.01")
    tokens = sum(call.characters for call in trace.calls) / CHARACTERS_PER_TOKEN
    price = 0.01 * len(trace.calls) + 0.02 * tokens / 1000
    assert trace.reward.chosen == "f1_grounded,call=0.01,tokens=0.02"
    assert trace.reward.earned == pytest.approx(trace.reward.f1_grounded - price)


@pytest.mark.parametrize("name", all_rewards())
def test_every_reward_can_have_a_price(name):
    assert reward_named(f"{name},call=0.5").name == f"{name},call=0.5"


@pytest.mark.parametrize(
    "prices", ["call", "call=", "call=0", "call=-1", "call=nan", "page=1", "call=1,call=2", ""]
)
def test_bad_prices_are_refused(prices):
    with pytest.raises(UsageError, match="allowed: call=PRICE and tokens=PRICE"):
        reward_named(f"f1_evidenced,{prices}")
    with pytest.raises(UsageError, match="got reward"):
        reward_named(f"f1,{prices}")


def test_credit_sums_to_coverage_and_goes_to_the_calls_that_showed(dataset):
    for task in dataset.tasks()[:8]:
        trace = scouted(dataset, task)
        credit = trace.reward.credit
        assert len(credit) == len(trace.calls) and min(credit, default=0) >= 0
        from_question = trace.reward.coverage - sum(credit)
        assert -1e-9 < from_question < 0.5 and trace.reward.coverage == 1
        idle = [
            share
            for share, facts, call in zip(credit, trace.facts, trace.calls, strict=True)
            if not facts and call.tool == "web_search"
        ]
        assert not any(idle)


def test_shaping_takes_back_what_calls_earned(dataset, task):
    reward = scouted(dataset, task).reward
    added, shaped = reward.steps(0.5, shaped=False), reward.steps(0.5, shaped=True)
    assert added[:-1] == shaped[:-1] == [0.5 * share for share in reward.credit]
    assert sum(shaped) == pytest.approx(reward.earned)
    assert sum(added) == pytest.approx(reward.earned + 0.5 * sum(reward.credit))


@pytest.mark.parametrize("form", ["shaped=0.5", "credit=0.5"])
def test_rewards_at_once_sum_to_those_after_the_answer(dataset, form):
    """With a price a call; an agent that stops half way, too."""
    name = "f1_evidenced,call=0.01,tokens=0.02"
    for task in dataset.tasks()[:4]:
        made = scouted(dataset, task).calls
        for calls in (made, made[: len(made) // 2]):
            episode = dataset.episode(task.task_id)
            steps = StepRewards(episode, name, step_form(form))
            earned = []
            for call in calls:
                episode.call(call.tool, call.arguments)
                earned.append(steps.after_call())
            assert steps.after_call() == 0
            reward = episode.score(answer_markdown(dataset.key(task.task_id)), name)
            earned.append(steps.after_answer(reward))
            later = steps_of(reward, episode.calls, step_form(form))
            assert len(later) == len(earned)
            assert sum(later) == pytest.approx(sum(earned))
            gain = 0 if form.startswith("shaped") else 0.5 * sum(reward.credit)
            assert sum(earned) == pytest.approx(reward.earned + gain)
            assert calls is not made or sum(reward.credit) > 0
            # a call that showed nothing costs its price
            prices = [0.01 + 0.02 * c.characters / CHARACTERS_PER_TOKEN / 1000 for c in calls]
            assert all(paid >= -price - 1e-9 for paid, price in zip(earned, prices, strict=False))


def test_without_a_form_the_answer_alone_is_rewarded(dataset, task):
    episode = dataset.episode(task.task_id)
    steps = StepRewards(episode, "f1_grounded,call=0.01", step_form(""))
    episode.call("web_search", {"query": task.question})
    assert steps.after_call() == 0
    reward = episode.score(answer_markdown(dataset.key(task.task_id)), "f1_grounded,call=0.01")
    assert steps.after_answer(reward) == reward.earned == pytest.approx(0.99)


def test_a_reward_at_once_is_cheap(dataset, task):
    """In processor time, beside that of the calls; a tenth of it would be much."""
    calls = scouted(dataset, task).calls
    episode = dataset.episode(task.task_id)
    steps = StepRewards(episode, "f1_evidenced,call=0.01", step_form("shaped=0.5"))
    calling = rewarding = 0.0
    for call in calls:
        begun = time.process_time()
        episode.call(call.tool, call.arguments)
        called = time.process_time()
        steps.after_call()
        calling += called - begun
        rewarding += time.process_time() - called
    assert rewarding <= 0.2 * calling + 0.01


@pytest.mark.parametrize("form", ["0.5", "shaped", "shaped=0", "credit=-1", "credit=nan", "sum=1"])
def test_what_is_no_form_of_steps_is_refused(form):
    with pytest.raises(UsageError, match="allowed: credit=WEIGHT"):
        step_form(form)


def test_branches_go_on_alike_and_apart(dataset, task):
    episode = dataset.episode(task.task_id, controls="timeout=0.5")
    calls = [("web_search", {"query": task.question}), ("dict_memory", {"operation": "keys"})]
    for call in calls:
        episode.call(*call)
    begun = time.process_time()
    first, second, third = episode.branch(3)
    assert time.process_time() - begun < 0.05
    replies = [one.call("web_search", {"query": "list"}) for one in (first, second, third, episode)]
    assert len(set(replies)) == 1
    first.call("dict_memory", {"operation": "add", "dict": {"a": 1}})
    assert [len(one.calls) for one in (first, second, episode)] == [4, 3, 3]
    right = answer_markdown(dataset.key(task.task_id))
    assert second.score(right).f1_grounded == 1 and not third.is_over
    with pytest.raises(EpisodeError, match="cannot be branched"):
        second.branch(1)
    with pytest.raises(UsageError, match="got n=0"):
        third.branch(0)
