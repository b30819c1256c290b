"""Values that stand under keys line by line, as YAML, INI and front matter write them.

Only keys that look like a machine's are read (`volume_km3: 0.412`, `[server]`, `tags = a, b`):
what people write as `Height: 30 m` is read as prose is. Indents nest, dashes list, and a line of
dashes begins another record.
"""

from __future__ import annotations

import re
from typing import Final

from fictionworld.leakage.readings.keyed import Leaf, Node

__all__ = ["lines_of_keys"]

_CUE: Final = re.compile(r"(?m)^[ \t]*(?:- )?[a-z][\w.-]{0,60}[ \t]?[:=](?:[ \t]|$)")
_LINE: Final = re.compile(
    r"(?P<indent>[ \t]*)(?P<dash>(?:-[ \t]+)*)"
    r"(?:(?P<key>[A-Za-z][\w.-]{0,60}|\"[^\"\n]{1,60}\")[ \t]?[:=](?:[ \t]+|$))?(?P<said>[^\n]*)"
)
_SECTION: Final = re.compile(r"\[{1,2}([^\[\]\n]{1,80})\]{1,2}\s*")
_REMARK: Final = re.compile(r"(?:^|\s)#.*$")
_ITEM: Final = re.compile(r"[^,\[\]\s](?:[^,\[\]]*[^,\[\]\s])?")
_LEAST: Final = 2
"""Keys that make a record."""
_MOST: Final = 20_000


def lines_of_keys(text: str) -> tuple[Node, list[Leaf]] | None:
    """The values of a text whose lines have keys, and the root that they hang on."""
    if "\n" not in text or _CUE.search(text) is None:
        return None
    reader = _Lines()
    at = 0
    for line in text.split("\n")[:_MOST]:
        reader.take(line, at)
        at += len(line) + 1
    return (reader.root, reader.leaves) if reader.keys >= _LEAST else None


class _Lines:
    def __init__(self) -> None:
        self.root = Node(None, "", listed=False)
        self.leaves: list[Leaf] = []
        self.keys = 0
        self._open: list[tuple[float, Node]] = []
        """What is open, each with the indent that closes it."""
        self._start()

    def _start(self, name: str = "") -> None:
        record = Node(self.root, name, listed=False)
        self.root.nodes.append(record)
        self._open = [(-1.0, record)]

    def take(self, line: str, at: int) -> None:
        bare = line.strip()
        if not bare or bare.startswith("#"):
            return
        if set(bare) <= {"-"} or set(bare) <= {"."} or bare.startswith("```"):
            self._start()
            return
        section = _SECTION.fullmatch(bare)
        if section is not None:
            self._start(section[1])
            return
        match = _LINE.match(line)
        if match is None or not (match["key"] or match["dash"]):
            return
        indent = len(match["indent"].expandtabs(4))
        key = (match["key"] or "").strip('"')
        if match["dash"]:
            self._close(indent + 0.5)
            indent += len(match["dash"])
            top = self._open[-1][1]
            top.listed = top.listed or not top.leaves
            if key:
                self._nest(top.key, indent - 0.5)
        else:
            self._close(indent)
        self._say(match, key, at, indent)

    def _close(self, indent: float) -> None:
        while len(self._open) > 1 and self._open[-1][0] >= indent:
            self._open.pop()

    def _nest(self, key: str, indent: float, *, listed: bool = False) -> Node:
        top = self._open[-1][1]
        node = Node(top, key, listed=listed)
        top.nodes.append(node)
        self._open.append((indent, node))
        return node

    def _say(self, match: re.Match[str], key: str, at: int, indent: float) -> None:
        said = _REMARK.sub("", match["said"]).rstrip().rstrip(",;")
        self.keys += bool(key)
        if not said or said in {"|", ">", "|-", ">-"}:
            if key:
                self._nest(key, indent)
            return
        start = at + match.start("said")
        if said[0] == "[" and said[-1] == "]":
            node = self._nest(key, indent, listed=True)
            for item in _ITEM.finditer(said):
                self._add(node, key, item[0], start + item.start())
            self._open.pop()
            return
        self._add(self._open[-1][1], key, said, start)

    def _add(self, node: Node, key: str, said: str, start: int) -> None:
        end = start + len(said)
        if len(said) > 1 and said[0] in "\"'" and said[-1] == said[0]:
            start, end, said = start + 1, end - 1, said[1:-1]
        number = re.fullmatch(r"[+-]?\d[\d_.,]*", said) is not None
        leaf = Leaf(start, end, said, key or node.key, node, quoted=not number)
        node.leaves.append(leaf)
        self.leaves.append(leaf)
