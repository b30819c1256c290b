"""Statements: protected values in replies to searches, found by the guard.

The guard looks at every result of every reply, for all protected cells of the rows that it names or
that its page is about, in whatever disguise; then at all that one reply says, and ten replies,
for values stated piece by piece. A value can stand in a text by coincidence: a name holds the
number 12, and twelve is the answer. The twin decides: if its page has the same text and its value
differs, the text does not state the value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fictionworld.audit.audited_world import AuditedWorld
from fictionworld.audit.check import AuditCheck, Observations
from fictionworld.audit.options import Effort
from fictionworld.audit.queries import AuditQuery
from fictionworld.audit.record import (
    CheckResult,
    Facets,
    LeakEvidence,
    Measure,
    Thresholds,
    rate,
    result_of,
)
from fictionworld.audit.replies import ReplyResult, fields_of, text_of
from fictionworld.audit.tally import FacetTally, added
from fictionworld.leakage.fields import Field, FieldName
from fictionworld.leakage.guard import Guard, GuardFinding
from fictionworld.seeds import child_seed
from fictionworld.simulator.terms import query_terms
from fictionworld.simulator.toolbox import read_call
from fictionworld.simulator.web_search import Search
from fictionworld.web.permit import CLOSED_POLICIES, PLAIN_POLICIES, Permit, parse_policy
from fictionworld.worlds.fact import FactId, Value

_OPEN_RESULTS: Final = 2
"""Results of a reply that are looked at under `open`, where most state something."""
_OPEN_TOGETHER: Final = 4
"""Under `open` one reply in so many is read as a whole too."""
_ALIKE: Final = 12
"""Of results that the twin words alike, one in so many is looked at all the same, to learn how
often values stand there by coincidence."""
_TOGETHER: Final = 10
"""Replies that are read together."""
_MOST_RESULTS: Final = 5
"""Results that are read together: those that the twin words otherwise."""


class Statements(NamedTuple):
    """What the replies of one world state."""

    replies: FacetTally
    """Replies, by whether they state a protected cell."""
    fields: FacetTally
    """Fields of results that hold something, by whether they state one."""
    chance: FacetTally
    """The same, by whether a value stands there by coincidence."""
    types: FacetTally
    """Replies, by whether they state a cell of a type; and by how it was disguised."""
    together: FacetTally
    """Groups of replies, by whether they state together what none of their results states alone."""


def statements_of(audited: AuditedWorld, effort: Effort = "all") -> Statements:
    """What replies of one world state of protected cells.

    With `few` effort none under `open`, where they may, and where reading them takes longest.
    """
    held = Statements(FacetTally(), FacetTally(), FacetTally(), FacetTally(), FacetTally())
    for policy in (*audited.tools.mixed, *(CLOSED_POLICIES if effort == "few" else PLAIN_POLICIES)):
        guard = audited.guard_under(policy)
        queries = audited.queries(2 if policy in CLOSED_POLICIES else 1)
        readers = [_ReplyReader(audited, guard, policy, asked) for asked in queries]
        for number, reader in enumerate(readers):
            reader.read(held)
            if not _is_open(policy) or number % _OPEN_TOGETHER == 0:
                reader.read_together([reader], "one reply", held.together)
        for start in range(0, len(readers), _TOGETHER):
            ten = readers[start : start + _TOGETHER]
            ten[0].read_together(ten, "ten replies", held.together)
    return held


class _ReplyReader:
    """One reply beside the twin's, and its statements."""

    def __init__(self, audited: AuditedWorld, guard: Guard, policy: str, asked: AuditQuery) -> None:
        self._audited, self._guard, self._policy, self._asked = audited, guard, policy, asked
        self._permit = Permit.of(policy, audited.twin.world)
        self.shown, self._beside = audited.search(policy, asked.text)
        theirs, _ = audited.search(policy, asked.text, twin=True)
        self.there = {one.url: dict(one.fields()) for one in theirs}
        self._terms = _terms(asked.text)
        self.stated: set[FactId] = set()
        self._types: set[str] = set()
        self._of: Facets = (("policy", policy), ("query", asked.kind), ("pack", audited.pack))

    def read(self, held: Statements) -> None:
        """Each result by itself, and what stands beside the results."""
        most = _OPEN_RESULTS if _is_open(self._policy) else len(self.shown)
        for shown in self.shown[:most]:
            self._read_result(shown, held)
        if self._beside:
            fields = [Field(0, "error", self._beside)]
            self._count(fields, self._guard.look(fields), None, held)
        held.replies.count(self._of, bool(self.stated))
        for kind in sorted(self._types):
            held.types.count((("policy", self._policy), ("type", kind)), 1, 0)

    def _read_result(self, shown: ReplyResult, held: Statements) -> None:
        fields = fields_of(self._audited.handle.web, shown)
        differ = [field for field in fields if not self._is_alike(field.name, field.text, shown)]
        if not differ and child_seed(self._audited.seed, f"alike/{shown.url}") % _ALIKE:
            # what the twin words alike, whose values are others, states none of them
            for field in fields:
                held.fields.count((*self._of, ("field", field.name)), 0)
            return
        self._count(fields, self._guard.look(fields), shown, held)

    def _count(
        self,
        fields: Sequence[Field],
        found: Sequence[GuardFinding],
        shown: ReplyResult | None,
        held: Statements,
    ) -> None:
        real, chance = set(), set()
        for leak in found:
            mine = text_of(fields, leak.field)
            if shown is not None and self._is_alike(leak.field, mine, shown):
                chance.add(leak.field)
                continue
            real.add(leak.field)
            self.stated.add(leak.fact)
            table = self._audited.handle.pack.tables[leak.fact.table]
            self._types.add(table.columns[leak.fact.column].kind)
            if not _is_open(self._policy) or not held.fields.found:
                held.fields.keep(self._finding(leak, fields, shown))
        for field in fields:
            of = (*self._of, ("field", field.name))
            held.fields.count(of, field.name in real)
            held.chance.count(of, field.name in chance and field.name not in real)

    def _is_alike(self, name: FieldName, text: str, shown: ReplyResult) -> bool:
        """Whether the twin words a field of this page just so, whatever its values are."""
        twin = self.there.get(shown.url)
        if twin is not None:
            return twin.get(name, "") == text
        # the twin ranks the page lower: what would it show of it?
        web = self._audited.twin.web
        number = web.number_of(shown.url)
        if number is None:
            return False
        if name == "snippet":
            there = web.windows(number, self._permit).cut(self._terms)
            return " ".join(there.split()) == text
        head = web.heads[number - 1]
        if name == "title":
            return head.title.startswith(text.removesuffix(" ..."))
        return head.url == text if name == "url" else name == "date"

    def read_together(self, readers: Sequence[_ReplyReader], scope: str, tally: FacetTally) -> None:
        """What several results say together, of those that the twin words otherwise."""
        changed: dict[str, ReplyResult] = {}
        for reader in readers:
            for one in reader.shown:
                there = reader.there.get(one.url)
                if there is not None and there != dict(one.fields()):
                    changed.setdefault(f"{one.url} {one.snippet}", one)
        alone = {fact for reader in readers for fact in reader.stated}
        few = list(changed.values())[:_MOST_RESULTS]
        fields = [field for one in few for field in fields_of(self._audited.handle.web, one)]
        new = {leak.fact for leak in self._guard.look(fields)} - alone if len(few) > 1 else set()
        of = (("policy", self._policy), ("read", scope), ("pack", self._audited.pack))
        tally.count(of, bool(new))

    def _finding(
        self, leak: GuardFinding, fields: Sequence[Field], shown: ReplyResult | None
    ) -> LeakEvidence:
        text = text_of(fields, leak.field)
        fact = leak.fact
        value: Value = self._audited.subjects.value((fact.table, fact.row), fact.column)
        end = min(leak.end, len(text))
        return LeakEvidence(
            check="statement",
            severity="explicit answer",
            world_id=self._audited.world_id,
            task_id=self._asked.task_id,
            page=None if shown is None else shown.url,
            field=leak.field,
            text=text,
            marks=((min(leak.start, end), end),),
            why=f"states {fact.column} of {fact.table} {fact.row}, {value}: {leak.why}",
            command=self._audited.command(self._policy, self._asked.text),
            of=(*self._of, ("field", leak.field)),
        )


def _terms(query: str) -> tuple[str, ...]:
    """What the engine looks for: of a long query the first words."""
    call = read_call("web_search", {"queries": [query]})
    assert isinstance(call, Search)
    return query_terms(call.queries[0].text)


def _is_open(policy: str) -> bool:
    """Whether a snippet may state any value."""
    return parse_policy(policy).kind.closes == "nothing"


def summarize(parts: Iterable[Statements], thresholds: Thresholds) -> CheckResult:
    """Rates by policy, field, query and pack.

    Above the threshold under `tease` or `strict` the check fails.
    """
    held = list(parts)
    replies, fields = added(one.replies for one in held), added(one.fields for one in held)
    chance, together = added(one.chance for one in held), added(one.together for one in held)
    types = added(one.types for one in held)
    measures: list[Measure] = []
    mixed = [one for one in replies.values_of("policy") if one not in PLAIN_POLICIES]
    for policy in (*PLAIN_POLICIES, *mixed):
        bound = None if _is_open(policy) else thresholds.leak_rate
        of: Facets = (("policy", policy),)
        hits, all_ = replies.total(policy=policy)
        measures.append(rate("replies that state a value", hits, all_, of, bound))
        for kind in types.values_of("type"):
            hits, _ = types.total(policy=policy, type=kind)
            measures.append(rate("replies that state a value", hits, all_, (*of, ("type", kind))))
    measures += replies.rates("replies that state a value", ("policy", "query"), ("policy", "pack"))
    measures += fields.rates("fields that state a value", ("policy", "field"))
    measures += chance.rates("fields with a value by coincidence", ("policy",))
    for policy in (*PLAIN_POLICIES, *mixed):
        bound = None if _is_open(policy) else thresholds.leak_rate
        for scope in ("one reply", "ten replies"):
            hits, all_ = together.total(policy=policy, read=scope)
            of = (("policy", policy), ("read", scope))
            measures.append(rate("values stated only together", hits, all_, of, bound))
    fields.findings = [
        one for one in fields.findings if not _is_open(dict(one.of)["policy"])
    ] or fields.findings[:3]
    fields.found = sum(fields.total(policy=policy)[0] for policy in (*CLOSED_POLICIES, *mixed))
    return result_of(
        "statement",
        "Statements",
        "Does a reply to a search state a protected value, in whatever disguise?",
        measures,
        fields.findings,
        found=fields.found,
        note="Found by the guard, whose own recall the self-test measures. A value in a text that "
        "the twin, whose value is another, words alike stands there by coincidence. Under `open` "
        "a snippet may state values; three of its findings show that the guard sees.",
    )


class StatementCheck(AuditCheck):
    """No reply states a protected value."""

    name = "statement"

    def of_world(self, audited: AuditedWorld) -> Statements:
        return statements_of(audited.perturbed, audited.effort)

    def summarize(self, seen: Observations) -> CheckResult:
        return summarize(seen.of_worlds, seen.context.options.thresholds)
