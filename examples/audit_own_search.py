"""Does a search engine of your own give answers away? Its results, through `fictionworld leaks`.

python examples/audit_own_search.py worlds      (pip install 'fictionworld[leaks]')
"""

import json
import subprocess
import sys

import fictionworld as fw

NUMBERS = {"integer", "decimal", "money", "percent"}


def my_search(query):
    """Your engine goes here; this one is fictionworld's, under a policy that may state values."""
    return dataset.episode(task.world_id, policy="open").call("web_search", {"query": query})


dataset = fw.open(sys.argv[1])
cases = []
for task in dataset.tasks()[:6]:
    key, results = dataset.key(task.task_id), my_search(task.question)
    for row in key.rows:
        cells = list(zip(key.columns, row, strict=True))
        entity = " ".join(str(value) for column, value in cells if column.role == "key")
        for column, value in cells:
            if column.role == "value" and column.kind in NUMBERS and value is not None:
                answer = {"column": column.header, "type": "number", "value": float(value)}
                case = {"id": f"{task.task_id}/{len(cases)}", "entity": entity, "answer": answer}
                cases.append({**case, "question": task.question, "text": results})

command = [sys.executable, "-m", "fictionworld.cli.main", "leaks", "-"]
lines = "".join(json.dumps(case) + "\n" for case in cases)
done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
verdicts = [json.loads(line) for line in done.stdout.splitlines()]
leaked = [verdict for verdict in verdicts if verdict["leaks"]]
print(f"{len(leaked)} of {len(cases)} values are stated by search results")
for verdict in leaked[:5]:
    print(verdict["id"], verdict["why"])
