"""Generators: the rows of many worlds at once, from their seeds alone."""
