"""`fictionworld tokens`: counted with a stand-in of a tokenizer, a token a character.

`tests/adapters/test_tokens.py` counts with a real one.
"""

from __future__ import annotations

import json
import shutil
import sys

import pytest

from fictionworld.dataset import open_dataset
from fictionworld.episodes import token_counting
from fictionworld.episodes.token_counts import TOKENS
from fictionworld.episodes.tokenizer import ConversationTokenizer, open_tokenizer
from fictionworld.errors import MissingExtraError
from tests.small import small_dataset


@pytest.fixture
def folder(tmp_path):
    return shutil.copytree(small_dataset(), tmp_path / "worlds")


@pytest.fixture
def characters(monkeypatch):
    """Tokenizers of any name that count characters."""

    def opened(name):
        return ConversationTokenizer(f"{name}@0", json.dumps, len)

    monkeypatch.setattr(token_counting, "open_tokenizer", opened)


def test_counts_are_stored_and_choose_rows(folder, characters, call):
    answer = call(
        "tokens", str(folder), "--tokenizer", "a", "--tokenizer", "b", "--sample", "4",
        "--workers", "1",
    )  # fmt: skip
    assert answer.code == 0 and "a@0" in answer.out and "b@0" in answer.out
    dataset = open_dataset(folder)
    counts = TOKENS.read(dataset.path, dataset.content_hash)
    assert [count.tokenizer for count in counts] == ["a@0"] * 4 + ["b@0"] * 4
    assert len({dataset.task(count.task_id).pack for count in counts}) == 2
    for count in counts[:4]:
        task = dataset.task(count.task_id)
        assert (
            count.prompt == len(json.dumps(dataset.prompt(task.task_id, calls=0))) - len("[]") + 2
        )
        assert task.least_characters / 2 < count.oracle <= count.scout
    least = min(counts[:4], key=lambda count: count.scout)
    assert least.task_id in {
        row.task_id for row in dataset.rows(tokens=least.scout, margin="scout", tokenizer="a")
    }
    refused = call("tokens", str(folder), "--tokenizer", "a", "--split", "none")
    assert refused.code == 2


def test_without_transformers_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "transformers", None)
    open_tokenizer.cache_clear()
    with pytest.raises(MissingExtraError, match=r"pip install 'fictionworld\[tokens\]'"):
        open_tokenizer("model")


def test_an_export_takes_what_fits(folder, call, tmp_path):
    flags = ("--format", "verl", "--out", str(tmp_path / "rows"))
    answer = call("export", str(folder), *flags, "--tokens", "10")
    assert answer.code == 2 and "got 10 tokens for a completion" in answer.err
    answer = call("export", str(folder), *flags, "--band", "0.1-0.9")
    assert answer.code == 2 and "has no pass rates" in answer.err
    answer = call("export", str(folder), *flags, "--tokens", "9000", "--epochs", "2")
    assert answer.code == 0 and (tmp_path / "rows" / "train.parquet").is_file()
