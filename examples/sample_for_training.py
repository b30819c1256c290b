"""Tasks for training: drawn by seed, each with a policy, played in groups of equal conditions.

python examples/sample_for_training.py worlds
"""

import sys

import fictionworld as fw

GROUP = 4  # rollouts that are compared with each other, as GRPO does


def rollout(episode):
    """What a policy model would do with an episode: here one search, and no answer."""
    episode.call("web_search", {"query": episode.question})
    return "no answer"


dataset = fw.open(sys.argv[1])
policies = {"tease": 0.7, "mixed:0.5": 0.3}
for task in dataset.sample(3, seed=1, split="train", policies=policies):
    rewards = []
    for _ in range(GROUP):
        episode = dataset.episode(task.task_id, policy=task.policy, seed=task.seed)
        rewards.append(float(episode.score(rollout(episode))))
    mean = sum(rewards) / GROUP
    advantages = [reward - mean for reward in rewards]
    print(f"{task.task_id} under {task.policy}: rewards {rewards}, advantages {advantages}")
