"""Whatever pack is drawn, what the generator makes of it the validator accepts.

Generators and validators share no code, so each checks the other's reading of the notation.
"""

from hypothesis import given

from fictionworld.generators.fill import FillOptions, WorldSeeds, fill_worlds
from fictionworld.packs.compile import compile_source
from fictionworld.packs.source import parse_source
from fictionworld.seeds import child_seed
from fictionworld.validators.check import check_worlds
from tests.examples import examples
from tests.strategies import packs, source_text

OPTIONS = FillOptions(row_range=(1, 5000))


def seeds(count):
    return [
        WorldSeeds(i, child_seed(i, "structure"), child_seed(i, "values")) for i in range(count)
    ]


@examples(60)
@given(packs())
def test_what_the_generator_makes_the_validator_accepts(data):
    pack = compile_source(parse_source(source_text(data), "drawn.yaml"))
    filled = fill_worlds(pack, seeds(6), OPTIONS)
    report = check_worlds(pack, filled.frames, worlds=filled.worlds, present=filled.columns)
    assert report, "\n".join(str(violation) for violation in report.violations[:5])
