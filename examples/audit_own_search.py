"""Does a search engine of your own give answers away? Its results, through `fictionworld leaks`.

python examples/audit_own_search.py worlds
"""

import json
import subprocess
import sys

import fictionworld as fw


def my_search(task):
    """Your engine goes here; this one is fictionworld's, under a policy that may state values."""
    episode = dataset.episode(task.world_id, policy="open")
    return episode.call("web_search", {"query": task.question})


dataset = fw.open(sys.argv[1])
for task in dataset.tasks()[:12:6]:
    command = [sys.executable, "-m", "fictionworld.cli.main", "leaks", sys.argv[1]]
    command += [str(task.world_id), "-", "--json"]
    # 0 where no value is stated, 1 where some are
    done = subprocess.run(
        command, input=my_search(task), capture_output=True, text=True, check=False
    )
    leaks = json.loads(done.stdout)["leaks"]
    print(f"{task.task_id}: search results state {len(leaks)} protected values")
    for leak in leaks[:5]:
        print(f"  {leak['fact']}: {leak['text']}")
