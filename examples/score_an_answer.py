"""Score an answer by code: the right one with a cell spoiled, and why it is not right.

python examples/score_an_answer.py worlds 0-1
"""

import sys

import fictionworld as fw

folder, task_id = sys.argv[1:]
dataset = fw.open(folder)
key = dataset.key(task_id)  # the answer key: never show it to an agent

rows = [["NA" if value is None else str(value) for value in row] for row in key.rows]
if rows:
    rows[0][-1] = "12345678"
table = [list(key.required), ["---"] * len(key.columns), *rows]
answer = "```markdown\n" + "\n".join(f"| {' | '.join(cells)} |" for cells in table) + "\n```"

grade = dataset.score(task_id, answer)
print(grade.figures)
for cell in grade.cells:
    if not cell.right:
        print(
            f"row {cell.row}, {cell.header}: {cell.got!r} is {cell.reason}, not {cell.accepted!r}"
        )
