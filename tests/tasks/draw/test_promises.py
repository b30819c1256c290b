"""What every drawn task keeps, over two hundred worlds."""

import re
from collections import Counter
from contextlib import suppress
from dataclasses import replace

import polars as pl
import pytest

from fictionworld.packs.compiled import QUANTITIES
from fictionworld.tasks.draw.base_table import base_tables
from fictionworld.tasks.draw.idle import shortened
from fictionworld.tasks.draw.judging import FEWEST_PAGES, FEWEST_PAGES_DEEP, MOST_ON_A_PAGE
from fictionworld.tasks.draw.lookups import Lookups, guesses
from fictionworld.tasks.draw.refusals import refusal
from fictionworld.tasks.level import Reading
from fictionworld.tasks.options import TaskOptions
from fictionworld.tasks.rederivation import rederive
from fictionworld.tasks.selection import AmbiguousError, select
from fictionworld.tasks.specification import Output
from fictionworld.tasks.spread import Spread, is_covered_by, most_on_one_page
from fictionworld.tasks.stated import follows_from_stated, stated_part
from tests.small import each_pack
from tests.tasks.drawing import hundred


@pytest.fixture(params=each_pack(), scope="module")
def drawn(request):
    return hundred(request.param)


def wide(drawn):
    return [task for task in drawn.tasks if task.specification.kind == "wide"]


def test_every_key_is_derived_a_second_time(drawn):
    rows = {}
    for task in drawn.tasks:
        reader = rows.setdefault(task.world_id, drawn.rows(task.world_id))
        assert rederive(task.specification, reader) == task.rows, task.question


def test_nearly_every_world_has_its_tasks(drawn):
    counts = Counter(task.world_id for task in drawn.tasks)
    assert sum(counts[world] >= 4 for world in range(100)) >= 95
    assert max(counts.values()) <= 6


def test_kinds_are_near_their_shares(drawn):
    kinds = Counter(task.specification.kind for task in drawn.tasks)
    assert 0.58 <= kinds["wide"] / len(drawn.tasks) <= 0.74
    assert 0.01 <= kinds["empty"] / len(drawn.tasks) <= 0.035


def test_every_shape_is_drawn(drawn):
    shapes = Counter(task.specification.shape for task in drawn.tasks)
    assert len(shapes) >= 13, shapes  # few memberships of shipping exclude anything
    assert max(shapes.values()) <= 0.3 * len(drawn.tasks)


def test_wide_answers_are_wide(drawn):
    for task in wide(drawn):
        assert 5 <= len(task.rows) <= 120
        assert 3 <= len(task.specification.outputs) <= 8
        assert 1 <= len(task.specification.key_columns) <= 2


def test_levels_are_near_their_shares(drawn):
    cells = [len(task.rows) * len(task.specification.outputs) for task in drawn.tasks]
    assert max(cells) <= 1000
    levels = Counter(task.level for task in drawn.tasks)
    for level in (1, 2, 3, 4):
        assert levels[level] >= 0.1 * len(drawn.tasks), levels
    # some packs have few tables that take so much reading
    assert levels[5] >= 0.01 * len(drawn.tasks), levels


def test_levels_follow_from_what_is_stored(drawn):
    for task in drawn.tasks:
        cells = len(task.rows) * len(task.specification.outputs)
        if task.level == 5:
            assert task.least_pages >= 40
            assert task.hops >= 4 or cells >= 300
        else:
            # whatever lists settle: it only tells level 5 from the others
            reading = Reading(
                task.least_pages, task.least_characters, task.hops, task.evidence_facts, cells, 1.0
            )
            # where facts stand, and whether lists are whole, is not stored
            in_part = replace(reading, is_in_unnamed_part=True)
            assert task.level in {
                reading.level,
                in_part.level,
                replace(reading, is_unlisted=True).level,
            }


def test_most_deep_tasks_are_chains_comparisons_and_time_differences(drawn):
    deep = [task.specification for task in drawn.tasks if task.specification.kind == "deep"]
    linked = [
        spec
        for spec in deep
        if spec.shape in {"chain", "comparison", "time_difference"}
        # the leader of the winner
        or (spec.shape == "superlative" and len(spec.outputs[-1].path) > 1)
    ]
    assert len(linked) >= 0.5 * len(deep)


def test_being_in_two_sets_tells_rows_apart(drawn):
    for task in drawn.tasks:
        spec = task.specification
        if len(spec.members) == 2 and all(member.holds for member in spec.members):
            rows = drawn.drawing.frames[spec.table].filter(pl.col("world_id") == task.world_id)
            assert len(task.rows) < len(rows), task.question


def test_deep_answers_are_short_and_deep(drawn):
    for task in drawn.tasks:
        if task.specification.kind == "deep":
            assert 1 <= len(task.rows) <= 4
            assert 2 <= task.hops <= 6
            assert task.least_pages >= FEWEST_PAGES_DEEP


def test_empty_tasks_have_no_answer_and_each_of_their_tests_is_passed_by_some_row(drawn):
    empty = [task for task in drawn.tasks if task.specification.kind == "empty"]
    assert empty
    for task in empty:
        assert task.rows == ()
        said = {test.path for test in task.specification.where if test.operator == "is"}
        shown = {one.path for one in task.specification.outputs if one.role == "value"}
        assert not said & shown, task.question
        rows = drawn.rows(task.world_id)
        counted = Output("", "value", "count", "integer", 0, None)
        all_of_them = replace(
            task.specification, where=(), either=(), members=(), outputs=(counted,)
        )
        parts = [
            *({"where": (condition,)} for condition in task.specification.where),
            *({"members": (membership,)} for membership in task.specification.members),
            *({"either": (condition,)} for condition in task.specification.either),
        ]
        for part in parts:
            [(passing,)] = rederive(replace(all_of_them, **part), rows)
            assert passing, task.question


def test_one_test_alone_leaves_an_empty_task_without_rows(drawn):
    for task in drawn.tasks:
        if task.specification.kind == "empty":
            rows = drawn.rows(task.world_id)
            assert any(select(shorter, rows).kept.rows for shorter in shortened(task.specification))


def test_guessing_does_not_pay(drawn):
    assert max(task.guess_floor for task in drawn.tasks) <= 0.2


def test_every_task_asks_for_more_than_names(drawn):
    for task in drawn.tasks:
        assert any(one.role == "value" for one in task.specification.outputs), task.question


def test_no_count_is_a_good_guess(drawn):
    counts = Counter(
        cell
        for task in drawn.tasks
        if task.specification.shape == "count"
        for row in task.rows
        for cell, output in zip(row, task.specification.outputs, strict=True)
        if output.of == "count"
    )
    # one deep task in ten counts
    total = sum(counts.values())
    assert total > 12 and len(counts) > min(15, total / 2), counts
    assert counts.most_common(1)[0][1] <= 0.15 * sum(counts.values()), counts


def counts_of(drawn):
    """The tasks that count, each with the place of its count."""
    for task in drawn.tasks:
        for place, output in enumerate(task.specification.outputs):
            if output.of == "count":
                yield task, place


def test_a_count_is_guessed_from_the_sizes_of_its_groups(drawn):
    """A part of a count that is the size of a middling group, and figures nobody guesses."""
    floors = set()
    for task, place in counts_of(drawn):
        columns = drawn.columns(task.world_id)
        [path] = task.specification.groups
        sizes = Counter(filter(None, columns.cells(task.specification.table, path)))
        guessed = sum(row[place] in guesses(sizes.values()) for row in task.rows)
        values = sum(output.role == "value" for output in task.specification.outputs)
        assert task.guess_floor == guessed / len(task.rows) / values, task.question
        floors.add(task.guess_floor)
    assert max(floors) <= 0.2


def test_no_answer_follows_from_what_search_results_state(drawn):
    for task, place in counts_of(drawn):
        part = stated_part(task.specification, drawn.pack)
        outputs = part.outputs[: place + 1]
        stated = rederive(replace(part, outputs=outputs), drawn.rows(task.world_id))
        assert not {row[: place + 1] for row in task.rows} & {*stated}, task.question
    for task in drawn.tasks:
        for output in task.specification.outputs:
            follows = follows_from_stated(task.specification, output, drawn.pack)
            assert output.role != "value" or not follows, task.question


def test_counts_that_search_results_state_are_refused(drawn):
    def reason(specification, rows):
        return refusal(specification, rows, Lookups(drawn.columns(task.world_id)), TaskOptions())

    task = next(task for task, _ in counts_of(drawn))
    asked, rows = task.specification, drawn.rows(task.world_id)
    assert reason(asked, task.rows) is None
    # as many as the group has rows, though a protected test decides it
    sizes = rederive(stated_part(asked, drawn.pack), rows)
    assert reason(asked, [row for row in sizes if row[0] in {r[0] for r in task.rows}]) == (
        "guessing pays"
    )
    # no protected test at all
    whole = [row for row in sizes if None not in row][:2]
    assert reason(stated_part(asked, drawn.pack), whole) == "search results state a value"


def test_keys_tell_rows_apart(drawn):
    for task in drawn.tasks:
        places = [i for i, one in enumerate(task.specification.outputs) if one.role == "key"]
        told = [tuple(row[i] for i in places) for row in task.rows]
        assert places
        assert len(set(told)) == len(told)
        assert all(None not in key for key in told)


def test_answers_name_their_rows_whole(drawn):
    """A row's key is in the columns, but for what a condition gives."""
    bases = base_tables(drawn.pack)
    for task in drawn.tasks:
        spec = task.specification
        if spec.is_grouped or spec.shape == "chain":  # a chain is named by where it leads
            continue
        shown = {output.path for output in spec.outputs}
        given = {test.path for test in spec.where if test.operator == "is"}
        for path in bases[spec.table].identity:
            assert path in shown or given & {path, path[:1]}, task.question


def test_no_condition_is_idle(drawn):
    """Without any one of its conditions a task has another answer, or none.

    Of an empty task, the one that it was made of keeps this.
    """
    readers = {}
    for task in drawn.tasks:
        if task.specification.kind == "empty":
            continue
        rows = readers.setdefault(task.world_id, drawn.rows(task.world_id))
        for shorter in shortened(task.specification):
            with suppress(AmbiguousError):
                assert rederive(shorter, rows) != task.rows, task.question


def test_rows_are_ordered_by_what_is_not_tested(drawn):
    for task in drawn.tasks:
        spec = task.specification
        tested = {test.path for test in (*spec.where, *spec.either)}
        if spec.extreme is not None and spec.shape != "comparison":
            assert spec.extreme.order not in tested, task.question
        if spec.against is not None:
            assert spec.against.measure not in tested, task.question


def test_no_answer_has_a_figure_and_its_rounding(drawn):
    asked = 0
    for task in drawn.tasks:
        paths = {output.path for output in task.specification.outputs if output.path}
        for path in paths:
            column = drawn.pack.column(task.specification.table, path)
            source = drawn.pack.tables[column.table].restates.get(column.name)
            asked += source is not None
            assert (*path[:-1], source) not in paths, task.question
    # what says a figure in one of four words is guessed too often to be asked
    figures = [
        table.columns[name]
        for table in drawn.pack.world_tables
        for name in table.restates
        if table.columns[name].kind in QUANTITIES
    ]
    assert asked or not figures


def test_headers_are_distinct_and_stand_in_the_question(drawn):
    for task in drawn.tasks:
        headers = [output.header for output in task.specification.outputs]
        assert len({header.casefold() for header in headers}) == len(headers)
        assert all(header in task.question for header in headers), task.question


def test_answers_are_askable_and_never_a_real_name(drawn):
    """A context column may be said anywhere: it is no answer. Names of rows are keys."""
    pack = drawn.pack
    for task in drawn.tasks:
        for output in task.specification.outputs:
            if not output.path:
                continue
            column = pack.column(task.specification.table, output.path)
            assert (column.table, column.name) not in pack.real_names
            if output.role == "value":
                assert column.role == "askable", output


def test_the_question_holds_no_value_of_the_answer(drawn):
    for task in drawn.tasks:
        numbers = {text.replace(",", "") for text in re.findall(r"\d[\d,.]*\d", task.question)}
        for row in task.rows:
            for cell, output in zip(row, task.specification.outputs, strict=True):
                if output.role != "value" or cell is None:
                    continue
                if isinstance(cell, str):
                    assert cell not in task.question
                elif len(str(cell)) > 3:
                    assert str(cell) not in numbers, (cell, task.question)


OF_OWN_ROWS = {"cell", "average", "total", "least", "most"}
"""What is computed from the cells of the answer's own rows, and of no row that it rules out."""


def test_no_page_gives_a_wide_answer_away(drawn):
    spread = Spread(drawn.drawing.plans)
    for task in wide(drawn):
        facts = []
        columns, rows = drawn.columns(task.world_id), drawn.rows(task.world_id)
        for output in task.specification.outputs:
            if output.role == "value" and output.of in OF_OWN_ROWS:
                facts += _cells(task, output, columns, rows)
        if not facts:
            continue
        places = spread.pages(task.world_id, facts)
        assert all(places)
        assert most_on_one_page(places) <= MOST_ON_A_PAGE + 1e-9
        assert not is_covered_by(places, FEWEST_PAGES - 1)


def _cells(task, output, columns, rows):
    """Where the answer's cells of one column stand, found by the second evaluator."""
    base = task.specification.table
    column = columns.steps(base, output.path)[-1]
    kept = select(task.specification, rows).kept.rows
    holders = columns.cells(base, output.path[:-1]) if len(output.path) > 1 else None
    values = columns.cells(base, output.path)
    return [
        (column.table, row + 1 if holders is None else holders[row], column.name)
        for row in kept
        if values[row] is not None
    ]


def test_two_tasks_of_a_world_do_not_ask_the_same(drawn):
    asked = Counter()
    for task in drawn.tasks:
        spec = task.specification
        values = tuple(sorted(one.path for one in spec.outputs if one.role == "value"))
        key = (task.world_id, spec.table, values, str(replace(spec, outputs=())))
        asked[key] += 1
    assert max(asked.values()) == 1
    assert len({(task.world_id, task.question) for task in drawn.tasks}) == len(drawn.tasks)


def test_openings_vary(drawn):
    openings = Counter(" ".join(task.question.split()[:2]) for task in drawn.tasks)
    assert openings.most_common(1)[0][1] <= 0.1 * len(drawn.tasks), openings.most_common(5)


def test_a_cut_keeps_those_that_are_level_and_no_others(drawn):
    tied = 0
    for task in drawn.tasks:
        extreme, outputs = task.specification.extreme, task.specification.outputs
        if extreme is None or extreme.per is not None:
            continue
        assert len(task.rows) >= extreme.k
        tied += len(task.rows) > extreme.k
        place = [one.path for one in outputs].index(extreme.order) if extreme.k > 1 else None
        if place is not None:
            last = sorted((row[place] for row in task.rows), reverse=extreme.most)[extreme.k - 1 :]
            assert len(set(last)) == 1
    assert tied
