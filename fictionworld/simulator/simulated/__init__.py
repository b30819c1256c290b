"""A model that plays the web: it words what a search shows, asked by call."""
