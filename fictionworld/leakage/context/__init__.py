"""Whose value it is, and of which column: what stands near a value decides."""
