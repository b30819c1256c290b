"""The steps of `build.py`: configuration, parts, workers, publication."""
