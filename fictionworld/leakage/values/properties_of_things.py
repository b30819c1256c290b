"""Ways in which texts put what a device, a vehicle, a product or a place has and does.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_THINGS"]

OF_THINGS: Final = r"""
wireless; qi charging; inductive
+ (without|needs? no|minus) (a |any )?(cable|wire|cord|plug)s?; qi([-
  ]?(pad|mat|charg*|stand|plate|2))?; charging (pad|mat); (cable-free|cordless*|inductive*|
  wire-?less*); lay it on (the|a) (pad|mat|plate)
- (only|solely) (by|with|through|via|over) (a |its |the )?(cable|wire|usb|plug|cord);
  cable[- ]only; by cable (only|alone); needs? a (cable|cord)

driverless; automat*; unmanned; autonomous; drivers\b
+ (nobody|no[- ]?one|no (driver|crew|human|staff|pilot)) (is |sits |stands )?(at|behind|in|on
  board|aboard); (drives?|steers?|runs?|operates?) (itself|themselves); self-driving;
  fully[- ]automat*; driver-?less; without (a |any )?(drivers?|crew|staff); no drivers?;
  computers? (drives?|at the controls); fahrerlos*; sans conducteur; sin conductor
- (a |its |each |every |the )drivers? (at|sits?|is|in|on|still|drives?); driven by;
  manually driven; needs? a driver; driver-operated; crewed

water-?(proof|resist*|tight); ip\s?6[78]; rainproof
+ ip\s?6[5-9]; (shrugs? off|surviv*|withstands?|withstood|lives? through|outlives?) ~
  (dip|dunk|rain|bath|swim|water|submersion|pool|puddle|sea|shower)*; (dunk|drop|submerge|swim
  with|shower with|fell|left)* ~ (pool|water|sea|sink|bath|lake|tank|river); sealed against;
  keeps? (all )?(the )?water out
- (keep|must stay|stays?) (it )?(dry|away from water); (dies|died|drown*|ruined|fried)
  (in|by|after) ~ (water|rain|drops?|splash*); for (the )?(rain|water|pool) it is not;
  (a few drops|one splash) ~ (kill*|ruin*|end*)

dual[- ]?sim; two sims?
+ (two|2|second|twin|dual) (nano-?)?(sims?|sim cards?|phone numbers|lines)
- (one|single|only one|1) (sim|sim card|number); single-sim

headphone; audio jack; 3[.,]5\s?mm
+ 3[.,]5[- ]?mm; (wired|old) (headphones?|earphones?); headphone (socket|port|connector);
  plug in ~ phones
- (bluetooth|wireless) (head|ear)phones only; (need*|only with) ~ (adapt[eo]r|dongle);
  only (through|via|by) (usb|bluetooth); dongle

\b5g\b
+ (?-i:5G); fifth[- ]generation
- 4g only; (tops out at|stuck (on|with)|only) (4g|lte)

fold(s|able|ing|ed)?\b; flip
+ fold(s|ing|able|away)?; collaps(es|ible); (flips?|hinges?) (shut|open);
  bends? in (half|two|the middle)
- rigid; classic slab; one[- ]piece

solar; sun-?powered
+ (feeds?|runs?|charges?|lives?|powered|works?) ~ (sun|sunlight|daylight|light|sunshine|solar);
  solar cells?
- (needs?|takes?|change|replace) (a |its |the )?(new )?(cells?|batter(y|ies)); hand-?wound

spare wheel; spare tyre
+ spare (in|under|on); fifth wheel
- (repair|puncture) kit; can of (foam|sealant)

retractable; closable; sliding roof
+ (slid|slides?|roll|fold|draw|pull|swing|mov)(es?|s|ing|ed)? (it|its roof |the
  roof |over )?(open|back|shut|away|over|across); opens? and (closes?|shuts?); retract*;
  roof ~ (opens?|opened|opening|closes?|closed|shuts?); (open|close|shut|slide)[sd]?
  (up )?(the|its) roof; roof (is )?(open|closed|shut)
- (is|are|was) (* )?(fixed|solid|immovable); fixed roof; permanent(ly)?;
  (nothing but|only) (the )?sky; open to the (sky|elements); no roof

(removable|replaceable|swappable) battery
+ (swap|pop|take|took|carry|change|slide|replace|remove|pull|lift|charge)*
  (out )?(the |its |my )?batter(y|ies); battery (pops|slides|comes|lifts) (out|off);
  batter(y|ies) ~ (can|may) be (taken|removed|replaced|swapped|changed)
- batter(y|ies) ~ (glued|sealed|soldered|built|welded) (in|into|shut); sealed batter*;
  built-in batter*

(sd|memory|micro-?sd)[- ]?(card )?slot; expandable
+ (takes?|accepts?|room for) (a |an )?(micro-?)?sd; memory cards? (slot|up to); card slot
- no (slot|cards?)

four-wheel; all-wheel; 4x4; awd; 4wd
+ all four wheels; drives? every wheel; 4x4; awd; 4wd; (four|all)-wheel drive
- (front|rear)-wheel (drive|driven); drives? only (the|its) (front|rear); two-wheel

electric( car| vehicle| drive)?$; battery[- ]powered; electrified
+ plugs? in; battery[- ](powered|driven|electric); (under|overhead) (the )?(line|wire)s?;
  catenary; third rail; runs? on (a )?(batter*|electricity); no exhaust
- diesel (bus|car|van|lorry|boat|ferry|train|traction|power|engine|unit|railcar)s?;
  diesels? (still|haul); petrol; no (wires|catenary|overhead); runs? on (oil|coal|gas)

electricity; mains; power\b
+ (mains|power) (socket|point|outlet|hook-?up|supply)s?; sockets? (in|at|by|for); plugged in
- off[- ]?(the )?grid; candle*; (kerosene|paraffin|oil|gas) lamps?; never been a cable;
  no (sockets?|power|current)

open[- ]?source; source (code )?open; free software
+ source (code )?(of [^.;]{2,30} )?(is |lies |stands )?(open|public|published|free|on|for
  anyone); (anyone|you|anybody) (can|may) ~ (code|source|every
  line); (gpl|mit|apache|bsd|mpl)(-\d\S*)?[- ]licen[cs]ed?; fork (it|the code);
  public (repository|repo)
- closed[- ]source; proprietary; (code|source) ~ (secret|closed|under lock); trade secret;
  nobody outside ~ (code|source)

\blts\b; long[- ]term support
+ long-?term (support|release|branch|programme); (looked after|supported|maintained|patched|
  fixes) ~ years; full (* )?years of; \blts\b
- (short|nine|six)-?(term|month) (release|support); (dropped|ends?|unsupported) (after|in) *
  months; interim release

multiplayer; online play; co-?op; cross-?play
+ (play|team up|race|fight|finish|beat)* ~ (with|against|together|friends|my
  (sister|brother|friend)s?); multiplayer; co-?op; for (two|three|four|\d+)(-| )players?;
  split[- ]screen
- single[- ]player; (strictly |purely )(a )?solo*; solo (only|adventure|affair|game); alone only;
  for one player; only one can play

offline
+ without (a |any )?(signal|connection|internet|wi-?fi|network); (no|zero)
  (signal|connection|internet|wi-?fi|network); (works?|usable|runs?|plays?) (* )?offline;
  (on|aboard) (a|the) (plane|flight); airplane mode
- (need|requir)* (a |an )?(constant |permanent |live )?(connection|internet|signal|network);
  always[- ]online; (lose|lost|cut|drop)* (your|the) (connection|internet|signal)

dishwasher
+ (goes|put|straight|safe) (it )?(in|into|for) the dishwasher; dishwasher[- ](safe|proof)
- (wash|rinse|clean) (it )?(only )?by hand; hand-?wash; keep ~ out of the dishwasher

assembl*; flat-?pack
+ (put|screw|bolt) (it )?together; flat-?pack; some assembly; allen key
- (comes|arrives|delivered|ships) (fully )?(assembled|ready|in one piece|built); no assembly

organic; \bbio\b
+ organic*; (no|without|free of|never sees?) (* )?(pesticides?|chemicals|sprays|synthetic);
  biologi*; ecológic*
- conventional*; (uses?|sprays?|sprayed with) (?!no )(* )?(pesticides?|chemicals|weedkiller)

vegan
+ (no|without|free of|nothing) (any )?(from )?animals?; plant-based
- (contain|with|made with|use|full of|laden with|rich in)* (* )?(milk|butter|eggs?|honey|cheese|
  gelatine|meat|ham)

vegetarian; meat-?(free|less)
+ meat-?(free|less); (no|without|free of|never any|not a scrap of) (meat|fish|bacon); vegetarian;
  vegan
- (contain|with|made with|use)* (* )?(meat|beef|pork|bacon|ham|fish|gelatine|lard|chicken)

gluten
+ gluten-?free; (no|without|free of) (gluten|wheat); (safe|fine) for co?eliacs;
  (rice|maize|corn|buckwheat) flour
- (wheat|barley|rye|spelt); not (safe|fit) for co?eliacs

alcohol
+ [\d.,]+ ?%? (vol|abv|proof); (contain|with|laced with)* (* )?(alcohol|spirit|rum|brandy|wine)
- alcohol-?free; non-?alcoholic; 0[.,]0 ?%; not a drop of (alcohol|spirit); soft drink

prescription; \brx\b
+ rx only; ℞; prescription[- ]only; only (on|by|with|against) ~ prescription;
  (needs?|requires?) ~ (prescription|script); rezeptpflichtig; verschreibungspflichtig;
  sur ordonnance; con receta
- over[- ]the[- ]counter; \botc\b; (without|no) (a )?prescription; off the shelf; rezeptfrei;
  sans ordonnance; sin receta*; senza ricetta; free(ly)? (sold|available) in;
  (anyone|everyone) can buy

pregnan; expectant
+ (safe|fine|suitable|harmless) (for|in|during) (pregnan*|expectant|mothers);
  (pregnant women|expectant mothers|mothers-to-be) (may|can)
- (pregnant (women|patients)|(expectant )?mothers(-to-be)?) (must|should|ought to)?
  ?(not|never|leave|avoid|refrain|do without|stay away); (not|never) (during|in) pregnancy;
  harms? the unborn; contraindicated

refrigerat; keep cold; cool storage
+ (in|into) the (fridge|refrigerator); keep (it )?(cold|cool|chilled); 2\s?(-|to|\u2013)\s?8\s?°
- room temperature; need not be (cooled|chilled); shelf-?stable; in the cupboard

reus(e|able)
+ (flown|used|fl(y|ies|ew)) (again|before|twice|(* )?times); second flight of; reus(ed|able);
  (for the|its) * (time|flight|launch); (land|come|came)* ~ (barge|landing
  pad|ship|legs|upright|in one piece)
- single[- ]use; expendable; disposable; thrown away; used (only )?once; burns? up;
  (fall|drop|crash|plung)* ~ (sea|ocean|desert); (is|are) (lost|ditched|discarded)

parachute; chute
+ (canopy|chute|parachute) (opened|unfolded|filled|blossomed|deployed|billowed);
  (drifted|floated|sank) down
- (canopy|chute|parachute) (stayed|remained|never|failed|did not|tangled|jammed|tore);
  fell like a stone; still packed

discontinued; out of production; out of print
+ discontinued; no longer (made|built|produced|printed|sold); out of (production|print);
  (last|final) (one|unit|car|copy) (left|rolled); production (ended|stopped|ceased)
- still (made|built|produced|printed|sold|in); rolls? off the line

tolls?\b; charges? a toll
+ toll(booth| is| of| gate| booth| plaza)s?; (pay|levies|charges|collects?) ~ toll; drivers pay;
  costs? ~ to cross; crossing costs; pay(ing)? to cross; (each|every|a|per) (car|driver|vehicle)
  (is charged|pays); (at|for) the ~ booth
- toll-?free; untolled; free (to|of) (cross|toll|charge); (cross|crossing|passage|use|drive) ~
  (free|for nothing|nothing); costs? (drivers |motorists |you )?nothing; without (paying|charge);
  booths? ~ (removed|closed|demolished|gone)

step-?free; wheelchair; accessib; barrier-?free; disabled access
+ (reach|enter|use|board|visit|get)* ~ (by|in|with) (a )?wheelchairs?;
  wheelchairs? (users? )?(can|may|are|get|reach|accessible|friendly|welcome);
  (no|without|meet no|not a single|free of) (stairs?|steps?|kerbs?|barriers?);
  (step-?(less|free)|barrier-?free*); (ramp|lift)s? ~ (take|carr|bring|get)* wheelchair;
  level access; no ?more ?stairs; ramps? (and|or|leads?|throughout|up to);
  rolled (straight|right) (in|from|up); on wheels all the way
- (only|solely) (by|up|via) ~ (stair|step)s?; stairs only; (must|have to) (be carried|climb);
  flights? of (stairs|steps); (users?|anyone|people|guests|visitors) (in|of) (a )?wheelchairs?
  (cannot|can't|must|have|will); no (lift|ramp|elevator); wheelchair users? (cannot|can't|must);
  (narrow|spiral|steep|stone) ~ (stair|step|staircase)s?; out of reach

parking; car park
+ park (* )?(cars? )?(right|just|outside|at|free|behind|in); parking (space|bay|lot|garage)s?;
  (spaces|room) for (\d+ )?cars
- nowhere to (park|leave); leave the car at home; park elsewhere; no car park

(?<!-)free (entry|admission|access|of charge|wi|trial|version); freeware;
  (admission|entry) (is )?free;
\bfree\b; free to (enter|visit)
+ (costs?|pay|charges?|asks?) nothing; free (of (charge|cost)|trial|tier|download|for);
  without (a fee|charge|paying|a ticket); gratis; no (entry |admission )?(fee|charge|ticket
  needed); for nothing; nobody pays; costs not a
- charges? (for )?(entry|admission|visitors); (ticket|subscription) (required|needed|only);
  (adults?|visitors) pay; paid (entry|admission|only|version|licen[cs]e);
  admission (is|costs?) \d; must be bought

cars?\b; carries cars; vehicles?
+ (drive|roll|park)s? (on|aboard|your car|off); roll-on; ro-ro; car (deck|ferry);
  (takes?|carries|bring|room for) (* )?(cars |vehicles); (cars|vehicles) ~
  (carried|welcome|aboard|too)
- leave ~ (cars?|vehicles?); passengers?[- ]only; foot[- ]passengers?( ferry)?; car-free;
  no (cars|vehicles); (only|just) ~ (foot|pedestrians)

heated; heating
+ (heat(ed|ing)|beheizt*|chauffée?*|warm(ed)?|balmy); (1\d|2\d|3\d) (degrees|°)
- unheated; (no|without) heating; (ice|stone|freezing)[- ]?cold; cold as

listed\b; protected; heritage; monument
+ listed (building|monument|grade); (is|was|been) listed; grade (i|ii);
  protected (monument|building|landmark); heritage (list|protection|site); denkmalgesch*;
  may not be (altered|pulled down)
- unlisted; (no|without) (heritage|monument) (protection|status)

year-?round; all year; in winter; winter open; in (december|january|february|november)
+ (open|run|serve|sail|visit|guided|tour)* ~ (all year|year-?round|every month|summer and
  winter|twelve months); never (closes|shuts); (all|whole) (year|winter); in
  (winter|december|january|february)
- (clos|shut|lock|bar|seal)* ~ (winter|snow|november|december|january|february|season);
  (winter|november|december|january|february)\b[^.;]{0,90}\b(closed|shut|locked|barred|
  shuttered); summers? only; only in summer; winter (closure|break); seasonal

shore power; onshore power
+ plug* (in|into) ~ (grid|mains|land|shore|quay); shore(-side)? (power|electricity);
  power from ~ (shore|land|quay)
- engines? ~ (keep|kept|left) running

night (train|bus|service|flights?); 24 hours; round the clock; 24/7
+ (round|around) the clock; 24/7; day and night; 24 hours a day; (through the|all) night
- (closes|shuts|stops) ~ (midnight|evening|night); last (train|bus|tram|boat|ferry) ~ \d;
  daytime only

open to (the )?public; public access; visitable; open (for|to) (visitors|climbers)
+ (anyone|everybody|everyone|all|visitors|the public) ~ (may|can|welcome|walk in|enter|admitted);
  doors (stand|are) open; (you|one|we) (can|could|may) (visit|enter|tour|climb|walk|go);
  can be (visited|entered|toured|climbed); come in
- (no|not a) (visitors?|admittance|entry); (staff|members|invitation|residents|invited guests)
  only; keep out; behind locked; only (admire|view|see) ~ from; not let in; closed to

floodli*; illuminated; lit\b
+ floodlit; under (the )?(flood)?lights; lit (up )?(at|by) night; illuminated
- no (floodlights|lights|lamps); daylight only; unlit; in the dark; pitch[- ]dark

in colou?r
+ in (full )?colou?r; technicolou?r
- black[- ]and[- ]white; monochrome
"""
"""What a column is called; after `+` ways of affirming it, after `-` of denying it."""
