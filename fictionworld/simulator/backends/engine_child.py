"""What each process of an engine runs first: from then on it ends when its parent does.

It stands in the place of the user's script (`vllm.py`), and imports nothing of ours.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

_LOOK_S = 0.2
_GRACE_S = 2.0
"""In which an engine may put things in order, when its parent has ended."""


def end_with_the_parent() -> None:
    """End this process a few seconds after its parent ends, by SIGKILL too."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    # an orphan gets another parent: perhaps before this one knows its parent
    while (parent := multiprocessing.parent_process()) is None or parent.pid == os.getppid():
        time.sleep(_LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_GRACE_S)
    os._exit(1)


if __name__ == "__mp_main__":  # as which `multiprocessing` runs the main module in a new process
    end_with_the_parent()
