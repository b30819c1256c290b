"""A model plays one task through tool calls, behind any OpenAI-compatible server.

python examples/openai_agent.py worlds 0-1 --model MODEL --base-url http://localhost:8000/v1
"""

import argparse
import os

import httpx

import fictionworld as fw

parser = argparse.ArgumentParser()
parser.add_argument("folder")
parser.add_argument("task_id")
parser.add_argument("--model", required=True)
parser.add_argument("--base-url", required=True)
given = parser.parse_args()

episode = fw.open(given.folder).episode(given.task_id)
messages = [
    {"role": "system", "content": episode.system_prompt},
    {"role": "user", "content": episode.question},
]
headers = {"Authorization": f"Bearer {os.environ.get('OPENAI_API_KEY', 'none')}"}
answer = ""
with httpx.Client(headers=headers, timeout=600) as client:
    for _ in range(40):
        body = {"model": given.model, "messages": messages, "tools": episode.tools}
        reply = client.post(f"{given.base_url}/chat/completions", json=body).raise_for_status()
        message = reply.json()["choices"][0]["message"]
        messages.append(message)
        if not message.get("tool_calls"):
            answer = message["content"] or ""
            break
        # what is wrong with a call is a reply too: nothing to catch
        for call in message["tool_calls"]:
            function = call["function"]
            text = episode.call(function["name"], function["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})

print(answer)
print(f"reward {float(episode.score(answer))} after {episode.calls_made} calls")
