"""Tiny worlds made by hand: how people bring their own, and what the tests spoil.

The pack is `choir.yaml` beside this file; the rows are the texts below, as they would stand in CSV
files. `regatta.yaml` is a second pack, in which every operator of the notation occurs.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import polars as pl

from fictionworld.packs.compile import load_pack
from fictionworld.validators.check import check_worlds
from fictionworld.validators.foreign import load_world

HERE = Path(__file__).parent

CHOIR = {
    "setting": """
year,as_of,town
2025,2025-11-30,Vessing
""",
    "singer": """
id,name,voice,teacher,joined,parts,earned
1,Ilse Tarvig,soprano,,2018-02-03,2,170.00
2,Bram Okkel,bass,1,2020-09-14,1,80.50
3,Nora Velding,alto,1,2024-05-31,2,140.00
""",
    "song": """
id,composer,number,name,minutes
1,Olof Darn,7,"Olof Darn, No. 7",3.5
2,Mette Suul,12,"Mette Suul, No. 12",4.0
""",
    "concert": """
id,name,day,next
1,Concert of 2025-03-01,2025-03-01,2
2,Concert of 2025-08-20,2025-08-20,
""",
    "part": """
id,singer,song,concert,fee,share,rank,encore,rate
1,1,1,1,90.00,52.8,1,true,25.71
2,2,1,1,80.50,47.2,2,false,23.00
3,1,2,2,80.00,36.4,1,false,20.00
4,3,1,2,60.00,27.3,3,true,17.14
5,3,2,2,80.00,36.4,1,false,20.00
""",
}


@cache
def choir_pack():
    return load_pack(str(HERE / "choir.yaml"))


@cache
def regatta_pack():
    return load_pack(str(HERE / "regatta.yaml"))


def write_csvs(folder, texts=CHOIR):
    """The rows as a folder of CSV files, one a table."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / f"{name}.csv").write_text(text.lstrip(), encoding="utf-8")
    return folder


@cache
def _choir():
    with tempfile.TemporaryDirectory() as folder:
        return load_world(choir_pack(), write_csvs(Path(folder)))


def choir(**tables):
    """The hand-made world; `choir(singer={2: {"teacher": 3}})` changes cells by id."""
    frames = dict(_choir())
    for table, rows in tables.items():
        for row, cells in rows.items():
            for column, value in cells.items():
                frames[table] = put(frames[table], row, column, value)
    return frames


def put(frame, row, column, value):
    """The frame with another value in the row of that id."""
    series = frame[column]
    values = [value if i == row else old for i, old in zip(frame["id"], series, strict=True)]
    return frame.with_columns(pl.Series(column, values, series.dtype, strict=False))


def broken(frames, pack=None, **options):
    """The rules that these frames break, each with its first violation."""
    report = check_worlds(pack or choir_pack(), frames, **options)
    first = {}
    for violation in report.violations:
        first.setdefault(violation.rule, violation)
    return first


@cache
def generated(name, count, rows=(300, 500)):
    """Worlds by the generator, without those that its pack's rules refuse."""
    from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
    from fictionworld.seeds import child_seed
    from fictionworld.text.known import KnownNames

    pack = regatta_pack() if name == "regatta" else load_pack(name)
    seeds = [
        WorldSeeds(i, child_seed(7, f"world/{i}/structure"), child_seed(7, f"world/{i}/values"))
        for i in range(count)
    ]
    known = KnownNames.load()
    filled = fill_worlds(pack, seeds, FillOptions(row_range=rows, known=known))
    return pack, filled, known
