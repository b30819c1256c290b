"""The record of controls: what it takes, how it writes itself, what it says of wrong settings."""

from __future__ import annotations

import pickle
import re
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fictionworld as fw
from fictionworld.errors import UsageError
from fictionworld.simulator.controls import (
    NO_CONTROLS,
    PRESETS,
    Controls,
    controls_of,
    parse_controls,
)


def values(one):
    least, most, whole = (one.metadata[name] for name in ("least", "most", "whole"))
    if whole:
        return st.integers(least, most)
    # of four kinds of errors, and of noise and spam, no sum passes what is allowed
    return st.floats(least, min(most, 0.15))


anything = st.builds(Controls, **{one.name: values(one) for one in fields(Controls)})


@given(anything)
def test_the_text_says_it_all(controls):
    assert parse_controls(str(controls)) == controls
    assert pickle.loads(pickle.dumps(controls)) == controls
    assert controls.growth >= 1
    assert controls.of_web.of_web == controls.of_web


def test_texts():
    assert str(Controls()) == str(parse_controls("none")) == "none"
    assert str(Controls(dead_links=1 / 5, results=8)) == "results=8,dead_links=0.2"
    assert parse_controls(" hostile , dead_links = 0.5 ").dead_links == 0.5
    assert parse_controls("spam=0.1,noise=0") == Controls(spam=0.1)
    assert parse_controls({"preset": "realistic", "spam": 0}).spam == 0
    assert controls_of(None) is NO_CONTROLS
    assert controls_of("hostile") == PRESETS["hostile"] == controls_of(PRESETS["hostile"])
    assert fw.Controls is Controls


def test_presets_go_from_nothing_to_everything():
    plain, realistic, hostile = PRESETS.values()
    assert plain == Controls()
    assert plain.is_off and not realistic.is_off
    for one in fields(Controls):
        values = [getattr(preset, one.name) for preset in (plain, realistic, hostile)]
        if not one.metadata["whole"]:
            assert 0 == values[0] < values[1] < values[2], one.name
    assert plain.growth == 1
    assert 1 < realistic.growth < hostile.growth


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("hostil", "got preset 'hostil'; allowed: none, realistic, hostile; did you mean"),
        ("", "got preset ''"),
        ("hostile,dead_link=0.2", "got 'dead_link'; allowed: timeout.*did you mean 'dead_links'"),
        ("hostile,dead_links", "got 'dead_links' in 'hostile,dead_links'; write a preset"),
        ("dead_links=0.1,dead_links=0.2", "each once"),
        ("dead_links=many", "got dead_links='many'; write a number"),
        ("dead_links=0.9", "got dead_links=0.9; allowed: a share from 0 to 0.5"),
        ("dead_links=-0.1", "got dead_links=-0.1; allowed: a share from 0 to 0.5"),
        ("dead_links=nan", "got dead_links=nan; allowed: a share from 0 to 0.5"),
        ("results=2", "got results=2; allowed: a whole number from 5 to 10"),
        ("results=7.5", "got results=7.5; allowed: a whole number from 5 to 10"),
        ({"errors_end": 1}, "got errors_end=1; allowed: a whole number from 2 to 5"),
        ({"spam": "much"}, "got spam='much'; allowed: a share"),
        ({"spam": True}, "got spam=True; allowed: a share"),
        ({"preset": ["none"]}, r"got preset \['none'\]"),
        ({3: 4}, "got 3; allowed: timeout"),
        ("timeout=0.4,http_500=0.4", r"got timeout \+ .* = 0.8; allowed is 0.6 together"),
        ("noise=0.3,spam=0.4", r"got noise \+ spam = 0.7; allowed is 0.6 together"),
        (17, r"got 17; give fw.Controls\(...\)"),
    ],
)
def test_wrong_settings_are_reported(given, said):
    with pytest.raises(UsageError, match=said):
        controls_of(given)


def test_the_document_tells_of_each_control():
    """Names, limits, presets and the rule, as code has them."""
    text = (Path(__file__).parents[2] / "docs" / "controls.md").read_text("utf-8")
    table, _, presets = text.partition("## Presets")
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| ([\d.,]+) \| [^|]*\|$", table, re.MULTILINE))
    assert list(rows) == [one.name for one in fields(Controls)]
    for one in fields(Controls):
        assert float(rows[one.name].replace(",", "")) == one.metadata["most"], one.name
    quoted = " ".join(re.findall(r"^> (.+)$", text, re.MULTILINE))
    assert quoted == PRESETS["hostile"].precedence
    presets = presets.partition("## ")[0]
    lines = re.findall(r"^\| `.+` \| .+ \| .+ \| .+ \|$", presets, re.MULTILINE)
    assert len(lines) == 9
    for line in lines:
        names = re.findall(r"`(\w+)`", line.split("|")[1])
        for preset, cell in zip(PRESETS.values(), line.split("|")[2:5], strict=True):
            told = [float(n.replace(",", "")) for n in re.findall(r"[\d,]*\d[.\d]*", cell)]
            expected = [getattr(preset, name) for name in names]
            assert told == expected or told == expected[:1] * (set(expected) == {0}), line
    failing = [sum(share for _, share in preset.failures) for preset in PRESETS.values()]
    assert [round(share, 6) for share in failing] == [0, 0.06, 0.2]


def test_the_rule_says_what_there_is_and_nothing_else():
    assert Controls(dead_links=0.5, spam=0.4, timeout=0.3).precedence == ""
    whole = PRESETS["hostile"].precedence
    for control, word in {
        "stale_copies": "archived",
        "contradictions": "unofficial",
        "corrections": "correction",
        "earlier_dates": "more than a year ago",
        "other_issuers": "official source",
        "narrower_scopes": "Whole figures",
    }.items():
        assert word in Controls(**{control: 0.1}).precedence
        assert Controls(**{control: 0.1}).misleads
        assert word in whole
    assert "unofficial" not in Controls(corrections=0.1).precedence
    assert "\n" not in whole


@pytest.mark.parametrize(
    "given",
    [
        {"dead_links": 10**400},
        {"results": -(10**5000)},
        {"dead_links": [10**5000]},
        {10**5000: 1},
        {"preset": "x" * 10_000},
        "hostile," + "x" * 10_000,
    ],
    ids=["number", "digits", "list", "name", "preset", "text"],
)
def test_what_is_huge_is_refused_in_few_words(given):
    with pytest.raises(UsageError, match=r"allowed|write a preset") as refused:
        parse_controls(given)
    assert len(str(refused.value)) < 700
