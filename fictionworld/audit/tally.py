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
        """Add `hits` in `tries` to the counts of these facets."""
        counts = self._counts.setdefault(of, [0, 0])
        counts[0] += hits
        counts[1] += tries

    def keep(self, finding: LeakEvidence) -> None:
        """Count a finding; the first `KEPT_FINDINGS` are kept."""
        self.found += 1
        if len(self.findings) < KEPT_FINDINGS:
            self.findings.append(finding)

    def add(self, other: FacetTally) -> None:
        """Add the counts and findings of another tally."""
        for of, (hits, tries) in other._counts.items():
            self.count(of, hits, tries)
        self.found += other.found
        # of each facet some are kept, so that one loud kind hides no other
        known_facets = {finding.of for finding in self.findings}
        fresh = [finding for finding in other.findings if finding.of not in known_facets]
        old = [finding for finding in other.findings if finding.of in known_facets]
        self.findings = (self.findings + fresh + old)[: 2 * KEPT_FINDINGS]

    def total(self, **of: str) -> tuple[int, int]:
        """Return hits and tries over all counts that have these facets."""
        wanted_facets = set(of.items())
        matching = [
            counts for facets, counts in self._counts.items() if wanted_facets <= set(facets)
        ]
        return sum(counts[0] for counts in matching), sum(counts[1] for counts in matching)

    def rates(self, name: str, *by: tuple[str, ...], at_most: float | None = None) -> list[Measure]:
        """Return one rate for each combination of the facets in each of `by`, sorted by facets.

        Facets that a count lacks are left out of its groups. `()` gives the rate of all.
        """
        return [
            rate(name, hits, tries, of, at_most)
            for facets in by
            for of, (hits, tries) in sorted(self.groups(facets).items())
        ]

    def groups(self, facets: tuple[str, ...]) -> dict[Facets, tuple[int, int]]:
        """Return hits and tries by combination of `facets`, over counts that have all of them."""
        groups: dict[Facets, tuple[int, int]] = {}
        for of, (hits, tries) in self._counts.items():
            values = dict(of)
            if all(facet in values for facet in facets):
                group = tuple((facet, values[facet]) for facet in facets)
                counts = groups.get(group, (0, 0))
                groups[group] = counts[0] + hits, counts[1] + tries
        return groups


def added(tallies: Iterable[FacetTally]) -> FacetTally:
    """Return the sum of tallies."""
    total = FacetTally()
    for tally in tallies:
        total.add(tally)
    return total
