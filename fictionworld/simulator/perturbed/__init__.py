"""The tools and the web under controls; they wrap the tools and the web without controls."""
