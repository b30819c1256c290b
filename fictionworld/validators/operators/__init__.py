"""What each operator must hold, proven by other means than it was drawn with; its faults."""
