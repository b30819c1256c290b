"""What texts say of days: openings, launches, births, ends.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_DAYS"]

_LINES: Final = """
approved approval licensed licence authorised authorisation cleared | approv licen authori cleared
  clearance green_light go-ahead passed
opened opening inauguration opens inaugurated traffic | open opens opened opening inaugurat
  traffic unveil ribbon doors first_visitor first_guests first_train in_service entered_service
  given_over handed_over public gates since ceremon started starts commission
launched launch release released released date launch-day out available shops | launch releas out
  shops available arriv ships shipped shipping shelves hit hits landed rolled_out rollout
  went_live came_out debut on_sale went_on_sale general_availability =ga store stores unveiled
  reached published street since
commissioned commissioning operation start service online | commission service operation began
  start online entered_service grid first_power in_service working switched_on running
  first_kilowatt since produc betrieb
founded founding establishment established foundation incorporated chartered | found founded
  founding establish set_up incorporat charter start started began beginnings since goes_back
  dates born created formed origin =est =est. anno
built construction completed build completion constructed | built build building construct complet
  finish erected raised ready stands topping dates laid went_up put_up
construction start groundbreaking | construction ground groundbreaking spade spadeful first_stone
  foundation_stone begin began begun start started work works sod keel
ended closed decommissioned shutdown retired closure end last | ended end ends closed close
  closing shut shutdown decommission retire last final switched_off ceased discontinu
  left_the_line production out
discontinued production | discontinu production left_the_line last line built
born birth birthday | born birth birthday came_into_the_world =b. né née
died death dead | died death dead passed_away =d. obituar † funeral last_breath perished
married wedding | married wedding wed bride groom
premiere premiered screened shown first | premier screen first curtain staged performed
  world_premiere debut opening_night shown cinemas
published publication appeared | publish publication appear appeared out came_out print shops
  issued released bookshops
recorded recording | record recorded session studio tape
signed signing treaty contract | sign signed signing ink pen treaty
elected election poll vote | elect election voted poll ballot
appointed appointment office term | appoint office took_office took_over sworn since installed
  named
discovered discovery sighted found | discover found sight sighted spotted detected first_seen dug
collapse collapsed disaster accident sank sinking fell | collaps fell gave_way crash sank sunk
  lost disaster down caved broke
landing landed touchdown | land landed landing touchdown touched_down set_down arriv
liftoff launch flight first | lift-off liftoff launch flew flight maiden left_the_pad blast
  took_off left_the_ground left_earth roared lifted climbed_away
ascent climbed conquered summited | ascent climb climbed conquered summit summited top reached
  first_up scal
awarded award first | award awarded given handed_out presented prize
expiry expires patent support deadline end | expir expire patent runs_out lapse end ends until
  deadline support
flowering flower bloom blossom | flower bloom blossom
harvest picked ripe | harvest pick picked ripe ripen
festival held takes place begins | held takes_place begins starts runs festival
last renovated restored rebuilt | renovat restor rebuil refurbish overhaul modernis
visit visited | visit came
opened opening inauguration | ribbon cut_the_ribbon scissors unlocked doors_swung swung_open
  flung_open first_guests first_customers first_passengers first_cars first_visitors let_in
  welcomed unbarred threw_open barriers first_walked
launched launch slip slipway | slip slid slipway slipways bottle champagne christened stern afloat
  floated took_to_the_water into_the_water left_the_ways ways kissed_the_water tasted
founded founding foundation established | came_into_the_world opened_its_doors doors first_met
  first_minutes
  signed_the_papers statutes articles registered registrar birth_certificate began_life
  opened_for_business set_up_shop hung_out deed
born birth birthday | came_into_the_world first_cry cradle saw_the_light first_saw_the_light
  candles baptised midwife
died death dead | last_breath breathed left_us slipped_away laid_to_rest passed_away passed
  closed_his_eyes closed_her_eyes
  lost funeral buried breathed
married wedding | said_yes rings altar aisle vows bells tied_the_knot
premiere premiered | lights_went_down lights_went_up curtain_rose curtain_went_up first_night
  applauded opening_night first_audience
published publication appeared released release | bookshops shelves counters first_readers buyers
  queued on_the_shelves first_buyers walked_out reached_readers newsstands
first ascent climbed conquered summited | stood_on stood top flag planted summit set_foot reached
elected appointed took office | sworn_in chain took_the_chair hands_on chosen
completed built finished | last_stone last_brick last_rivet roof_went_on capstone scaffolding
  keys_handed topped_out handed_over mortar
closed closure | locked last_train last_guests last_customer last_shift bolted for_good last_time
  key_turned switched_off lights_out
discovered discovery | first_seen first_spotted first_saw noticed glimpsed stumbled telescope
  plate
automated automation | keepers_left last_keeper keeper_left unmanned without_a_keeper
signed signing | pens ink signatures put_their_names
collapse collapsed | came_down gave_way fell tumbled
eruption erupted erupt | erupt lava blew blown ash spewed plume quiet dormant slept asleep rumbled
perihelion closest approach flyby | perihelion closest nearest swung round_the_sun rounded_the_sun
ratified ratification force | ratif into_force in_force took_effect takes_effect
delivered delivery handover | deliver handed_over handover took_delivery
keel laid | keel laid
ordered order | =order ordered placed_the_order
merged merger acquired acquisition takeover | merg takeover acqui bought swallowed joined_forces
introduced introduction abolished | introduc brought_in abolish scrapped in_force took_effect
retired retirement | retire hung_up bowed_out last_game last_match stepped_down farewell
arrived arrival departed departure | arriv depart set_out set_off set_sail docked sailed left
first-day | first_day begin begins began start starts started open opens opening opened kick kicks
opened opening inauguration | has_been_welcoming been_welcoming has_served came_into_use into_use
  greeted ready_for_visitors into_service turnstiles first_rolled rolled_over drove_over =ribbon
founded founding establishment | together got_going called_into_being sprang_up launched
  brought_to_life
  traces roots celebrated anniversary teaching brewing decided_to
released release launch | out_now dropped out_today is_out you_can_buy saw_the_light is_here
  download_servers servers players_could appeared be_had downloadable goes_live
published publication | went_on_sale rolled_off saw_the_light put_out first_edition
born birth | first_saw_light delivered entered_the_world mother is_a_child parents birthday
died death | is_no_more succumbed departed life_ended fell_asleep heart_stopped killed taken_from
  was_found_dead
married wedding | man_and_wife said_i_do hitched
commissioned commissioning | joined_the_fleet hoisted ensign handed_to_the_navy pennant navy fleet
decommissioned retired | left_service paid_off lowered_her_flag struck_from out_of_service breakers
  laid_up withdrew withdrawn scrapped pensioned
keel laid | first_steel first_plate
passed adopted enacted adoption enactment | waved_through parliament voted adopted said_yes_to
  cleared
  approved majority voted_in enacted carried agreed green_light nodded signed_into_law assembly
  through_parliament final_reading statute
in-force force effective commencement | must_follow applies applied came_into_effect been_law
  binding
  holds_since effective kicks_in kicked_in valid became_law is_law takes_effect took_effect
  came_into_force bound_by obey comply
approved approval | nod waved_through said_yes signed_off can_be_sold
decided decision ruling judgment verdict | ruled ruling handed_down court_found settled judges
  resolved
  concluded made_up_their_minds gave_judgment judgment verdict
filed filing complaint lawsuit | lodged submitted brought handed_in sued took_to_court went_to_court
  put_in complaint
signed signing treaty | sealed agreed shook_hands concluded
ratified ratification | endorsed approved confirmed blessing passed adopted
landfall | landfall struck_the hit_the came_ashore crossed_the_coast reached_land slammed_into
  made_land
  battered swept_in came_in coast ashore
first-concert first-performance debut concert performance | sang in_public took_the_stage
  gave_its_debut
  on_stage debuted debut before_an_audience first_time played_its_first performed first_heard
first-flight maiden flight | took_to_the_air airborne up_in_the_air wheels_left
first-aired aired airing broadcast | went_out on_screens hit_screens began_its_run debuted
  on_television
  premiered first_shown viewers
retired retirement | called_it_a_day quit said_goodbye stopped_playing pension took_off gave_up
  stepped_away last_played
appointed appointment office took-office | took_the_job took_charge started_work took_the_helm
  handed
  got_the_job took_the_reins succeeded hired stepped_up in_post at_the_helm in_charge
elected election | won_the_vote voters_chose took_the_seat picked came_to_power carried_the_day
  voters
closed closure | welded went_dark pulled_down_the wound_up lights_went_out out_of_business no_more
  last_shift gates boarded_up
demolished demolition torn | pulled_down torn_down came_down knocked_down blown_up flattened razed
  wrecking_ball bulldozed bit_the_dust brought_down levelled dynamited demolish
completed completion finished | keys_were builders_left
construction groundbreaking | diggers cranes got_under_way
renovated restored renovation | done_up facelift face-lift made_over new_coat gutted
discovered discovery | came_upon turned_up came_to_light unearthed first_described dug_up
delivered delivery | arrived received dropped_off got_its brought
departure departed departs | sets_off casts_off pulls_out sets_sail gets_going takes_off leaves
arrival arrived arrives | gets_in lands docks pulls_in ties_up touches_down comes_in berths
deadline closing-date due | no_later_than must_be_in last_chance entries_close closes cut-off
  hand_in
  before applications apply send_in accepted submit submissions
start-date start starts begins | gets_under_way commences kicks_off opens from
end-date end ends | wraps_up finishes runs_to concludes winds_up runs_until till until last
date event held | takes_place is_on held happens scheduled be_there falls_on set_for mark_your
  see_you staged took_place
expiry expires | best_before no_longer_valid use_by good_until lapses
accession joined | joined became_a_member entered admitted acceded
independence | broke_away became_free its_own_flag cut_ties freed became_a_state sovereign
eruption erupted | went_off awoke woke_up
sank sinking sunk | foundered slipped_under disappeared seabed went_under struck swallowed wrecked
  went_down
fire burned burnt | burnt up_in_flames blaze burned flames gutted inferno
collapse collapsed | crumbled toppled
failure failed lost-contact | contact gave_up silent stopped_working died broke_down packed_up
  last_signal
returned handed-back restitution return | returned came_home restored given_back
sold sale | new_owner signed_over changed_hands buyer
bankruptcy bankrupt insolvency | bust filed went_under insolven ran_out_of_money collapsed receivers
  administrators
acquired acquisition takeover | snapped_up took_over became_part came_under taken_over joined
listed listing ipo flotation | went_public floated debut shares_began exchange trading first_traded
recorded recording | laid_down captured microphones
awarded award | handed collected picked_up honoured got
rejected rejection defeated | threw_out thrown_out voted_down turned_down rejected
died death | we_lost lost
founded founding established | put_out_its_sign first_sign
restored restoration reopened | old_looks looks_back former_glory glory
married wedding | vows
enacted passed | blessing became_law becomes_law law_since
withdrawn withdrawal decommissioned | last_run last_trip last_journey last_service last_voyage
"""
SAID_OF_DAYS: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
