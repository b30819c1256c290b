"""Hooks of the documentation site.

Links that leave `docs/` lead to the repository, the search dialog has a name, and a site that mike
publishes has a list of its versions.
"""

from __future__ import annotations

import os
import re
from typing import Any

_LEAVES = re.compile(r"\]\((?:\.\./)([^)\s]+)\)")
_BLOB = "https://github.com/fictionworld/fictionworld/blob/main/"


def on_config(config: Any) -> Any:  # noqa: ANN401 - as MkDocs calls a hook
    """Return the configuration; the theme asks for a list of versions only where there is one."""
    if "MIKE_DOCS_VERSION" in os.environ:
        config.extra["version"] = {"provider": "mike"}
    return config


def on_page_markdown(markdown: str, **_: Any) -> str:  # noqa: ANN401 - as MkDocs calls a hook
    """Return a page with such links written out; that they lead somewhere is tested."""
    return _LEAVES.sub(lambda found: f"]({_BLOB}{found[1]})", markdown)


def on_post_page(output: str, **_: Any) -> str:  # noqa: ANN401 - as MkDocs calls a hook
    """Return a page whose search dialog has a name, which the theme's lacks."""
    return output.replace('role="dialog">', 'role="dialog" aria-label="Search">', 1)
