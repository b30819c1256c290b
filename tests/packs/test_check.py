"""Each kind of mistake in meaning, planted alone, is found: file, line, place, and the way out."""

# A table of cases reads across.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from fictionworld.packs.check import check_pack
from fictionworld.packs.source import pack_names, parse_source, read_source
from tests.packs.planting import COPIES, plant

P, F = "smartphones", "football"
RULE = "rules:\n"


def rule(text):
    return f"rules:\n  - {{{text}}}\n"


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
    # paths
    (P, "times: phone.price", "times: phone.prise", "tables.offer.columns.price.draw.times",
     ["got 'prise' in 'phone.prise'; columns of phone: series", "did you mean 'price'?"]),
    (P, "times: phone.price", "times: fone.price", "tables.offer.columns.price.draw.times",
     ["got 'fone' in 'fone.price'; columns of offer: retailer", "did you mean 'phone'?"]),
    (P, "times: phone.price", "times: phone.price.level", "tables.offer.columns.price.draw.times",
     ["got 'phone.price.level', but phone.price is no reference", "references of phone: series, brand"]),
    (P, "times: setting.market_size", "times: setting.market", "tables.sales.columns.units.draw.times",
     ["got 'market' in 'setting.market'; columns of setting: year", "did you mean"]),
    (P, "times: setting.market_size", "times: market_size", "tables.sales.columns.units.draw.times",
     ["got 'market_size'; columns of sales", "did you mean 'setting.market_size'?"]),
    (P, "times: phone.price", "times: phone.brand", "tables.offer.columns.price.draw.times",
     ["got phone.brand, which is a reference; allowed: a number"]),
    (P, "times: phone.price", "times: phone.launched", "tables.offer.columns.price.draw.times",
     ["got phone.launched, which is a date; allowed: a number"]),
    (P, "phone.launched - 5d, phone.launched + 60d]", "phone.launched - 5, phone.launched + 60d]",
     "tables.review.columns.published.draw.between[0]",
     ["got phone.launched - 5, but phone.launched stands for a day; say of what: phone.launched - 5d"]),
    (P, "draw: {uniform: [1921, setting.year - 12]}", "draw: {uniform: [1921, setting.year - 12y]}",
     "tables.retailer.columns.founded.draw.uniform[1]", ["give the offset without 'y'"]),
    (P, "phone.launched - 5d, phone.launched + 60d]", "phone.price - 5d, phone.launched + 60d]",
     "tables.review.columns.published.draw.between[0]", ["got phone.price, which is money; allowed: a date"]),
    (P, 'pattern: "{series.name} {number}"', 'pattern: "{series.nam} {number}"',
     "tables.phone.columns.name.draw.pattern", ["got 'nam' in 'series.nam'", "did you mean 'name'?"]),
    (P, 'pattern: "{series.name} {number}"', 'pattern: "{series} {number}"',
     "tables.phone.columns.name.draw.pattern", ["got series, which is a reference"]),
    (P, "pick: {copy: series.brand}", "pick: {copy: series.segment}", "tables.phone.columns.brand.pick.copy",
     ["got series.segment, which is a category; allowed: a reference"]),
    (P, "within: [series], order: model_year", "within: [series], order: body_", "tables.phone.columns.number.draw.ordinal.order",
     ["did you mean 'body'?"]),
    (P, "years: [setting.year - 3, setting.year], keep", "years: [begum, setting.year], keep",
     "tables.phone.rows.years[0]", ["got 'begum'; columns of series", "did you mean 'begun'?"]),
    (F, "since: setting.kick_off - 4y", "since: setting.kickoff - 4y", "tables.manager.rows.terms.since",
     ["got 'kickoff'", "did you mean 'kick_off'?"]),
    (F, "derive: {years: [born, setting.as_of]}", "derive: {years: [shirt, setting.as_of]}",
     "tables.player.columns.age.derive.years[0]", ["got shirt, which is an integer; allowed: a date"]),
    # expressions
    (P, 'sql: "units * phone.price / 1000"', 'sql: "units * phone.prise / 1000"',
     "tables.sales.columns.revenue.derive.sql", ["did you mean 'price'?"]),
    (P, 'sql: "units * phone.price / 1000"', 'sql: "sum(units)"', "tables.sales.columns.revenue.derive.sql",
     ["got sum; allowed: abs"]),
    (P, 'sql: "units * phone.price / 1000"', 'sql: "rownd(units)"', "tables.sales.columns.revenue.derive.sql",
     ["got rownd; allowed: abs", "did you mean 'round'?"]),
    (P, 'sql: "units * phone.price / 1000"', 'sql: "units * phone.launched"',
     "tables.sales.columns.revenue.derive.sql", ["No function matches", "phone.launched DATE"]),
    (P, 'sql: "units * phone.price / 1000"', 'sql: "phone.launched"', "tables.sales.columns.revenue.derive.sql",
     ["got a DATE from 'phone.launched'; allowed: money"]),
    (P, 'sql: "growth > -100"', 'sql: "growth + 100"', "rules[18].sql", ["allowed: a boolean"]),
    (P, 'sql: "growth > -100"', 'sql: "growht > -100"', "rules[18].sql", ["did you mean 'growth'?"]),
    (P, RULE, rule('in: phone, sql: "name = current_date::VARCHAR"'), "rules[0].sql",
     ["got current_date, which is not part of the world; allowed: columns, and as_of"]),
    (P, "type: money, decimals: 1, unit: million, label: [Revenue", "decimals: 1, label: [Revenue",
     "tables.sales.columns.revenue", ["got sql without a type"]),
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
    # types, options, bounds
    (P, "type: decimal, draw: {normal: [0, 0.8]", "type: text, draw: {normal: [0, 0.8]",
     "tables.series.columns.tier.type", ["got text with draw normal; allowed: decimal, integer, money"]),
    (P, "type: date, label: [Published, Review date]", "type: year, label: [Published, Review date]",
     "tables.review.columns.published.type", ["got year with draw between; allowed: date"]),
    (F, "type: boolean, draw: {true_share: 0.28}", "type: integer, draw: {true_share: 0.28}",
     "tables.transfer.columns.free.type", ["got integer with draw true_share; allowed: boolean"]),
    (P, "draw: {choice: {6: 1, 8: 5, 10: 3, 12: 1}", "draw: {choice: {six: 1, 8: 5}",
     "tables.chip.columns.cores.draw.choice", ["got 'six' in a column of integer; allowed: whole numbers"]),
    (P, "type: integer, label: [Stores", "type: integer, decimals: 2, label: [Stores",
     "tables.retailer.columns.stores.decimals", ["got 2 decimals of integer; allowed: decimal, money"]),
    (P, "draw: {pool: retailer}", "draw: {pool: retailer, at_least: 3}", "tables.retailer.columns.name.draw.at_least",
     ["got 'at_least' with pool; allowed with uniform"]),
    (P, "at_least: 3, at_most: 2400}", "at_least: 3, at_most: 2400, weekdays: [sat]}",
     "tables.retailer.columns.stores.draw.weekdays", ["got 'weekdays' with lognormal; allowed with between"]),
    (P, "at_least: 3, at_most: 2400}", "at_least: 3000, at_most: 2400}",
     "tables.retailer.columns.stores.draw.at_least", ["got 3000 as the low end and 2400 as the high one; swap"]),
    (P, "draw: {uniform: [2028, 2034]}", "draw: {uniform: [2034, 2028]}", "setting.year.draw.uniform", ["swap them"]),
    (P, "draw: {between: [year + 5m, year - 10d]}", "draw: {between: [2031-05-01, 2031-04-30]}",
     "setting.as_of.draw.between", ["got 2031-05-01 as the low end and 2031-04-30"]),
    (P, "draw: {normal: [7.6, 0.8]", "draw: {normal: [7.6, -0.8]", "tables.review.columns.score.draw.normal",
     ["got a spread of -0.8; allowed: above 0"]),
    (P, "draw: {lognormal: [120, 0.9]", "draw: {lognormal: [0, 0.9]", "tables.retailer.columns.stores.draw.lognormal",
     ["got 0 to start from; allowed: above 0"]),
    (F, "draw: {distinct: 1..39", "draw: {distinct: 1..9", "tables.player.columns.shirt.draw.distinct",
     ["got 9 numbers for up to 15 rows; widen the span"]),
    (P, "draw: {choice: {value: 3, mainstream: 4, premium: 2}}", "draw: {choice: {}}",
     "tables.brand.columns.position.draw.choice", ["got an empty list; give at least one"]),
    (F, "draw: {distinct: 1..39", "draw: {distinct: 1..39000000", "tables.player.columns.shirt.draw.distinct",
     ["got 1..39000000; allowed: at most 10,000"]),
    (P, "palette: {size: 5..8}", "palette: {size: 5..8000}", "tables.review.columns.outlet.draw.palette.size",
     ["got 5..8000; allowed: at most 500"]),
    (P, "at_least: 3, at_most: 2400}", "at_least: 3, at_most: 24000000000000}",
     "tables.retailer.columns.stores.draw.at_most", ["allowed: up to 1,000,000,000,000; use a larger unit"]),
    (P, "phone.launched + 60d]", "phone.launched + 6000000d]", "tables.review.columns.published.draw.between[1]",
     ["allowed: an offset of at most 100,000"]),
    (P, 'pattern: "{series.name} {number}"', 'pattern: "Model T"', "tables.phone.columns.name.draw.pattern",
     ["got 'Model T' for all rows; give it a slot"]),
    # words and labels
    (P, "draw: {pool: retailer}", "draw: {pool: retailers}", "tables.retailer.columns.name.draw.pool",
     ["got 'retailers'; pools: person", "did you mean 'retailer'?"]),
    (P, "brands: consumer_electronics", "brands: consumer_electronic", "tables.brand.columns.name.draw.brands",
     ["consumer_electronics", "did you mean"]),
    (F, "[anglo, nordic, iberian", "[anglo, nordik, iberian", "setting.culture.draw",
     ["got 'nordik'; cultures: anglo", "did you mean 'nordic'?"]),
    (P, "{position: {premium: 0.7, value: -0.5}}", "{position: {premum: 0.7, value: -0.5}}",
     "tables.brand.columns.satisfaction.draw.driven_by.position.premum",
     ["got 'premum'; values of position: value, mainstream, premium", "did you mean 'premium'?"]),
    (P, "EUR: 0.95, USD: 1.0, AUD: 1.5", "EUR: 0.95, USD: 1.0", "setting.price_level.draw.map.currency",
     ["got no value for 'AUD'; give one for each currency"]),
    (F, "when: {free: false}", "when: {free: 0}", "tables.transfer.columns.fee.draw.when.free",
     ["got 0 for free, a boolean; allowed: true or false"]),
    (F, "weights: {position: {forward: 9", "weights: {position: {foreward: 9",
     "tables.player.columns.goals.draw.share_out.weights.position.foreward", ["did you mean 'forward'?"]),
    (F, "draw: {choice: {men: 3, women: 2}}", "draw: {choice: {men: 3, ladies: 2}}",
     "tables.player.columns.name.draw.gender", ["got 'ladies'; allowed: men, women"]),
    (P, 'pattern: "{word}{suffix}"', 'pattern: "{word}{sufix}"', "tables.series.columns.name.draw.pattern",
     ["got 'sufix'; columns of series", "got a part 'suffix' that the pattern has no slot for"]),
    (P, "{body: 0.6, series.tier: 0.2}", "{body: 0.9, series.tier: 0.6}", "tables.phone.columns.battery.draw.driven_by",
     ["got correlations whose squares sum to 1.17; allowed: at most 1"]),
    (P, "driven_by: {phone.battery: 0.6}", "driven_by: {phone.battery: 1.6}",
     "tables.review.columns.hours.draw.driven_by.phone.battery", ["got 1.6; allowed: a correlation from -1 to 1"]),
    (P, "driven_by: {phone.battery: 0.6}", "driven_by: {phone.review_average: 0.6}",
     "tables.review.columns.hours.draw.driven_by.phone.review_average", ["that is not drawn as a number"]),
    # figures
    (P, "derive: {average: {of: review.score, by: phone}}", "derive: {average: {of: review.skore, by: phone}}",
     "tables.phone.columns.review_average.derive.average.of", ["got 'skore'; columns of review", "'score'?"]),
    (P, "derive: {average: {of: review.score, by: phone}}", "derive: {average: {of: reviews.score, by: phone}}",
     "tables.phone.columns.review_average.derive.average.of", ["got 'reviews'; tables", "did you mean 'review'?"]),
    (P, "derive: {average: {of: review.score, by: phone}}", "derive: {average: {of: review.outlet, by: phone}}",
     "tables.phone.columns.review_average.derive.average.of", ["got review.outlet, a name; allowed: a number"]),
    (P, "derive: {average: {of: review.score, by: phone}}", "derive: {average: {of: review.score, by: fone}}",
     "tables.phone.columns.review_average.derive.average.by", ["got 'fone'", "did you mean 'phone'?"]),
    (F, "derive: {count: {of: match, by: referee}}", "derive: {count: {of: match, by: home}}",
     "tables.referee.columns.matches.derive.count.by", ["got 'home', a ref to club; allowed: a ref to referee"]),
    (P, "type: percent, decimals: 2, label: [Unit share", "type: text, label: [Unit share",
     "tables.sales.columns.share.type", ["got text for share; allowed: decimal, percent"]),
    (P, "derive: {share: {of: units, within: [year]}}", "derive: {share: {of: phone, within: [year]}}",
     "tables.sales.columns.share.derive.share.of", ["got phone, which is a reference; allowed: a number"]),
    (F, "home_scored: home_goals", "home_scored: home_goal", "tables.standing.standings.home_scored",
     ["got 'home_goal'; columns of match", "did you mean 'home_goals'?"]),
    (F, "home_scored: home_goals", "home_scored: weekend", "tables.standing.standings.home_scored",
     ["got match.weekend, a date; allowed: an integer"]),
    (F, "standings: {matches: match", "standings: {matches: matches", "tables.standing.standings.matches",
     ["did you mean 'match'?"]),
    (F, "home: home, away: away, home_scored", "home: home, away: referee, home_scored",
     "tables.standing.standings.away", ["got 'referee'; references of match to club: home, away"]),
    (F, "share_out: {total: standing.scored", "share_out: {total: standing.scorred",
     "tables.player.columns.goals.draw.share_out.total", ["got 'scorred'", "did you mean 'scored'?"]),
    (F, "total: standing.scored, by: club", "total: standing.scored, by: clib",
     "tables.player.columns.goals.draw.share_out.by", ["got 'clib'", "references to standing, or that both tables have: club; did you mean 'club'?"]),
    # picks
    (P, "pick: {latest: announced, until", "pick: {latest: anounced, until", "tables.phone.columns.chip.pick.latest",
     ["got 'anounced'; columns of chip", "did you mean 'announced'?"]),
    (P, "pick: {latest: announced, until: model_year, among: 6}", "pick: {latest: announced}",
     "tables.phone.columns.chip.pick.latest", ["got 'latest' without 'until'; give both"]),
    (P, "pick: {roots: 0.75}", "pick: {skew: 0.75}", "tables.retailer.columns.owner",
     ["got a ref to the same table; give pick: {roots: 0.5}"]),
    (P, "ref: brand, pick: {skew: 0.4}", "ref: brand, pick: {roots: 0.4}", "tables.series.columns.brand.pick.roots",
     ["got 'roots' in a ref to brand; allowed in a ref to series itself"]),
    (P, "pick: {copy: series.brand}", "pick: {copy: chip}", "tables.phone.columns.brand.pick.copy",
     ["got a ref to chip; allowed: a ref to brand"]),
    # rules
    (P, RULE, rule("in: fone, unique: [name]"), "rules[0].in", ["got 'fone'; tables", "did you mean 'phone'?"]),
    (P, RULE, rule("in: phone, unique: [nam]"), "rules[0].unique[0]", ["did you mean 'name'?"]),
    (P, RULE, rule("in: phone, range: {column: batery, low: 1, high: 2}"), "rules[0].range.column",
     ["got 'batery'; columns of phone", "did you mean 'battery'?"]),
    (P, RULE, rule("in: phone, range: {column: name, low: 1, high: 2}"), "rules[0].range.column",
     ["got phone.name, which is a name; allowed: a number or a date"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 9000, high: 200}"), "rules[0].range",
     ["got low 9000 above high 200; swap them"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 9000, high: 9999}"), "rules[0].range.low",
     ["got 9000, but phone.battery is drawn from 3400 up"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 100, high: 900}"), "rules[0].range.high",
     ["got 900, but phone.battery is drawn from 3400 up; allowed: at least 3400"]),
    (P, RULE, rule("in: phone, range: {column: battery, low: 3400, high: 8000}"), "rules[0].range.high",
     ["got 8000, but phone.battery is drawn up to 8200; allowed: at least 8200"]),
    (P, RULE, rule("in: phone, range: {column: launched, low: 3, high: 9}"), "rules[0].range.low",
     ["got 3, an integer, for a date"]),
    (P, RULE, rule("in: phone, order: [launched, model_year]"), "rules[0].order[1]",
     ["got model_year, a number, beside launched, a date; allowed: all dates, or all numbers"]),
    (P, RULE, rule("in: phone, pattern: {column: name, regex: '(?=a)b'}"), "rules[0].pattern.regex",
     ["got '(?=a)b': ", "allowed: RE2 syntax, without look-around"]),
    (P, RULE, rule("in: phone, pattern: {column: name, regex: '[a'}"), "rules[0].pattern.regex", ["missing ]"]),
    (P, RULE, rule("in: phone, forest: series"), "rules[0].forest",
     ["got 'series'; references from phone to phone: successor"]),
    (P, RULE, rule("in: phone, acyclic: sucessor"), "rules[0].acyclic", ["did you mean 'successor'?"]),
    (P, RULE, rule("in: phone, single_chain: {ref: chip, within: [series]}"), "rules[0].single_chain.ref",
     ["got 'chip'; references from phone to phone: successor"]),
    (P, RULE, rule("in: series, degree: {of: phone, by: brand, between: 0..4}"), "rules[0].degree.by",
     ["got 'brand'; references from phone to series: series"]),
    (P, RULE, rule("in: brand, connected: [series, fone]"), "rules[0].connected[1]", ["did you mean 'phone'?"]),
    (P, RULE, rule("in: sales, rank_agrees: {rank: share, of: units}"), "rules[0].rank_agrees.rank",
     ["got sales.share, which is a percent; allowed: an integer"]),
    (P, RULE, rule("in: sales, sum: {column: shar, within: [year], to: 100}"), "rules[0].sum.column",
     ["did you mean 'share'?"]),
    (F, RULE, rule("in: player, sum: {column: goals, within: [club], to: standing.skored}"), "rules[0].sum.to",
     ["got 'skored'; columns of standing", "did you mean 'scored'?"]),
    (F, RULE, rule("in: player, sum: {column: goals, within: [club], to: standings.scored}"), "rules[0].sum.to",
     ["got 'standings'; tables", "did you mean 'standing'?"]),
    (F, RULE, rule("in: manager, no_overlap: {start: appointed, end: born, within: [club]}"), "rules[0].no_overlap.end",
     ["got manager.born, which is a year; allowed: a date"]),
    (F, RULE, rule("in: match, balanced: {home: home, away: referee, round: round}"), "rules[0].balanced.away",
     ["got 'referee', a ref to referee; allowed: a ref to club"]),
    (F, RULE, rule("in: match, balanced: {home: home, away: away, round: date}"), "rules[0].balanced.round",
     ["got match.date, which is a date; allowed: an integer"]),
    (F, RULE, rule("in: player, names_apart: nam"), "rules[0].names_apart", ["did you mean 'name'?"]),
    (P, RULE, rule("in: phone, depends: {left: [serie], right: brand}"), "rules[0].depends.left[0]",
     ["did you mean 'series'?"]),
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
    "draw: {choice: {men: 3, ladies: 2}}",
    "draw: {normal: [0, 0.8], driven_by: {brand.satisfaction: 0.3, ",
    "years: [setting.year - 3, peak], keep",
    "units:         {role: askable, optional: 0.5,",
}


@pytest.mark.parametrize("name", ["football", "smartphones"])
def test_the_copies_are_sound(name):
    source = read_source(COPIES / f"{name}.yaml")
    assert check_pack(source.pack(), source) == []


@pytest.mark.parametrize("name", pack_names())
def test_packaged_packs_are_sound(name):
    source = read_source(name)
    assert [str(finding) for finding in check_pack(source.pack(), source)] == []


@pytest.mark.parametrize(
    ("pack", "old", "new", "place", "said"),
    PLANTED,
    ids=[f"{c[3]}: {c[2].strip()[:60]}" for c in PLANTED],
)
def test_a_mistake_is_found(pack, old, new, place, said):
    planted = plant(pack, old, new, ALSO.get(new))
    complaint = planted.complaint()
    for words in said:
        assert words in complaint
    assert f": {place}: " in complaint
    if new not in SEEN_ELSEWHERE:
        assert f"copy.yaml:{planted.line}: {place}: " in complaint


def test_all_mistakes_are_told_at_once():
    planted = plant(
        P,
        "times: phone.price",
        "times: phone.prise",
        ("draw: {pool: retailer}", "draw: {pool: shops}"),
    )
    lines = planted.complaint().splitlines()
    assert len(lines) == 2
    assert "retailer.columns.name" in lines[0]
    assert "offer.columns.price" in lines[1]


def test_texts_that_grow_from_column_to_column():
    doubled = " || ".join(["name"] * 12)
    chain = "".join(
        f'      long_{n}: {{role: hidden, type: text, derive: {{sql: "{doubled.replace("name", f"long_{n - 1}" if n else "name")}"}}}}\n'
        for n in range(6)
    )
    planted = plant(P, "      seat:          {", chain + "      seat:          {")
    assert "joined to as many as" in planted.complaint()
    assert "allowed: 20,000" in planted.complaint()


SOUND = [
    # a year is its first day as the low end, and its last as the high one
    ("draw: {between: [year + 5m, year - 10d]}", "draw: {between: [year + 9m, year - 2m]}", None),
    ("draw: {between: [year + 5m, year - 10d]}", "draw: {between: [year + 50d, year - 60d]}", None),
    # the key of `each` may be of whole numbers
    ("years: [model_year, setting.year - 1]", "years: [1, 4]",
     ("type: year, label: [Year]}", "type: integer, label: [Year]}")),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "then"), SOUND, ids=[c[1] for c in SOUND])
def test_what_is_sound_is_passed(old, new, then):
    assert plant(P, old, new, then).complaint() == ""


def test_a_pack_from_no_file_is_checked_too():
    pack = parse_source(plant(P, "times: phone.price", "times: phone.prise").text).pack()
    (finding,) = check_pack(pack)
    assert str(finding).startswith("<pack>:1: tables.offer.columns.price.draw.times: got 'prise'")
