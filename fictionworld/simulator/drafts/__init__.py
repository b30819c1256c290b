"""Texts that a model worded: asked for, read again, checked, and only then set into a page."""
