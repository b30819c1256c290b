"""What is asked for, by shape: the main sentence of a question, in several moods."""
