"""Who plays: from an agent that knows where the evidence stands to one that never searches."""
