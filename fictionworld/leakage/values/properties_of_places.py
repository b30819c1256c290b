"""Ways in which texts put what a place or a service allows, has and charges.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_PLACES"]

OF_PLACES: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "tolls?\\b|charges? a toll|toll road",
        (
            "tollbooths?|toll (?:is|of|gate|booth|plaza)|(?:pay|levies|charges|collects?) ~toll"
            "|drivers pay|costs? ~ to cross|crossing costs|pay(?:ing)? to cross"
        ),
        (
            "toll-?free|untolled|free (?:to|of) (?:cross|toll|charge)|(?:cross|crossing|passage"
            "|use) ~ (?:is |are )?(?:now |again )?(?:for )?(?:free|nothing)|costs? (?:drivers "
            "|motorists |you )?nothing|without (?:paying|charge)|booths? ~ (?:torn down|removed"
            "|closed|demolished|gone)|freely crossed|tolls? ~ (?:abolished|scrapped|lifted"
            "|removed|ended|dropped)"
        ),
    ),
    (
        "dogs?\\b|pets?\\b|animals? allowed",
        (
            "(?:dogs?|pets?|four-legged \\w+|four-footed \\w+|hounds?|pups?|canines?|canine"
            " \\w+|spaniels?|terriers?|pooch(?:es)?) ~ (?:welcome|allowed|admitted|permitted"
            "|may|come along|travel free|water bowl|biscuit|treat|free to roam|can join)"
            "|(?:bring|take|walk) (?:your|the|a) (?:dogs?|pets?|four-legged|pooch)|(?:dog"
            "|pet)-friendly|welcomes? ~(?:dogs?|pets?|four-legged)|water bowls?|dog biscuits?"
            "|lead on, that's all"
        ),
        (
            "(?:dogs?|pets?|four-legged \\w+|hounds?) ~ (?:stay (?:at home|outside)|must"
            " (?:stay|wait)|banned|barred|not allowed|prohibited|forbidden|wait outside"
            "|unwelcome|turned away)|leave (?:your |the )?(?:dogs?|pets?|four-legged)|no"
            " (?:dogs|pets|animals)|dog-free|(?:tie up|leash) ~ outside|except guide dogs|guide"
            " dogs only|\U0001f6ab\\s?\U0001f415"
        ),
    ),
    (
        "photograph|photos?\\b|cameras? allowed",
        (
            "(?:snap|shoot|photograph|take pictures|take photos) ~ (?:freely|like|please"
            "|welcome)|(?:filmed|broadcast|televised) ~(?:gallery|inside|every (?:day|session|word)"
            "|hearing|proceedings|trial)|cameras? ~ (?:welcome|allowed)"
            "|(?:photos?|pictures|photography) ~ (?:welcome|encouraged|fine|allowed|permitted)"
        ),
        (
            "(?:keep|keeps|kept|shut|left) (?:the )?(?:cameras?|photographers?) out"
            "|(?:cameras?|phones?) ~ (?:kept out|stay in|must stay|checked|left at|put away"
            "|cloakroom"
            "|locker)|(?:photos?|pictures|photography) ~ (?:forbidden|banned|prohibited|not"
            " allowed|unwelcome)|no (?:photos?|photography|cameras?|pictures)|put (?:your"
            " )?cameras? away|\U0001f6ab\\s?\U0001f4f7|\U0001f6ab\\s?\U0001f4f8|\U0001f4f5"
        ),
    ),
    (
        "smok",
        "(?:light up|smokers? ~ (?:welcome|may|ashtrays?)|ashtrays?)",
        ("smoke-?free|non-?smoking|no smoking|smokers? ~ (?:outside|go out|step out)|\U0001f6ad"),
    ),
    (
        "step-?free|wheelchair|accessib|barrier-?free|stepless|disabled access",
        (
            "(?:reach|enter|use|board)\\w* ~ (?:by|in|with) (?:a )?wheelchairs?|wheelchairs?"
            " (?:users? )?(?:can|may|welcome|roll|get|reach|accessible|friendly)|(?:no|without"
            "|meet no|not a single|free of) (?:stairs?|steps?|kerbs?|barriers?)|step-?less"
            "|step-free|barrier-free|barrierefrei\\w*|sans marches?|ramps? (?:and|or) lifts?"
            "|level access|wheelchair[- ](?:accessible|friendly)|ramps? (?:leads?|throughout|up"
            " to)|on wheels all the way|(?:ramps?|lifts?) ~ (?:takes?|carr(?:y|ies)|brings?|gets?)"
            " wheelchair"
        ),
        (
            "(?:only|solely) (?:by|up|via) (?:the )?(?:stairs?|steps?)|stairs only|(?:must|have"
            " to) (?:be carried|climb)|flights? of (?:stairs|steps)|wheelchair users? (?:cannot"
            "|can't|must)|(?:guests|visitors|people) in wheelchairs? (?:cannot|can't|have to"
            "|will have to)|no (?:lift|ramp|elevator)|(?:narrow|spiral|steep) ~ (?:stairs?"
            "|steps?|staircase)|no way (?:in|up) ~ wheels"
        ),
    ),
    (
        "parking|car park",
        (
            "park (?:right|just|outside|at the door|free)|parking (?:spaces?|bays?|lot|garage"
            "|available)|spaces for (?:\\d+ )?cars|car park (?:behind|next|of|at|for|holds)"
        ),
        "nowhere to (?:park|leave)|leave the car at home|park elsewhere|no car park",
    ),
    (
        (
            "(?<!-)free (?:entry|admission|access|of charge|wi)|admission (?:is )?free|entry"
            " free|free to (?:enter|visit)"
        ),
        (
            "(?:costs?|pay|charges?|asks?) nothing|free of charge|without (?:a fee|charge"
            "|paying|a ticket)|gratis|no (?:entry |admission )?(?:fee|charge|ticket needed)|for"
            " nothing|without (?:spending|paying) a|keep your (?:purse|wallet)|nobody pays"
            "|costs not a"
        ),
        (
            "charges? (?:for )?(?:entry|admission|visitors)|ticket (?:required|needed)|paid"
            " (?:entry|admission)|(?:adults?|visitors) pay|admission (?:is|costs?) \\d"
        ),
    ),
    (
        "cars?\\b|vehicles?",
        (
            "(?:drive|roll|park)s? (?:on|aboard|your car|off)|roll-on|ro-ro|car deck|car ferry"
            "|bring your (?:car|vehicle)|takes? (?:your )?cars?|(?:cars|vehicles) (?:and \\w+"
            " )?(?:are )?(?:carried|welcome|aboard|too)|carries (?:\\w+ )?(?:cars|vehicles)"
            "|room for (?:\\w+ )?cars"
        ),
        (
            "leave (?:your|the) (?:cars?|vehicles?)|passengers only|passenger-only|foot[-"
            " ]passengers?(?: ferry)? only|foot[- ]passengers? ferry|car-free|(?:only|just)"
            " (?:for |takes |carries )?(?:foot[- ]passengers|people on foot|pedestrians)|no"
            " (?:cars|vehicles|car deck)|only on foot"
        ),
    ),
    (
        "bicycles?|bikes?\\b|cycl\\w+ (?:allowed|carried|path)",
        (
            "(?:bikes?|bicycles?) ~ (?:welcome|allowed|carried|permitted|travel free|aboard)"
            "|(?:bring|take|wheel|put) (?:your|a|the) (?:bikes?|bicycles?)|bike racks?"
        ),
        (
            "leave (?:your |the )?(?:bikes?|bicycles?)|no (?:bikes|bicycles)|(?:bikes?"
            "|bicycles?) (?:must )?stay"
        ),
    ),
    (
        "children|kids|family",
        (
            "(?:children|kids|little ones|families) ~ (?:welcome|allowed|admitted|may (?:come"
            "|enter))|(?:child|kid|family)-friendly|bring the (?:kids|children)|high chairs?"
        ),
        (
            "adults?[- ]only|over-?18s? only|18 and (?:over|older)|grown-ups only|no"
            " (?:children|kids)|only adults|child-free"
        ),
    ),
    (
        "lift\\b|elevator",
        "elevators?|(?:two|three|four|glass|by|a|the) lifts?",
        "stairs only|(?:only|solely) (?:by|via) (?:the )?stairs|walk(?:-| )up",
    ),
    (
        "refurbish|renovat|modernis|moderniz|restored",
        (
            "refurbish\\w+|renovat(?:ed|ion)|moderni[sz]ed|done up|made over|facelift"
            "|overhaul\\w*|restored|in new splendou?r"
        ),
        "unrenovated|original condition|in need of (?:repair|renovation)|untouched since",
    ),
    (
        "heated|heating",
        "heated|warmed|undersoil heating|underfloor heating|beheizt\\w*|chauff[ée]\\w*",
        "unheated|(?:no|without) heating|ice-cold|cold as",
    ),
    (
        "listed|protected|heritage|monument",
        (
            "listed (?:building|monument|grade)|(?:is|was|been) listed|grade (?:i|ii)|protected"
            " (?:monument|building|landmark)|heritage (?:list|protection|site)|under"
            " (?:monument|heritage) protection|denkmalgesch\\w+|may not be (?:altered|pulled"
            " down)"
        ),
        "unlisted|(?:no|without) (?:heritage|monument) (?:protection|status)",
    ),
    (
        "camping|camp\\b",
        (
            "pitch (?:your|a|their|the) tents?|(?:tents?|campers?) ~ (?:welcome|allowed|may)"
            "|overnight in (?:a )?tents?"
        ),
        "no (?:tents?|camping|campers)|tents? ~ (?:banned|forbidden|not allowed)",
    ),
    (
        "swim|bathing",
        (
            "(?:swim|bathe|dip|plunge) (?:here|in|freely)|bathers? ~ (?:welcome|may)|go for a"
            " swim|safe to swim"
        ),
        (
            "(?:no|keep out of the) (?:swimming|bathing|water)|bathers? ~ (?:banned|turned)|too"
            " \\w+ to swim"
        ),
    ),
    (
        "year-?round|all year|in winter|winter open",
        (
            "(?:open|runs?|served|serves|sails) ~ (?:all year|year-?round|every month|summer"
            " and winter|twelve months|365 days)|never (?:closes|shuts)|(?:open|visit\\w*|guided"
            " tours?|serv\\w+) ~ (?:in|on|from|through) (?:december|january|february)"
        ),
        (
            "(?:closed|shut|closes|shuts|locked|barred|sealed|shuttered) ~ (?:winter|snow|november"
            "|december|january|february|season)|(?:winter|november|december|january|february)"
            "\\b[^.;]{0,90}\\b(?:closed|shut|locked|barred|shuttered)"
            "|summers? only|only in summer|winter (?:closure|break)|seasonal"
        ),
    ),
    (
        "wi-?fi|internet|wlan",
        "wi-?fi|wlan|hotspot|online for free|wireless internet",
        "offline|no (?:signal|wi-?fi|internet)|unplugged",
    ),
    (
        "air[- ]?condition|climate control|\\bac\\b",
        "air-?con\\w*|climate[- ]controlled|cooled (?:rooms|carriages|air)",
        "(?:only|just) (?:a )?(?:fans?|windows)|open (?:the|a) windows?",
    ),
    (
        "shore power|onshore power|cold ironing",
        (
            "plug(?:ged|s)? into the (?:grid|mains|land)|shore power|shore-side (?:power"
            "|electricity)|power from (?:the )?(?:shore|land|quay)|cold ironing|(?:switch|turn"
            "|shut) (?:off )?(?:their )?engines? (?:off )?~ (?:berth|quay|plug|grid|land)"
        ),
        "engines? ~ (?:keep|kept|left) running ~ (?:berth|quay|port)",
    ),
    (
        "night (?:train|bus|service|flights?)|24 hours|round the clock|24/7",
        (
            "(?:round|around) the clock|24/7|day and night|24 hours a day|through the night|all"
            " night"
        ),
        (
            "(?:closes|shuts|stops) ~ (?:midnight|evening|night)|last (?:train|bus|tram|boat"
            "|ferry) ~ \\d|daytime only"
        ),
    ),
    (
        "guided tours?",
        "guides? (?:takes?|leads?|shows?|will)|guided (?:tours?|walks?)|shown round by",
        "unguided|explore (?:alone|on your own|by yourself)|no guides?",
    ),
    (
        "own brew|brewery|brews?|microbrew",
        (
            "(?:brews?|brewed|brewing) (?:its|their|his|her) own|own (?:beer|brewery|brewhouse)"
            "|brewed (?:on the premises|in the (?:cellar|back|house)|on site)|house[- ]brewed"
        ),
        "(?:buys in|bought in) (?:\\w+ )?beer|beer (?:comes|is bought) from",
    ),
    (
        "visa",
        "(?:apply for|need|obtain|get) a visa|visa (?:required|needed)",
        "visa-free|visa waiver|no visa|just (?:show )?a passport",
    ),
    (
        "open to (?:the )?public|public access|visitable|open for visitors",
        (
            "(?:anyone|everybody|everyone|all|visitors|the public) ~ (?:may|can|welcome|walk in"
            "|enter|admitted)|doors (?:stand|are) open|come in|(?:you|one) can (?:visit|enter|tour)"
            "|can be (?:visited|entered|toured)"
        ),
        (
            "(?:no|not a) (?:visitors?|admittance|entry)|(?:staff|members|invitation|residents)"
            " only|keep out|behind locked|invited guests only"
        ),
    ),
    (
        "twinned|partner town|floodlit|floodlights?|illuminated|lit\\b",
        (
            "twinned with|sister (?:city|town)|floodlit|under (?:the )?(?:lights|floodlights)"
            "|lit (?:up )?(?:at|by) night|illuminated"
        ),
        "no (?:floodlights|lights|twin)|daylight only|unlit|in the dark",
    ),
)
"""What a column is called; ways of affirming it; ways of denying it."""
