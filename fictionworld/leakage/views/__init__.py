"""What a reader makes of a text: its disguises undone, its records and tables as cells."""
