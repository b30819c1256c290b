"""Rows that a page states beside its subject: sections with sentences, lists and tables."""

# ruff: noqa: RUF001

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fictionworld.text.english import joined, lowered, sentence
from fictionworld.web.writing.blocks import bullets, key_cell, row_name, rows_table
from fictionworld.web.writing.consequences import change_of, is_compared
from fictionworld.web.writing.page_writer import PageWriter
from fictionworld.web.writing.prose import listed_pairs, sentences, split_roles

_FEW = 3
"""So many rows may each be described; so many forms may stand in tables of their own."""


def _roster(
    writer: PageWriter, table: str, stated: dict[int, list[str]]
) -> tuple[list[str], list[int]]:
    """Return sentences that list rows by a value they share, and the rows that these name.

    Rows of which one column is stated, a reference to the subject of the page, share its value: it
    is said once, and marked as the fact of each. So do rows of the subject's own table that refer
    to the same row as the subject.
    """
    plan, context = writer.plan, writer.context
    alike: dict[tuple[str, int], list[int]] = {}
    for row, columns in stated.items():
        if len(columns) == 1 and plan.row is not None:
            wording = context.wordings[table, columns[0]]
            value = wording.cells[row]
            is_kin = table == plan.table and value == wording.cells[plan.row]
            is_of_subject = (wording.target, value) == plan.subject
            if wording.target is not None and (is_kin or is_of_subject):
                alike.setdefault((columns[0], value), []).append(row)
    texts, named = [], []
    for (column, value), rows in alike.items():
        conditions = _conditions(writer, table, column)
        target = context.wordings[table, column].target
        if not conditions or (target == table and len(rows) == 1):
            continue
        shared = _shared(writer, table, column, rows, writer.rng.pick(conditions), value)
        texts.append(_sentence(writer, table, rows, shared, kin=(target, value) != plan.subject))
        named += rows
    return texts, named


def _shared_columns(
    writer: PageWriter, table: str, rows: list[int], columns: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return a line for what all rows say of the page's subject, such as `Phones of the Nova
    series:`, and the columns that are left to state.
    """
    plan, context = writer.plan, writer.context
    left = list(columns)
    for name in columns if plan.row is not None and len(columns) > 1 else ():
        conditions = _conditions(writer, table, name)
        wording = context.wordings[table, name]
        is_subject = wording.target == plan.table
        if is_subject and conditions and all(wording.cells[row] == plan.row for row in rows):
            shared = _shared(writer, table, name, rows, writer.rng.pick(conditions), plan.row or 0)
            left.remove(name)
            return [f"{sentence(context.nouns[table].many)} {shared}:"], left
    return [], left


def _conditions(writer: PageWriter, table: str, column: str) -> list[str]:
    """Return the column's conditions that have one slot and may stand behind the rows' noun."""
    conditions = writer.context.wordings[table, column].column.spec.spoken.where
    stem = writer.context.nouns[table].one[:4]  # no player playing
    return [t for t in conditions if t.count("{value}") == 1 and not t.startswith(stem)]


def _shared(
    writer: PageWriter, table: str, column: str, rows: list[int], where: str, value: int
) -> str:
    """Return a condition on the row that all rows refer to, marked for each of them.

    It is one such as `of the Nova series`; `value` is the id of that row.
    """
    context = writer.context
    wording = context.wordings[table, column]
    target = wording.target or ""
    shared = writer.mark_all(context.name(target, value), wording, rows)
    if "the {value}" not in where:
        shared = context.phrase(target, value, shared)
    return where.replace("{value}", shared)


def _sentence(writer: PageWriter, table: str, rows: list[int], shared: str, *, kin: bool) -> str:
    """Return a sentence that lists rows by what they share; kin share it with the page's row."""
    names = joined([row_name(writer, table, row) for row in rows])
    if kin:
        return f"Also {shared}: {names}."
    nouns = writer.context.nouns[table]
    many = f"{nouns.one if len(rows) == 1 else nouns.many} {shared}"
    if len(rows) > 1 and writer.rng.chance(0.4):
        return f"Among the {many} are {names}."
    return f"{sentence(many)}: {names}."


class BlockSection(NamedTuple):
    """A heading and the blocks under it."""

    title: str
    blocks: list[str]


def sections_of(writer: PageWriter) -> list[BlockSection]:
    """Return a section for each table of which the page states rows besides its own subject."""
    groups = writer.groups
    entered: dict[str, list[int]] = {}
    for table, row in writer.entries:
        entered.setdefault(table, []).append(row)
    tables = list(groups) + [table for table in entered if table not in groups]
    tables.sort(key=lambda table: table == writer.plan.table)  # its kin after what is its own
    return [
        _section(writer, table, groups.get(table, {}), entered.get(table, [])) for table in tables
    ]


def _section(
    writer: PageWriter, table: str, stated: dict[int, list[str]], entered: list[int]
) -> BlockSection:
    nouns = writer.context.nouns[table]
    title = _about_subject(writer, table, [*stated, *entered]) or sentence(nouns.many)
    if table == writer.plan.table:
        title = f"Other {nouns.many}"
    blocks, together = _roster(writer, table, stated)
    stated = {row: columns for row, columns in stated.items() if row not in together}
    if len(stated) <= _FEW:
        blocks += _few(writer, table, stated)
    else:
        known, figures = _by_role(writer, table, stated)
        blocks += _many(writer, table, by_day(writer, table, known))
        blocks += _many(writer, table, figures)
    blocks += _change(writer, table, stated)
    alone = [row for row in entered if row not in stated and row not in together]
    if alone:
        blocks.append(_names(writer, table, alone, more=bool(stated or together)))
    return BlockSection(title, blocks)


def _by_role(
    writer: PageWriter, table: str, stated: dict[int, list[str]]
) -> tuple[dict[int, list[str]], dict[int, list[str]]]:
    """Return the context columns of rows, in the order of the table, and their askable ones."""
    order = list(writer.context.table(table).columns)
    known: dict[int, list[str]] = {}
    figures: dict[int, list[str]] = {}
    for row, columns in stated.items():
        context_columns, askable = split_roles(writer, table, columns)
        if context_columns:
            known[row] = sorted(context_columns, key=order.index)
        if askable:
            figures[row] = askable
    return known, figures


def by_day(writer: PageWriter, table: str, stated: dict[int, list[str]]) -> dict[int, list[str]]:
    """Return rows in the order of their first context column of days or years, if they have one."""
    context = writer.context
    columns = context.table(table).columns.values()
    times = [c.name for c in columns if c.kind in {"date", "year"} and c.role == "context"]
    if not times:
        return stated
    cells = context.cells(table, times[0])
    order = sorted(stated, key=lambda row: ((day := cells[row - 1]) is not None, day))
    return {row: stated[row] for row in order}


def _change(writer: PageWriter, table: str, stated: dict[int, list[str]]) -> list[str]:
    """Return how a figure of the page's subject changed from one year to the next, as a block.

    It is a figure that the page states of both years; there is none where it states no such two.
    """
    context, hidden = writer.context, _hidden(writer, table, stated)
    left = [name for name in context.identity[table] if name != hidden]
    if hidden is None or len(left) != 1 or context.table(table).columns[left[0]].kind != "year":
        return []
    years = {context.cells(table, left[0])[row - 1]: row for row in stated}
    pairs = [
        (context.wordings[table, name], year)
        for year, row in sorted(years.items())
        for name in stated[row]
        if year + 1 in years and name in stated[years[year + 1]]
    ]
    pairs = [(wording, year) for wording, year in pairs if is_compared(wording)]
    if not pairs:
        return []
    wording, year = writer.rng.pick(pairs)
    before, after = (years[year], str(year)), (years[year + 1], str(year + 1))
    return [change_of(writer, wording, before, after)]


def _about_subject(writer: PageWriter, table: str, rows: Sequence[int]) -> str:
    """Return the title for the one row whose key is the page's subject; empty for other rows.

    `Treatment` on an object's page, and `The final table` for a `club in the final table`.
    """
    context, plan = writer.context, writer.plan
    if plan.table is None or table == plan.table or len(set(rows)) != 1:
        return ""
    if context.named_by(table, rows[0]) != plan.subject:
        return ""
    noun = context.nouns[table].one
    return sentence(noun.removeprefix(f"{context.nouns[plan.table].one} in "))


def _hidden(writer: PageWriter, table: str, rows: Iterable[int]) -> str | None:
    """Return the column of a longer key that refers to the page's subject in all of the rows; None
    where none does.
    """
    context, plan = writer.context, writer.plan
    columns = context.table(table).columns
    key = context.identity[table]
    own_columns = [name for name in key if columns[name].target == plan.table]
    if len(own_columns) != 1 or len(key) == 1:
        return None
    cells = context.cells(table, own_columns[0])
    is_shared = plan.row is None or all(cells[row - 1] == plan.row for row in rows)
    return own_columns[0] if is_shared else None


def _few(writer: PageWriter, table: str, stated: dict[int, list[str]]) -> list[str]:
    """Return blocks on a few rows with much to say of each: sentences, or pairs under each name."""
    rng = writer.rng
    hidden = _hidden(writer, table, stated)
    if max(map(len, stated.values()), default=0) <= 2 and len(stated) > 1:
        return _short(writer, table, stated)
    as_list = rng.chance(0.4)
    blocks = []
    intro: list[str] = []
    if as_list and len(stated) > 1:
        first = next(iter(stated.values()))
        common = [name for name in first if all(name in own for own in stated.values())]
        intro, left = _shared_columns(writer, table, list(stated), common)
        said = set(common) - set(left)
        stated = {row: [c for c in own if c not in said] for row, own in stated.items()}
    for row, columns in stated.items():
        if as_list:
            head = _row_head(writer, table, row, hidden)
            pairs = listed_pairs(writer, table, row, columns)
            if len(columns) > 2:
                blocks.append(
                    f"{head}\n{bullets(writer, pairs)}" if head else bullets(writer, pairs)
                )
            else:
                text = "; ".join([_lowered_pair(pair) for pair in pairs] if head else pairs)
                blocks.append(" – ".join(filter(None, (head, text))))
        else:
            lead = lead_of(writer, table, row, hidden)
            blocks.append(" ".join(sentences(writer, table, row, columns, lead=lead)))
    # what is said once of all rows stands right above them
    return [*intro, "\n".join(blocks)] if intro else blocks


def _short(writer: PageWriter, table: str, stated: dict[int, list[str]]) -> list[str]:
    """Return blocks on a few rows with a word or two on each: a table, a list, or one paragraph."""
    hidden = _hidden(writer, table, stated)
    alike = len(set(map(tuple, stated.values()))) == 1
    form = writer.rng.below(3)
    if form == 0 and alike:
        intro, left = _shared_columns(writer, table, list(stated), next(iter(stated.values())))
        return [*intro, rows_table(writer, table, list(stated), left, hide=hidden)]
    if form == 1:
        return in_lines(writer, table, stated)
    texts: list[str] = []
    for row, columns in stated.items():
        lead = lead_of(writer, table, row, hidden)
        texts += sentences(writer, table, row, columns, lead=lead)
    return [" ".join(texts)]


def _row_head(writer: PageWriter, table: str, row: int, hidden: str | None) -> str:
    """Return a row's name in bold; empty where its key is the page's own subject."""
    if writer.plan.row is not None and writer.context.named_by(table, row) == writer.plan.subject:
        return ""
    return f"**{row_name(writer, table, row, hidden)}**"


def lead_of(writer: PageWriter, table: str, row: int, hidden: str | None) -> str:
    """Return how a sentence about a row begins: `in 2031`, `at Brim's`; empty where it has a name.

    A key that is one reference is said with the subject of its sentences, and needs no lead.
    """
    context = writer.context
    if context.is_named(table) or context.named_by(table, row) is not None:
        return ""
    key = [name for name in context.identity[table] if name != hidden]
    columns = context.table(table).columns
    pieces = []
    if (
        len(key) == 2
        and columns[key[0]].target
        and columns[key[0]].target == columns[key[1]].target
    ):
        both = [key_cell(writer, context.wordings[table, name], row) for name in key]
        return f"in {both[0]} v {both[1]}"
    for name in key:
        column = columns[name]
        value = key_cell(writer, context.wordings[table, name], row)
        if column.kind == "year":
            pieces.append(f"in {value}")
        elif column.kind == "date":
            pieces.append(f"on {value}")
        else:
            condition = next((t for t in column.spec.spoken.where if "{value}" in t), "for {value}")
            target = column.target
            if target is not None and "the {value}" not in condition:
                value = context.phrase(target, context.cells(table, name)[row - 1], value)
            pieces.append(condition.replace("{value}", value))
    if context.nouns[table].one.endswith("figure"):  # for the Nova 5 in 2031
        pieces[0] = re.sub(r"^of ", "for ", pieces[0])
    return " ".join(pieces)


def _many(writer: PageWriter, table: str, stated: dict[int, list[str]]) -> list[str]:
    """Return blocks on rows that state little each: a table for each set of columns.

    What all of them say of the page's own subject is said once, above the table.
    """
    alike = rows_by_columns(stated)
    if len(alike) > _FEW:
        return in_lines(writer, table, stated)
    blocks = []
    hidden = _hidden(writer, table, stated)
    for same, rows in sorted(alike.items(), key=lambda item: -len(item[0])):
        if len(rows) <= 2 and len(alike) > 1:
            blocks += in_lines(writer, table, {row: list(same) for row in rows})
        else:
            intro, left = _shared_columns(writer, table, rows, same)
            blocks += [*intro, rows_table(writer, table, rows, left, hide=hidden)]
    return blocks


def rows_by_columns(stated: dict[int, list[str]]) -> dict[tuple[str, ...], list[int]]:
    """Return rows by the columns that are stated of them."""
    rows_of: dict[tuple[str, ...], list[int]] = {}
    for row, columns in stated.items():
        rows_of.setdefault(tuple(columns), []).append(row)
    return rows_of


def in_lines(
    writer: PageWriter, table: str, stated: dict[int, list[str]], hide: str | None = None
) -> list[str]:
    """Return a list with an item for each row: its name, and what is stated of it as pairs.

    Args:
        writer: The page.
        table: The rows' table.
        stated: The columns to state of each row.
        hide: A column of the key that all of them share and the page has said.
    """
    hidden = hide or _hidden(writer, table, stated)
    lines = []
    for row, columns in stated.items():
        head = _row_head(writer, table, row, hidden)
        pairs = [_lowered_pair(text) for text in listed_pairs(writer, table, row, columns)]
        lines.append(f"{head} – {'; '.join(pairs)}" if head else "; ".join(pairs))
    return [bullets(writer, lines)]


def _lowered_pair(text: str) -> str:
    """Return a pair with its label in small letters, to follow a name: `launch price: $549`."""
    label, colon, value = text.partition(": ")
    return lowered(label) + colon + value


def _names(writer: PageWriter, table: str, rows: list[int], *, more: bool) -> str:
    """Return rows by name alone: a sentence where they are few, a list otherwise."""
    hidden = _hidden(writer, table, rows)
    items = _grouped(writer, table, rows, hidden)
    nouns = writer.context.nouns[table]
    if len(items) > 8:
        return bullets(writer, items)
    names = "; ".join(items) if any(" and " in item for item in items) else joined(items)
    if more:
        return f"Further {nouns.one if len(rows) == 1 else nouns.many}: {names}."
    return f"{names}."  # the heading has said what they are


def _grouped(writer: PageWriter, table: str, rows: list[int], hidden: str | None) -> list[str]:
    """Return rows by name; of rows by year, those of one thing together: `A in 2031 and 2032`."""
    context = writer.context
    key = [name for name in context.identity[table] if name != hidden]
    if context.is_named(table) or len(key) != 2:
        return [row_name(writer, table, row, hidden) for row in rows]
    first, second = (context.wordings[table, name] for name in key)
    if first.target is None or second.kind != "year":
        return [row_name(writer, table, row, hidden) for row in rows]
    years: dict[int, list[str]] = {}
    for row in rows:
        years.setdefault(first.cells[row], []).append(str(second.cells[row]))
    names = {owner: writer.link(first.target, owner) for owner in years}
    return [f"{names[owner]} in {joined(sorted(texts))}" for owner, texts in years.items()]
