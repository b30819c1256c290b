"""What texts say of counts and shares: people, rooms, copies, per cents.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEMBERS_OF", "SAID_OF_COUNTS"]

_LINES: Final = """
population inhabitants residents people living | population inhabitant resident people soul souls
  live lives lived living citizen head headcount census registered villagers townsfolk townspeople
  islanders dwell home_to folk number populace
density | density per_square =km² crowded
households homes dwellings flats apartments | household home homes dwelling flat flats apartment
  units lets front_doors
students enrolment enrollment pupils learners undergraduates | student enrol matriculat pupil
  learner undergraduate register roll =rolls attend attends attending study studies studying
  young_people classroom taught teaches children kids heads intake places
teachers teaching faculty lecturers | teacher teaching faculty lecturer professor academic staff
employees staff workforce headcount jobs employ workers | employ staff workforce worker headcount
  payroll job jobs people personnel hands team crew work works working colleague posts positions
  strong fte head heads wages wage
volunteers | volunteer helper unpaid
members membership subscribers subscriptions | member subscrib signed join joined follow follower
  enrolled paid-up strong
followers | follow follower subscrib fans
downloads installs | download install
views streams plays | view stream plays played clicks watched listens
users customers accounts clients | user customer account client sign-ups active
crew complement | crew sail sailor complement hands aboard
passengers passenger capacity berths pax | passenger pax aboard carry carries carrying take takes
  guest traveller rider berth fit fits people persons seat seats room board
seats seating capacity covers places stadium hall arena theatre | seat seats seated seating sit
  sits cover covers place places room space fit fits fill fits_in squeeze capacity hold holds
  holding accommodat take takes chair pew bench house full spectator audience roof standing
capacity holds | capacity hold holds holding house houses room space fit fits up_to accommodat
  full sold_out cap =cap. cram seats take takes
rooms bedrooms guestrooms | room bedroom suite guestroom key keys sleeps doors
beds | bed beds sleeps inpatient cots ward
berths moorings quays | berth mooring quay boats slots ships pier lie
floors storeys storey stories levels | floor storey story stories level levels tall decks tier
steps stairs | step steps stair stairs tread treads climb rung flight
attendance spectators crowd gate visitors visits festival-goers | attend attendance spectator
  crowd gate gates came come drew draw draws drawn watch watched watching visitor people turnout
  turned_out through turnstile ticket-holders festival-goer revellers paying admission seen
attendance visitors visits footfall | visitor visit visits footfall through passed came come
  tourist admission turnstile ticket people guest counted callers
circulation print copies run | circulation copies copy print printed run press =pressed edition
  readers sold
titles books published releases albums | title books published brought_out issued list new_books
  output
works items exhibits objects holdings collection pieces | works items exhibits objects holdings
  collection piece show display houses shelves specimens catalogue catalogued
pages extent length | page pages =p. =pp =pp. leaves extent runs_to sheets
words | words word-count
chapters episodes parts volumes instalments seasons tracks songs | chapter episode part volume
  instalment season track song number tunes cuts in_all
stations stops halts | station stop stops halt calls
turbines units sets generating | turbine unit set sets machine generator windmill mill rotor
piers arches spans pillars columns towers | pier arch arches span pillar column tower legs opening
gates locks sluices sluice | gate lock sluice chamber
runways platforms tracks terminals | runway platform track terminal strip
containers container throughput teu | container box boxes teu handled quay
cargo freight throughput | cargo freight goods tonnes handled
fleet vehicles aircraft buses ships | fleet aircraft plane planes jet jets airliner bus buses
  ship ships vehicle strong machines hulls operates flies boat
branches stores shops outlets restaurants | branch store shop outlet branches restaurant site door
  eatery locations places
doors windows bells organs pipes | door window bell pipe
screens cinema | screen auditori halls
islands islets lakes rivers | island isle islet skerr lake river
albums singles records | album record disc discs =lp =lps long-player studio
novels stories fiction | novel fiction
export exported exports | export abroad overseas other_countries across_the_border
graves burials tombs | grave burial buried interred tomb skeleton
paintings pictures canvases | painting picture canvas
singers choristers musicians players | singer voices soprano musician player strong
herd flock cattle sheep cows goats | head herd flock cattle cow sheep ewe goat
drop-out dropout attrition | drop_out dropped_out drop-out gave_up quit left leave leaves
districts wards municipalities | district ward municipal borough parish quarters
languages | language tongue speaks
countries markets | countries country market sold
goals scored strikes tally | goal score scored scoring net netted nets times found_the_net
  back_of_the_net strike strikes struck hit tally on_target =hat-trick bagged notched put_away
conceded | conceded let_in shipped against past
assists | assist set_up
points | point points pts
appearances caps matches games starts | appear appearance cap caps capped match game turned_out
  played outings
wins victories titles medals trophies | win wins won victor title medal trophy trophies times
  crown cup
losses defeats draws | loss lost defeat drew draw
laps | lap laps circuit
shirt jersey squad bib number | shirt jersey number back wears wear wearing espalda
species kinds varieties | species kind variet sort type taxa
votes ballots | vote ballot poll cast
seats parliament council | seat mandate councillor
deaths casualties victims | death dead died victim casualt killed lost_their lives
injured | injur hurt wounded
children siblings | child son daughter kids sibling
eggs litter clutch | egg eggs clutch brood
tickets | ticket sold issued
applicants applications | applicant applied apply application candidates
issues editions | issue edition number
servings portions | serving portion serves feeds
ingredients | ingredient
units sold shipments sales deliveries shipped | units sold sell sells sale moved shipped shipment
  deliver bought customers shifted copies went off over_the_counter
beds bed berths | sleep sleeps sleeping bunk bunks pillow mattress night overnight climbers_can
rooms bedrooms | sleep keys key guests_can check
seats seating covers | sit sits seated diners chairs bottoms bums ticket-holders squeeze
capacity places | sit sits stand fit squeeze sleep dine park
employees staff workforce | names wage_slips pay_packets lunch_boxes clock_in clocks_in
  earn_their_living bread works_for work_for earn_a_living on_the_books in_its_pay livelihood
  breadwinners livelihoods works_at work_at
population inhabitants residents | call_it_home calls_home call_home made_their_home souls
  front_doors dwell nameplates
members membership | on_the_books cards card-carrying dues
visitors attendance spectators | clicked_through streamed flocked poured passed_through
  through_the_doors through_the_gates ticked turnstiles clicker
units sold copies downloads | crossed_the_counter over_the_counter left_the_shops found_buyers
  found_a_buyer buyers changed_hands flew_off went_over shifted sold bought
pupils students enrolment | desks benches satchels school_bags registers learn learns
species kinds | live lives swim swims crawl
pages | thick leaf leaves last_page runs_to fills
bottles production | filled left_the_cellar corked cellar bottled
floors storeys | stacked lift goes_up
turnout poll participation voters | turnout vote voted voting voter roll electorate ballot ballots
  cast polled polling polls electors eligible bothered entitled
deaths toll victims casualties fatalities | dead died killed lives perished victims deaths drowned
  lost_their_lives
goals | found_the_net struck netted strikes hit the_net scored
votes | vote voted votes ballots cast polled
trees vines plants | planted trunks stand grow
acceptance admission admitted applicants selectivity | accept admit admission admitted apply
  applied applicant applies place places get_in gets_in turned_away turn_away reject refus offer
  selectiv intake let_in
share proportion percentage part | share proportion part slice of every out_of portion fraction
  quarter third half
recycled reclaimed | recycl reclaim second_life melted_down reused re-used scrap
unemployment jobless | unemploy jobless out_of_work without_work no_job without_a_job idle labour
  workforce
turnout | turnout turned_out voted voting polling
vote votes ballot poll yes no party | vote votes ballot poll polled backing favour =for =yes =aye
  support electorate won secured took
stake holding ownership owned owns | stake holding owns own hold holds shares shareholder
  shareholding belongs
margin operating | margin operating profit
growth change rise increase | growth grew grow rise rose up increase climb gain fell down decline
  shrank
interest rate | interest rate coupon yield pays
tax duty vat | tax duty vat levy
discount reduction | discount off less reduc cheaper rebate
punctuality punctual on-time | punctual on_time late delay schedule timetable
fill level filling full reservoir | full fill filled capacity brim holds held stored stands stood
occupancy load utilisation | occupan full filled taken utili load booked
literacy | literac read write
efficiency | efficien useful
humidity | humid moisture
foreign international abroad overseas | foreign international abroad overseas other_countries
  passport
women female | women female girls
tourists holiday | tourist holiday visitor guests
online web | online web internet
graduation pass success | graduat pass passed succe finish degree
survival germination | surviv germinat sprout
approval satisfaction | approv satisf happy pleased content
renewable solar wind | renewable solar wind green
alcohol abv proof strength | alcohol abv ol ol. proof strength
fat cocoa sugar salt fibre content | fat cocoa sugar salt fibre content contain
rating score stars marks | rating rated score scored stars star marks mark out_of verdict grade
  points reviewers average
market-share | share market slice portion held hold holds control controls commands
unemployment jobless | out_of_work jobless without_a_job without_work workless jobs unemployed
  dole labour on_benefits looking_for_work idle
fat content | fat rich dry_matter butterfat creamy
alcohol abv strength | alcohol proof strong strength volume spirits
capacity seats seating | seater seaters packs_in pack_in sells_out sold_out get_in swallows
  supporters
  fans spectators diners concert-goers =full room_for
members membership | belong belongs ranks roll swelled numbers make_up makes_up singers players
population inhabitants residents | locals villagers townsfolk islanders where neighbours swelled
attendance spectators crowd | turned_up pulled_in played_to in_front_of saw_it saw packed
  packed_with
  fans supporters revellers flocked poured
visitors visits | welcomes pulls_in pull_in see_it day-trippers day_trippers hosted hosts sightseers
  holidaymakers flock flocks look_round look_around
passengers ridership travellers | carried rode ride rides travelled moved ferried ferries flew flown
  used_it hopped across commute commutes commuters travel step_on swipe board boarded use uses
  transported traveller trips journeys tickets
stations stops halts | calls_at call_at stops_at pulls_in pull_in termini terminus serves strings
crew complement | manned mouths_to_feed seamen sailors seafarers staffed galley mariners bunks
fleet | runs in_service owns buses trams planes lorries vans hulls
goals scored | beat_the_keeper banged banged_in fired fires slotted slots drilled headed tucked
  buried_it
  found_the_target on_the_scoresheet
caps appearances internationals | pulled_on shirt internationals represented wore
  wears
  national jersey outings
assists | laid_on teed_up provided created supplied
wins victories | came_out_on_top beat beaten triumph triumphed triumphs seen_off
points | picked_up collected gathered tally amassed on_the_board harvest banked
titles championships trophies | championship champion champions crowned lifted
votes ballots favour | hands_went_up raised_their_hands raised_a_hand backed supported deputies
  senators councillors lawmakers =said_aye =ayes =for_it in_favour were_for
votes-against against no-vote rejection | said_no opposed opposed_it nays noes rejected rejected_it
  against turned_down turned_it_down voted_down =no ticked_no
yes-vote yes approval support | said_yes backed_it approved were_for in_favour ticked_yes
turnout | took_part exercised slip slips went_to_the turned_up
vote share | backed_her backed_him backed chose picked put_a_cross ticked polled
unemployment jobless | want_work wants_work have_none cannot_find_work for_work seeking_work
market-share | phones_sold sold_in bought drunk drink choose chooses chosen pick picks accounts_for
  one_in every_second every_third every_tenth buyers
response-rate responded response | responded responds respond got_better improved helped recovered
  relief worked_for answered replied sent_it_back filled_in benefit benefited eased
success-rate success | make_it made_it succeeded succeed works_in got_through came_off attempts
  went_well
pass-rate pass passed | got_through made_it candidates fail failed
survival survival-rate | live lived alive pull_through pulled_through make_it made_it
fruit cocoa sugar salt fat protein content | made_with goes_into went_into went_in every_100
  in_the_jar
  of_it_is dark cacao
discount reduction | knocked_off slashed saves save marked_down off dropped
occupancy occupied | rooms_sold were_let beds_filled
recycled content | old_bottles waste scrap second_hand
patients participants subjects enrolled | enrolled enrols took_part treated were_given was_given
  volunteers subjects tried_on signed_up tested_on recruit recruited men_and_women trial
sample respondents survey participants | asked surveyed questioned respondents answered interviewed
  based_on polled people
cows cattle herd | milks milked milking parlour keeps animals in_milk graze grazes udders
sheep goats pigs hens flock | keeps animals graze grazes lambs shorn
trees vines | oaks oak beech shaded shade trunk trunks saplings
species kinds | have_been_seen seen counted houses recorded spotted birds fish
copies sold units sales | snapped_up own_it owners players_own households in_the_hands takers
  bought_it
  homes own
downloads installs | fetched fetch pulled grabbed phones_carry have_it install
followers subscribers | hang_on fan_base fans readers =read paying pay households get_it have_it
  delivered_to reach reaches signed_up
circulation | goes_out_to doormats buy_it buys_it land_on lands_on presses
students pupils | on_its_books educates educate go_there boys_and_girls classrooms young_people
  children lessons
pupils-per students-per class | to_a_class in_a_class each_teacher per_teacher
floors storeys | rises rise stacks
rooms bedrooms | bedchambers bedchamber doubles singles suites lets
beds | looks_after cares_for care_for patients
turbines | windmills towers rotors blades
branches stores shops outlets | counters high-street high_street trading_from present_in shrunk_to
  runs opened_its locations tills
countries markets | sells_in active_in present_in nations lands across
languages | translated translations available_in appeared_in versions tongues
steps stairs | legs climb_up treads
bells | rings ring peal hang hangs carillon chime chimes tower
paintings pictures | hangs hang shows shown works oils oil canvases walls
objects exhibits items collection | holds keeps owns artefacts artefact looks_after display
books titles library volumes | holds stocks lends shelf shelves
seats parliament assembly | won deputies mps sends took chamber lawmakers members bench benches
laps | rounds circled times_round circuits
lanes | abreast lanes carriageway
arches spans | vaults legs stands_on strides
islands | scattered made_up_of
graves burials | rest rests headstones headstone lie stones
eggs clutch | lays laid nest sits
litter young | pups cubs kittens gave_birth bears bear piglets
deaths toll victims | never_came_home came_home buried
injured casualties | in_hospital treated hurt
pages | weighs_in you_turn turn spread_over comes_to sides
chapters parts episodes tracks | told_in told_over divided split ran_for aired songs on_it packs
applicants applications | applied forms candidates
congregation parishioners | worshippers pews faithful believers churchgoers people
animals residents inmates | mouths creatures beasts feed fed kept inhabitants
majority lead margin | votes ahead beat beaten won by_just
class-size class | to_a_room in_a_room desks children_per
finishers finishing | made_it round crossed finish_line
stores shops branches | towns streets street doors

streams plays views | put_on listened played watched times
births deliveries | babies baby newborn newborns delivered infants
"""
SAID_OF_COUNTS: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)

_BODIES: Final = """
choir chorus chorale choral singers | singer voice soprano alto tenor bass chorister
band orchestra ensemble philharmonic symphony sinfonia | player musician instrumentalist
brigade firefighters | firefighter firemen fireman volunteer
parliament council assembly senate diet congress | deputy deputies councillor senator
  seat lawmaker representative delegate =mps
company troupe ballet theatre circus | dancer actor actress performer acrobat
convent monastery abbey priory | nun monk brother sister
police watch guard patrol regiment battalion | officer constable soldier guard troops rescuer
cooperative co-operative coop | farmer grower producer dairies
"""
MEMBERS_OF: Final[tuple[tuple[frozenset[str], frozenset[str]], ...]] = tuple(
    (frozenset(kinds.split()), frozenset(said.split()))
    for kinds, _, said in (
        line.partition(" | ") for line in _BODIES.replace("\n  ", " ").splitlines() if line
    )
)
"""By the words for kinds of body: what those are called who make one up."""
