"""Questions in plain English, and the headers of their answers, from specifications."""

from __future__ import annotations

from fictionworld.tasks.wording.compose import word_question
from fictionworld.tasks.wording.headers import OutputFacts, name_outputs, synonyms_of

__all__ = ["OutputFacts", "name_outputs", "synonyms_of", "word_question"]
