"""Texts that leak, offered as drafts: how many are refused by form, and by form or matcher.

python -m tests.simulator.drafts.offered blind.jsonl everyday.jsonl third_party.jsonl
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from fictionworld.leakage.cases import judge_cases, read_cases
from fictionworld.simulator.drafts.form import Labels, _Draft, _first_fault
from fictionworld.simulator.drafts.passage import DraftPassage
from fictionworld.simulator.drafts.words import said_in

_BY = ("form", "matcher", "either")
CASES = Path(__file__).parents[2] / "leakage"


def offered(names):
    """By tier: texts that leak, how many the closed world refuses, the matcher, either."""
    found = {}
    for name in names:
        text = (CASES / name).read_text("utf-8")
        for case, verdict in judge_cases(read_cases(text, name)):
            if case.expected:
                refused = by_form(case)
                tally = found.setdefault(case.tier, Counter())
                tally["leaking"] += 1
                tally["form"] += refused
                tally["matcher"] += verdict.leaks
                tally["either"] += refused or verdict.leaks
    return found


def by_form(case):
    """Whether the text is refused as a draft of a passage that was given the subject alone.

    Markup, line breaks and length, which would refuse most of them, are not looked at.
    """
    passage = DraftPassage("p1", f"This page is about {case.entity}.", said=())
    labels = Labels({("row", "column"): said_in(case.answer.column or "")})
    draft = _Draft(case.text, passage, labels, case.entity)
    return _first_fault(draft.check_closed_world, draft.check_values) is not None


if __name__ == "__main__":
    for tier, tally in sorted(offered(sys.argv[1:]).items()):
        whole = tally["leaking"]
        by = [f"{one} {tally[one]} ({tally[one] / whole:.1%})" for one in _BY]
        sys.stdout.write(f"{tier}: {whole} leaking; refused by {', '.join(by)}\n")
