"""The shapes of tasks, one file each: how it is drawn and worded. `task_shape.py` loads them."""
