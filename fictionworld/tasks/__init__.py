"""Tasks: questions that are public, keys that are secret, and how answers are graded."""
