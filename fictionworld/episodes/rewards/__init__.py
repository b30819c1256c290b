"""What an episode may earn: one file a kind, `registry.py` lists them."""

from __future__ import annotations

from typing import Final

DEFAULT_REWARD: Final = "f1_evidenced"
"""What episodes earn where nothing else is asked for: an answer that was not read earns nothing."""
