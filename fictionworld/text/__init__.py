"""Text: names as readers tell them apart, and the real names that none may equal."""
