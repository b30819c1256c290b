"""Questions in plain English, and the headers of their answers, from specifications."""

from __future__ import annotations

from fictionworld.tasks.wording.compose import word_question
from fictionworld.tasks.wording.headers import synonyms_of, with_headers

__all__ = ["synonyms_of", "with_headers", "word_question"]
