"""What texts say of measures: lengths, masses, powers, times.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. Notions are apart by lines or a
`;`, an indented line going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_MEASURES"]

_LINES: Final = """
length long runtime | length longer longest end-to-end end_to_end bow_to_stern stem_to_stern
  nose_to_tail =loa overall footage stretches extends lengthwise ; battery | packs pack power_pack
height elevation altitude summit | elevation altitude summit =asl =a.s.l =amsl =masl above peak
  top tip crown tall towers soar soars climbs reaches rises rising metres_high high lofty drop
  drops dropping plunge fall falls ; gradient slope steep | gradient slope steep incline steepness
area acreage surface size floorspace extent | area acreage acres hectare =ha =km² =sq covers
  covering spreads sprawls extends footprint occupies size floorspace surface square ; tank | brim
volume capacity storage tank | volume litre liter gallon cubic holds stores impound tank contain
  fill full storage ; beam breadth width wide | beam breadth broad wide wider widest across abeam
weight mass heavy kerb | weight weigh heavy heavier tips scale scales kilo =kilos =lb =lbs pound
  tonne =t mass kerb curb unladen ready-to-ride ; span spans | span clear bridges gap pier-to-pier
payload load towing tow | payload load carry carries haul tow tows towing trailer pull pulls hitch
  braked ; prep preparation cooking | ready_in to_make on_the_table kitchen oven needs bake simmer
speed fast velocity pace cruising flyby | speed velocity pace top-speed flat_out fast faster
  fastest quick clocked clocks km/h =kph =mph knots =kt =kts cruise cruises cruising does glides
  v-max vmax past tempo ; discharge flow | flows rushes rush pours pour passes_every every_second
acceleration 0-100 sprint standing | 0-100 0-60 0-62 zero_to sprint sprints acceleration accelerat
  standstill standing_start zero_to_100 =0-to-100 ; emissions co2 | emission emits co2 carbon g/km
range reach autonomy | range reach far autonomy charge full_charge tank per_charge between_charges
  single_charge wltp beam visible seen_from ; diameter bore | diameter bore calibre =dia =ø across
power output horsepower rating watt | power =hp =bhp =ps =kw =mw =gw horsepower horses horse
  output watt megawatt kilowatt gigawatt nameplate rated ; luminosity brightness | bright brighter
capacity installed plant | installed =mw =gw =kw megawatt gigawatt kilowatt nameplate sets output
  capacity rated ; screen display diagonal | screen display diagonal panel inch inches =″ oled lcd
electricity generation generate output energy annual yield produced | electricity generat feeds
  fed grid =gwh =mwh =twh =kwh terawatt gigawatt kilowatt-hour produces output yield energy
  turns_out makes ; efficiency | efficien useful converts turns of_the_sun wastes gets out_of_the
fuel consumption mileage economy | fuel consumption consum burns drinks sips =mpg l/100 per_100
  mileage economy thirst ; height | pokes pokes_into base_to_tip foot_to measures_from metres_of
battery playback play endurance standby charge | battery playback play plays playing charge lasts
  last hours hrs run-time juice runs endurance per_charge standby ; ore | dug mined carry_out haul
charging charge | charging charge charges plug full top_up fills refill plugged_in juices juice
  socket topped topped_up needs brim ; torque | torque =nm newton pulls pull twists delivers twist
temperature heat warm cold boiling melting | temperature temp degree =°c =°f celsius fahrenheit
  hot warm cold cool heat thermometer mercury boil melt freez fridge ; term office | mandate serve
rainfall precipitation rain | rainfall rain precipitation wet fell gauge =mm came_down poured
  brought soaked drenched bucketed deluge ; circumference girth | circumference girth around round
duration runtime running time length long minutes crossing journey travel film | duration lasts
  lasted lasting long hours hour minutes minute =min =mins =hrs =h runtime running runs run_time
  later takes took taking playing plays over tie_up arrives crossing journey trip ride
record personal best time | record best fastest quickest time clocked clocking ran run timed
  stopped =pb mark =wr =sb ; waiting wait queue | wait waits queue queued stand_in_line seen_after
distance far away stage route | distance far away apart between route stage km kilomet miles trail
  course ; temperature | in_the_shade reached rose fell sits kept climbed dipped plunged soared
magnitude | magnitude brightness mag quake measured registered on_the_scale shook tremor richter
  strength ; period orbital rotation | period orbit circles rotation turn turns revolution round
dose dosage | dose dosage tablet =mg daily taken take takes given swallow swallowed prescribed
  a_day pill ; frequency interval | every frequency interval headway hourly times_an_hour an_hour
elevation altitude | square lies village station church pass sits_at perched nestles sea_level
  above_the over_sea up_in_the hills lie stand_at stands_at ; seat-height seat | perch saddle =sit
weight mass | featherweight heft lighter lightweight burdens pack comes_in_at shoulders lift
  kilogram ; noise loudness | hums purrs whispers roars meter hum roar whisper murmurs rattles
length long | bank_to_bank winds goes_on_for covers reaches from_end tip_to_tip shore_to_shore
  walkers meanders snakes coast_to_coast ; yield milk | gives tanker delivers gave milked litres
depth | plunges plunge plunged cage sinks_to beneath descends descend down_to down metres_down
  shaft ; wingspan | wingspan wings =span wing-tip tip_to_tip spreads across wing_tip outstretched
area acreage size surface hectares | takes_up of_land works farms farmed farm tills tilled ploughs
  tends covers cultivates grows_on stretches square_kilometres square_miles square_metres
speed top-speed | can_do reaches hits throttle races maxes maxes_out good_for manages faster_than
  beyond run_at travels_at ; width | from_bank_to_bank from_wall_to_wall bank_to_bank wall_to_wall
power output | good_for puts_out put_out delivers develops musters packs makes pushes_out
  churns_out gives bonnet on_tap under_the_hood engine motor motors hood ; voltage | volt voltage
range | take_you takes_you takes_it goes travels travel manages gets_you covers socket plugs
  between one_fill on_a_fill runs_dry before_it_needs from_afar out_at_sea far_off
acceleration 0-100 0-60 sprint | to_100 to_60 motorway_pace needs takes foot_down gets_to is_at
  100_km/h ; travel journey crossing | get_there from_end_to_end gets_you_there door_to_door
battery playback endurance standby | keeps_going dies died got_out_of plugging awake between_plugs
  going alive ; storage memory | room_for of_space on_board comes_with inside on_the_inside
wind gusts gust | blew blow gust gusts gusted howled raged clocked packing blowing hurricane
  squall squalls ; electricity generation | enough_for homes turned_out supplies delivers made
duration runtime running | goes_on clocks sit_through start_to_finish gets_there spends from_start
  whole_thing minutes_of ends_after ; angle lean tilt | lean tilt angle degrees plumb tilts leans
distance | away_from lies drive covers separates down_the_road walk from_start_to_finish run ride
  rode legs ; forest cover woodland wooded | wooded trees woods woodland forest forested
tank volume capacity boot trunk | carries swallows swallow takes of_space room_for fits boot stows
  holds trunk luggage ; capacity installed output generat | feeds_into generat produc deliver grid
output production produced annual-production | churns_out rolls_out rolled_off leave_the
  leaves_the come_off supplies bakes presses bottles harvests yields digs ships turns_out brews
  makes_a produc ; consumption mileage | gets_by needs guzzles guzzle uses every_100 thirsty
life-span lifespan longevity | lives live reaches dies grows grow_as_old grows_as_old old_age
  lived ; engine displacement cubic | engine displacement =cc =ccm litre cubic ; weight | light
warranty guarantee | covered cover guaranteed promise promises repairs backed stands_behind
  guarantee repairs_for_free ; draught draft draw | draught draft draws drew deep keel under_water
sentence prison jail | jailed behind_bars must_serve sent_down locked_up in_prison got given
  years_in jail prison serve served bars cell ; payload cargo | takes_aboard lift lifts haul hauls
share local power electricity supply | supplies supply delivers covers meets demand current uses
  of_the_power of_the_electricity lights ; load payload | bears lifts shoulder shoulders hoists
running runtime duration minutes | before_the_credits you_sit in_the_dark end_credits
  from_start_to_finish ; calories energy | gives packs burns contains per_slice carries eat
output production harvest | comes_out came_out harvest carry_out carries_out dug_out haul_out
  hauled_out surface leave_the leaves_the brought_in ; thickness thick | thick thin thickness slim
storage memory ram | storage memory =gb =tb =ram =flash =ssd gigabyte terabyte disk drive internal
orbital orbit period | one_lap lap laps goes_once goes_round revolution its_year round_its circles
deadweight dwt tonnage displacement | deadweight =dwt tonnage tonner displace tonnes =gt =grt
depth deep | depth deep deeper sounding plumb bottom dives fathom below goes_down go_down
brightness luminance peak | brightness bright luminance =nits =nit =cd cd/m² candela glow
noise loudness sound decibel | noise loud decibel =db =dba quiet ; speed | tops_out sprint sprints
resolution pixels | resolution pixel =px =ppi megapixel =4k =dpi ; boiling | turns_to_steam boils
frequency | dial tune_to tunes tuned broadcasts_on band airwaves ; width breadth | side_to_side
span | between_its leap leaps arch reach_across reaches_across ; sunshine sun | sunshine sun sunny
delivery shipping | at_your_door doorstep until_it arrives ; salinity salt | salt salinity brine
clearance headroom | clearance headroom under air_draught ; snow snowfall | snow snowfall fell =cm
concentration content | concentration content per contain ; pressure | pressure =bar =psi =hpa
gestation pregnancy | carries pregnant born_after carried ; flight | in_the_air aloft airborne
humidity moisture water content | air moisture muggy damp ; refresh rate | refresh =hz hertz
camera sensor | camera sensor =mp megapixel lens snapper ; height tall | measures ground_to
age old | age aged old older oldest years candles turned ; melting | turns_liquid melts
speed-limit limit | must_keep signs cap the_most allowed ; length route | cover covers
term mandate | serves serve served elected_for stays ; floor-area area | under_one_roof space room
sugar salt protein fibre | sweetened sweet contains ; battery charge | socket away_from_the_socket
depth-rating rating | good_to down_to survives dive ; catchment basin drainage | drain drains rain
rotation | spins spin turns_once its_axis day_lasts ; incubation | sits_on hatch brood eggs nest
rainfall precipitation | falls come_down comes_down ; half-life | half_of_it decay decays halves
hardness strength | hardness strength scale mohs ; calories energy kcal | calorie =kcal =kj energy
snow | lie lies on_the_ground blanket deep cover ; gestation | before_birth expecting pregnan womb
age | springs years_old birthday lived_to candle ; screen display | corner_to_corner across
yield | brings_in harvest ; wheelbase | axle axles ; displacement | swept ; caffeine | kick jolt
density | per_cubic ; charging | tops_up
"""
SAID_OF_MEASURES: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").replace(" ; ", "\n").splitlines() if line
)
