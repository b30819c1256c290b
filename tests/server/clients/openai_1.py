"""OpenAI's own types read the tool schemas of a URL; prints the names of the tools as JSON."""

import json
import sys
from urllib.request import urlopen

from openai.types.chat import ChatCompletionFunctionToolParam
from openai.types.responses import FunctionToolParam
from pydantic import TypeAdapter

tools = json.load(urlopen(f"{sys.argv[1]}/v1/tools"))
read = TypeAdapter(list[ChatCompletionFunctionToolParam]).validate_python(tools)
flat = json.load(urlopen(f"{sys.argv[1]}/v1/tools?form=responses"))
also = TypeAdapter(list[FunctionToolParam]).validate_python(flat)
print(json.dumps([[one["function"]["name"] for one in read], [one["name"] for one in also]]))
