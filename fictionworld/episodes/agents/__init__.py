"""Agents: from one that knows where the evidence stands to one that never searches."""
