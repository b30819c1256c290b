"""What the notation knows of each operator: its shape, what it reads, what can be wrong with it."""
