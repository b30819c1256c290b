"""The figures that the project promises, measured here and now, each beside its target."""
