"""What tells a value: names, categories, addresses, yes and no, and values told by others."""
