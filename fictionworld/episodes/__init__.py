"""One agent on one task: calls in, text out, answer in, reward out."""
