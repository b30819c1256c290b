"""What texts in other European languages say of columns.

As in `thesaurus`; a `~` before a word lets it end a compound: `~preis` is found in
`Einführungspreis`. Accents may be missing in a text: words are also looked for without.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_ABROAD"]

_LINES: Final = """
length long | ~länge lang misst largo longitud mide longueur mesure lunghezza lungo lunga
  comprimento extensão lengte ~lang længde lengde långt långa langt
height elevation altitude tall summit high mast | ~höhe hoch hohe hoher ragt erhebt meter_über
  höhenmeter hauteur haut altitude culmine s'élève sommet mètres altura alto alta mide elevación
  elevação altitud altezza altitudine quota metri hoogte hoog højde høyde höjd høj høy hög metres
width beam wide breadth | ~breite breit largeur large ancho anchura manga larghezza largo largura
  breedte breed bredde bredd bred
depth deep | ~tiefe tief profondeur profond profundidad hondo profondità profundidade diepte diep
  dybde djup dyb dyp
weight mass heavy kerb | ~gewicht wiegt wog schwer poids pèse pesait peso pesa pesaba kilos
  gewicht weegt vægt vejer vekt veier vikt väger tung
area surface size | ~fläche groß superficie étendue couvre área superfície oppervlakte flade yta
  areal
volume reservoir storage | ~volumen ~inhalt fasst stausee staut contenance volume volumen embalse
  embalsa capacidad capacità capacidade inhoud rumindhold volym
speed fast velocity pace | ~geschwindigkeit ~tempo schnell fährt vitesse roule velocidad velocità
  velocidade snelheid hastighed hastighet fart
range reach autonomy | ~reichweite autonomie autonomía autonomia bereik ~rækkevidde rekkevidde
  räckvidd
power output capacity installed plant | ~leistung leistet puissance potencia potenza potência
  vermogen effekt ydelse ytelse
temperature heat | ~temperatur grad wassertemperatur température degrés temperatura grados gradi
  graus temperatuur
age old | alter jahre_alt âge ans edad años età anni idade anos leeftijd jaar alder år
duration runtime running time film crossing minutes | ~dauer dauert laufzeit spielzeit durée dure
  duración dura durata duração duur duurt varighed varer längd varar
distance far | ~entfernung strecke weit distance distancia distanza distância afstand avstand
battery capacity life playback | ~akku ~laufzeit autonomie batterie batería batteria bateria
  batterij batteri
screen display diagonal | bildschirm écran pantalla schermo ecrã tela scherm skærm skjerm skärm
camera | kamera caméra cámara fotocamera câmara
price cost fare fee ticket entry admission launch toll menu | ~preis ~kosten kostet kostete
  ~gebühr ~eintritt verlangt zahlt bezahlt ~tarif prix coûte coûtait coûter tarif entrée billet
  péage paye precio cuesta costaba coste entrada tarifa vale prezzo costa costava biglietto
  ingresso tariffa preço custa custava bilhete ingresso prijs kost kostte kaartje toegang pris
  koster kostar kostede biljett billet billett inträde
revenue turnover sales income | ~umsatz erlös einnahmen chiffre_d'affaires recettes ventes
  ingresos facturación ventas facturó fatturato ricavi incassi faturamento receitas omzet
  omsætning omsetning omsättning
profit result surplus | ~gewinn ~ergebnis überschuss bénéfice résultat beneficio ganancia utile
  profitto lucro winst overskud overskudd vinst
budget cost construction production | ~kosten ~budget baukosten coût budget coste presupuesto
  costo bilancio custo orçamento kosten omkostninger kostnad
prize purse worth award | preisgeld dotiert dotation doté premio dotado dotato prémio prijzengeld
  præmie prispenger prissumma
salary wage | ~gehalt ~lohn verdient salaire sueldo salario stipendio salário salaris løn lønn lön
population inhabitants residents | ~einwohner einwohnerzahl bevölkerung leben habitants population
  peuplé habitantes población vecinos abitanti popolazione população inwoners bevolking indbyggere
  innbyggere invånare befolkning
students enrolment pupils enrollment | ~studierende ~studenten eingeschrieben ~schüler étudiants
  inscrits élèves estudiantes alumnos matriculados studenti iscritti alunni estudantes alunos
  matriculados studenten leerlingen studerende elever studenter
employees staff workforce headcount | ~mitarbeiter ~beschäftigte ~angestellte belegschaft arbeiten
  salariés employés effectif emplea empleados trabajadores plantilla dipendenti addetti impiegati
  empregados funcionários trabalhadores werknemers medewerkers personeel ansatte medarbejdere
  anställda
members membership | ~mitglieder membres adhérents miembros socios membri soci membros sócios
  leden medlemmer medlemmar
visitors attendance spectators guests footfall crowd | ~besucher ~zuschauer ~gäste kamen
  besucherzahl visiteurs spectateurs visitantes espectadores asistentes visitatori spettatori
  espectadores bezoekers toeschouwers besøgende tilskuere besøkende besökare åskådare publik
capacity seats seating passengers places | ~plätze ~sitze ~sitzplätze ~kapazität fasst platz_für
  places capacité accueille plazas asientos aforo capacidad capienza posti lugares lotação
  capacidade plaatsen zitplaatsen capaciteit pladser plasser platser kapacitet
rooms beds | ~zimmer ~betten chambres lits habitaciones camas camere letti quartos kamers bedden
  værelser rom rum sengs
floors storeys | ~stockwerke ~etagen ~geschosse étages plantas pisos piani andares verdiepingen
  etager etasjer våningar
pages | ~seiten pages páginas pagine pagina's sider sidor
steps stairs | ~stufen marches escalier peldaños escalones gradini degraus treden trin trinn
  trappsteg
arches piers spans | ~bögen ~pfeiler arches piles arcos pilares arcate pile arcs bogen pijlers
  buer bågar
goals scored | ~tore ~treffer buts marqué goles marcó gol reti golos doelpunten mål
points | punkte points puntos punti pontos punten poeng poäng
wins victories titles | ~siege ~titel victoires titres victorias títulos vittorie vitórias
  overwinningen sejre seire segrar
shirt jersey number | ~rückennummer trikot maillot dorsal espalda maglia camisola rugnummer trøje
  drakt tröja
copies sold units | ~exemplare verkauft exemplaires vendus ejemplares vendidos copie vendute
  vendidas exemplaren verkocht solgt sålda
turbines units | ~turbinen ~anlagen ~windräder éoliennes turbinas aerogeneradores pale turbine
  eólicas vindmøller
islands | ~inseln îles islas isole ilhas eilanden øer öar
species | ~arten espèces especies specie espécies soorten arter
share percentage proportion | ~anteil ~quote part proportion cuota proporción quota percentuale
  parte aandeel andel
unemployment | arbeitslos chômage paro desempleo disoccupazione desemprego werkloosheid ledighed
  arbetslöshet
turnout vote | ~wahlbeteiligung stimmen participation voix participación votos affluenza voti
  participação opkomst stemmen valgdeltagelse röster
acceptance admission | aufgenommen zulassung annahmequote admis admission taux admitidos admisión
  ammessi admissão toegelaten optagelse
rank ranking position place | ~platz ~rang tabellenplatz place classé rang classement puesto
  posición lugar posto classifica lugar posição plaats plek plads plass
opened opening inauguration traffic | ~eröffnet ~eröffnung öffnete ouvert ouverte ouverture
  inauguré inaugurée inaugurado inaugurada abrió apertura inaugurato inaugurata aperto aperta
  aberto inaugurada geopend opende opening åbnet åpnet öppnade invigd indviet
launched release released launch out | ~erschienen erschien erscheint ~veröffentlicht
  veröffentlichung verkaufsstart marktstart kommt sorti sortie sort parut lanzamiento salió
  publicado lanzado uscita uscito lancio lançamento lançado uitgebracht verschenen udgivet udkom
  utgitt utgiven släpptes lanceret lanserad julkaistiin
founded founding established | ~gegründet ~gründung gestiftet fondé fondée fondation créé fundado
  fundada fundación creado fondato fondata fondazione fundação opgericht gesticht grundlagt
  grunnlagt grundad stiftet
commissioned operation service start | betrieb inbetriebnahme mise_en_service service
  puesta_en_marcha entró operación entrata_in_funzione servizio entrada funcionamento
  ingebruikname drift driftsat
built construction completed | ~gebaut ~erbaut errichtet fertiggestellt baujahr construit
  construite achevé construido construida terminado costruito costruita completato construído
  concluído gebouwd voltooid bygget byggd opført
published publication | ~veröffentlicht erschienen publié paru publicado publicada pubblicato
  publicado gepubliceerd udgivet publicerad
born birth | geboren geburtstag né née naissance nació nacido nacida nacimiento nato nata nascita
  nasceu nascido geboren født född
died death | gestorben starb mort morte décédé murió fallecido falleció morto morta morreu
  overleden død dog
premiere premiered | ~uraufführung uraufgeführt première créée estreno estrenó estrenada prima
  debutto estreia première urpremiär
climbed ascent | erstbesteigung bestiegen ascension première gravi ascensión primera ascensione
  salita ascensão beklommen bestigning
closed closing | geschlossen fermé fermée fermeture cerrado cerrada cierre chiuso chiusa chiusura
  fechado gesloten lukket stängd
architect designer design designed engineer | ~architekt entworfen entwarf entwurf baumeister
  architecte conçu conçue dessiné dessinée arquitecto arquitecta diseñó diseñado diseñada
  proyectado architetto progettato progettata disegnato arquiteto projetado projetada desenhado
  ontworpen ontwerp ontwerper tegnet tegnede ritad ritades
director head chief leader manager | ~leiter ~leiterin ~chef ~chefin direktor direktorin leitet
  geführt directeur directrice dirige dirigé director directora direttore direttrice diretor
  diretora directeur leidt leder ledes chef
director directed film | ~regisseur ~regie réalisateur réalisatrice réalisé dirigida dirección
  regista regia diretor realizador regisseur instruktør regissör regissør
captain skipper | ~kapitän kapitänin spielführer capitaine capitán capitana capitano capitã
  capitão aanvoerder anfører kapten kaptajn
coach trainer manager | ~trainer ~trainerin entraîneur entraîneuse entrenador entrenadora
  allenatore treinador trainer træner trener tränare
owner owned | ~eigentümer ~besitzer gehört propriétaire appartient propietario propietaria
  pertenece proprietario appartiene proprietário pertence eigenaar ejer eier ägare ägs
founder founded | ~gründer ~gründerin fondateur fondatrice fondé fundador fundadora fondatore
  fundador oprichter grundlægger grunder grundare
author writer poet wrote | ~autor ~autorin verfasst geschrieben schrieb dichter auteur autrice
  écrit écrite autora escrito escrita escribió autore scritto scritta escrito schrijver geschreven
  forfatter skrevet författare skriven
composer music | ~komponist komponiert musik compositeur composé compositor compuso música
  compositore composto composer musica componist komponist tonsättare
mayor | ~bürgermeister ~bürgermeisterin maire alcalde alcaldesa sindaco sindaca prefeito
  presidente_da_câmara burgemeester borgmester ordfører borgmästare
rector chancellor president | ~rektor ~rektorin kanzler kanzlerin präsident präsidentin recteur
  rectrice chancelier rector rectora rettore rettrice reitor reitora rektor kansler
winner won laureate champion recipient | ~sieger ~siegerin gewinner gewann gewonnen ~preisträger
  preisträgerin geht_an gagnant lauréat lauréate remporte remporté gagné vainqueur ganador
  ganadora ganó premio vincitore vincitrice vinto vince vencedor venceu winnaar gewonnen wint
  vinder vandt vinner vant vann vinnare
conductor | ~dirigent ~dirigentin chef_d'orchestre director_de_orquesta direttore_d'orchestra
  maestro dirigent
chef cook | koch köchin chef cuisinier cocinero cocinera cuoco chef kok kok kokken köksmästare
painter artist | ~maler ~malerin gemalt peintre peint pintor pintada pintor pittore dipinto
  schilder geschilderd maleri malet målare
publisher label | ~verlag éditeur éditions maison editorial sello editore casa_editrice editora
  uitgeverij forlag förlag
manufacturer maker builder shipyard | ~hersteller ~werft gebaut hergestellt fabricant chantier
  construit fabricante astillero fabricado produttore cantiere costruttore fabricante estaleiro
  fabrikant werf gebouwd producent værft verft varv tillverkare
operator operated | ~betreiber betrieben exploitant exploité gérée operador operado gestore
  gestito operador exploitant operatør operatör
donor donated | ~stifter gestiftet geschenkt donateur don offert donante donado donación donatore
  donato doador schenker geschonken
translator | übersetzt übersetzer übersetzerin traduit traducteur traductrice traducido traductor
  tradotto traduttore traduzido vertaald vertaler oversat oversatt översatt
editor | ~redakteur chefredakteur herausgeber rédacteur rédactrice editor redactor redattore
  editor redacteur redaktør redaktör
colour color paint painted | ~farbe gestrichen lackiert couleur peint peinte color pintado pintada
  colore dipinto verniciato cor kleur geschilderd farve farge färg
material wood made | ~holz aus bois en taillé taillée sculpté madera hecho legno fatto madeira
  feito hout træ trä
language | ~sprache gesprochen langue idioma lengua lingua língua taal sprog språk
genre style | ~stil gattung genre style género estilo genere stile estilo genre
country nationality | land staat pays país paese país land
city location seat headquarters | ~sitz stadt siège ville sede ciudad città sede cidade zetel stad
  hovedsæde hovedkontor säte
month day held | findet_statt monat mois mes mese mês maand måned månad
website address url | webseite internet site web página sito sítio website hjemmeside webbplats
"""

SAID_ABROAD: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
