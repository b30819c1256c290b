"""Child seeds by name.

A seed is an unsigned 64-bit integer. `child_seed(root, "world/17/structure")` depends on its
arguments alone: adding a world, a table or a column leaves every other stream untouched.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b


@lru_cache(8192)
def name_key(name: str) -> int:
    """Return a 64-bit key of `name`, the same on every machine and in every process."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def child_seed(seed: int, name: str) -> int:
    """Return the seed of the stream called `name` below `seed`; both seeds are in [0, 2**64)."""
    payload = seed.to_bytes(8, "little") + name.encode()
    return int.from_bytes(blake2b(payload, digest_size=8).digest(), "little")


def child_share(seed: int, name: str) -> float:
    """Return a uniform random number in [0, 1) that depends on the arguments alone."""
    # a float has 53 bits: the largest seeds divided by 2**64 would round to 1.0
    return (child_seed(seed, name) >> 11) / 2**53
