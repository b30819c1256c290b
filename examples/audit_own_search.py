"""Does a search engine of your own give answers away? Its results, through `fictionworld leaks`.

python examples/audit_own_search.py worlds
"""

import json
import subprocess
import sys

import fictionworld as fw


def my_search(query):
    """Your engine goes here; this one is fictionworld's, under a policy that may state values."""
    return dataset.episode(task.world_id, policy="open").call("web_search", {"query": query})


dataset = fw.open(sys.argv[1])
tasks = dataset.tasks()[:3]
stating = 0
for task in tasks:
    words = [sys.executable, "-m", "fictionworld.cli.main", "leaks", sys.argv[1]]
    words += [str(task.world_id), "-", "--json"]
    results = my_search(task.question)
    # the exit code is 1 where a value is stated
    done = subprocess.run(words, input=results, capture_output=True, text=True, check=False)
    leaks = json.loads(done.stdout)["leaks"]
    stating += bool(leaks)
    for leak in leaks[:2]:
        print(f"{task.task_id}: {leak['fact']} in {leak['text']!r}")
print(f"{stating} of {len(tasks)} replies state a protected value")
