"""Of whom and of what a value is stated: subjects, columns, and the vetoes."""
