"""A program that writes the files of worlds for a forked process, which may not use polars.

polars hangs in a child whose parent has used it. Unlike `multiprocessing` the program reads no
script of the user's again, and daemonic processes such as a data loader's may start it. It takes a
second to start, so it writes the next worlds of the pack too.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import defaultdict
from threading import Lock
from typing import Any, Final

from fictionworld.cores import exit_with_parent, one_core_each
from fictionworld.episodes.faults import InfrastructureError
from fictionworld.episodes.source import Source
from fictionworld.episodes.world_files import cached_file, write_files

_AHEAD: Final = 16
"""Worlds that a program writes."""
_PROGRAM: Final = (
    "import sys; sys.path[:] = {path!r}; from {module} import answer; answer({parent})"
)

_programs: Final[defaultdict[int, Lock]] = defaultdict(Lock)
"""By process, so that a fork inherits no lock that is held: one program at a time."""


def file_by_program(source: Source, world_id: int) -> bytes:
    """Return the file of a world, written by a program and kept on disk where possible.

    Raises:
        InfrastructureError: The program was killed.
    """
    program = _PROGRAM.format(path=sys.path, module=__name__, parent=os.getpid())
    with _programs[os.getpid()]:
        content = cached_file(source, world_id)  # another thread's program may have written it
        if content is not None:
            return content
        with one_core_each():
            done = subprocess.run(  # noqa: S603 - our own program
                [sys.executable, "-c", program],
                input=pickle.dumps((source, world_id)),
                stdout=subprocess.PIPE,
                check=False,
            )
    if done.returncode:
        raise InfrastructureError(
            "a process that writes worlds was killed, most often for lack of memory; "
            "prepare the dataset ahead: fictionworld prepare DIR"
        )
    reply: Any = pickle.loads(done.stdout)  # noqa: S301 - what our own program says
    if isinstance(reply, Exception):
        raise reply
    return reply  # type: ignore[no-any-return]  # as `answer` puts it there


def answer(parent: int) -> None:
    """Write the file of the world that is asked for on stdin, and those of the next of its pack."""
    exit_with_parent(parent)
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints is no reply
    source, world_id = pickle.load(sys.stdin.buffer)  # noqa: S301 - what our own parent says
    try:
        reply: object = write_files(source, _next_of_pack(source, world_id))[world_id]
    except Exception as error:  # raised where it was asked for
        reply = error
    with replies:
        pickle.dump(reply, replies)


def _next_of_pack(source: Source, world_id: int) -> list[int]:
    """Return a world and the next of its pack that have no file."""
    worlds = source.worlds().filter(pack=source.world(world_id).pack)["world_id"].sort().to_list()
    following = worlds[worlds.index(world_id) :][:_AHEAD]
    return [world_id, *(other for other in following[1:] if cached_file(source, other) is None)]
