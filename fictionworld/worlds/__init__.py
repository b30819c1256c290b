"""Stored worlds: records, facts, parts, shards, manifest; how they are published and read."""
