"""What texts say of kinds: colours, materials, places, languages.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_KINDS"]

_LINES: Final = """
colour color paint painted hue shade livery finish skin | colour color paint painted hue shade
  livery finish coat coated tint dyed dye tone turns ripen red-painted lacquer enamel dressed
material wood stone metal made fabric | material made wood stone metal fabric of carved cut built
  cast timber wooden forged hewn fashioned hallmark assay woven
chip processor soc cpu chipset | chip processor soc cpu chipset silicon core cores runs_on powered
  inside
operating system os platform | runs os system platform ships_with software
connector port plug socket | connector port plug socket usb cable
genre style type kind form category | genre style type kind form categor sort class as_a branded
  filed label tagged shelved
cuisine food kitchen menu | cuisine food kitchen cook cooks dish dishes menu serves plates fare
  eatery restaurant
language tongue original spoken | language tongue speak spoken speaks talk dialogue written sung
  lines shot_in
licence license | licen terms released_under under
certificate age rating classification | certificate classif rated rating suitable children under
  no_one_under fsk cert.
medal award | medal award won wins gold silver bronze hung
religion denomination | religion faith church denominat rite worship
breed | breed bred pedigree litter
crop | crop grow grows grown sown harvest planted
use function purpose | used serve serves houses turned_into converted
movement school | style manner school
nationality country | national country citizen passport from
city location place headquarters seat base based head office home | city locat place seat base
  based headquarter =hq office home town sits lies stands run_from moved address registered resid
venue stadium ground arena | venue stadium ground arena home hall play played plays held
  takes_place hosts hosted
position role plays | position role plays play
instrument | instrument plays play
subject field discipline | subject field disciplin study teaches chair
family order genus class | family order genus class member belongs
habitat | habitat live lives found grows home
diet feeds eats | diet eat eats feed feeds food prey
grape variety cultivar | grape variet cultivar vine
dosage form | form suppl comes as_a tablet
storage stored keep | store stored storage keep kept fridge refrigerat
edibility edible | edib eat eaten toxic poison
channel track edition branch | channel track branch offered
code name codename nickname | code_name codename nickname called known dubbed
name called named | name named called christened known dubbed
status state | status state now currently
drive fuel propulsion engine powertrain | drive driven fuel propuls engine motor power powertrain
  runs_on
gauge track | gauge track rail
surface pitch court | surface pitch court played
mode transport | by travel
weekday day closed | day closed shut weekday open every
time departure arrival | leave leaves depart sails off arriv =dep =dep. =arr
credit rating grade | rating grade agency raters keeps rated
website homepage url address link download | web site website www online url link address homepage
  visit download get http https page
email contact | mail email contact write
hashtag | tag hashtag
motto slogan | motto slogan words
symbol emblem mascot animal | symbol emblem mascot arms badge crest
ticker | ticker symbol trades
headquarters seat base based | hq head_office head_offices run_from desk boardroom postmark
  headed_paper
river lies lie | banks banks_of river stream flows crosses
twin town twinned | twin twinned partner sister partnership
milk | milk udder herd milked
material | hewn carved cast cut
capital | seat parliament government ministries embassies ruled_from governed_from
conservation iucn protection status | list lists listed classed classes classified
  red_list threatened assess categor ranks
peak summit mountain highest | tallest taller higher highest climb top roof loftiest
terminus end last | terminat finish finishes ends last_stop last_station end_of_the_line buffers
fuel drive traction propulsion power | fill fills tank burns burning takes_on refuel pump thirst
  batter glides plug plugs sips
transmission gearbox gears | gear gears clutch gearbox box shift shifts paddles pedal
league division tier | relegat promot turn_out tier table
dosage form administered | puff spray swallow inject dissolve taken tablet capsule drops
verdict outcome ruling | court threw_out jury ruled found cleared judge
heating heated | heat heats heated warm boiler radiator
currency | pay notes coins legal_tender purse money spend
climate | weather rain summers winters
licence license | licensed code open_source copy share free_to_use
instrument | picked_up took_up lessons practises practising virtuoso bow
hull boat | hulls hull sails keel
diet feeds | hunts grazes nibbles lives_on prey swallows gobbles
grape wine | pressed bottle vines grapes
rating stars | star stars rated graded
rock geology stone | rock cliffs hewn hollowed bedrock
style architecture | arches spires facade
sport | game compete competes
region province county state district country | lies corner part market_town hills
habitat | grows nests thrives breeds
colour color | sold_in wrapped wears daubed clad
outflow outlet | drains pours empties flow flows
mouth flows | empties pours reaches_the_sea meets joins
venue host place location signed | hosted staged gather convene ink inked put_their_names
surface pitch court | laid relaid underfoot turf
river stream | astride flooded burst winds loops straddles spans splits
headquarters seat based office | printed edited registered domiciled pays_its_taxes operates_from
industry sector business trade | makes_its earns_its lives_off deals_in trades_in big_in
origin region valley village town | hails stems comes_from came_from originat roots
"""
SAID_OF_KINDS: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
