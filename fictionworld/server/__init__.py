"""A dataset over HTTP and MCP: `fictionworld serve`."""
