"""Drawing tasks: specifications by seed, evaluated in batch, kept only where they are sound."""
