"""Real names are known, in whatever spelling; invented ones are not."""

import gzip
from importlib.resources import files

import numpy as np
import pytest

from fictionworld.errors import UsageError
from fictionworld.text.known import KnownNames
from fictionworld.text.names import fold_many


@pytest.fixture(scope="module")
def known():
    return KnownNames.load()


@pytest.mark.parametrize(
    "name",
    [
        "Lionel Messi", "MESSI, Lionel", "Zurich", "Zürich", "Munich", "São Paulo", "Tarragona",
        "Apple iPhone 15 Pro Max", "Galaxy S24 Ultra", "Pixel 7a", "Snapdragon 8 Gen 3",
        "Manchester United", "FC Schalke 04", "Old Trafford", "Le Monde", "The Guardian", "Siemens",
        "Michael Jordan", "Best Buy", "Uppsala University", "Musée d'Orsay",
    ],
)  # fmt: skip
def test_the_famous_are_known(known, name):
    if "," in name:  # another order of words is another name here
        assert not known.contains(np.array([name], object))[0]
    else:
        assert known.contains(np.array([name, name.upper()], object)).all()


def test_the_invented_are_not(known):
    invented = np.array(
        ["Tarrowby Rovers", "Brelovice", "Hathersley Kedderkin", "Quendeno 4"], object
    )
    assert not known.contains(invented).any()


def test_the_list_is_folded_sorted_and_small():
    packed = files("fictionworld.text").joinpath("known_names.txt.gz").read_bytes()
    names = gzip.decompress(packed).decode().splitlines()
    assert len(packed) < 600_000
    assert len(names) > 40_000
    assert names == sorted(set(names))
    assert fold_many(names).tolist() == names
    assert packed[4:8] == b"\0\0\0\0", "no time of making: the same list, the same bytes"


def test_a_list_of_ones_own(known, tmp_path):
    path = tmp_path / "own.txt"
    path.write_text("\ufeffBrelovice\n\nØrnulf Kvåle\r\n", encoding="utf-8")
    own = KnownNames.load(path)
    assert len(own) == len(known) + 2
    assert own.contains(np.array(["BRELOVICE", "Ornulf Kvale", "", "Paris"], object)).tolist() == [
        True, True, False, True,
    ]  # fmt: skip
    assert not known.contains(np.array(["Brelovice"], object))[0]


def test_a_missing_or_foreign_list_is_reported(tmp_path):
    with pytest.raises(UsageError, match=r"none\.txt: cannot be read .*one name a line"):
        KnownNames.load(tmp_path / "none.txt")
    with pytest.raises(UsageError, match="cannot be read"):
        KnownNames.load(tmp_path)
    foreign = tmp_path / "latin.txt"
    foreign.write_bytes("Malmö\n".encode("latin-1"))
    with pytest.raises(UsageError, match=r"not UTF-8 .*one name a line"):
        KnownNames.load(foreign)
