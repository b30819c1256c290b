"""Ways in which texts put what a device, a vehicle, a programme or a product has and does.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_THINGS"]

OF_THINGS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "wireless|qi charging|inductive",
        (
            "(?:without|no|needs? no|minus) (?:a |any )?(?:cables?|wires?|cords?|plug)|qi[-"
            " ]?(?:pad|mat|charg\\w*|stand|plate|2)?|charging (?:pad|mat)|cable-free"
            "|cordless(?:ly)?|inductive\\w*|wire-?less(?:ly)?|lay it on (?:the|a) (?:pad|mat"
            "|plate)"
        ),
        (
            "(?:only|solely|exclusively) (?:by|with|through|via|over) (?:a |its |the )?(?:cable"
            "|wire|usb|plug|cord)|cable[- ]only|by cable (?:only|alone)|needs? a (?:cable|cord)"
            " to (?:charge|fill)"
        ),
    ),
    (
        "driverless|automated|automatic|unmanned|autonomous",
        (
            "(?:nobody|no[- ]?one|no (?:driver|crew|human|staff|pilot|motorman)) (?:is |sits "
            "|sat |stands )?(?:at|behind|in|on board|aboard|needed)|(?:drives?|steers?|runs?"
            "|drive|operates?) (?:itself|themselves)|self-driving|fully[- ]automat\\w+|unmanned"
            "|driver-?less|without (?:a |any )?(?:drivers?|crew|staff)|fahrerlos\\w*|sans"
            " conducteur|sin conductor|computers? (?:drives?|at the controls)|autonomous(?:ly)?"
            "|automatically driven|no drivers?"
        ),
        (
            "(?:a |its |each |every |the )drivers? (?:at|sits?|is|in|on|still|aboard|drives?)"
            "|driven by (?:a |people|human|hand)|manually driven|needs? a driver"
            "|driver-operated|crewed"
        ),
    ),
    (
        "water-?(?:proof|resist\\w*|tight)|ip\\s?6[78]",
        (
            "ip\\s?6[5-9]|water-?(?:proof|tight|resistant)|shrugs off (?:rain|water)"
            "|(?:survives?|withstands?|lives? through|outlives) (?:an? )?(?:\\w+ )?(?:dips?"
            "|dunk\\w*|rain|baths?|swim\\w*|water|submersion|the pool|puddles?)|(?:dunk|drop"
            "|submerge|swim with|shower with) ~(?:pool|water|sea|sink|bath|it)|sealed against"
            " (?:water|rain)|keeps? (?:all )?(?:the )?water out"
        ),
        (
            "(?:keep|must stay|stays?) (?:it )?(?:dry|away from water)|(?:dies|drowns?|ruined)"
            " (?:in|by) (?:the )?(?:water|rain)|not (?:meant )?for (?:the )?(?:rain|water|pool)"
        ),
    ),
    (
        "dual[- ]?sim|two sims?",
        (
            "(?:two|2|second|twin|dual) (?:nano-?)?(?:sims?|sim cards?|phone numbers|lines)"
            "|dual-sim|two numbers"
        ),
        "(?:one|single|only one|a single|1) (?:sim|sim card|number)|single-sim",
    ),
    (
        "headphone|audio jack|3[.,]5\\s?mm",
        (
            "3[.,]5[- ]?mm|(?:wired|old) (?:headphones?|earphones?)|headphone (?:socket|jack"
            "|port|connector)|plug in (?:your |wired )?(?:headphones|earphones)"
        ),
        (
            "(?:bluetooth|wireless) (?:head|ear)phones only|(?:needs?|only with) an adapt[eo]r"
            "|only (?:through|via|by) (?:usb|bluetooth)"
        ),
    ),
    (
        "\\b5g\\b",
        "(?-i:5G)|fifth[- ]generation (?:network|mobile|modem)",
        "4g only|(?:tops out at|stuck (?:on|with)|only) (?:4g|lte)",
    ),
    (
        "fold(?:s|able|ing|ed)?\\b|bendable|flip",
        (
            "folds?|folding|foldable|foldaway|collaps(?:es|ible)|flips? (?:shut|open)|hinges?"
            " (?:shut|open)|bends? in (?:half|two|the middle)"
        ),
        "rigid|classic slab|one[- ]piece",
    ),
    (
        "solar|sun-?powered",
        (
            "(?:feeds?|runs?|charges?|lives?|powered|works?) ~(?:sun|sunlight|daylight|light"
            "|sunshine|solar)|solar cells?|photovoltaic|needs? (?:only|nothing but) (?:the sun"
            "|sunlight|daylight|light)"
        ),
        (
            "(?:needs?|takes?|change|replace) (?:a |its |the )?(?:new )?(?:cells?|batter(?:y"
            "|ies))|wind(?:s)? (?:it )?by hand|hand-?wound"
        ),
    ),
    (
        "spare wheel|spare tyre",
        "(?:full-size |fifth |fourth )?spare (?:in|under|on)|fifth wheel",
        "(?:repair|puncture) kit (?:only|instead)|can of (?:foam|sealant)",
    ),
    (
        "retractable",
        (
            "(?:slid|roll|fold|draw|pull|swing|mov)(?:es?|s|ing|ed|n)? (?:open|back|shut|away|aside"
            "|over|across)|opens? and (?:closes?|shuts?)|retracts?|retracted|roof ~(?:opens?"
            "|opened|opening|closes|shuts)|(?:open|close|shut|opens|closes|shuts|closed) (?:up )?"
            "(?:the|its) roof|roof (?:open|closed|shut)"
        ),
        "(?:is|are|was) (?:\\w+ )?(?:fixed|solid|immovable)|fixed roof|permanent(?:ly)?",
    ),
    (
        "removable battery|replaceable battery",
        (
            "(?:swap|pop out|take out|change|slide out|replace|remove)"
            " (?:the |its )?batter(?:y|ies)|battery"
            " (?:pops|slides|comes) out|battery ~ (?:can|may) be (?:taken out|removed|replaced"
            "|swapped|changed)"
        ),
        "battery (?:is )?(?:glued|sealed|soldered|built) in|sealed batter",
    ),
    (
        "(?:sd|memory|micro-?sd)[- ]?(?:card )?slot|expandable",
        (
            "(?:takes?|accepts?|room for) (?:a |an )?(?:micro-?)?sd|memory cards? (?:slot|up"
            " to)|card slot"
        ),
        "storage (?:is|cannot be) (?:fixed|expanded)|no (?:slot|cards?)",
    ),
    (
        "touch-?screen",
        "tap(?:s|ped)? (?:on )?the (?:screen|display|glass)|swipe|touch-?screen",
        "(?:only )?(?:buttons|keys|knobs) only|by (?:buttons|keys|knobs) alone",
    ),
    (
        "four-wheel|all-wheel|4x4|awd|4wd",
        "all four wheels|drives? every wheel|4x4|awd|4wd|four-wheel drive|all-wheel drive",
        ("(?:front|rear)-wheel (?:drive|driven)|drives? only (?:the|its) (?:front|rear)|two-wheel"),
    ),
    (
        "electric(?: car| vehicle| drive)?$|battery[- ]powered|electrified",
        (
            "plugs? in|battery[- ](?:powered|driven|electric)|under (?:the )?wires?|overhead"
            " (?:line|wires?)|catenary|third rail|runs? on (?:a )?(?:batter\\w+|electricity)|no"
            " exhaust"
        ),
        (
            "diesel (?:bus|cars?|van|lorry|boat|ferry|trains?|traction|power|engines?|units?"
            "|railcars?)|diesels? (?:still|haul)|petrol|no (?:wires|catenary|overhead)"
            "|runs? on (?:oil|coal|gas)"
        ),
    ),
    (
        "open[- ]?source|source (?:code )?open|free software",
        (
            "source (?:code )?(?:of [^.;]{2,30} )?(?:is |lies |stands )?(?:open|public|published"
            "|free|on a public|for anyone)|anyone (?:can|may) (?:read|fork|copy|change) ~"
            " (?:code|source)|(?:gpl|mit|apache|bsd|mpl)(?:-\\d\\S*)?[- ]licen[cs]ed"
            "|fork (?:it|the code)"
        ),
        (
            "closed[- ]source|proprietary|(?:code|source) ~ (?:secret|closed|under lock)|trade"
            " secret|nobody outside ~ (?:code|source)"
        ),
    ),
    (
        "\\blts\\b|long[- ]term support",
        (
            "long-?term (?:support|release|branch|programme)|(?:looked after|supported"
            "|maintained|patched|fixes) ~(?:five|six|seven|eight|ten|\\d+) (?:full )?years|full"
            " (?:\\w+ )?years of (?:fixes|support|patches|the long)|\\blts\\b"
        ),
        (
            "(?:short|nine|six)-?(?:term|month) (?:release|support)|(?:dropped|ends?"
            "|unsupported) (?:after|in) (?:six|nine|\\w+) months|interim release|ordinary"
            " release"
        ),
    ),
    (
        "free trial|free version|freeware|\\bfree\\b",
        (
            "free (?:of charge|of cost|trial|tier|download|for (?:all|everyone|ever))|costs?"
            " nothing|gratis|for nothing|no charge|without (?:paying|charge)"
        ),
        (
            "paid (?:only|version|licen[cs]e)|subscription (?:only|required|needed)|costs? \\d"
            "|must be bought"
        ),
    ),
    (
        "multiplayer|online play|co-?op",
        (
            "(?:play|team up|race|fight) (?:with|against) (?:friends|others|each other|up to)"
            "|multiplayer|co-?op|for (?:two|three|four|2|4|\\d+)(?:-| )players?|split[- ]screen"
        ),
        ("single[- ]player|solo (?:only|adventure)|alone only|for one player|only one can play"),
    ),
    (
        "offline",
        (
            "(?:works?|usable|runs?|plays?) (?:\\w+ )?(?:offline|without (?:a )?(?:signal"
            "|connection|internet))|no (?:signal|connection|internet) (?:is )?needed"
        ),
        (
            "(?:needs?|requires?) (?:a )?(?:constant |permanent )?(?:connection|internet"
            "|signal)|always[- ]online"
        ),
    ),
    (
        "dishwasher",
        (
            "(?:goes|put|straight|safe) (?:it )?(?:in|into|for) the dishwasher|dishwasher[-"
            " ](?:safe|proof)"
        ),
        ("(?:wash|rinse|clean) (?:it )?(?:only )?by hand|hand-?wash|keep ~ out of the dishwasher"),
    ),
    (
        "assembl|flat-?pack",
        (
            "(?:put|screw|bolt) (?:it )?together (?:yourself|at home)|flat-?pack|some assembly"
            "|allen key"
        ),
        (
            "(?:comes|arrives|delivered|ships) (?:fully )?(?:assembled|ready|in one piece"
            "|built)|no assembly"
        ),
    ),
    (
        "organic|\\bbio\\b",
        (
            "organic(?:ally)?|(?:no|without|free of|never sees?) (?:\\w+ )?(?:pesticides?"
            "|chemicals|sprays|synthetic)|biologique|biol[oó]gic[oa]|ecol[oó]gic[oa]|biologisch"
        ),
        (
            "conventional(?:ly)?|(?:uses?|sprays?|sprayed with) (?!no )(?:\\w+ )?(?:pesticides?"
            "|chemicals|weedkiller)"
        ),
    ),
    (
        "vegan",
        (
            "vegan|(?:no|without|free of|nothing) (?:any )?(?:from )?(?:animals?|animal"
            " (?:products?|ingredients?))|(?:entirely|wholly|purely) plant-based|plant-based"
        ),
        (
            "(?:contains?|with|made with|uses?) (?:\\w+ )?(?:milk|butter|eggs?|honey|cheese"
            "|gelatine|meat)"
        ),
    ),
    (
        "vegetarian|meat-?(?:free|less)",
        (
            "meat-?(?:free|less)|(?:no|without|free of|never any|not a scrap of) (?:meat|fish"
            "|bacon)|vegetarian|vegan"
        ),
        (
            "(?:contains?|with|made with|uses?) (?:\\w+ )?(?:meat|beef|pork|bacon|ham|fish"
            "|gelatine|lard|chicken)"
        ),
    ),
    (
        "gluten",
        (
            "gluten-?free|(?:no|without|free of) (?:gluten|wheat)|(?:safe|fine) for"
            " c(?:o)?eliacs|made (?:of|from|with) (?:rice|maize|corn|buckwheat) flour"
        ),
        (
            "(?:contains?|with|made (?:of|from|with)) (?:(?!no )\\w+ )?(?:gluten|wheat|barley|rye"
            "|spelt)|not (?:safe|fit) for c(?:o)?eliacs"
        ),
    ),
    (
        "lactose|dairy-?free",
        "(?:lactose|dairy|milk)-?free|(?:no|without|free of) (?:milk|lactose|dairy|cream)",
        (
            "(?:contains?|with|made (?:of|from|with)) (?:\\w+ )?(?:milk|cream|lactose|butter"
            "|cheese|whey)"
        ),
    ),
    (
        "alcohol",
        (
            "(?:\\d[\\d.,]*) ?%? (?:vol|abv|proof)|(?:contains?|with|laced with) (?:\\w+"
            " )?(?:alcohol|spirit|rum|brandy|wine)"
        ),
        (
            "alcohol-?free|non-?alcoholic|0[.,]0 ?%|not a drop of (?:alcohol|spirit)|teetotal"
            "|soft drink"
        ),
    ),
    (
        "prescription|\\brx\\b",
        (
            "rx only|\u211e|prescription[- ]only|only (?:on|by|with|against) (?:a )?(?:doctor's"
            " )?prescription|(?:needs?|requires?) a (?:doctor's )?(?:prescription|note|script)"
            "|rezeptpflichtig|verschreibungspflichtig|sur ordonnance|con receta|handed over"
            " (?:only )?against a"
        ),
        (
            "over[- ]the[- ]counter|\\botc\\b|without (?:a )?prescription|no prescription|off"
            " the shelf|rezeptfrei|sans ordonnance|sin receta\\w*|senza ricetta|free(?:ly)?"
            " (?:sold|available) in|(?:anyone|everyone) can buy"
        ),
    ),
    (
        "pregnan|expectant",
        (
            "(?:safe|fine|suitable|harmless) (?:for|in|during) (?:pregnan\\w+|expectant"
            "|mothers)|(?:pregnant women|expectant mothers|mothers-to-be) (?:may|can)"
        ),
        (
            "(?:pregnant (?:women|patients)|expectant mothers|mothers-to-be|women who are"
            " pregnant) (?:must|should|are to|ought to)? ?(?:not|never|leave|avoid|keep away"
            "|refrain|do without|stay away)|(?:not|never) (?:during|in) pregnancy|harms? the"
            " unborn|contraindicated"
        ),
    ),
    (
        "refrigerat|keep cold|cool storage",
        (
            "(?:in|into) the (?:fridge|refrigerator)|keep (?:it )?(?:cold|cool|chilled)"
            "|2\\s?(?:-|to|\u2013)\\s?8\\s?\u00b0"
        ),
        ("(?:at )?room temperature|need not be (?:cooled|chilled)|shelf-?stable|in the cupboard"),
    ),
    (
        "reus(?:e|able)",
        (
            "(?:flown|used|fl(?:y|ies|ew)) (?:again|before|twice|(?:\\w+ )?times)|second flight of"
            "|reus(?:ed|able)|lands? again|(?:for the|its) (?:second|third|fourth|fifth|[a-z]+th)"
            " (?:time|flight|launch)|(?:lands?|landed|come|came|comes) ~(?:barge|landing pad"
            "|(?:drone|its) ship|legs|upright|in one piece)|(?:same|used) [a-z ]{3,16} (?:again"
            "|has (?:now )?flown)"
        ),
        (
            "single[- ]use|expendable|disposable|thrown away|used (?:only )?once|burns? up"
            "|(?:falls?|drops?|crash\\w+|plung\\w+) ~(?:sea|ocean|desert)|(?:is|are)"
            " (?:lost|ditched|discarded)"
        ),
    ),
    (
        "manned|crewed|staffed",
        (
            "(?:crew|astronauts?|people|staff) (?:on board|aboard|inside|of \\w+ (?:on|lives?))"
            "|manned|crewed|staffed"
        ),
        (
            "unmanned|uncrewed|unstaffed|nobody (?:on board|aboard|inside)|(?:no|without) (?:a"
            " )?(?:crew|astronauts?|staff)"
        ),
    ),
    (
        "parachute|chute",
        (
            "(?:canopy|chute|parachute) (?:opened|unfolded|filled|blossomed|deployed|billowed)"
            "|(?:drifted|floated|sank) down ~ (?:canopy|chute|parachute)"
        ),
        (
            "(?:canopy|chute|parachute) (?:stayed|remained|never|failed|did not|tangled|jammed"
            "|tore|was still)|fell like a stone|still (?:packed|in its bag)"
        ),
    ),
    (
        "recalled",
        "recall(?:ed)?|called back|take (?:it|them) back to the shop|bring (?:it|them) back",
        "never recalled|no recall",
    ),
    (
        "discontinued|out of production|out of print",
        (
            "discontinued|no longer (?:made|built|produced|printed|sold)|out of (?:production"
            "|print)|(?:last|final) (?:one|unit|car|copy) (?:left|rolled)|production (?:ended"
            "|stopped|ceased)"
        ),
        ("still (?:made|built|produced|printed|sold|in production|in print)|rolls? off the line"),
    ),
    (
        "in print",
        "in print|(?:still )?(?:on sale|reprinted|sold in (?:every |all )?bookshops?)",
        "out of print|(?:only )?second-?hand|no longer (?:printed|published)",
    ),
)
"""What a column is called; ways of affirming it; ways of denying it."""
