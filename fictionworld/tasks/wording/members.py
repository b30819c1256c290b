"""Memberships in words: rows of other tables that point to a row, or do not."""

from __future__ import annotations

from collections.abc import Sequence

from fictionworld.tasks.specification import MembershipCondition
from fictionworld.tasks.wording.clauses import NounClause, attached, with_clauses
from fictionworld.tasks.wording.lexicon import Lexicon
from fictionworld.text.english import plural, with_article

_SAID_AGAIN = frozenset({"at", "by", "for", "from", "in", "on", "to"})


def members_clause(lexicon: Lexicon, members: Sequence[MembershipCondition]) -> NounClause | None:
    """Return the clause for rows of other tables that point here, or do not, or None.

    An example is `offered at A but not at B`.
    """
    if not members:
        return None
    first, *others = sorted(members, key=lambda condition: not condition.holds)
    text = _member(lexicon, first, after=None)
    earlier = first
    for member in others:
        link = "but" if earlier.holds and not member.holds else "and"
        text += f" {link} {_member(lexicon, member, after=earlier)}"
        earlier = member
    return NounClause(text, nested=True)


def _member(
    lexicon: Lexicon, member: MembershipCondition, after: MembershipCondition | None
) -> str:
    """Return one membership in words; after one of the same kind that holds, only what differs."""
    table = lexicon.pack.tables[member.table]
    singular_noun, plural_noun = lexicon.nouns(member.table).one, lexicon.nouns(member.table).many
    inner = with_clauses(lexicon, member.table, singular_noun, plural_noun, member.where)
    behind = attached("", inner.clauses_one).strip()
    alike = after is not None and after.holds and (after.table, after.by) == (
        member.table, member.by)  # fmt: skip
    pair = table.columns[member.by].spec.spoken.has
    if pair is None or not behind or inner.one != singular_noun:
        if not member.holds:
            return f"{'' if alike else 'with '}no {inner.singular}"
        return f"{'' if alike else 'with '}at least one {inner.singular}"
    yes, no = pair
    if lexicon.dated(member.table) is not None:
        # what a year has are figures, not a yearly figure
        row = table.spec.spoken.one or singular_noun
        rows = table.spec.spoken.many or plural(row)
        yes = yes.replace(f"{with_article(row)} ", f"{rows} ")
        no = no.replace(f"any {row} ", f"{rows} ").replace(f"no {row} ", f"no {rows} ")
        if alike and yes.endswith("s {where}"):
            return f"{'also' if member.holds else 'none'} {behind}"
    if alike and no == f"not {yes}":
        return f"{'also' if member.holds else 'not'} {behind}"
    before, noun, _ = yes.partition(f"{with_article(singular_noun)} {{where}}")
    if alike and noun:
        word = "".join(before.split()[-1:])  # chosen for one but for none
        which = f"{'one' if member.holds else 'none'} {behind}"
        return f"{word} {which}" if word in _SAID_AGAIN else which
    return (yes if member.holds else no).format(where=behind)
