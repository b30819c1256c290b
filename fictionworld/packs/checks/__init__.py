"""What a pack must mean, a file for each part of it; `packs/check.py` runs them all."""
