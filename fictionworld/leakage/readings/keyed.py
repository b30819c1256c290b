"""Values that stand under keys, as JSON writes them: every value with the keys that lead to it.

`lined` reads those that stand under keys line by line, where there is no JSON.

What is read is often a piece of JSON, cut off at both ends and set in prose, so nothing has to be
whole: a key may stand outside all brackets, and brackets may stay open. Single quotes and bare keys
are read too.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Final

__all__ = ["Leaf", "Node", "Tree", "tree_of"]

_KEYED: Final = re.compile(r"[\"']\s{0,2}:")
_TOKEN: Final = re.compile(
    r"\"(?P<double>(?:[^\"\\\n]|\\.){0,4000})\"|(?<=[\s{\[,:(])'(?P<single>[^'\n]{0,400})'(?=\s*[,:}\]])"
    r"|(?P<mark>[{}\[\],:\n])|(?P<bare>[A-Za-z0-9_.+$-]+)"
)
_MOST: Final = 200_000
"""Tokens read of one text."""


@dataclass(eq=False, slots=True)
class Node:
    """An object or a list."""

    parent: Node | None
    key: str
    """The key that it stands under; that of the list for what a list holds."""
    listed: bool
    """Whether it is a list."""
    leaves: list[Leaf] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    @property
    def path(self) -> list[str]:
        """The keys that lead here, the nearest first."""
        found: list[str] = []
        node: Node | None = self
        while node is not None:
            if node.key and (not found or node.key != found[-1]):
                found.append(node.key)
            node = node.parent
        return found


@dataclass(eq=False, slots=True)
class Leaf:
    """A value that holds no others: `text[start:end]`, without its quotes."""

    start: int
    end: int
    said: str
    key: str
    node: Node
    quoted: bool

    @property
    def keys(self) -> list[str]:
        """The keys that lead here, the nearest first."""
        path = self.node.path
        return [self.key, *path] if self.key and path[:1] != [self.key] else path


@dataclass(slots=True)
class Tree:
    """All values of a text that stand under keys."""

    root: Node
    leaves: list[Leaf]
    _starts: list[int]

    def leaf_at(self, place: int) -> Leaf | None:
        """The value in which a place of the text lies."""
        at = bisect_right(self._starts, place) - 1
        return self.leaves[at] if at >= 0 and place < self.leaves[at].end else None

    def nodes(self) -> list[Node]:
        """All of them, the root first."""
        found = [self.root]
        for node in found:
            found += node.nodes
        return found


def tree_of(text: str) -> Tree | None:
    """The values under keys that a text holds; None where it holds none."""
    if not ('"' in text or "{" in text) or _KEYED.search(text) is None:
        return None
    reader = _Reader()
    for count, match in enumerate(_TOKEN.finditer(text)):
        if count > _MOST:
            break
        reader.take(match)
    leaves = reader.leaves
    return Tree(reader.root, leaves, [leaf.start for leaf in leaves]) if leaves else None


class _Reader:
    def __init__(self) -> None:
        self.root = self.node = Node(None, "", listed=False)
        self.leaves: list[Leaf] = []
        self.key: str | None = None
        self.last: tuple[str, bool] | None = None
        """The last word, which a colon makes a key."""

    def take(self, match: re.Match[str]) -> None:
        mark = match["mark"]
        if mark is None:
            self._value(match)
        elif mark == ":":
            # outside all brackets only what stands in quotes is a key
            if self.last is not None and (self.last[1] or self.node.parent is not None):
                if self.key is None:
                    self.key = self.last[0]
                self.last = None
        elif mark in "{[":
            node = Node(
                self.node, self.node.key if self.key is None else self.key, listed=mark == "["
            )
            self.node.nodes.append(node)
            self.node, self.key, self.last = node, None, None
        elif mark in "}]":
            if self.node.parent is not None:
                self.node = self.node.parent
            self.key = self.last = None
        elif mark == "," or self.node.parent is None:
            self.key = self.last = None

    def _value(self, match: re.Match[str]) -> None:
        group = match.lastgroup or "bare"
        said = match[group]
        quoted = group != "bare"
        if self.key is None and not self.node.listed:
            self.last = (said, quoted)
            return
        if self.key is None and not quoted and self.node.parent is None:
            return
        leaf = Leaf(*match.span(group), said, self.key or self.node.key, self.node, quoted)
        self.leaves.append(leaf)
        self.node.leaves.append(leaf)
        self.last = None
        if not self.node.listed:
            self.key = None
