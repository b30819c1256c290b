"""Search and reading in the shapes of services that agents know; one file a shape.

A new one is a file with a `SHAPE` and a line in `shapes/registry.py`.
"""
