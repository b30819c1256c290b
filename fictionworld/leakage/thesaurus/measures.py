"""What texts say of measures: lengths, masses, powers, times.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_MEASURES"]

_LINES: Final = """
length long runtime | length long longer longest end-to-end end_to_end
  bow_to_stern stem_to_stern nose_to_tail =loa overall footage stretches extends
  lengthwise
beam breadth width wide | beam breadth broad wide wider widest across abeam
draught draft draw | draught draft draws drew deep keel under_water
height elevation altitude summit | elevation altitude summit =asl =a.s.l =amsl =masl above peak
  top tip crown tall towers soar soars climbs reaches rises rising metres_high high lofty drop
  drops dropping plunge fall falls
span spans | span clear bridges gap pier-to-pier
wingspan | wingspan wings =span wing-tip tip_to_tip
depth deep | depth deep deeper sounding plumb bottom dives fathom below
  goes_down go_down
thickness thick | thick thin thickness slim
diameter bore | diameter bore calibre =dia =ø across
circumference girth | circumference girth around round
clearance headroom | clearance headroom under air_draught
gradient slope steep | gradient slope steep incline steepness
area acreage surface size floorspace extent | area acreage acres hectare =ha =km² =sq covers
  covering spreads sprawls extends footprint occupies size floorspace surface square
volume capacity storage tank | volume litre liter gallon cubic holds stores impound tank contain
  fill full storage
weight mass heavy kerb | weight weigh heavy heavier tips scale scales kilo =kilos =lb =lbs pound
  tonne =t mass kerb curb unladen ready-to-ride
payload load towing tow | payload load carry carries haul tow tows towing trailer pull pulls hitch
  braked
deadweight dwt tonnage displacement | deadweight =dwt tonnage tonner displace tonnes =gt =grt
speed fast velocity pace cruising flyby | speed velocity pace top-speed flat_out fast faster
  fastest quick clocked clocks km/h =kph =mph knots =kt =kts cruise cruises cruising does glides
  v-max vmax past tempo
acceleration 0-100 sprint standing | 0-100 0-60 0-62 zero_to sprint sprints acceleration accelerat
  standstill standing_start zero_to_100 =0-to-100
range reach autonomy | range reach far autonomy charge full_charge tank per_charge between_charges
  single_charge wltp beam visible seen_from
power output horsepower rating watt | power =hp =bhp =ps =kw =mw =gw horsepower horses horse
  output watt megawatt kilowatt gigawatt nameplate rated
capacity installed plant | installed =mw =gw =kw megawatt gigawatt kilowatt nameplate sets output
  capacity rated
electricity generation generate output energy annual yield produced | electricity generat feeds
  fed grid =gwh =mwh =twh =kwh terawatt gigawatt kilowatt-hour produces output yield energy
  turns_out makes
torque | torque =nm newton
engine displacement cubic | engine displacement =cc =ccm litre cubic
fuel consumption mileage economy | fuel consumption consum burns drinks sips =mpg l/100 per_100
  mileage economy thirst
efficiency | efficien useful converts
emissions co2 | emission emits co2 carbon g/km
noise loudness sound decibel | noise loud decibel =db =dba quiet
brightness luminance peak | brightness bright luminance =nits =nit =cd cd/m² candela glow
resolution pixels | resolution pixel =px =ppi megapixel =4k =dpi
refresh rate | refresh =hz hertz
screen display diagonal | screen display diagonal panel inch inches =″ oled lcd
battery playback play endurance standby charge | battery playback play plays playing charge lasts
  last hours hrs run-time juice runs endurance per_charge standby
charging charge | charging charge charges plug full top_up fills refill
storage memory ram | storage memory =gb =tb =ram =flash =ssd gigabyte terabyte disk drive internal
camera sensor | camera sensor =mp megapixel lens snapper
temperature heat warm cold boiling melting | temperature temp degree =°c =°f celsius fahrenheit
  hot warm cold cool heat thermometer mercury boil melt freez fridge
rainfall precipitation rain | rainfall rain precipitation wet fell gauge =mm
snow snowfall | snow snowfall fell =cm
sunshine sun | sunshine sun sunny
salinity salt | salt salinity brine
hardness strength | hardness strength scale mohs
age old | age aged old older oldest years candles turned
duration runtime running time length long minutes crossing journey travel film | duration lasts
  lasted lasting long hours hour minutes minute =min =mins =hrs =h runtime running runs run_time
  later takes took taking playing plays over tie_up arrives crossing journey trip ride
record personal best time | record best fastest quickest time clocked clocking ran run timed
  stopped =pb mark =wr =sb
distance far away stage route | distance far away apart between route stage km kilomet miles trail
  course
frequency interval | every frequency interval headway hourly
angle lean tilt | lean tilt angle degrees plumb tilts leans
pressure | pressure =bar =psi =hpa
voltage | volt voltage
magnitude | magnitude brightness mag
period orbital rotation | period orbit circles rotation turn turns revolution round
dose dosage | dose dosage tablet =mg daily taken
concentration content | concentration content per contain
calories energy kcal | calorie =kcal =kj energy
elevation altitude | square lies village station church pass
weight mass | featherweight heft lighter lightweight burdens pack scales comes_in_at shoulders lift
  kilogram
height | pokes pokes_into base_to_tip foot_to measures_from metres_of
length long | bank_to_bank winds goes_on_for covers reaches from_end tip_to_tip shore_to_shore
  walkers meanders snakes coast_to_coast
width breadth | side_to_side
depth | plunges plunge plunged cage sinks_to beneath descends descend down_to down metres_down shaft
elevation altitude | sits_at perched nestles sea_level above_the over_sea up_in_the hills lies lie
area acreage size surface hectares | takes_up of_land works farms farmed farm tills tilled ploughs
  tends covers cultivates grows_on stretches square_kilometres square_miles square_metres
speed top-speed | can_do reaches hits throttle races maxes maxes_out good_for manages faster_than
  beyond run_at travels_at
power output | good_for puts_out put_out delivers develops musters packs makes pushes_out churns_out
  gives bonnet on_tap under_the_hood engine motor motors hood
torque | pulls pull twists delivers twist
range | take_you takes_you takes_it goes travels travel manages gets_you covers socket plugs between
  one_fill on_a_fill runs_dry
acceleration 0-100 0-60 sprint | to_100 to_60 motorway_pace needs takes foot_down gets_to is_at
  100_km/h
battery playback endurance standby | keeps_going dies died got_out_of plugging awake between_plugs
  going alive
charging charge | plugged_in juices juice socket topped topped_up needs brim
battery | packs pack power_pack
storage memory | room_for of_space on_board comes_with inside on_the_inside
consumption mileage | gets_by needs guzzles guzzle uses every_100 thirst thirsty
noise loudness | hums purrs whispers roars meter hum roar whisper murmurs rattles
screen display | corner_to_corner across
wind gusts gust | blew blow gust gusts gusted howled raged clocked packing blowing hurricane squall
  squalls
rainfall precipitation rain | came_down poured brought soaked drenched bucketed deluge
temperature | in_the_shade reached rose fell sits kept climbed dipped plunged soared
snow | lie lies on_the_ground blanket deep cover
magnitude | quake measured registered on_the_scale shook tremor richter
duration runtime running | goes_on clocks sit_through start_to_finish gets_there spends from_start
  whole_thing minutes_of ends_after
distance | away_from lies drive covers apart separates down_the_road walk
prep preparation cooking | ready_in to_make on_the_table kitchen oven needs bake simmer
calories energy | gives packs burns contains per_slice carries eat
sugar salt protein fibre | sweetened sweet contains
dose dosage | take takes given swallow swallowed prescribed a_day
depth-rating rating | good_to down_to survives dive
tank volume capacity boot trunk | carries swallows swallow takes of_space room_for fits boot stows
  holds trunk luggage
load payload | bears lifts shoulder shoulders hoists
output production produced annual-production | churns_out rolls_out rolled_off leave_the leaves_the
  come_off supplies bakes presses bottles harvests yields digs ships turns_out brews makes_a produc
yield milk | gives tanker delivers gave milked litres
electricity generation | enough_for homes turned_out supplies delivers made
life-span lifespan longevity | lives live reaches dies grows
speed-limit limit | must_keep signs cap the_most allowed
gestation pregnancy | carries pregnant born_after carried
frequency interval | times_an_hour an_hour
waiting wait queue | wait waits queue queued stand_in_line seen_after
delivery shipping | at_your_door doorstep until_it arrives
warranty guarantee | covered cover guaranteed promise promises repairs backed stands_behind
term mandate | serves serve served elected_for stays
sentence prison jail | jailed behind_bars must_serve sent_down locked_up in_prison got given
  years_in
wingspan | spreads across
efficiency | turns converts of_the_sun wastes gets out_of_the
humidity moisture water content | air moisture muggy damp
forest cover woodland wooded | wooded trees woods woodland forest forested
share local power electricity supply | supplies supply delivers covers meets demand current uses
  of_the_power
  of_the_electricity lights
age | turned candles springs years_old
"""
SAID_OF_MEASURES: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
