"""Tavily's own client: a search, and its first result extracted; prints both as JSON."""

import json
import sys

from tavily import TavilyClient

client = TavilyClient(api_key=sys.argv[2], api_base_url=sys.argv[1])
found = client.search("list of all", max_results=3, include_raw_content=True)
page = client.extract([found["results"][0]["url"], "https://nowhere.invalid/"])
print(json.dumps({"found": found, "page": page}))
