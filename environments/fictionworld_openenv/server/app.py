"""The environment's server: `uvicorn server.app:app`, or the command `server`.

Settings are those of `fictionworld.adapters.openenv`. Without `FICTIONWORLD_DATASET` it serves
twenty sample worlds, which are built at the first start.
"""

from __future__ import annotations

import argparse
import os

import uvicorn

from fictionworld.sample_worlds import sample_worlds

if not os.environ.get("FICTIONWORLD_DATASET"):
    os.environ["FICTIONWORLD_DATASET"] = str(sample_worlds())

from fictionworld.adapters.openenv import app  # it is made of the variables


def main() -> None:
    """Serve until it is interrupted."""
    parser = argparse.ArgumentParser(description="Serve the environment.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    asked = parser.parse_args()
    uvicorn.run(app, host=asked.host, port=asked.port)


if __name__ == "__main__":
    main()
