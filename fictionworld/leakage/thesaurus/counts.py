"""What texts say of counts and shares: people, rooms, copies, per cents.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. Notions are apart by lines or a
`;`, an indented line going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MEMBERS_OF", "SAID_OF_COUNTS"]

_LINES: Final = """
population inhabitants residents people living | population inhabitant resident people soul souls
  live lives lived living citizen head headcount census registered villagers townsfolk townspeople
  islanders dwell home_to folk number populace ; losses defeats draws | loss lost defeat drew draw
households homes dwellings flats apartments | household home homes dwelling flat flats apartment
  units lets front_doors ; completion | reach_the_end see_it_through finish complet saw_it_through
students enrolment enrollment pupils learners undergraduates | student enrol matriculat pupil
  learner undergraduate register roll =rolls attend attends attending study studies studying
  young_people classroom taught teaches children kids heads intake places ; musicians | instrument
employees staff workforce headcount jobs employ workers | employ staff workforce worker headcount
  payroll job jobs people personnel hands team crew work works working colleague posts positions
  strong fte head heads wages wage ; cargo freight throughput | cargo freight goods tonnes handled
members membership subscribers subscriptions | member subscrib signed join joined follow follower
  enrolled paid-up strong ; players gamers | gamer fighter competitor participant combatant people
downloads installs | download install fetched fetch pulled grabbed phones_carry have_it phones
  times ; investors backers donors funders | backer funds pledge gave_money chipped_in giver donor
crew complement | crew sail sailor complement hands aboard manned mouths_to_feed seamen sailors
  seafarers staffed galley mariners bunks ; recycled content | old_bottles waste scrap second_hand
passengers passenger capacity berths pax | passenger pax aboard carry carries carrying take takes
  guest traveller rider berth fit fits people persons seat seats room board ; casualties | wounded
seats seating capacity covers places stadium hall arena theatre | seat seats seated seating sit
  sits cover covers place places room space fit fits fill fits_in squeeze capacity hold holds
  holding accommodat take takes chair pew bench house full spectator audience roof standing
capacity holds | capacity hold holds holding house houses room space fit fits up_to accommodat
  full sold_out cap =cap. cram seats take takes ; conceded | conceded let_in shipped against past
attendance spectators crowd gate visitors visits festival-goers | attend attendance spectator
  crowd gate gates came come drew draw draws drawn watch watched watching visitor people turnout
  turned_out through turnstile ticket-holders festival-goer revellers paying admission seen
attendance visitors visits footfall | visitor visit visits footfall through passed came come
  tourist admission turnstile ticket people guest counted callers ; islands | scattered made_up_of
circulation print copies run | circulation copies copy print printed run press =pressed edition
  readers sold ; beds | bed beds inpatient cots ward looks_after cares_for care_for patients sick
titles books published releases albums | title books published brought_out issued list new_books
  output ; servings portions | serving portion serves feeds mouths plate plates diner eater people
works items exhibits objects holdings collection pieces | works items exhibits objects holdings
  collection piece show display houses shelves specimens catalogue catalogued ; bridges | crossing
chapters episodes parts volumes instalments seasons tracks songs | chapter episode part volume
  instalment season track song number tunes cuts in_all ; decks | level levels floor floors storey
stations stops halts | station stop stops halt calls calls_at call_at stops_at pulls_in pull_in
  termini terminus serves strings ; alcohol abv proof strength | alcohol abv ol ol. proof strength
fleet vehicles aircraft buses ships | fleet aircraft plane planes jet jets airliner bus buses ship
  ships vehicle strong machines hulls operates flies boat ; screens cinema | screen auditori halls
branches stores shops outlets restaurants | branch store shop outlet branches restaurant site door
  eatery locations places ; berths moorings quays | berth mooring quay boats slots ships pier lie
languages | language tongue speaks translated translations available_in appeared_in versions
  tongues ; urbanisation urbanization urban | towns cities city_dwellers townspeople town_dwellers
countries markets | countries country market sold sells_in active_in present_in nations lands
  across ; fleet | runs in_service owns trams lorries vans vessel train trains tram coach coaches
goals scored strikes tally | goal score scored scoring net netted nets times found_the_net
  back_of_the_net strike strikes struck hit tally on_target =hat-trick bagged notched put_away
appearances caps matches games starts | appear appearance cap caps capped match game turned_out
  played outings ; users customers accounts clients | user customer account client sign-ups active
wins victories titles medals trophies | win wins won victor title medal trophy trophies times
  crown cup ; steps stairs | step steps stair stairs tread treads climb rung flight legs climb_up
applicants applications | applicant applied apply application candidates forms hopeful hopefuls
  letters ; pupils students enrolment | desks benches satchels school_bags registers learn learns
units sold shipments sales deliveries shipped | units sold sell sells sale moved shipped shipment
  deliver bought customers shifted copies went off over_the_counter ; efficiency | efficien useful
employees staff workforce | names wage_slips pay_packets lunch_boxes clock_in clocks_in
  earn_their_living bread works_for work_for earn_a_living on_the_books in_its_pay livelihood
  breadwinners livelihoods works_at work_at men_and_women salary salaries ; bottles | corks labels
population inhabitants residents | call_it_home calls_home call_home made_their_home front_doors
  nameplates locals where neighbours swelled ; children siblings | child son daughter kids sibling
members membership | on_the_books cards card-carrying dues belong belongs ranks roll swelled
  numbers make_up makes_up singers players voices names voice ; hives | colony colonies bees swarm
visitors attendance spectators | clicked_through streamed flocked poured passed_through
  through_the_doors through_the_gates ticked turnstiles clicker ; tax duty vat | tax duty vat levy
units sold copies downloads | crossed_the_counter over_the_counter left_the_shops found_buyers
  found_a_buyer buyers changed_hands flew_off went_over shifted sold bought ; windows | pane panes
species kinds | live lives swim swims crawl have_been_seen seen counted houses recorded spotted
  birds fish ; singers choristers musicians players | singer voices soprano musician player strong
pages | thick leaf last_page fills weighs_in you_turn turn spread_over comes_to sides =sides side
  paper ; survival survival-rate | live lived alive pull_through pulled_through make_it made_it
turnout poll participation voters | turnout vote voted voting voter roll electorate ballot ballots
  cast polled polling polls electors eligible bothered entitled ; online web | online web internet
deaths toll victims casualties fatalities | dead died killed lives perished victims deaths drowned
  lost_their_lives ; punctuality punctual on-time | punctual on_time late delay schedule timetable
acceptance admission admitted applicants selectivity | accept admit admission admitted apply
  applied applicant applies place places get_in gets_in turned_away turn_away reject refus offer
  selectiv intake let_in ; lifts | chairlift gondola cable_car chairs =cabins drag_lift drag_lines
share proportion percentage part | share proportion part slice of every out_of portion fraction
  quarter third half ; inmates prisoners | prisoner inmate convict detainee cell cells behind_bars
unemployment jobless | unemploy jobless out_of_work without_work no_job without_a_job idle labour
  workforce workless jobs unemployed dole on_benefits looking_for_work want_work wants_work
  have_none cannot_find_work for_work seeking_work want_a_job wants_a_job cannot_find_one
  cannot_find_a_job sign_on signs_on without_employment job_centre benefits ; patents | invention
vote votes ballot poll yes no party | vote votes ballot poll polled backing favour =for =yes =aye
  support electorate won secured took ; majority lead margin | votes ahead beat beaten won by_just
stake holding ownership owned owns | stake holding owns own hold holds shares shareholder
  shareholding belongs ; runways platforms tracks terminals | runway platform track terminal strip
growth change rise increase | growth grew grow rise rose up increase climb gain fell down decline
  shrank ; shirt jersey squad bib number | shirt jersey number back wears wear wearing espalda
discount reduction | discount off less reduc cheaper rebate knocked_off slashed saves save
  marked_down dropped ; pages extent length | page pages =p. =pp =pp. leaves extent runs_to sheets
foreign international abroad overseas | foreign international abroad overseas other_countries
  passport ; export exported exports | export abroad overseas other_countries across_the_border
rating score stars marks | rating rated score scored stars star marks mark out_of verdict grade
  points reviewers average ; users | people machine member log_in logs_in logged_in sign_in device
market-share | share market slice portion held hold holds control controls commands phones_sold
  sold_in bought drunk drink choose chooses chosen pick picks accounts_for one_in every_second
  every_third every_tenth buyers surf surfing surfed browse browsed reach_for reaches_for fill_up
  tune_in tunes_in pass_through passes_through go_through goes_through every_fourth every_fifth
  every_sixth every_seventh every_eighth every_ninth on_the_road household uses use used using
capacity seats seating | seater seaters packs_in pack_in sells_out sold_out get_in swallows
  supporters fans spectators diners concert-goers =full room_for ; passengers ridership | tourist
attendance spectators crowd | turned_up pulled_in played_to in_front_of saw_it saw packed
  packed_with fans supporters flocked poured ; subscribers subscriptions | viewer account customer
visitors visits | welcomes pulls_in pull_in see_it day-trippers day_trippers hosted hosts
  sightseers holidaymakers flock flocks look_round look_around ; women female | women female girls
passengers ridership travellers | carried rode ride rides travelled moved ferried ferries flew
  flown used_it hopped across commute commutes commuters travel step_on swipe board boarded use
  uses transported traveller trips journeys tickets ; tickets | ticket sold issued seats admission
goals scored | beat_the_keeper banged banged_in fired fires slotted slots drilled headed tucked
  buried_it found_the_target on_the_scoresheet ; tourists holiday | tourist holiday visitor guests
caps appearances internationals | pulled_on shirt internationals represented wore wears national
  jersey outings ; fat cocoa sugar salt fibre content | fat cocoa sugar salt fibre content contain
votes ballots favour | hands_went_up raised_their_hands raised_a_hand backed supported deputies
  senators councillors lawmakers =said_aye =ayes =for_it in_favour were_for ; pieces | parts bits
votes-against against no-vote rejection | said_no opposed opposed_it nays noes rejected
  rejected_it against turned_down turned_it_down voted_down =no ticked_no ; seats seating | stalls
response-rate responded response | responded responds respond got_better improved helped recovered
  relief worked_for answered replied sent_it_back filled_in benefit benefited eased ; yes | for_it
success-rate success | make_it made_it succeeded succeed works_in got_through came_off attempts
  went_well ; congregation parishioners | worshippers pews faithful believers churchgoers people
fruit cocoa sugar salt fat protein content | made_with goes_into went_into went_in every_100
  in_the_jar of_it_is dark cacao ; books titles library volumes | holds stocks lends shelf shelves
patients participants subjects enrolled | enrolled enrols took_part treated were_given was_given
  volunteers subjects tried_on signed_up tested_on recruit recruited men_and_women trial
sample respondents survey participants | asked surveyed questioned respondents answered
  interviewed based_on polled people ; deaths casualties victims | death victim casualt lost_their
cows cattle herd | milks milked milking parlour keeps animals in_milk graze grazes udders heifer
  beast beasts calves ; containers container throughput teu | container box boxes teu handled quay
copies sold units sales | snapped_up own_it owners players_own households in_the_hands takers
  bought_it homes own ; vaccination immunisation | jab jabs jabbed vaccinat immunis immuniz needle
followers subscribers | hang_on fan_base fans readers =read paying pay households get_it have_it
  delivered_to reach reaches signed_up ; class-size class | to_a_room in_a_room desks children_per
branches stores shops outlets | counters high-street high_street trading_from present_in shrunk_to
  runs opened_its tills ; occupancy load utilisation | occupan full filled taken utili load booked
objects exhibits items collection | holds keeps owns artefacts artefact looks_after books volumes
  treasure specimen recording ; pass-rate pass passed | got_through made_it candidates fail failed
enrolment enrollment pupils students | boys_and_girls youngster schoolchild teenager on_its_books
  fresher freshm freshers young_men_and_women learners ; density | density per_square =km² crowded
participants runners starters entrants competitors athletes | runner starter walker entrant
  entries pairs_of_shoes pairs_of_legs cyclist athlete competitor contestant lined_up line_up
  swimmer rider finisher rower skier start_line starting_line bibs ; literacy | literac read write
entries entrants submissions | entrant submission sent_in manuscript contestant contender
  competitor works ; animals residents inmates | mouths creatures beasts feed fed kept inhabitants
contributors developers | people developer programmer committer coder helper author volunteer
  patches ; districts wards municipalities | district ward municipal borough parish quarters
stalls exhibitors stallholders | trader seller vendor stands dealer companies firms stall
  exhibitor ; recycled reclaimed | recycl reclaim second_life melted_down reused re-used scrap
produced built production made run | built made left_the_factory left_the_works left_the_yard
  rolled_off rolled_out examples came_off off_the_line assembled turned_out ever_made produced
signatories signatures | signed sign states countries nation parties government names supporter
  signator put_their_name ; speakers | mother_tongue first_language grew_up_speaking speak speaks
circulation | goes_out_to doormats buy_it buys_it land_on lands_on presses household subscriber
  letter_boxes letter_box letterbox doorstep ; delegates attendees | attendee participant delegate
piers arches spans pillars columns towers | pier arch arches span pillar column tower legs opening
rooms bedrooms | sleep guests_can check bedchambers bedchamber doubles singles suites lets chamber
fill level filling full reservoir | full fill filled capacity brim holds held stored stands stood
teachers teaching faculty lecturers | teacher teaching faculty lecturer professor academic staff
points | point points pts picked_up collected gathered tally amassed on_the_board harvest banked
chapters parts episodes tracks | told_in told_over divided split ran_for aired songs on_it packs
beds bed berths | sleep sleeps sleeping bunk bunks pillow mattress night overnight climbers_can
seats parliament assembly | won deputies mps sends took chamber lawmakers members bench benches
floors storeys storey stories levels | floor storey story stories level levels tall decks tier
litter young offspring | little_ones kits =young babies offspring newborn fawns into_the_world
turbines units sets generating | turbine unit set sets machine generator windmill mill rotor
articles clauses sections paragraphs provisions | section clause paragraph provision article
views streams plays | view stream plays played clicks watched listens put_on listened times
attendance spectators audience crowd | =heads listener onlooker pairs_of_eyes pairs_of_ears
drop-out dropout attrition | drop_out dropped_out drop-out gave_up quit left leave leaves
yes-vote yes approval support | said_yes backed_it approved were_for in_favour ticked_yes
wins victories | came_out_on_top beat beaten triumph triumphed triumphs seen_off ; goals | the_net
vote share | backed_her backed_him backed chose picked put_a_cross ticked polled ; clutch | chicks
rooms bedrooms guestrooms | room bedroom suite guestroom key keys sleeps doors ; legs | limb limbs
herd flock cattle sheep cows goats | head herd flock cattle cow sheep ewe goat ; screens | theatre
titles championships trophies | championship champion champions crowned lifted ; trial | patient
pupils-per students-per class | to_a_class in_a_class each_teacher per_teacher
absenteeism absence sick | off_sick stayed_away called_in_sick absent at_home
albums singles records | album record disc discs =lp =lps long-player studio ; stages | legs stage
publications papers | paper papers article articles title books publication ; looms | weaver loom
turnout | turned_out took_part exercised slip slips went_to_the turned_up
paintings pictures | hangs hang shows shown works oils oil canvases walls
patients cases infections | cases patient infect fell_ill caught the_sick
flights departures | departure take-off takes_off take_off flight planes ; injured | injur wounded
homeownership home-ownership | own_their own_the_roof own_the_home owner ; satellites | spacecraft
parking spaces bays | =cars bays vehicle drivers motorist park parked ; stores shops | supermarket
sheep goats pigs hens flock | keeps animals graze grazes lambs shorn ; chapters | section sections
cast actors performers | actor actress performer faces roles players ; sheep | fleece fleeces rams
prizes awards honours | trophy trophies honour statuette prize award ; injured injuries | hospital
births deliveries | babies baby newborn newborns delivered infants ; panels | module modules cells
destinations routes | airport cities city places route destination ; planets | worlds world planet
graves burials tombs | grave burial buried interred tomb skeleton ; royalty | gets author receives
assists | assist set_up laid_on teed_up provided created supplied ; shareholders | owner investor
bottles production | filled left_the_cellar corked cellar bottled ; tracks songs | pieces titles
graduation pass success | graduat pass passed succe finish degree ; medals | podium medals golds
judges judge justices bench | justice magistrate robe robes bench ; citations | cited times cite
pass-rate pass | certificate scrape scraped made_the_grade sat_it ; approval | backed think_well
islands islets lakes rivers | island isle islet skerr lake river ; servers | machine computer
seats seating covers | diners chairs bottoms bums ticket-holders ; humidity | humid moisture
cabins cabin | stateroom berth suite bedroom compartment =rooms ; teachers | educator schoolmaster
holdings volumes library | books volume titles tome tomes shelf ; eruptions | erupt outburst times
students pupils | educates educate go_there classrooms lessons ; eggs clutch | lays laid nest sits
bells | rings ring peal hang hangs carillon chime chimes tower ; rounds laps | lap laps bout round
litter young | pups cubs kittens gave_birth bears bear piglets ; accuracy hit | right correct hits
species kinds varieties | species kind variet sort type taxa ; stanzas verses | verse stanza lines
punctuality on-time | arrive_when to_the_minute by_the_clock ; municipalities | town towns commune
approval satisfaction | approv satisf happy pleased content ; volunteers | volunteer helper unpaid
graves burials | rest rests headstones headstone lie stones ; followers | follow follower subscrib
levels missions worlds | stage stages world worlds mission ; votes ballots | vote ballot poll cast
chargers charging points | socket plugs post posts charger ; capacity | souls visitor concert-goer
visitors tourists | traveller pairs_of_eyes pairs_of_feet ; novels stories fiction | novel fiction
homes households | family families kitchens hearths doors ; issues editions | issue edition number
weddings marriages | couple couples bride brides marriage ; lines routes | route routes line lines
poverty | poor breadline poverty penniless make_ends_meet ; restaurants | eateries kitchens tables
doors windows bells organs pipes | door window bell pipe ; capacity places | stand sleep dine park
trees vines | oaks oak beech shaded shade trunk saplings ; arches spans | vaults stands_on strides
trees | pine pines apple pear lime elms birch firs limes ; copies sold sales | books discs readers
plots allotments | allotment gardener patch patches plot ; children | offspring sons_and_daughters
floors storeys | stacked lift goes_up rises rise stacks ; lakes | pond ponds mere meres tarn tarns
finishers finishing | made_it round crossed finish_line ; pistes slopes | =runs slope slopes piste
sold shipments | handset device examples pieces machine ; churn | leave cancel quit left walk_away
retention | come_back came_back kept stay stayed return ; error | wrong mistake error got_it_wrong
deaths toll victims | never_came_home came_home buried ; turbines | windmills towers rotors blades
crew | astronaut cosmonaut souls men_and_women mariner ; earthquakes quakes tremors | tremor quake
councillors | representative member benches councillor ; nominations | nods nomin times categories
lifeboats boats vessels | boat boats vessel craft hull ; conversion | buy bought order customers
save percentage | kept_out stopped stops stop_ parried ; mortality | die dies died killed dead
attendance present | showed_up were_present were_there ; bouts fights | fight bout match ring
gates locks sluices sluice | gate lock sluice chamber ; eggs litter clutch | egg eggs clutch brood
paintings pictures canvases | painting picture canvas ; margin operating | margin operating profit
tax | goes_to_the_state levies levied taxman treasury ; berths moorings | yacht vessel hulls craft
occupancy occupied | rooms_sold were_let beds_filled ; countries states | states nation land lands
lanes | abreast lanes carriageway track tracks alley ; doctors physicians | medic medics physician
guns cannons cannon | gun guns cannon barrels muzzle ; throw percentage | sank sinks from_the_line
works compositions opuses | composition opuses opus ; alcohol abv strength | strong volume spirits
occupancy | slept_in slept =nights overnight guests ; towers spires turrets | spire turret tower
laps | circuit rounds circled times_round circuits ; survival germination | surviv germinat sprout
seats parliament council | seat mandate councillor ; injured casualties | in_hospital treated hurt
votes | voted ballots cross crosses voter delegate ; animals | residents four-legged heads tenants
stores shops branches | towns streets street doors ; soldiers troops | =men fighter troops soldier
recycling | second_life rubbish reused binned bins ; customers clients | household homes
renewable solar wind | renewable solar wind green ; trees vines plants | planted trunks stand grow
moons satellites | satellite companion moon moons ; fat content | rich dry_matter butterfat creamy
interest rate | interest rate coupon yield pays ; margin | was_left is_left left_over stays keeps
recovery | get_well got_well recover well_again ; siblings | brothers_and_sisters brother sister
kilns furnaces | ovens furnace kiln ; graduation | diploma complete_their
bids bidders | offer bidder paddle ; commission | keeps cut fee takes_a ; words | words word-count
schools campuses | campus school ; stars | stargazer starred ; seasons | series run runs
species | creature plants ; ingredients | ingredient ; teeth tooth | fang fangs
episodes | evening shows ; oars | rower oarsm blade ; births | children cradle
"""
SAID_OF_COUNTS: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").replace(" ; ", "\n").splitlines() if line
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
