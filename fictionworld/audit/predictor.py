"""A predictor of protected values, fitted on other worlds of a pack.

It sees what an agent sees that has read the question and no page: the row's name, how many words
and which number it has, the world's setting, which column is asked, and the limits that the
question sets to it. A tree learns from other worlds which values go with these; of the values that
keep the limits, the likeliest is guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import polars as pl

from fictionworld.packs.compiled import SETTING, CompiledPack
from fictionworld.worlds.rows import Code, coded

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CLASSES: Final = 120
"""Values of a column that are distinguished: the commonest."""
_OFTEN: Final = 4
"""Rows that a value must have to be learned."""
_WORTH_A_TREE: Final = 0.1
"""Of a column whose commonest values make up less, no tree will guess well."""
_ENDINGS: Final = 24
_DIGITS: Final = re.compile(r"\d+")


class Predictor:
    """For one pack; models of columns are fitted when first asked for.

    Args:
        pack: The pack.
        frames: Rows of the worlds to learn from, by table.
    """

    def __init__(self, pack: CompiledPack, frames: Mapping[str, pl.DataFrame]) -> None:
        self._pack = pack
        self._frames = frames
        self._models: dict[tuple[str, str], _Model] = {}
        self._endings: dict[str, dict[str, int]] = {}
        self._taught: dict[str, NDArray[np.float64]] = {}

    def model(self, table: str, column: str) -> _Model:
        """Return the model of a column, fitted on the frames at the first call."""
        if (table, column) not in self._models:
            frame = self._frames[table]
            values: list[Code] = coded(frame[column]).to_list()
            if table not in self._taught:
                self._taught[table] = self.features(table, frame, self._frames[SETTING])
            self._models[table, column] = _Model(self._taught[table], values)
        return self._models[table, column]

    def features(self, of: str, rows: pl.DataFrame, setting: pl.DataFrame) -> NDArray[np.float64]:
        """Return a row of features for each row of a table: its name, keys and world's setting."""
        table = self._pack.tables[of]
        columns: list[NDArray[np.float64]] = []
        name = table.name_column
        if name is not None:
            names = rows[name.name].fill_null("").to_list()
            endings = self._endings_of(table.name, name.name)
            columns += [
                np.array([endings.get(_last(row_name), -1) for row_name in names], np.float64),
                np.array([len(row_name.split()) for row_name in names], np.float64),
                np.array([_number(row_name) for row_name in names], np.float64),
            ]
        columns += [
            coded(rows[key]).cast(pl.Float64).fill_null(-1).to_numpy()
            for key in table.key
            if table.columns[key].target is None and not table.columns[key].is_text
        ]
        columns += self._setting(rows, setting)
        return np.column_stack(columns) if columns else np.zeros((rows.height, 1))

    def _setting(self, rows: pl.DataFrame, setting: pl.DataFrame) -> list[NDArray[np.float64]]:
        """Return the numbers and categories of the setting, each for the world of each row."""
        features = []
        for column in self._pack.tables[SETTING].stored:
            if column.kind not in {"year", "integer", "decimal", "category"}:
                continue
            cells = coded(setting[column.name])
            if cells.dtype == pl.String:
                categories = coded(self._frames[SETTING][column.name]).unique().drop_nulls().sort()
                numbers = {value: index for index, value in enumerate(categories.to_list())}
                codes = [numbers.get(value, -1) for value in cells.to_list()]
            else:
                codes = cells.fill_null(-1).to_list()
            by_world = dict(zip(setting["world_id"].to_list(), codes, strict=True))
            features.append(np.array([by_world[w] for w in rows["world_id"].to_list()], np.float64))
        return features

    def _endings_of(self, table: str, name: str) -> dict[str, int]:
        """Return numbers of the commonest last words of a table's names, such as `Pro`."""
        if table not in self._endings:
            endings = Counter(map(_last, self._frames[table][name].drop_nulls().to_list()))
            common = [word for word, count in endings.most_common(_ENDINGS) if count > 2]
            self._endings[table] = {word: index for index, word in enumerate(sorted(common))}
        return self._endings[table]


class Guesses:
    """What a predictor guesses in one world, each of whose tables is looked at once.

    Args:
        predictor: Fitted on other worlds.
        frames: The world's rows, by table; of them only names and keys are looked at.
    """

    def __init__(self, predictor: Predictor, frames: Mapping[str, pl.DataFrame]) -> None:
        self._predictor = predictor
        self._frames = frames
        self._features: dict[str, NDArray[np.float64]] = {}

    def of(self, table: str, column: str, allowed: Callable[[Code], bool]) -> list[Code]:
        """Return a guess for each row among the values that are `allowed`; None where none is."""
        if table not in self._features:
            setting = self._frames[SETTING]
            self._features[table] = self._predictor.features(table, self._frames[table], setting)
        return self._predictor.model(table, column).guess(self._features[table], allowed)

    def share(self, table: str, column: str, allowed: Callable[[Code], bool]) -> float:
        """Return the share of the rows of other worlds whose value is `allowed`."""
        return self._predictor.model(table, column).share(allowed)


class _Model:
    """What one column holds, given features."""

    def __init__(self, features: NDArray[np.float64], values: Sequence[Code]) -> None:
        counts: Counter[Code] = Counter(value for value in values if value is not None)
        self._counts = counts
        self._rows = len(values)
        self._common: list[Code] = [
            value for value, _ in sorted(counts.items(), key=lambda item: (-item[1], str(item[0])))
        ]
        often = [value for value in self._common[:_CLASSES] if counts[value] >= _OFTEN]
        classes = {value: index for index, value in enumerate(often)}
        self._tree: Any = None
        learned = [index for index, value in enumerate(values) if value in classes]
        if counts and len(learned) >= _WORTH_A_TREE * sum(counts.values()) and len(learned) > 40:
            from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415 - slow to import

            self._tree = DecisionTreeClassifier(max_depth=8, min_samples_leaf=12, random_state=0)
            self._tree.fit(features[learned], [classes[values[index]] for index in learned])

    def share(self, allowed: Callable[[Code], bool]) -> float:
        passing = sum(count for value, count in self._counts.items() if allowed(value))
        return passing / self._rows if self._rows else 0.0

    def guess(self, features: NDArray[np.float64], allowed: Callable[[Code], bool]) -> list[Code]:
        first = next((value for value in self._common if allowed(value)), None)
        if self._tree is None:
            return [first] * len(features)
        codes = [self._common[index] for index in self._tree.classes_.tolist()]
        fits = np.array([allowed(code) for code in codes])
        if not fits.any():
            return [first] * len(features)
        chances = self._tree.predict_proba(features) * fits
        return [
            codes[int(index)] if chance > 0 else first
            for index, chance in zip(chances.argmax(axis=1), chances.max(axis=1), strict=True)
        ]


def _last(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name.split() else ""


def _number(name: str) -> int:
    numbers = _DIGITS.findall(name)
    return int(numbers[-1][:9]) if numbers else -1
