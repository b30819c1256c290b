"""Packs drafted by a model from documents of a field."""
