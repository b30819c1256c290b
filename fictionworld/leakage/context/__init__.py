"""Of whom and of what a value is told: subjects, columns, and the vetoes."""
