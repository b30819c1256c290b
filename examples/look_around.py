"""Open a dataset and look around: worlds, rows, one cell, tasks.

python examples/look_around.py worlds
"""

import sys

import fictionworld as fw

dataset = fw.open(sys.argv[1])
print(dataset)
print(dataset.worlds().select("world_id", "title", "as_of", "split").head(5))

world_id = dataset.world_ids[0]
pack = dataset.pack_of(world_id)
for name, frame in dataset.frames(world_id).items():
    print(f"{name}: {frame.height} rows, {frame.width} columns")

table = next(table for table in pack.tables.values() if table.name != "setting")
column = table.stored[0].name
fact = dataset.fact(f"{world_id}/{table.name}/1/{column}")
print(f"{world_id}/{table.name}/1/{column} is {fact.value!r}")

for task in dataset.tasks(world_id):
    print(f"{task.task_id}, {task.kind}: {task.question[:70]}...")
