"""What an episode may earn: one file a kind, `registry.py` lists them."""
