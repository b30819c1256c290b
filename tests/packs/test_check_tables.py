"""Mistakes in names, roles, references, row plans, their order and phrases, each planted alone."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from tests.packs.planting import F, P, assert_found, case_ids

PLANTED = [
    # pack, old, new, place, what is said
    # columns that a world may not have
    (P, "units:         {role: askable,", "units:         {role: askable, optional: 0.5,",
     "tables.sales.columns.share.derive.share.of",
     ["got sales.units, which a world has with probability 0.5; drop its optional"]),
    # names
    (P, "      body:          {", "      order:         {", "tables.phone.columns.order",
     ["got the name 'order', a reserved word of SQL; choose another, such as 'order_1'"]),
    (P, "      body:          {", "      world_id:      {", "tables.phone.columns.world_id",
     ["got the name 'world_id', which every table has already"]),
    (P, "      body:          {", "      as_of:         {", "tables.phone.columns.as_of",
     ["got the name 'as_of', which paths keep for the setting"]),
    (P, "  market_size: {", "  limit: {", "setting.limit", ["a reserved word of SQL"]),
    (P, "\n  review:\n", "\n  outlet:\n", "tables.outlet",
     ["got the name 'outlet', by which page plans name the newspapers of a world"]),
    # setting
    (P, "  as_of:       {role", "  told:        {role", "setting",
     ["got no 'as_of', today's date in the world"]),
    (P, "draw: {between: [year + 5m, year - 10d]}", "type: year, draw: {uniform: [2029, 2030]}",
     "setting.as_of", ["got year; allowed: a date"]),
    (P, "  region:      {role: context", "  region:      {role: askable", "setting.region.role",
     ["got 'askable'; allowed: context, hidden"]),
    (P, "draw: {lognormal: [1.0, 0.4]}}", "decimals: 2}",
     "setting.market_size", ["got 'decimals' twice"]),
    (P, ", draw: {lognormal: [1.0, 0.4]}}", "}",
     "setting.market_size", ["got a column without a source; give it draw or derive"]),
    (P, "draw: {lognormal: [1.0, 0.4]}}", "draw: {distinct: 1..9}}",
     "setting.market_size.draw.distinct", ["the setting is one row"]),
    # roles and keys
    (P, "{role: context, type: name, label: [Regional head", "{role: name, type: name, label: [Regional head",
     "tables.brand.columns.head.role", ["got a second name column, after 'name'; allowed: one"]),
    (P, "{role: name, label: [Retailer", "{role: context, label: [Retailer", "tables.retailer",
     ["got neither a name column nor a key"]),
    (P, "{role: name, label: [Retailer, Shop, Chain], draw: {pool: retailer}}",
     "{role: name, type: integer, draw: {poisson: 3}}", "tables.retailer.columns.name",
     ["got a name that is an integer; allowed: text"]),
    (P, "key: [phone, year]", "key: [phone, yeer]", "tables.sales.key[1]",
     ["got 'yeer'; columns of sales: phone, year", "did you mean 'year'?"]),
    (P, "key: [phone, outlet]", "key: [phone, score]", "tables.review.key[1]",
     ["got 'score', which is askable; allowed in a key: names, context and references"]),
    (P, "{role: name, label: [Retailer", "{role: name, optional: 0.5, label: [Retailer",
     "tables.retailer.columns.name.optional", ["a key or name column is in all worlds"]),
    # references
    (P, "role: context, ref: chip", "role: context, ref: chop", "tables.phone.columns.chip.ref",
     ["got 'chop'; tables: brand, chip", "did you mean 'chip'?"]),
    (P, "{role: context, ref: chip", "{role: askable, ref: chip", "tables.phone.columns.chip.role",
     ["got 'askable'; allowed: context, hidden"]),
    (P, "draw: {between: [year + 5m, year - 10d]}", "draw: {between: [year + 5m, 2031]}",
     "setting.as_of.draw.between[1]", ["got 2031, a number; give a date such as 2031-01-01"]),
    # what nothing reads
    (P, "{pool: retailer}", "{pool: retailer, around: seat}",
     "tables.retailer.columns.name.draw.around",
     ["got around with the pool retailer", "allowed with film_festival, football_club, stadium"]),
    (P, "{role: context, type: name, label: [Seat, Headquarters], draw: {pool: town}",
     "{role: context, type: name, unit: km, label: [Seat, Headquarters], draw: {pool: town}",
     "tables.retailer.columns.seat.unit", ["got a unit for a name; allowed for a number"]),
    (P, "label: [Seat, Headquarters], draw: {pool: town}",
     'label: [Seat, Headquarters], draw: {pool: town}, spoken: {most: farthest}',
     "tables.retailer.columns.seat.spoken.most", ["got 'most' for a name, of which nothing says it; allowed for a number, a date or a year"]),
    (P, "label: [Seat, Headquarters], draw: {pool: town}",
     'label: [Seat, Headquarters], draw: {pool: town}, spoken: {where: ["based {when}"]}',
     "tables.retailer.columns.seat.spoken.where[0]", ["got {when} for a name; give {value}"]),
    (P, "label: [Seat, Headquarters], draw: {pool: town}",
     'label: [Seat, Headquarters], draw: {pool: town}, spoken: {has: [a, b]}',
     "tables.retailer.columns.seat.spoken.has", ["got 'has' for a name", "allowed for a reference"]),
    (P, "      body:          {role: hidden, ", "      body:          {role: hidden, label: Body, ",
     "tables.phone.columns.body.label", ["got label; allowed: none for a hidden column"]),
    (F, "label: [Home town, Town], draw: {pool: town}", "label: [Comes from], draw: {pool: town}",
     "tables.manager.columns.origin.label",
     ["got the label 'Comes from', from which questions would make 'its Comes from'"]),
    # row plans
    (P, "rows: {per: phone, count", "rows: {per: fone, count", "tables.review.rows.per",
     ["got 'fone'; tables: brand", "did you mean 'phone'?"]),
    (P, "rows: {pairs: [retailer, phone]", "rows: {pairs: [retailer, fone]", "tables.offer.rows.pairs",
     ["got 'fone'; tables", "did you mean 'phone'?"]),
    (P, "rows: {each: phone, years", "rows: {each: fone, years", "tables.sales.rows.each",
     ["did you mean 'phone'?"]),
    (F, "rows: {one_per: club}", "rows: {one_per: clubs}", "tables.standing.rows.one_per",
     ["did you mean 'club'?"]),
    (F, "rows: {sample: player", "rows: {sample: players", "tables.transfer.rows.sample",
     ["did you mean 'player'?"]),
    (F, "rows: {round_robin: club", "rows: {round_robin: clubb", "tables.match.rows.round_robin",
     ["did you mean 'club'?"]),
    (P, "rows: {each: phone, years: [model_year, setting.year - 1]}", "rows: {each: phone}",
     "tables.sales.rows", ["got each without 'years'; give it years"]),
    (P, "rows: 8..12", "rows: {span: 8..12, count: 3}", "tables.brand.rows.count",
     ["got 'count' with span; allowed with per and pairs and sample"]),
    (P, "rows: 8..12", "rows: 8.5..12", "tables.brand.rows.span", ["got 8.5..12; allowed: whole numbers"]),
    (P, "rows: 8..12", "rows: 8..9000", "tables.brand.rows", ["got up to 9,000 rows; allowed: 5,000"]),
    (P, "count: {0: 4, 1: 5, 2: 2, 3: 1}", "count: {0: 4, 99: 1}", "tables.review.rows",
     ["got up to 11,088 rows; allowed: 5,000"]),
    (P, "count: 45..80", "count: 1200..1300", "tables.offer.rows.count", ["pairs; allowed: at most 1120"]),
    (P, "key: [phone, year]", "key: [phone]", "tables.sales.key", ["got a key of 1 with each; give key: the reference"]),
    (P, "key: [retailer, phone]", "key: [phone, retailer]", "tables.offer.key[0]",
     ["got 'phone', a ref to phone; allowed: a ref to retailer"]),
    (P, "key: [phone, year]", "key: [year, phone]", "tables.sales.key", ["give first the ref to phone: phone"]),
    (F, "key: [home, away]", "key: [home, referee]", "tables.match.key[1]",
     ["got 'referee', a ref to referee; allowed: a ref to club"]),
    (F, "      round:        {", "      rounds:       {", "tables.match.columns.rounds",
     ["got a column without a source"]),
    (F, "legs: 2, round: round}", "legs: 2, round: rond}", "tables.match.rows.round",
     ["got 'rond'; columns of match", "did you mean 'round'?"]),
    (F, "terms: {start: appointed", "terms: {start: apointed", "tables.manager.rows.terms.start",
     ["got 'apointed'; columns of manager", "did you mean 'appointed'?"]),
    (F, "{role: askable, type: date, label: [Left,", "{role: askable, type: year, label: [Left,",
     "tables.manager.columns.departed.type", ["got year, but the row plan gives a end here; allowed: date"]),
    (F, "label: [Left, In office until],", "label: [Left], draw: {between: [as_of, as_of]},",
     "tables.manager.columns.departed.draw", ["got draw, but the row plan gives this column; drop it"]),
    (P, "type: name, label: [Seat, Headquarters], draw: {pool: town}}", "type: name, label: [Seat]}",
     "tables.retailer.columns.seat", ["got a column without a source; give it ref, draw or derive"]),
    (P, "role: context, ref: phone}\n      outlet:", "role: context, ref: phone, pick: {skew: 1}}\n      outlet:",
     "tables.review.columns.phone.pick", ["got pick, but the row plan gives this reference"]),
    (P, "count: 45..80", "count: 4..8", "tables.offer.rows.pairs",
     ["got pairs out of 560,000; allowed: 100,000; make the tables smaller"]),
    (P, "rows: {each: phone, years: [model_year, setting.year - 1]}",
     "rows: {each: phone, years: [31, setting.year - 1]}", "tables.sales.rows.years[0]",
     ["got 31; allowed: a year from 1500 to 2500"]),
    (P, "key: [retailer, phone]", "key: [retailer, phone, retailer]", "tables.offer.key",
     ["got a key of 3 with pairs"]),
    (F, "key: [club]", "key: [club, club]", "tables.standing.key[1]",
     ["got 'club' twice; give each key column once"]),
    # order and structure
    (P, "draw: {normal: [0, 1], driven_by: {position", "draw: {normal: [0, 1], driven_by: {service_centres: 0.1, position",
     "tables.brand.columns.pull", ["got the circle brand.pull -> brand.service_centres -> brand.pull"]),
    (P, "draw: {choice: {entry: 3, mid-range: 4, flagship: 3}, driven_by: {tier: 0.95}}",
     "draw: {choice: {entry: 3, mid-range: 4}, driven_by: {brand.satisfaction: 0.9}}",
     "tables.series.columns.segment",
     ["got context made from the askable brand.satisfaction (series.segment -> brand.satisfaction)"]),
    (P, "draw: {normal: [0, 0.8], driven_by: {", "draw: {normal: [0, 0.8], driven_by: {brand.satisfaction: 0.3, ",
     "tables.series.columns.segment",
     ["(series.segment -> series.tier -> brand.satisfaction)", "allowed: names, context and hidden columns"]),
    (P, "pick: {latest: announced, until: model_year", "pick: {latest: cores, until: model_year",
     "tables.phone.columns.chip", ["got a reference made from the askable chip.cores"]),
    (P, "years: [setting.year - 3, setting.year], keep", "years: [setting.year - 3, peak], keep",
     "tables.phone.rows", ["got rows made from the askable series.peak"]),
    # phrases
    (P, '"{subject} launched at {value}"', '"{subject} launched at {valeu}"',
     "tables.phone.columns.price.spoken.page[0]", ["got 'valeu'; slots: subject, value, label", "'value'?"]),
    (P, '"{subject} launched at {value}"', '"{subject} launched at {value"',
     "tables.phone.columns.price.spoken.page[0]", ["with a brace left over"]),
    (P, '"{subject} launched at {value}"', '"{subject} was launched"',
     "tables.phone.columns.price.spoken.page[0]", ["without {value}; a statement has it once"]),
    (P, '"{subject} launched at {value}"', '"{subject} launched at {value}, just {value}"',
     "tables.phone.columns.price.spoken.page[0]", ["with 2 times {value}; a statement has it once"]),
    (P, 'page: ["{subject} launched at {value}"', 'none: ["{subject} has no price"], page: ["{subject} launched at {value}"',
     "tables.phone.columns.price.spoken.none[0]", ["without {value}; a statement has it once"]),
    (P, "spoken: {one: phone, many: phones}", 'spoken: {one: phone, many: phones, page: ["Most cost {value}."]}',
     "tables.phone.spoken.page[0]", ["got 'value'; slots: subject"]),
    (F, "many: transfers, subject: player}", "many: transfers, subject: to_club}",
     "tables.transfer.spoken.subject", ["got 'to_club'; allowed: the one reference of a key"]),
    (P, "spoken: {one: phone, many: phones}", "spoken: {one: phone, many: phones, subject: chip}",
     "tables.phone.spoken.subject", ["got 'chip'; allowed: the one reference of a key"]),
    # pages
    (P, "    spoken: {one: phone, many: phones}", "    pages: [{kind: memo}]\n    spoken: {one: phone, many: phones}",
     "tables.phone.pages[0].kind",
     ["got memo, whose site worlds of strategy time_shifted do not have", "allowed: encyclopedia, official, news",
      "or say strategy: private"]),
    (P, 'in {setting.year}"', 'in {setting.yeer}"', "title", ["got 'setting.yeer'; slots", "'setting.year'?"]),
]  # fmt: skip

# A second change, where the mistake needs a column that the pack has not.
ALSO = {
    "count: 4..8": ("rows: 6..10", "rows: 6..5000"),
    "years: [setting.year - 3, peak], keep": (
        "      first_number:  {",
        "      peak: {role: askable, type: year, draw: {uniform: [2027, 2028]}}\n      first_number:  {",
    ),
}

# Seen where it does harm rather than where it was written.
SEEN_ELSEWHERE = {
    "  told:        {role",
    "{role: context, label: [Retailer",
    "draw: {normal: [0, 0.8], driven_by: {brand.satisfaction: 0.3, ",
    "years: [setting.year - 3, peak], keep",
    "units:         {role: askable, optional: 0.5,",
}


@pytest.mark.parametrize(("pack", "old", "new", "place", "said"), PLANTED, ids=case_ids(PLANTED))
def test_a_mistake_is_found(pack, old, new, place, said):
    assert_found(pack, old, new, place, said, then=ALSO.get(new), elsewhere=new in SEEN_ELSEWHERE)
