"""The tools under controls: a file for each concern, over the tools and the web as they are."""
