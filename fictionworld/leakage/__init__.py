"""What a text gives away, the guard of a world, and the texts that may be shown."""
