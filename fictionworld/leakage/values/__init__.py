"""Where a value stands in a text: numbers, dates, ranks, names, addresses, yes and no."""
