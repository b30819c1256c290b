"""Validation of each operator, by another algorithm than the generator's."""
