"""Grading: an answer as an agent wrote it, against the key, by code alone."""
