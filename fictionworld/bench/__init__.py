"""Measurements of the figures that the project promises, each with its target."""
