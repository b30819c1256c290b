"""Which results a search shows under controls, and in which order.

All draws depend on the group's seed and the terms of the query alone, as in `mixing.py`: they are
the same for every rollout of a group.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from fictionworld.seeds import child_seed
from fictionworld.simulator.controls import Controls
from fictionworld.simulator.mixing import UNPERTURBED, Mixture, mixed, shuffled
from fictionworld.simulator.perturbed.view import PerturbedView


def perturbed_ranking(
    view: PerturbedView, terms: Sequence[str], seed: int, controls: Controls
) -> tuple[tuple[int, ...], frozenset[str]]:
    """Return the pages shown for a query, in order, and the controls that had a part in it."""
    rng = Random(child_seed(seed, "controls/search/" + " ".join(terms)))  # noqa: S311
    share = controls.spam * controls.results
    ads = int(share + rng.random()) if view.spam else 0
    mixed_pages = mixed(view, terms, seed, _mixture(controls, controls.results - ads))
    numbers = [number for number in mixed_pages if number not in view.spam]
    if not numbers:
        return (), frozenset()
    fired_controls = set()
    if controls.results < UNPERTURBED.results and len(numbers) + ads >= controls.results:
        fired_controls.add("results")
    if controls.noise:
        fired_controls.add("noise")
    if controls.ranking_noise:
        reach = controls.ranking_noise * len(numbers)
        moved_ranks = [rank + reach * rng.random() for rank in range(len(numbers))]
        order = sorted(range(len(numbers)), key=moved_ranks.__getitem__)
        if order != sorted(order):
            fired_controls.add("ranking_noise")
        numbers = [numbers[rank] for rank in order]
    if ads:
        fired_controls.add("spam")
        for number in _advertised(view, terms, rng)[:ads]:
            numbers.insert(int(rng.random() * (len(numbers) + 1)), number)
    return tuple(numbers), frozenset(fired_controls)


def _mixture(controls: Controls, results: int) -> Mixture:
    """Return the usual mixture, with the additional noise; the best results keep their places."""
    fewest, most = (
        min(results - 2, int(results * (count / UNPERTURBED.results + controls.noise)))
        for count in UNPERTURBED.off_target
    )
    return Mixture(results=results, off_target=(fewest, most))


def _advertised(view: PerturbedView, terms: Sequence[str], rng: Random) -> list[int]:
    """Return the advertisements, first the ones that hold words of the query."""
    fitting_ads = view.spam_index.pages(terms)
    other_ads = sorted(set(view.spam) - set(fitting_ads))
    return [*fitting_ads, *shuffled(other_ads, rng)]
