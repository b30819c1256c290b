"""Official pages: of a firm, a club, a shop, about themselves and what is theirs."""

# Pages have their own marks.
# ruff: noqa: RUF001

from __future__ import annotations

from typing import TYPE_CHECKING

from fictionworld.text.english import sentence
from fictionworld.web.words import web_words
from fictionworld.web.writing.blocks import bullets, heading, paragraphs, table
from fictionworld.web.writing.prose import fill, listed_pairs, sentences
from fictionworld.web.writing.related import further_links, press_links
from fictionworld.web.writing.rowsets import sections_of
from fictionworld.web.writing.style import written_date
from fictionworld.web.writing.talk import words_lacking

if TYPE_CHECKING:
    from fictionworld.web.hosts import Site
    from fictionworld.web.writing.sheet import Sheet

__all__ = ["site_foot", "site_head", "write_official"]

_WORDS = web_words("official")


def site_head(sheet: Sheet, site: Site, table_name: str, row: int | None) -> str:
    """The breadcrumb and the notice of a host, the same on all its pages."""
    crumb = _WORDS["breadcrumbs"][site.seed % len(_WORDS["breadcrumbs"])]
    notice = _WORDS["notices"][site.seed // 11 % len(_WORDS["notices"])]
    nouns = sheet.scene.nouns[table_name]
    text = crumb.replace("{Many}", sentence(nouns.many))
    if row is None:
        text = text.partition("{name}")[0].rstrip(" >/›")
    text = fill(sheet, text, table_name, row)
    return f"{text}\n\n*{notice}*" if notice else text


def site_foot(sheet: Sheet, site: Site) -> str:
    """The last lines of a host's pages."""
    text = _WORDS["footers"][site.seed // 17 % len(_WORDS["footers"])]
    if sheet.head.date is not None:
        day = written_date(sheet.head.date, sheet.style.dates)
        word = ("Last updated", "Page updated", "Status", "As of")[site.seed // 23 % 4]
        return f"{text}\n\n{word}: {day}"
    return text


def write_official(sheet: Sheet, site: Site) -> str:
    """The text of an official page about one row."""
    scene, rng, plan = sheet.scene, sheet.rng, sheet.plan
    name, row = plan.table or "", plan.row or 0
    nouns = scene.nouns[name]
    is_own = (site.table, site.row) == (name, row)
    text = [
        site_head(sheet, site, name, row),
        heading(sheet, sentence(scene.phrase(name, row)), 1),
    ]
    things = not is_own and not nouns.person
    lacking = words_lacking(sheet, 95)
    own = sheet.own()
    text.append(_intro(sheet, name, row, is_own=is_own))
    pool = _WORDS["us"] if is_own else _WORDS["people_copy"] if nouns.person else _WORDS["service"]
    copy = rng.some(pool, max(rng.between(1, 2), (lacking + 38) // 25))
    if len(copy) > 2 or rng.chance(0.3):
        text.append(copy.pop())
    text += _facts(
        sheet, name, row, own, _WORDS["heads"] + _WORDS["sheets"] if things else _WORDS["heads"]
    )
    for section in sections_of(sheet):
        text += [heading(sheet, section.title), *section.blocks]
    text += paragraphs(sheet, copy, 1, 2)
    links = press_links(sheet, name, row)[:3] + further_links(sheet, name, row)
    if links:
        more = rng.pick(("More", "Read on", "Related pages", "Elsewhere", "Further reading"))
        text += [heading(sheet, more), bullets(sheet, links[:7])]
    text.append(site_foot(sheet, site))
    return "\n\n".join(filter(None, text))


def _intro(sheet: Sheet, name: str, row: int, *, is_own: bool) -> str:
    rng = sheet.rng
    pool: tuple[str, ...]
    if is_own:
        pool = _WORDS["organisation"]
        texts = sorted(rng.some(pool, rng.between(1, 2)), key=pool.index)
    else:
        pool = _WORDS["people"] if sheet.scene.nouns[name].person else _WORDS["copy"]
        texts = [rng.pick(pool)]
    return " ".join([sentence(fill(sheet, one, name, row)) for one in texts])


def _facts(sheet: Sheet, name: str, row: int, own: list[str], heads: tuple[str, ...]) -> list[str]:
    """A data sheet, a list, or sentences; or the first half in sentences and the rest below."""
    if not own:
        return []
    rng = sheet.rng
    head = heading(sheet, rng.pick(heads))
    told = sheet.scene.wordings
    match rng.below(4):
        case 0:
            lines = [(told[name, one].label, sheet.cell(told[name, one], row)) for one in own]
            return [head, table(("", sheet.scene.name(name, row)), lines)]
        case 1:
            return [head, bullets(sheet, listed_pairs(sheet, name, row, own))]
        case 2:
            half = (len(own) + 1) // 2
            first = sentences(sheet, name, row, own[:half])
            rest = bullets(sheet, listed_pairs(sheet, name, row, own[half:]))
            return [" ".join(first), head, rest] if own[half:] else [" ".join(first)]
        case _:
            return [head, *paragraphs(sheet, sentences(sheet, name, row, own), 3, 4)]
