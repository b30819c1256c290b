"""Wide tasks, a file for each family of shapes."""
