"""Ways in which texts put how things went with people, clubs, votes, firms and living beings, and
what a price, a plan or a membership holds.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_AFFAIRS"]

OF_AFFAIRS: Final = r"""
(* )?(included|supplied|bundled)
+ (in|inside|out of) ~ (box|carton|package|packet); (comes?|ships?|sold|sells|packed) (* )?with;
  thrown in; bundled; supplied; provided; (get|gets|got) ~ with; you also get; at no extra *;
  (box|carton) (holds|contains)
- (sold|buy|buys|bought|order|ordered|available|charged|costs?|comes?|hired?) ~
  (separate*|extra|apart|yourself); (ships?|comes?|sold|sells) ~ (without|bare); bring ~ own;
  (must|ha(ve|s) to|needs? to|then) ~ (buy|bring|order|get|purchase|supply|find); budget ~ for;
  (buy|go out|shop) for; optional extra; (left|leaves it|up) to the buyer;
  (everything|all) (else )?in the (box|carton)

(* )?covered$; covers *
+ (pays?|paid|paying) (for|out|towards|~ (bill|in full|every (penny|cent))); (reimburs|refund)*;
  (pick|foot|settle)* ~ (bill|tab); costs? (me|us|him|her|you|members) nothing;
  free (of charge|for); covers; insured
- (pay|paid|pays) ~ (my|your|him|her|them|our)sel(f|ves); out of (my|your|his|her|their|our) own
  pocket; own (pocket|expense|cost); is on (you|us|me); exclu(d|sion)*; (refus|declin)* to pay

(open to|accept*|admit*|takes|taking) (new )?(members|applicants|patients|customers|clients|
  pupils|students|investors)
+ (tak|accept|admit|welcom|enrol|recruit|sign|invit)* ~ (member|applicant|patient|customer|
  client|pupil|student|investor|newcomer)s?; (looking|room|places) for ~
  (members|patients|pupils|customers); registered (at|with); (anyone|everyone|newcomers?|you|new
  *) (can|may) (still |now )?(join|apply|sign up|register); new
  (members|patients|customers|clients|pupils) (* )?(welcome|wanted); (membership|list) is open
- (sent|send|turn)* ~ (away|down|elsewhere); (list|books?|rolls?) ~ (full|closed); closed to;
  (took|taken|takes) (in |on )?(its|their|the) last *; stopped (taking|accepting|admitting);
  invitation only

free transfer
+ for nothing; without a fee; no (transfer )?fee; out of contract; free agent; on a free;
  cost* (them )?nothing
- for (a fee|an undisclosed fee)

relegat
+ relegated; drop(ped|s)? (down|into|out|to the); (went|go(es)?|going|gone) down; demoted;
  fell (to|into|out); lost (their|its) place; goodbye to; abgestiegen; steigt ab; descendi*;
  relegu?é*
- stay(ed|s)? up; (kept|keeps) ~ up; surviv*; (avoid|beat|escap)* ~ (drop|relegation);
  kept (their|its) place; escaped; promoted; champions; (are|is|were) safe

promot
+ promoted; (go(es)?|went|going|gone|move[ds]?) up; climb(ed|s)? (to|into);
  (won|earned) promotion; aufgestiegen; ascendi*
- stay(ed|s)? (down|put); missed (out on )?promotion; relegated; went down

champion; title winner; won\b; winner; cup win
+ champions?; title-?holders?; (lift|hoist|rais|took|claim|carried|brought
  home|hand|award|receiv|accept)* ~ (trophy|cup|title|crown|shield|prize|medal|award);
  (won|wins|winning) ~ (title|league|championship|cup|trophy|final|prize|award|medal); Meister;
  campe[oó]n(es)?; cup winners?; beat * in the final; (trophy|cup|title|prize|medal|award)
  (he|she|they|it) (was|were|had been) *
- runners?-up; (missed|lost|losing) ~ (title|final|cup|prize); beaten finalists?;
  (knocked|went|crashed) out; (lost|fell) (in|at) the (final|semi|quarter);
  (came|went|go) (away|home) ~ (empty*|nothing); empty-handed; (shortlisted|nominated) ~
  (never|each|without)

retired; retirement
+ retired; hung up (his|her|their|the); called it a day; ended (his|her) career;
  gave up (playing|racing|the sport)
- still (playing|active|racing|competes|working|sees|*s); plays on; carries on

in force; in effect; enacted; upheld
+ (in force|took effect|takes effect|enforced|applies|apply since|upheld|no reason to strike);
  (fined|a fine|fines|breaks?|breach*|broke) ~ (faced?|fined?|pay|paid|act|law)
- struck (it )?down; (repeal|rescind|annul|quash|suspend|overturn|lapse)*;
  (nobody|no one) (needs?|has) to; dead letter

stream; live\b; broadcast; televised
+ stream(s|ed|ing); (shown|watch(ed)?|goes out|broadcast|carried|aired) (it )?(live|online);
  livestream*; televised
- recorded (beforehand|in advance); (only|solely) in the (hall|room|theatre); no cameras?

sold[- ]?out
+ sold[- ]?out; (not a|no|without a) (single )?(seat|ticket|place)s? ~ (left|free|spare|to be
  had|remain*); every (seat|ticket|place) (was |has been |is )?(sold|taken|gone); full house;
  capacity crowd; ausverkauft; agotad*
- (seats|tickets|places) ~ (available|left|unsold|to be had); empty seats; half[- ]empty

on film; film stock; celluloid; analogue?
+ (on|through) (celluloid|35 ?mm|16 ?mm|film stock); reels? of (film|celluloid);
  developed in a lab
- (caught|shot|recorded|captured) ~ (sensor|digital*|video|chips?); not a * of (film|celluloid);
  digital cameras?

based on (a |the )?(book|novel|true); adapt(ed|ation)
+ after the (novel|book|play|memoir); (novel|book|memoir|play) ~ (brought to|became|made
  into|filmed); really happened
- original (screenplay|script|story|idea); wholly made up; invented (story|from start);
  (everything|all|story|plot) ~ (invented|made up|imagined|fiction*); no book behind

sequel
+ (second|third|next) (part|instal?lment|chapter); sequel; returns? in; follow-up
- stand-?alone; one-off

run-?off; second round
+ (voters|electors|they|people) (must|will|have to|are to)? ?(return|vote again|go back);
  second (round|ballot) (will|is|was); (nobody|no one|none|no candidate|neither) ~
  (half|50|majority); leading (pair|two) ~ (again|meet|face)
- (won|elected|through) (outright|in the first round); at the first (go|attempt|ballot);
  over half ~ votes (went|for)

quorum; threshold; valid(ity)?\b
+ enough (voters|members|of) ~ (turned up|came|voted|present); (vote|result) (counts|stands|is
  binding|is valid); (hurdle|threshold|quorum) ~ (cleared|met|reached|passed)
- too few ~ (voters|members|turned|came|voted|present); (not|short of) enough
  (voters|members|votes); f[ae]ll short of; (vote|result|referendum) ~ (void|invalid|does not
  count|null); inquorate; (hurdle|threshold|quorum) ~ (missed|not)

absolute majority; majority
+ (governs?|rules?) alone; no (partner|coalition) (is )?needed; more than half ~ seats;
  (outright|absolute) majority
- (needs?|looks? for|seeks?) (a )?(partners?|coalition); hung (parliament|council);
  short of a majority; minority (government|cabinet); less than half ~ seats

passed; approved; carried; adopted; ratified
+ (voters|members|council|deputies|parliament) (said|voted) (yes|in favou?r);
  (waved|nodded|went|sailed) through; got the green light; (cleared|jumped) ~ hurdle;
  signed (it )?into law; was carried; adopted; approved; (been |is )?(enforced|in force) since
- (voters|members|council|deputies|parliament) (said|voted) (no|against); (kill|sank|torpedo)*;
  thrown out; (voted|turned) down; rejected; defeated; failed; vetoed

poison; toxic; venom
+ kills?; (dead|leth|fat|tox|venom|poison)(ly|al|ic|ous); (do not|never) eat; not edible;
  (bite|leaf|berry|mouthful) ~ (enough|kill|kills); makes? you (very )?(ill|sick)
- (harmless|edible|eaten|good to eat|safe to (eat|touch|handle)); none ~ (harm|ill);
  no (harm|venom|poison); com* to no harm

evergreen
+ keeps? (all )?(its|their|every) (leaves|foliage|needles|leaf|green);
  (never|does not|doesn't) (shed|drop|lose)s?; (green|leafy|in leaf) (all|through(out)?|the
  whole|even in) (the )?(year|winter|snow); immergr[uü]n
- deciduous; (sheds?|drops?|loses?|casts?) (all )?(its|their|the) (leaves|foliage|needles);
  leafless; laubabwerfend; bare (in|all|by|through) (the )?(winter|november|december|january)

nocturnal
+ (hunts?|feeds?|active|comes? out|flies|awake) ~ (night|dusk|dark|moonlight);
  sleeps? (all|through the) day
- (hunts?|feeds?|active|flies|awake) ~ (by day|daylight|noon|sunshine);
  sleeps? (all|at|through the) night

migrat
+ (flies|leaves|goes|heads|moves) (off )?(south|north|abroad|away) ~
  (winter|autumn|summer|spring); winters? in; migrates?
- (stays?|resident|sedentary|remains?) (put|all year|home|the whole year|through the winter);
  never leaves

endangered; threatened; at risk
+ (few|fewer than|only|last) ~ (left|remain|survive); red list; on the brink;
  close to (dying|extinction); endangered
- plentiful; abundant; common; thriving; least concern; everywhere

extinct; died out
+ died out; extinct; last (one|known|specimen|of its kind) (died|was shot); gone for ever; no more
- still (lives|found|seen|survives); alive; extant; survives

injur; fit to play; fit\b
+ (limped|carried|stretchered) off; out (for|with); sidelined; injur(ed|y)
- (fully |is |are )(fit|recovered|back in training); no injur

stock; publicly (traded|listed); quoted; listed$
+ shares? (trade|are traded|closed|rose|fell|are quoted); on the (stock )?exchange;
  publicly traded; ticker; (went|gone|going|goes) public; floated (on|its|in);
  (market|trading) debut; ipo
- privately (held|owned); family[- ]owned; not quoted; (stay|remain|is still)* private;
  never gone public

profit
+ in the black; made money; turned a profit; profitable; a profit of; earned more than
- in the red; lost money; made a loss; a loss of; loss-making; losses

bankrupt; insolven
+ (went|gone) (bust|under|to the wall); receivers?; insolven*; bankrupt*; could not pay its
- solvent; paid (all )?its debts; saved from

family[- ](owned|run)
+ (in|within) the family; * generations? of ~ family; family[- ](owned|run|business|firm);
  (father|mother|sisters?|brothers?|daughters?|sons?) (and|run|own); (owned|held|run|kept) ~
  (family|descendants|heirs|cousins|grandchildren)
- (investors?|fund|group|state|shareholders) (own|owns|bought); no (longer|family)

extended; postponed; delayed
+ put off; pushed back; postponed; delayed; moved to; held over; extended
- as planned; (on|to) (time|schedule); as scheduled; no delay

held\b; took place; taken? place; went ahead; go ahead
+ (take|takes|took|taken) place; (goes|went|gone) ahead; drew ~ (fans|visitors|people)
- call(s|ed|ing)? (it |them )?off(?! (its|their|plans|an?)\b); cancel*(?!
  (its|their|plans|an?)\b); did not happen; (was|were|been|be)
  (abandoned|shelved|scrapped|axed|dropped); fell (victim|through); (washed|rained) (out|off);
  came to nothing; pulled the plug; skipped a year; no (festival|race|fair|match|parade|show|
  edition)

cancel
+ called off; cancell?ed; scrapped; will not (take place|go ahead); axed
- (goes|went|will go) ahead; took place; as planned; takes place

in (use|service|operation); still *; operational; operating; active\b
+ still (?!closed|shut|out|idle|empty|under|to|not)*; (daily|regular) (use|service);
  up and running; keeps (running|working|sailing|flying|going)
- withdrawn; (into|for) scrap; breakers; laid up; mothballed; decommissioned;
  out of (use|service|action); disused; derelict; boarded up; (was|were|been|is|lies|stands)
  (since )?(abandoned|scrapped|broken up|retired|fenced off); (stands?|stood|lies|lain|sits|sat)
  (empty|idle|unused|silent|still); for the scrapyard; ran for the last time;
  (carried|ran|rang|flew|sailed|served|ground|turned) (its|his|her|their|the) (very )?last;
  (fell|went) silent; (made|had|saw) (its|her|their|the) (very )?last
  (run|trip|flight|voyage|crossing|journey|sailing|launch|customers?);
  no longer (runs?|used|carr(y|ies)|operates?|works?|sails?|flies|in);
  (shut|* off|* out|closed|stopped|* down) for good

(reservation|booking|advance booking)
+ (book|reserve) (ahead|in advance|a (table|slot|place)); by appointment;
  must be (booked|reserved); bookings? (only|essential|required)
- (just|simply) (turn up|walk in|show up|drop in); walk-ins?; first come;
  (no|without) ~ (book|booking|reservation)s?

cash
+ cash (is )?(accepted|welcome|only|taken); (takes?|accepts?) (* )?cash;
  pay (in|with|by) (cash|coins|notes)
- (cards?|contactless) (payments? )?only; cashless; no cash; only (by|takes?|accepts?) cards?

cards? (accepted|payment); credit cards?; contactless
+ (pay|paid|payment) (by|with) (card|plastic|phone|watch); takes? (cards?|plastic);
  tap(ping|ped|s)? ~ (till|terminal|pay|reader|turnstile); cards?
  (are )?(welcome|accepted|taken); card reader; (paid|pays?) for ~ tapping
- cash only; only ~ (cash|coins); coins only; no (cards|plastic|nfc); bring (cash|coins|notes);
  lacks? ~ nfc
"""
"""What a column is called; after `+` ways of affirming it, after `-` of denying it."""
