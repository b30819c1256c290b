"""Sheets of a register: subjects by name that are no rows of the world, region by region."""

# Lists have dashes.
# ruff: noqa: RUF001

from __future__ import annotations

from functools import cache

import numpy as np

from fictionworld.packs.names import make_names
from fictionworld.packs.specification import Slice
from fictionworld.streams import Bits, FastStream, Ints, bits_at
from fictionworld.text.english import sentence, slug
from fictionworld.text.known import KnownNames
from fictionworld.text.names import confusable_pairs
from fictionworld.web.heads import HeadContext
from fictionworld.web.hosts import Site
from fictionworld.web.page_kind import WebPageKind
from fictionworld.web.plan_builder import PageBlock, PlanBuilder
from fictionworld.web.words import web_words
from fictionworld.web.world_plan import PlannedPage
from fictionworld.web.writing.blocks import bullets, paragraphs
from fictionworld.web.writing.context import WritingContext
from fictionworld.web.writing.header_footer import background_link, headline
from fictionworld.web.writing.page_writer import PageWriter

_ENTRIES = 160
"""Subjects on a sheet, about; as many sheets as the pack's slice needs."""
_NAMES_DRAWN = 280
"""Names drawn for a sheet: those that could be taken for others are left out."""
_CHARACTERS = 4_800
"""As many subjects stand on a sheet as have room: short names leave it for more."""
_CULTURE = "anglo"
_WORDS = web_words("register")


class Register(WebPageKind):
    """The register that a world of the strategy `long_tail` is a small slice of.

    Each sheet lists subjects of one region that is not the world's. They have names and seats, and
    no other page says anything about them.
    """

    name = "register"
    about_rows = False
    site = "directory"
    length = (5_340, 0, 0, 0, 0)
    voice = "a public register: plain and brief"

    def plan(self, builder: PlanBuilder) -> None:
        """Add sheets for so many times the rows of a world as the pack says."""
        batch = builder.batch
        part = batch.pack.spec.slice
        if part is None:
            return
        sheets = -(-batch.lines[part.of].counts * part.times // _ENTRIES)
        world = np.repeat(np.arange(len(batch)), sheets)
        number = np.arange(len(world)) - np.repeat(np.cumsum(sheets) - sheets, sheets) + 1
        builder.add(
            PageBlock(
                kind=self.name, name=self.name, world=world, site=self.site,
                part=number, parts=sheets[world],
            )
        )  # fmt: skip

    def head(
        self, heads: HeadContext, page: PlannedPage, site: Site, rng: FastStream
    ) -> tuple[str, str]:
        del rng
        region = _region(heads.context, page.part or 1)
        title = _slice(heads.context).title
        shape = site.pick(
            ("{title}: {region}", "{region} - {title}", "{title}, sheet for {region}")
        )
        return shape.format(title=title, region=region), f"register/{slug(region)}"

    def write(self, writer: PageWriter, site: Site) -> str:
        """Return the text of a sheet: names with seats, and where the world's own subjects are."""
        context, rng, sheet = writer.context, writer.rng, writer.plan.part or 1
        part, region = _slice(context), _region(context, sheet)
        nouns, first = context.nouns[part.of], writer.links.chains[part.of][0]
        slots = {
            "register": part.title, "region": region, "many": nouns.many, "one": nouns.one,
            "Many": sentence(nouns.many), "own": context.place or context.themes[0],
            "link": writer.links.titled(first),
        }  # fmt: skip
        entries = sorted(_subjects(context, part, sheet))
        lines = [f"{name} – {seat}" for name, seat in entries]
        notes = [sentence(note.format(**slots)) for note in rng.some(_WORDS["notes"], 3)]
        text = [headline(writer), sentence(rng.pick(_WORDS["leads"]).format(**slots))]
        text += [bullets(writer, lines), *paragraphs(writer, notes, 2, 3)]
        text.append(sentence(site.pick(_WORDS["owns"], 3).format(**slots)))
        text.append(sentence(site.pick(_WORDS["ends"], 7).format(**slots)))
        sheets = writer.links.register
        if len(sheets) > 1:
            following = sheets[sheet % len(sheets)]
            text.append(f"{site.pick(_WORDS['onward'], 5)} {writer.links.titled(following)}")
        else:
            text += [f"See also {link}." for link in background_link(writer)]
        return "\n\n".join(text)


KIND = Register()


def _slice(context: WritingContext) -> Slice:
    part = context.pack.spec.slice
    assert part is not None, "only worlds of such packs have sheets of a register"
    return part


def _bits(context: WritingContext, stream: str, index: Ints) -> Bits:
    seeds = np.full(len(index), context.world.structure_seed, np.uint64)
    return bits_at(seeds, f"web/register/{stream}", index)


def _culture(context: WritingContext) -> str:
    return str(context.setting.get("culture", _CULTURE))


def _region(context: WritingContext, sheet: int) -> str:
    """Return the region of a sheet: no two have the same, and none the world's."""
    regions = make_names(
        "region", _culture(context), _bits(context, "region", np.arange(2 * sheet + 20))
    )
    others: list[str] = [name for name in dict.fromkeys(regions.tolist()) if name != context.place]
    return others[sheet - 1]


def _subjects(context: WritingContext, part: Slice, sheet: int) -> list[tuple[str, str]]:
    """Return the names on a sheet, each with a town.

    None can be taken for a row of the world or for another name on the sheet, and none is real.
    """
    table = context.pack.tables[part.of]
    column = table.name_column
    assert column is not None
    assert column.spec.draw is not None
    pool = str(column.spec.draw.written)
    index = sheet * _NAMES_DRAWN + np.arange(_NAMES_DRAWN)
    culture = _culture(context)
    drawn = make_names(pool, culture, _bits(context, "subject", index))
    own = np.array(context.cells(part.of, column.name), object)
    names = np.concatenate([own, drawn])
    people = pool == "person"
    pairs = confusable_pairs(names, np.zeros(len(names), np.int64), people=people)
    left_out = _known().contains(names)
    left_out[pairs[:, 1]] = True
    kept = np.flatnonzero(~left_out[len(own) :])
    seats = make_names("town", culture, _bits(context, "seat", index[kept]))
    subjects = list(zip(drawn[kept].tolist(), seats.tolist(), strict=True))
    ends = np.cumsum([len(f"* {name} – {seat}\n") for name, seat in subjects])
    return subjects[: np.searchsorted(ends, _CHARACTERS, "right")]


@cache
def _known() -> KnownNames:
    return KnownNames.load()
