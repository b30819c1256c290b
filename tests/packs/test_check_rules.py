"""Mistakes in rules, each planted alone."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from tests.packs.planting import RULE, F, P, assert_found, case_ids, rule

PLANTED = [
    # pack, old, new, place, what is said
    (P, RULE, rule("in: fone, unique: [name]"), "rules[0].in", ["got 'fone'; tables", "did you mean 'phone'?"]),
    (P, RULE, rule("in: phone, unique: [nam]"), "rules[0].unique[0]", ["did you mean 'name'?"]),
    (P, RULE, rule("in: phone, range: {column: batery, low: 1, high: 2}"), "rules[0].range.column",
     ["got 'batery'; columns of phone", "did you mean 'battery'?"]),
    (P, RULE, rule("in: phone, range: {column: name, low: 1, high: 2}"), "rules[0].range.column",
     ["got phone.name, which is a name; allowed: a number or a date"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 9000, high: 200}"), "rules[0].range",
     ["got low 9000 above high 200; swap them"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 9000, high: 9999}"), "rules[0].range.low",
     ["got 9000, but phone.battery is drawn from 3400 up"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 100, high: 900}"), "rules[0].range.high",
     ["got 900, but phone.battery is drawn from 3400 up; allowed: at least 3400"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 3400, high: 8000}"), "rules[0].range.high",
     ["got 8000, but phone.battery is drawn up to 8200; allowed: at least 8200"]),
    (P, RULE, rule("in: phone, range: {column: launched, low: 3, high: 9}"), "rules[0].range.low",
     ["got 3, an integer, for a date"]),
    (P, RULE, rule("in: phone, order: [launched, model_year]"), "rules[0].order[1]",
     ["got model_year, a number, beside launched, a date; allowed: all dates, or all numbers"]),
    (P, RULE, rule("in: phone, pattern: {column: name, regex: '(?=a)b'}"), "rules[0].pattern.regex",
     ["got '(?=a)b': ", "allowed: RE2 syntax, without look-around"]),
    (P, RULE, rule("in: phone, pattern: {column: name, regex: '[a'}"), "rules[0].pattern.regex", ["missing ]"]),
    (P, RULE, rule("in: phone, forest: series"), "rules[0].forest",
     ["got 'series'; references from phone to phone: successor"]),
    (P, RULE, rule("in: phone, acyclic: sucessor"), "rules[0].acyclic", ["did you mean 'successor'?"]),
    (P, RULE, rule("in: phone, single_chain: {ref: chip, within: [series]}"), "rules[0].single_chain.ref",
     ["got 'chip'; references from phone to phone: successor"]),
    (P, RULE, rule("in: series, degree: {of: phone, by: brand, between: 0..4}"), "rules[0].degree.by",
     ["got 'brand'; references from phone to series: series"]),
    (P, RULE, rule("in: brand, connected: [series, fone]"), "rules[0].connected[1]", ["did you mean 'phone'?"]),
    (P, RULE, rule("in: sales, rank_agrees: {rank: share, of: units}"), "rules[0].rank_agrees.rank",
     ["got sales.share, which is a percent; allowed: an integer"]),
    (P, RULE, rule("in: sales, sum: {column: shar, within: [year], to: 100}"), "rules[0].sum.column",
     ["did you mean 'share'?"]),
    (F, RULE, rule("in: player, sum: {column: goals, within: [club], to: standing.skored}"), "rules[0].sum.to",
     ["got 'skored'; columns of standing", "did you mean 'scored'?"]),
    (F, RULE, rule("in: player, sum: {column: goals, within: [club], to: standings.scored}"), "rules[0].sum.to",
     ["got 'standings'; tables", "did you mean 'standing'?"]),
    (F, RULE, rule("in: manager, no_overlap: {start: appointed, end: born, within: [club]}"), "rules[0].no_overlap.end",
     ["got manager.born, which is a year; allowed: a date"]),
    (F, RULE, rule("in: match, balanced: {home: home, away: referee, round: round}"), "rules[0].balanced.away",
     ["got 'referee', a ref to referee; allowed: a ref to club"]),
    (F, RULE, rule("in: match, balanced: {home: home, away: away, round: date}"), "rules[0].balanced.round",
     ["got match.date, which is a date; allowed: an integer"]),
    (F, RULE, rule("in: player, names_apart: nam"), "rules[0].names_apart", ["did you mean 'name'?"]),
    (P, RULE, rule("in: phone, depends: {left: [serie], right: brand}"), "rules[0].depends.left[0]",
     ["did you mean 'series'?"]),
]  # fmt: skip


@pytest.mark.parametrize(("pack", "old", "new", "place", "said"), PLANTED, ids=case_ids(PLANTED))
def test_a_mistake_is_found(pack, old, new, place, said):
    assert_found(pack, old, new, place, said)
