"""What texts say of a column besides its own words: a small thesaurus in several languages.

Left of the bar stand words by which columns are called, right of it beginnings of words by which
texts speak of them.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID"]

SAID: Final[tuple[str, ...]] = (
    "audience listeners viewers | audience listener viewer listen tunes watch hörer auditeur",
    "owner landlord | bought purchas acquired belongs owns owned property propriétaire",
    (
        "capacity passenger seating room | capacity spectator fans passenger pax people"
        " person seat room"
        " carr transport take takes =hold =holds accommodat load full fahrgäste passagier"
        " passager pasajero plätze places sits"
    ),
    (
        "reservoir volume storage million | capacity reservoir holds store stores stored"
        " impound water volume litres m³ contain fasst contient"
    ),
    (
        "passenger pax traveller rider | passenger pax people traveller rider carr seat"
        " fahrgäste passagier passager pasajero passeggeri"
    ),
    "cars vehicle | cars vehicle =auto autos fahrzeug voitures coches",
    "bottles bottle | bottle botella garrafa bouteille flaschen bottigli",
    "copies copy | copies copy exemplar exemplaire ejemplar copie",
    "beds bed | beds bed patient in-patient inpatient ward lits betten camas letti sleeps",
    "rooms room | rooms room zimmer chambres habitaciones camere",
    ("seats seat | seats seat audience places sitze plätze sièges asientos posti spectators"),
    (
        "visitor visitors attendance guests entries footfall | visitor tickets admission"
        " turnstile entries guest besucher visiteur visitante visitatori footfall attend came"
        " people"
    ),
    ("member members membership | member memberships mitglieder membres miembros joined strong"),
    (
        "species kinds sorts | species animals kinds kind sorts arten espèces especies specie"
        " live lives lived home keeps"
    ),
    "animals beasts | animals beasts creatures tiere animaux animales",
    "plants flora | plants flora pflanzen plantes",
    "player players musician musicians | player musician players spieler joueurs",
    "teacher lehrer | teacher lehrer professor",
    (
        "works objects pieces items exhibits | works objects pieces items exhibits collection"
        " holdings obras œuvres werke"
    ),
    ("volumes books titles | volumes books titles collection bände livres libros holdings shelves"),
    "stations stops halts | stations stops halts haltestellen arrêts paradas stop calls",
    (
        "length long | length long longer flows runs stretch course lang longue largo kilomet"
        " measures span =km"
    ),
    (
        "height tall | height tall taller tallest high higher highest rises hoch hoech haut"
        " alto alta tower stands hauteur"
    ),
    "depth deep | depth deep deeper deepest tief profond depths below",
    "width wide span | width wide wider widest breadth broad breit large ancho span",
    (
        "diameter mirror aperture | diameter across wide mirror aperture rim measures radius"
        " durchmesser diamètre"
    ),
    "weight heavy mass | weight heavy heavier heaviest schwer lourd pesado mass tonnes",
    "age | age old older oldest alt years",
    "area surface | area big bigger large larger largest surface cover fläche superficie",
    "volume | volume big bigger largest",
    "speed fast | speed fast faster fastest quick knot =kn =kmh schnell vite rapide",
    "power output | power output =mw =kw leistung puissance generates produces",
    (
        "alcohol abv strength | alcohol abv vol proof strength strong spirit alkohol alcool"
        " alcohólic gradación volumenprozent content"
    ),
    "sugar zucker | sugar zucker sucre azúcar sweet sweetened caster",
    "flour mehl | flour mehl farine harina",
    "butter beurre | butter beurre mantequilla",
    "salt salz | salt salz sel sal",
    "temperature heat | temperature warm hot cold oven heat degrees",
    (
        "grade ore tin copper | grade ore tin copper silver gold yield yields content contain"
        " assay zinn étain"
    ),
    (
        "yield yields harvest | yield yields harvest output produce produces produced brew"
        " brews turns out"
    ),
    (
        "production output produced brewed annual | production produce produces brew brewed"
        " output makes made turns hl hectolit year annual produziert hergestellt produit"
        " produjo produce produziu prodotto fabriqu"
    ),
    (
        "price cost fare fee ticket charge admission | price cost costs costing fare fee"
        " ticket tickets crossing trip ride passage charge pays paid hand buys sells sold"
        " single bottle admission entry entrance each preis kostet prix coûte precio cuesta"
        " prezzo costa asks asked worth"
    ),
    (
        "prize purse fund | prize fund purse pot money pays paid share winners winnings"
        " preisgeld dotation stake"
    ),
    "endowment endow fund bequest | fund endow bequest bequeathed left sum money",
    "budget | budget funds spends spent costs income",
    (
        "income ticket tickets receipts takings | income tickets ticket box receipts sales"
        " takings einnahmen recettes sold"
    ),
    "rent lease | rent lease pays tenant monthly",
    "salary earns | salary earns paid wage",
    "fine fined | fine fined penalty pays",
    "damages awarded | damages awarded compensation award",
    (
        "open opened opening inaugurat inaugurated service opens | open opened opening"
        " inaugurat launched runs run running service since started begun began first"
        " unveiled carried welcomed eröffnet ouvert inaugurée inauguró abrió abierta aperto"
        " inizio"
    ),
    (
        "founded established founding foundation est. | founded established founding est."
        " since dates origins began begun started created set gegründet fondé fondée fundado"
        " fundada fondato watched existed formed born old"
    ),
    (
        "launched launch | launched launch lifted lift-off liftoff start gestartet orbit"
        " rocket flew lancé lanzado blast"
    ),
    "maiden | maiden first crossing voyage sailed sails sailing trip service",
    (
        "performance premiere perform performed premiered | performance perform performed"
        " first premiere premiered staged played sang opened debut gave stage"
    ),
    (
        "until sealed embargo | closed until sealed shut embargo locked opens open readers"
        " released release kept till gesperrt"
    ),
    "reopened reopening | open opened opens doors again back",
    "closed closing closure | closed closing shut ended last final ceased",
    ("automated automatic automation | automated automatic keepers unmanned keeper left electric"),
    ("completed completion finished | completed completion finished done built ready topped ends"),
    (
        "built building construction erected | built building construct construction erected"
        " raised year gebaut construit"
    ),
    "discovered discovery | discovered discovery found spotted seen detected",
    "delivered judgment | delivered decided judgment handed ruling ruled verdict",
    "decided decision ruling | decided decision ruling judgment handed verdict delivered",
    "elected election | elected election voted office",
    "retired retirement | retired retirement stepped",
    "busiest busy peak | busiest busy peak most crowded traffic los high fullest",
    "launch | launch month start launched lifted",
    (
        "trainer coach teacher taught trained | trainer coach teacher taught teach learn"
        " learned trained tutor mentor guided coached coaching pupil trainiert entraîneur"
        " entrenador lehrer"
    ),
    (
        "teacher taught tutor | teacher taught teach learn learned studied pupil tutor mentor"
        " student master"
    ),
    (
        "architect designed designer | architect designed design drew drawn drawings plans"
        " planned arch. architekt architecte built"
    ),
    (
        "winner won winners champion laureate | winner won wins win prize went awarded took"
        " received laureate gewann gewonnen gagné ganó champion"
    ),
    (
        "judge justice | judge justice opinion wrote court delivered presided ruled richter"
        " juge jueza bench"
    ),
    "surgeon | surgeon chief head chirurg chirurgien operates leads",
    "conductor | conductor conducts baton dirigent chef leads led podium",
    "cook chef | cook chef kitchen cooks",
    "keeper warden curator | keeper warden curator kept keeps looks",
    "builder shipyard maker | builder built shipyard yard made maker constructed werft",
    "skipper captain master | skipper captain master command commanded kapitän capitaine",
    "painter artist | painter painted artist brush canvas",
    "sculptor sculpted | sculptor sculpted carved",
    "discoverer | discoverer discovered found",
    "opponent rival | opponent rival against versus met beat",
    "brewer brewmaster | brewer brewed brews brewmaster",
    "winemaker vintner | winemaker vintner made",
    (
        "grape variety | grape variety varieties vine vines vineyard pressed made rebsorte"
        " cépage uva from"
    ),
    "opening defence | opening opened played gambit defence defense began repertoire",
    "material | material stone made built marble granite brick",
    "language sung | language sung written speaks",
    "style | style built architecture",
    "seed seeded seeding | seed seeded seeding setzliste",
    "rank ranking | rank ranking place position seed number",
    (
        "address site website url web | address site web website online data portal published"
        " publishes page book visit adresse"
    ),
)
