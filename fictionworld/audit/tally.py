"""Counts of hits and tries by facet, with a few findings; tallies of many worlds add up."""

from __future__ import annotations

from collections.abc import Iterable

from fictionworld.audit.record import KEPT_FINDINGS, Facets, LeakEvidence, Measure, rate


class FacetTally:
    """Hits and tries by facet; it pickles."""

    def __init__(self) -> None:
        self._counts: dict[Facets, list[int]] = {}
        self.findings: list[LeakEvidence] = []
        self.found = 0

    def count(self, of: Facets, hits: int, tries: int = 1) -> None:
        """Note `hits` in `tries`."""
        held = self._counts.setdefault(of, [0, 0])
        held[0] += hits
        held[1] += tries

    def keep(self, finding: LeakEvidence) -> None:
        """Note what was found; the first few are kept whole."""
        self.found += 1
        if len(self.findings) < KEPT_FINDINGS:
            self.findings.append(finding)

    def add(self, other: FacetTally) -> None:
        """Take in what another tally counted."""
        for of, (hits, tries) in other._counts.items():
            self.count(of, hits, tries)
        self.found += other.found
        # of each facet some are kept, so that one loud kind hides no other
        kept = {finding.of for finding in self.findings}
        fresh = [one for one in other.findings if one.of not in kept]
        old = [one for one in other.findings if one.of in kept]
        self.findings = (self.findings + fresh + old)[: 2 * KEPT_FINDINGS]

    def total(self, **of: str) -> tuple[int, int]:
        """Hits and tries of all that has these facets."""
        wanted = set(of.items())
        held = [counts for facets, counts in self._counts.items() if wanted <= set(facets)]
        return sum(one[0] for one in held), sum(one[1] for one in held)

    def rates(self, name: str, *by: tuple[str, ...], at_most: float | None = None) -> list[Measure]:
        """One rate for each combination of the facets in each of `by`, in order of facets.

        Facets that a count lacks are left out of its groups. `()` gives the rate of all.
        """
        return [
            rate(name, hits, tries, of, at_most)
            for facets in by
            for of, (hits, tries) in sorted(self.groups(facets).items())
        ]

    def groups(self, facets: tuple[str, ...]) -> dict[Facets, tuple[int, int]]:
        """Return hits and tries by combination of some facets, of the counts that have them all."""
        groups: dict[Facets, tuple[int, int]] = {}
        for of, (hits, tries) in self._counts.items():
            values = dict(of)
            if all(facet in values for facet in facets):
                group = tuple((facet, values[facet]) for facet in facets)
                held = groups.get(group, (0, 0))
                groups[group] = held[0] + hits, held[1] + tries
        return groups


def added(tallies: Iterable[FacetTally]) -> FacetTally:
    """One tally of many."""
    whole = FacetTally()
    for tally in tallies:
        whole.add(tally)
    return whole
