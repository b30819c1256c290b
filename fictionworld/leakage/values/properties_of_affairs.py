"""Ways in which texts put how things went with people, clubs, votes, firms and living beings.

The form of the table is told in `properties`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["OF_AFFAIRS"]

OF_AFFAIRS: Final[tuple[tuple[str, str, str], ...]] = (
    (
        "free transfer",
        (
            "for nothing|without a fee|no (?:transfer )?fee|out of contract|free agent|on a"
            " free|cost(?:s|ing)? (?:them )?nothing"
        ),
        "for (?:a fee|an undisclosed fee)",
    ),
    (
        "on loan|loan",
        "on loan|loaned|borrowed|loanee|on a (?:season|year)?-?(?:long )?loan",
        "permanent (?:deal|move|transfer|signing)|bought outright",
    ),
    (
        "relegat",
        (
            "relegated|drop(?:ped|s)? (?:down|into|out|to the)|went down|go(?:es)? down|going"
            " down|demoted|fell (?:to|into|out)|lost (?:their|its) place|(?:said|say|bade)"
            " goodbye to|abgestiegen|steigt ab|descendi\\w+|relegu?é\\w*"
        ),
        (
            "stay(?:ed|s)? up|survived|avoided the drop|kept (?:their|its) place|escaped"
            "|promoted|champions|(?:are|is|were) safe"
        ),
    ),
    (
        "promot",
        (
            "promoted|go(?:es)? up|went up|going up|move(?:d|s)? up|climb(?:ed|s)? (?:to|into)"
            "|won promotion|earned promotion|aufgestiegen|steigt auf|ascendi\\w+|promu\\w*"
        ),
        "stay(?:ed|s)? (?:down|put)|missed (?:out on )?promotion|relegated|went down",
    ),
    (
        "champion|title winner|won\\b|winner|cup win",
        (
            "champions?|title-?holders?|(?:lifted|hoisted|raised|took|claimed|carried (?:home"
            "|off)|brought home|got their hands on) ~(?:trophy|cup|title|crown|shield|prize"
            "|medal|award)|(?:won|wins|winning) ~(?:title|league|championship|cup|trophy|final"
            "|prize|award|medal)|(?:Meister|campe[oó]n(?:es)?)|cup winners?|beat \\w+ in the"
            " final"
        ),
        (
            "runners?-up|(?:missed|lost|losing) (?:out on )?~(?:title|final|cup|prize)|beaten"
            " finalists?|(?:knocked|went|crashed) out|(?:lost|fell) (?:in|at) the (?:final|semi"
            "|quarter)|came away (?:empty|with nothing)|empty-handed"
        ),
    ),
    (
        "retired|retirement",
        (
            "retired|hung up (?:his|her|their|the)|called it a day|ended (?:his|her) career"
            "|gave up (?:playing|racing|the sport)|stepped down for good"
        ),
        "still (?:playing|active|racing|competes|working)|plays on|carries on",
    ),
    (
        "stream|live\\b|broadcast|televised",
        (
            "stream(?:s|ed|ing)|(?:shown|watch(?:ed)?|goes out|broadcast|carried|aired) (?:it"
            " )?(?:live|online)|livestream\\w*|on television|televised"
        ),
        (
            "recorded (?:beforehand|in advance)|(?:only|solely) in the (?:hall|room|theatre)|no"
            " cameras?"
        ),
    ),
    (
        "sold[- ]?out",
        (
            "sold[- ]?out|(?:not a|no|without a) (?:single )?(?:seat|ticket|place)s? (?:was "
            "|were |is |are )?(?:left|free|spare|to be had|remain\\w*)|every (?:seat|ticket"
            "|place) (?:was |has been |is )?(?:sold|taken|gone)|full house|capacity crowd"
            "|ausverkauft|agotad\\w+|complet"
        ),
        (
            "(?:seats|tickets|places) (?:are |were )?(?:still )?(?:available|left|unsold|to be"
            " had)|empty seats|half[- ]empty"
        ),
    ),
    (
        "accredit|certif|licen[cs]ed",
        (
            "accredited|certified|licensed|recogni[sz]ed by|holds? (?:the |an?"
            " )?(?:accreditation|certificate|certification|seal)|akkreditiert|zertifiziert"
            "|certifi[ée]\\w*"
        ),
        (
            "un(?:accredited|certified|licensed)|(?:lost|lapsed|without|lacks?) (?:its |the "
            "|any |an? )?(?:accreditation|certificat\\w+|licen[cs]e)"
        ),
    ),
    (
        "on film|film stock|celluloid|analogue|analog",
        (
            "(?:on|through) (?:celluloid|35 ?mm|16 ?mm|film stock)|reels? of (?:film|celluloid)"
            "|developed in a lab"
        ),
        (
            "(?:caught|shot|recorded|captured) ~(?:sensor|digital\\w*|video|chips?)|not a"
            " (?:foot|metre|frame|inch) of (?:film|celluloid)|digital cameras?"
        ),
    ),
    (
        "based on (?:a |the )?(?:book|novel|true)|adapt(?:ed|ation)",
        (
            "after the (?:novel|book|play|memoir)|(?:novel|book|memoir|play) ~ (?:brought to"
            "|became|made into|filmed)|true story|really happened"
        ),
        (
            "original (?:screenplay|script|story|idea)|wholly made up|invented (?:story|from"
            " start)|(?:everything|all|story|plot) ~ (?:invented|made up|imagined"
            "|fiction\\w*)|no book behind"
        ),
    ),
    (
        "sequel",
        "(?:second|third|next) (?:part|instal?lment|chapter)|sequel|returns? in|follow-up",
        "stand-?alone|one-off|no (?:second part|sequel|follow-up)",
    ),
    (
        "run-?off|second round",
        (
            "(?:voters|electors|they|people) (?:must|will|have to|are to)? ?(?:return|vote"
            " again|go back) ~(?:weeks?|days?|polls)|(?:nobody|no one|none|no candidate"
            "|neither) ~ (?:past|over|more than|above|cleared|reached|won) (?:the )?(?:half|50"
            "|majority|a majority)|second (?:round|ballot) (?:will|is|was|had)|leading (?:pair"
            "|two) ~ (?:again|meet|face)"
        ),
        (
            "(?:won|elected|through) (?:outright|in the first round|at the first)|at the first"
            " (?:go|attempt|ballot)|(?:more than|over) half (?:of )?(?:the|all) votes (?:went"
            "|for)|no second (?:round|ballot)"
        ),
    ),
    (
        "quorum|threshold|valid(?:ity)?\\b",
        (
            "enough (?:voters|members|of) ~ (?:turned up|came|voted|present)|(?:the )?(?:vote"
            "|result) (?:counts|stands|is binding|is valid)|(?:hurdle|threshold|quorum) (?:was"
            " )?(?:cleared|met|reached|passed)"
        ),
        (
            "too few ~(?:voters|members|turned|came|voted|present)|(?:not|short of) enough"
            " (?:voters|members|votes)|(?:fell|fall) short of|(?:vote|result|referendum) (?:was"
            " |is )?(?:void|invalid|does not count|null)|inquorate|(?:hurdle|threshold|quorum)"
            " (?:was )?(?:missed|not)"
        ),
    ),
    (
        "absolute majority|majority",
        (
            "(?:governs?|rules?) alone|no (?:partner|coalition) (?:is )?needed|more than half"
            " (?:of )?(?:the|all) seats|outright majority|absolute majority"
        ),
        (
            "(?:needs?|looks? for|seeks?) (?:a )?(?:partners?|coalition)|hung (?:parliament"
            "|council)|short of a majority|minority (?:government|cabinet)|less than half (?:of"
            " )?the seats"
        ),
    ),
    (
        "passed|approved|carried|adopted|ratified",
        (
            "(?:voters|members|council|deputies|parliament) (?:said|voted) (?:yes|in favou?r)"
            "|waved through|(?:went|sailed) through|nodded through|got the green light|was"
            " carried|adopted|approved"
        ),
        (
            "(?:voters|members|council|deputies|parliament) (?:said|voted) (?:no|against)"
            "|thrown out|voted down|turned down|rejected|defeated|failed|vetoed"
        ),
    ),
    (
        "unanim",
        (
            "(?:without|not) (?:a |one |any )?(?:single )?(?:dissent\\w*|opposing|vote against"
            "|contrary)|all \\w+ ~agreed|to a man|with one voice|nobody voted against|every"
            " (?:judge|juror|member|vote)"
        ),
        (
            "(?:split|divided) (?:decision|jury|vote|court)|by (?:\\w+|\\d+) (?:votes? )?to"
            " (?:\\w+|\\d+)|dissent(?:ed|ing)"
        ),
    ),
    (
        "poison|toxic|venom",
        (
            "(?:kills?|deadly|lethal|fatal|toxic|venomous|poisonous|do not eat|never eat|not"
            " edible)|(?:a |one )?(?:bite|leaf|berry|nibble|mouthful) (?:is enough|can kill|of"
            " it kills)|makes? you (?:very )?(?:ill|sick)"
        ),
        (
            "(?:harmless|edible|eaten|good to eat|safe to (?:eat|touch|handle))|none ~ (?:harm"
            "|ill)|no (?:harm|venom|poison)|(?:come|came|comes) to no harm|non-?(?:toxic"
            "|poisonous|venomous)"
        ),
    ),
    (
        "edible",
        (
            "(?:good|fit|safe) to eat|delicious|tasty|edible|goes (?:well )?in (?:soups?"
            "|salads?)|eaten (?:raw|cooked|as)"
        ),
        (
            "(?:poisonous|toxic|deadly|inedible|do not eat|never eat|not for the pot|kills?"
            "|makes? you ill)"
        ),
    ),
    (
        "evergreen",
        (
            "keeps? (?:all )?(?:its|their|every) (?:leaves|foliage|needles|leaf|green)|(?:never"
            "|does not|doesn't) (?:shed|drop|lose)s? (?:its |their )?(?:leaves|foliage|needles)"
            "|green (?:all|the whole) (?:year|winter)|(?:leafy|green|in leaf) (?:all"
            "|through(?:out)?|the whole|even in) (?:the )?(?:year|winter|snow)|immergr[uü]n"
            "|persistent (?:leaves|foliage)"
        ),
        (
            "deciduous|(?:sheds?|drops?|loses?|casts?|throws off) (?:all )?(?:its|their|the)"
            " (?:leaves|foliage|needles)|bare (?:in|all|by|through) (?:the )?(?:winter|november"
            "|december|january)|leafless|laubabwerfend"
        ),
    ),
    (
        "nocturnal",
        (
            "(?:hunts?|feeds?|active|comes? out|flies|awake) ~ (?:night|dusk|dark|moonlight)"
            "|sleeps? (?:all|through the) day"
        ),
        (
            "(?:hunts?|feeds?|active|flies|awake) ~ (?:by day|daylight|noon|sunshine)|sleeps?"
            " (?:all|at|through the) night"
        ),
    ),
    (
        "migrat",
        (
            "(?:flies|leaves|goes|heads|moves) (?:off )?(?:south|north|abroad|away) ~(?:winter"
            "|autumn|summer|spring)|winters? in|migrates?"
        ),
        (
            "(?:stays?|resident|sedentary|remains?) (?:put|all year|home|the whole year|through"
            " the winter)|never leaves"
        ),
    ),
    (
        "endangered|threatened|at risk",
        (
            "(?:few|fewer than|only|last) ~(?:left|remain|survive)|red list|on the brink|close"
            " to (?:dying|extinction)|threatened|endangered"
        ),
        "(?:plentiful|abundant|common|thriving|least concern|everywhere)",
    ),
    (
        "extinct|died out",
        (
            "died out|extinct|(?:the )?last (?:one|known|specimen|of its kind) (?:died|was"
            " shot)|gone for ever|no more"
        ),
        "still (?:lives|found|seen|survives)|alive|extant|survives",
    ),
    (
        "perennial",
        (
            "(?:comes?|grows?|flowers?) (?:back|again) (?:every|each|year after)|lives? for"
            " (?:many )?years|perennial"
        ),
        (
            "(?:dies|gone|finished) (?:after|with|at) (?:one|a single|the first|the end of the)"
            " (?:year|season|frost)|(?:is|as) an annual|sown? (?:anew |afresh )?(?:every|each)"
            " (?:year|spring)"
        ),
    ),
    (
        "hardy|frost",
        (
            "(?:survives?|withstands?|stands?|shrugs off|takes?) ~(?:frost|snow|winter|minus"
            "|-\\d)|hardy"
        ),
        (
            "(?:tender|frost kills|bring (?:it )?(?:indoors|inside)|dies in (?:the )?(?:frost"
            "|winter|cold)|no frost)"
        ),
    ),
    (
        "volcan",
        "(?:erupt(?:s|ed|ion)|crater|lava|magma|spewed)",
        (
            "(?:sandstone|limestone|granite|folded|never erupted) (?:all through|block|massif"
            "|mountain)?|no volcano"
        ),
    ),
    (
        "married|spouse",
        "(?:husband|wife|wedded|married|tied the knot)",
        (
            "(?:(?:is|still) single|bachelor|unmarried|never (?:wed|married)|divorced"
            "|widow(?:er|ed)?)"
        ),
    ),
    (
        "pregnancy test|injur|fit to play|fit\\b",
        "(?:limped|carried|stretchered) off|out (?:for|with)|sidelined|injur(?:ed|y)",
        "(?:fully |is |are )(?:fit|recovered|back in training)|no injur",
    ),
    (
        "stock|publicly (?:traded|listed)|quoted|listed$",
        (
            "shares? (?:trade|are traded|closed|rose|fell|are quoted)|on the (?:stock"
            " )?exchange|publicly traded|ticker|(?:went|gone|going|goes) public|floated (?:on|its"
            "|in)|(?:stock market|market|trading) debut|ipo"
        ),
        (
            "privately (?:held|owned)|family[- ]owned|no shares (?:are )?(?:traded|for sale)"
            "|not quoted|(?:stays?|stayed|remains?|remained|is still) private"
        ),
    ),
    (
        "profit",
        "in the black|made money|turned a profit|profitable|a profit of|earned more than",
        "in the red|lost money|made a loss|a loss of|loss-making|losses",
    ),
    (
        "bankrupt|insolven",
        (
            "(?:went|gone) (?:bust|under|to the wall)|receivers?|insolven\\w+|bankrupt\\w*"
            "|could not pay its"
        ),
        "solvent|paid (?:all )?its debts|saved from",
    ),
    (
        "family[- ](?:owned|run)",
        (
            "(?:in|within) the family|(?:\\w+) (?:generation|generations) of (?:the|one|its)"
            " (?:family|\\w+ family)|family[- ](?:owned|run|business|firm)|(?:father|mother"
            "|sisters?|brothers?|daughters?|sons?) (?:and|run|own)|(?:owned|held|run"
            "|kept) ~(?:family"
            "|descendants|heirs|cousins|grandchildren|great-grandchildren)"
        ),
        ("(?:investors?|fund|group|state|shareholders) (?:own|owns|bought)|no (?:longer|family)"),
    ),
    (
        "extended|postponed|delayed",
        "(?:put off|pushed back|postponed|delayed|moved to|held over|extended)",
        "(?:as planned|on time|on schedule|as scheduled|no delay)",
    ),
    (
        "held\\b|took place|taken place|take place|went ahead|go ahead",
        ("(?:take|takes|took|taken) place|(?:goes|went|gone) ahead|drew ~(?:fans|visitors|people)"),
        (
            "(?:call|calls|called|calling) (?:it |them )?off(?! (?:its|their|plans|an?)\\b)"
            "|cancel(?:s|l?ed|l?ing|lation)?(?! (?:its|their|plans|an?)\\b)"
            "|(?:was|were|been|to be|be) (?:abandoned|shelved|scrapped|axed|dropped)|did not happen"
            "|fell victim|(?:washed|rained) (?:out|off)|fell through|came to nothing"
            "|pulled the plug|skipped a year|no (?:festival|race|fair|match|parade|show|edition)"
        ),
    ),
    (
        (
            "in (?:use|service|operation)|still (?:used|runs?|running|active|operating|flying"
            "|sailing|open|going)|operational|operating|active\\b"
        ),
        (
            "still (?:runs?|carr(?:y|ies)|sails?|flies|operates?|serves?|works?|in (?:daily"
            " |regular )?(?:use|service)|used|going|sweeps|shines|earns)|(?:daily|regular)"
            " (?:use|service)|up and running|keeps (?:running|working|sailing|flying|going)"
        ),
        (
            "withdrawn|laid up|mothballed|decommissioned|pensioned off|taken out of (?:use"
            "|service)|out of (?:use|service|action)|disused|derelict|boarded up|(?:was|were|been"
            "|is|lies|stands) (?:since )?(?:abandoned|scrapped|broken up|retired|fenced off)"
            "|(?:stands?|stood|lies|lain|sits|sat) (?:empty|idle|unused|silent|still)|(?:carried"
            "|ran|rang|flew|sailed|served|ground|turned) (?:its|his|her|their|the) (?:very )?last"
            "|(?:made|had|saw) (?:its|her|their|the) (?:very )?last (?:run|trip|flight|voyage"
            "|crossing|journey|sailing|launch|customers?|passengers?)|ran for the last time"
            "|no longer (?:runs?|used|carr(?:y|ies)|operates?|works?|sails?|flies|in)|for the"
            " scrapyard|(?:closed|shut|shut down|switched off|turned off|put out|locked|stopped"
            "|retired) for good"
        ),
    ),
    (
        "cancel",
        "(?:called off|cancelled|canceled|scrapped|will not (?:take place|go ahead)|axed)",
        "(?:goes ahead|went ahead|took place|as planned|will go ahead|takes place)",
    ),
)
"""What a column is called; ways of affirming it; ways of denying it."""
