"""SkyRL's search tool, as its environments for Search-R1 call it; prints what it read as JSON."""

import json
import sys

from skyrl_gym.tools import SearchToolGroup

tools = SearchToolGroup(search_url=f"{sys.argv[1]}/retrieve", topk=3, log_requests=False)
print(json.dumps([json.loads(tools.search(query)) for query in ("list of all", "qqqzzz")]))
