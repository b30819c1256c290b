"""Play one episode by hand: search, read a page, answer, and see what it was worth.

python examples/play_by_hand.py worlds 0-1
"""

import re
import sys

import fictionworld as fw

folder, task_id = sys.argv[1:]
episode = fw.open(folder).episode(task_id, policy="tease", seed=0)
print(episode.question, "\n")

results = episode.call("web_search", {"query": episode.question})
print(results[:600], "\n")

url = re.search(r"https?://\S+", results).group()
page = episode.call("web_extractor", {"url": url})
print(page[:600], "\n")

reward = episode.score("I read one page and give up.")
print(f"reward {float(reward)}, share of the evidence seen {reward.coverage}")
print(episode.trace().as_json()[:300])
