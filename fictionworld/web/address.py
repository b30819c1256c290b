"""Addresses of pages, without what makes no difference."""

from __future__ import annotations

__all__ = ["bare_address"]


def bare_address(url: str) -> str:
    """An address without scheme, `www.`, fragment and trailing slashes, its host in small letters.

    Two addresses lead to the same page where this is the same.
    """
    url = url.strip().split("#", 1)[0]
    _, sign, rest = url.partition("://")
    if sign:
        url = rest
    host, slash, path = url.partition("/")
    return f"{host.lower().removeprefix('www.')}{slash}{path}".rstrip("/")
