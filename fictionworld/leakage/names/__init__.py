"""Names: how a subject is called in a text, by which words, and which others are not it."""
