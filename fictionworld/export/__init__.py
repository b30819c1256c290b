"""Tasks written out for other programs."""
