"""Which subject and column a value in a text belongs to, and the vetoes."""
