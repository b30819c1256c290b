"""The audit as one page of HTML that opens offline: words, plots, and the offending texts."""
