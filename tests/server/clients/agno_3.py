"""agno's tools for Serper and Jina's reader: a search, and its first result read; both as JSON."""

import ast
import json
import sys

import requests
from agno.tools.jina import JinaReaderTools
from agno.tools.serper import SerperTools

URL, KEY = sys.argv[1:]
ask = requests.request


def ask_here(method, url, **given):  # that host stands in the tool's code
    return ask(method, url.replace("https://google.serper.dev", URL), **given)


requests.request = ask_here
found = json.loads(SerperTools(api_key=KEY).search_web("list of all", num_results=3))
reader = JinaReaderTools(api_key=KEY, base_url=f"{URL}/", max_content_length=10**7)
page = ast.literal_eval(reader.read_url(found["organic"][0]["link"]))
print(json.dumps({"found": found, "page": page}))
