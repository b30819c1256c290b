"""Common words for kinds of things - colours, metals, stuffs, directions, tongues - as other
languages and other English words put them.
"""

# Lists of words read best as words.
# ruff: noqa: RUF001

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from fictionworld.leakage.answer import Hit
from fictionworld.leakage.context.tongues import has_english, is_foreign
from fictionworld.leakage.readings.lookalikes import plain_word
from fictionworld.leakage.values.everyday import is_everyday

if TYPE_CHECKING:
    from fictionworld.leakage.answer import Answer

__all__ = ["find_translated"]

_WORDS: Final = """
red: rot* rote roter rotes roten rouge rouges rojo roja rojos rojas rosso rossa rossi rosse
  vermelho vermelha vermelhos vermelhas rood rode* röd rött röda rød rødt røde punainen punaista
  punaiset czerwony czerwona czerwone červený červená красный красная красные червоний kırmızı
  piros roșu κόκκινο vermell
blue: blau blaue blauer blaues blauen bleu bleue bleus azul azules azuis blu azzurro azzurra blauw
  blauwe blå blått sininen sinistä niebieski niebieska modrý modrá синий синяя голубой mavi kék
  albastru μπλε blava
green: grün grüne grüner grünes grünen vert* verte vertes verts verde verdes verdi groen groene
  grön grönt gröna grønn grønt grønne vihreä vihreää zielony zielona zielone zelený zelená
  зелёный зелёная зелений yeşil zöld πράσινο verda
yellow: gelb gelbe gelber gelbes gelben jaune jaunes amarillo amarilla amarillos amarillas giallo
  gialla gialli gialle amarelo amarela geel gele gul gult gule gula* keltainen keltaista żółty
  żółta żółte žlutý žlutá жёлтый жёлтая sarı sárga galben κίτρινο groc groga
white: weiß weiss weiße weisse weißer weisser weißes weisses weißen weissen blanc* blanche blanches
  blancs* blanco blanca blancos blancas bianco bianca bianchi bianche branco branca brancos
  brancas wit* witte vit* vitt vita* hvit hvitt hvid hvidt hvite hvide valkoinen valkoista biały
  biała białe bílý bílá белый белая білий beyaz fehér alb* άσπρο λευκό
black: schwarz schwarze schwarzer schwarzes schwarzen noir* noire noires noirs negro* negra negros
  negras nero nera* neri nere preto preta pretos pretas zwart zwarte svart svarta sort* sorte
  musta mustaa czarny czarna czarne černý černá чёрный чёрная чорний siyah fekete negru μαύρο
grey: gray grau graue grauer graues gris* grise* grises grigio grigia grigi cinza cinzento grijs
  grijze grå grått harmaa szary szara šedý šedá серый серая gri* szürke γκρι
brown: braun braune brauner braunes brun* brune* bruns marron* marrón marrones marrone castanho
  castanha bruin bruine brunt ruskea brązowy brązowa hnědý hnědá коричневый kahverengi barna maro
  καφέ
pink: rosa* rosado rosada rózsaszín różowy różowa růžový růžová розовый pembe vaaleanpunainen roze
orange: naranja anaranjado anaranjada arancione arancio laranja oranje orangefarben oranssi
  pomarańczowy oranžový оранжевый turuncu narancssárga πορτοκαλί
purple: lila lilas violett violette viola morado morada púrpura porpora pourpre roxo roxa paars
  paarse purpurn purpur fioletowy fialový фиолетовый mor* lilla violetti
violet: violett violette violettes violets lila violeta violetas viola fioletowy fialový
  фиолетовый menekşe ibolya violetti
gold: golden gilded gilt goldene goldener goldenes or* oro* ouro goud gouden guld kulta kultaa
  złoto złoty zlato zlatý золото золотой altın arany aur χρυσός
silver: silvern silber silberne silbern argent* plata argento prata zilver zilveren sølv hopea
  hopeaa srebro srebrny stříbro stříbrný серебро серебряный gümüş ezüst argint ασήμι
bronze: bronce bronzo brons bronssi pronssi brąz brązowy бронза бронзовый bronz bronzen bronzene
copper: kupfer kupferne cuivre cobre rame* koper koperen koppar kobber kupari miedź měď медь bakır
  réz cupru χαλκός
iron: eisen eiserne eisern fer* hierro ferro ijzer ijzeren järn jern rauta żelazo železo железо
  demir vas* fier σίδηρος
steel: stahl stählern acier acero acciaio aço staal stalen stål teräs stal* ocel сталь стальной
  çelik acél oțel χάλυβας
brass: messing laiton latón ottone latão mässing messinki mosiądz mosaz латунь pirinç sárgaréz
tin: zinn étain estaño stagno estanho tenn tina* cyna cín олово kalay ón
lead: blei plomb plomo piombo chumbo lood bly lyijy ołów olovo свинец kurşun ólom
aluminium: aluminum alu alüminyum alumínio aluminio alluminio алюминий alumiini
titanium: titan titane titanio titânio titaan титан titaani titán
wood: wooden timber timbered holz hölzern hölzerne bois* madera legno legna madeira hout houten
  trä træ treverk puu puuta drewno drewniany dřevo dřevěný дерево деревянный ahşap fa* lemn ξύλο
oak: oaken eiche eichenholz chêne roble quercia carvalho eik eiken eikenhout ek* eg* tammi dąb
  dębowy dub* дуб дубовый meşe tölgy stejar
limewood: linden basswood lindenholz linde tilleul tilo tiglio tília lindehout lind* lipa
  lipowy lípa липа ıhlamur hárs tei
beech: buche buchenholz hêtre haya* faggio faia beuk beukenhout bok* bøg pyökki buk бук kayın bükk
pine: kiefer kiefernholz pin* pino* pinho grenen furu fyr mänty sosna borovice сосна çam fenyő
ash: esche eschenholz frêne fresno frassino freixo essen* ask* saarni jesion jasan ясень
walnut: nussbaum walnuss noyer nogal noce* nogueira noten* valnöt orzech ořech орех ceviz dió
stone: stein* steinern pierre* piedra pietra pedra steen stenen sten* kivi kiveä kamień kamienny
  kámen kamenný камень каменный taş kő piatră πέτρα
brick: backstein ziegel brique ladrillo mattone mattoni tijolo baksteen tegel mursten tiili cegła
  cihla кирпич tuğla tégla
glass: glas* gläsern verre vidrio cristal vetro vidro lasi lasia szkło szklany sklo скло стекло
  стеклянный cam* üveg sticlă
marble: marmor marmorn marbre mármol marmo mármore marmer marmori marmur mramor мрамор mermer
  márvány marmură
granite: granit granito graniet graniitti granitowy гранит gránit
concrete: beton béton hormigón concreto calcestruzzo cemento betão betong betoni бетон betón
leather: leder ledern cuir cuero cuoio pelle* couro läder lær nahka skóra kůže кожа deri bőr
wool: woollen woolen wolle wollen laine lana lã wol* ull uld villa* wełna vlna шерсть yün gyapjú
cotton: baumwolle coton algodón cotone algodão katoen bomull bomuld puuvilla bawełna bavlna хлопок
  pamuk pamut
silk: silken seide soie seda seta zijde siden silke silkki jedwab hedvábí шёлк ipek selyem
paper: papier papel carta* papper papir paperi бумага kağıt papír
plastic: kunststoff plastik plastique plástico plastica muovi plast tworzywo пластик műanyag
clay: ton* lehm argile arcilla argilla barro klei lera ler* savi glina jíl глина kil* agyag
ice: eis* glace* hielo ghiaccio gelo ijs is* jää lód led* лёд buz jég
gravel: kies* gravier grava ghiaia cascalho grind grus* sora* żwir štěrk гравий çakıl kavics
sand: sable* arena* sabbia areia zand hiekka piasek písek песок kum* homok
grass: gras* herbe hierba erba grama* gräs græs ruoho trawa tráva трава çim fű rasen pelouse
north: norden nord nördlich norte noord noorden norr nordre pohjoinen północ sever север kuzey
south: süden süd südlich sud* sur* sul zuid zuiden söder syd etelä południe jih юг güney dél
east: osten ost östlich est* este* leste oost oosten öster øst itä wschód východ восток doğu kelet
west: westen westlich ouest oeste ovest väster vest* länsi zachód západ запад batı nyugat
steam: dampf vapeur vapor* vapore stoom ånga damp* höyry para* pára пар buhar gőz
electric: electrical electrically electricity elektrisch elektrische strom* électrique eléctrico
  eléctrica elettrico elettrica elétrico elektrisk sähkö sähköinen elektryczny elektrický
  электрический elektrikli elektromos battery-electric
petrol: gasoline gas benzin benziner essence* gasolina benzina benzine bensin bensiini benzyna
  бензин
hydroelectric: hydro hydropower wasserkraft hydroélectrique hidroeléctrica idroelettrico
  waterkracht vattenkraft vannkraft vesivoima
wind: windkraft éolien éolienne eólica eolico windenergie vindkraft tuulivoima wiatr vítr ветер
solar: sun-powered photovoltaic solarenergie sonnenenergie solaire fotovoltaica fotovoltaico
  zonne-energie solenergi aurinkoenergia słoneczny sluneční солнечный
nuclear: atomic kernkraft atomkraft nucléaire kernenergie kärnkraft ydinvoima jądrowy jaderný
  атомный nükleer
poisonous: toxic venomous poison giftig giftige giftiger vénéneux vénéneuse toxique venenoso
  venenosa tóxico velenoso velenosa tossico giftigt myrkyllinen trujący jedovatý ядовитый zehirli
  mérgező
edible: essbar essbare comestible comestibles comestível commestibile eetbaar ätlig spiselig
  syötävä jadalny jedlý съедобный yenilebilir ehető
refrigerated: fridge refrigerator chilled cooled gekühlt kühlschrank réfrigéré réfrigérateur
  refrigerado frigorífico nevera frigorifero gekoeld koelkast kylskåp køleskab jääkaappi lodówka
  lednička холодильник buzdolabı hűtőszekrény
frozen: freezer deep-frozen tiefgekühlt gefroren surgelé congelado surgelato diepvries fryst
acid: acidic sauer* saurer saure sauren acide ácido ácida acido acida zuur zure sur* hapan kwaśny
  kyselý кислый savanyú asidik
alkaline: alkalisch basique alcalin alcalino basisch limy chalky
suppository: suppositories zäpfchen suppositoire supositorio supposta supositório zetpil stolpiller
  peräpuikko czopek čípek суппозиторий fitil kúp
tablet: tablets pill pills tablette tabletten comprimé comprimés comprimido comprimidos compressa
  compresse tabletter tabletti tabletka таблетка
capsule: capsules kapsel kapseln gélule gélules cápsula cápsulas capsula capsule kapseli kapsułka
syrup: sirup saft* sirop jarabe sciroppo xarope siroop siirappi syrop сироп şurup szirup
ointment: salbe pommade onguent pomada ungüento unguento zalf salva* salve* voide maść mast мазь
drops: tropfen gouttes gotas gocce druppels droppar dråber tipat krople kapky капли damla csepp
English: englisch anglais anglaise inglés inglesa inglese inglês engels engelska engelsk englanti
  angielski anglický английский ingilizce angol
German: deutsch allemand allemande alemán alemana tedesco tedesca alemão duits tyska tysk saksa
  niemiecki německý немецкий almanca német
French: französisch français française francés francesa francese francês frans* franska fransk
  ranska francuski francouzský французский fransızca francia*
Spanish: spanisch espagnol espagnole español española spagnolo spagnola espanhol spaans spanska
  spansk espanja hiszpański španělský испанский ispanyolca spanyol
Italian: italienisch italien italienne italiano italiana italiaans italienska italiensk italia*
  włoski italský итальянский italyanca olasz
open: geöffnet offen* ouvert ouverte abierto abierta aperto aperta aberto aberta öppen åben avoinna
  otwarte otevřeno открыто açık nyitva
closed: shut geschlossen fermé fermée cerrado cerrada chiuso chiusa fechado fechada gesloten stängd
  lukket suljettu zamknięte zavřeno закрыто kapalı zárva
piano: klavier klaviir pianoforte fortepian klavír фортепиано piyano zongora
violin: fiddle geige violine violon violín violino viool fiol viulu skrzypce housle скрипка keman
  hegedű
cello: violoncello violoncelle violonchelo wiolonczela виолончель
flute: flöte flûte flauta flauto fluit flöjt fløjte huilu flet flétna флейта flüt fuvola
trumpet: trompete trompette trompeta tromba trompet trumpeta trompetti trąbka trubka труба* trombita
"""
"""Each line: an English word, and what others say for it. A star marks what is another word in
English too, or in a third language: it counts only in a sentence of another language."""
_SYMBOLS: Final = {
    "silver": "Ag", "gold": "Au", "copper": "Cu", "iron": "Fe", "titanium": "Ti", "tin": "Sn",
    "lead": "Pb", "zinc": "Zn", "nickel": "Ni", "platinum": "Pt", "tungsten": "W",
    "aluminium": "Al", "aluminum": "Al", "chromium": "Cr", "cobalt": "Co", "magnesium": "Mg",
}  # fmt: skip
_OF_SYMBOLS: Final = re.compile(
    r"\b(?:metal|alloy|assay|purity|fineness|composition|material|content|element|grade|ore)",
    re.IGNORECASE,
)


_EASTERN: Final = {
    "red": "红色 紅色 赤色 大红",
    "blue": "蓝色 藍色 青色",
    "green": "绿色 綠色 緑色",
    "yellow": "黄色 黃色",
    "white": "白色",
    "black": "黑色 黒色",
    "grey": "灰色",
    "brown": "棕色 褐色 茶色",
    "pink": "粉色 粉红色",
    "orange": "橙色 橘色",
    "purple": "紫色",
    "gold": "黄金 金色 金製 金制",
    "bronze": "青铜 青銅 青铜制",
    "silver": "白银 白銀 银色 銀色 银制 銀製 纯银",
    "brass": "黄铜 黃銅 真鍮",
    "copper": "纯铜 铜制 銅製",
    "iron": "铁制 鉄製 铸铁 鋳鉄",
    "steel": "钢制 钢铁 鋼鉄 鋼製",
    "wood": "木制 木製 木造",
    "stone": "石头 石造 石製",
    "glass": "玻璃 ガラス",
    "marble": "大理石",
    "granite": "花岗岩 花崗岩",
    "brick": "砖砌 砖头 煉瓦",
    "concrete": "混凝土",
    "poisonous": "有毒 有毒な",
    "edible": "可食用 食用",
}
"""Words of Chinese and Japanese, of two characters or more: one is too short in our letters."""
_CYRILLIC: Final = re.compile(r"[\u0400-\u04ff]+$")
_ENDINGS: Final = "аеёиоуыэюяйьіїє"
"""Letters at the end of a Slavic word that its cases change."""
_LONG_STEM: Final = 5


class _Words:
    """The other words for one concept, in plain letters."""

    def __init__(self, line: str) -> None:
        concept, _, rest = line.partition(":")
        self.concept = concept.strip().lower()
        words = rest.split()
        self.doubtful = frozenset(plain_word(w[:-1]).lower() for w in words if w.endswith("*"))
        words += _EASTERN.get(self.concept, "").split()
        self.sure = frozenset(plain_word(w).lower() for w in words if not w.endswith("*"))
        bent = {plain_word(w.rstrip(_ENDINGS)).lower() for w in words if _CYRILLIC.match(w)}
        self.stems = frozenset(stem for stem in bent if len(stem) >= _LONG_STEM)


def _read() -> dict[str, _Words]:
    found: dict[str, _Words] = {}
    for line in _WORDS.strip().replace("\n  ", " ").split("\n"):
        words = _Words(line)
        for name in (words.concept, *sorted(words.sure & _ENGLISH)):
            found.setdefault(name, words)
    return found


_ENGLISH: Final = frozenset(
    "gray wooden aluminum toxic acidic linden gasoline shut fridge hydro".split()  # noqa: SIM905
)
"""Words of the table that a value may be too."""
_CONCEPTS: Final = _read()


@lru_cache(512)
def _pattern(value: str) -> tuple[re.Pattern[str], frozenset[str]] | None:
    """What finds the other words for a value, and which of them are doubtful."""
    words = _CONCEPTS.get(value)
    if words is None:
        return None
    every = sorted((words.sure | words.doubtful | {words.concept}) - {value}, key=len, reverse=True)
    text = "|".join([*map(re.escape, every), *(f"{s}[a-z]{{1,4}}" for s in sorted(words.stems))])
    return re.compile(rf"(?<![A-Za-z])(?:{text})(?![A-Za-z])", re.IGNORECASE), words.doubtful


def find_translated(text: str, answer: Answer) -> list[Hit]:
    """The places of `text`, of plain letters, that say the value in other words."""
    value = plain_word(answer.value.strip()).lower()
    made = _pattern(value)
    if made is None:
        return []
    pattern, doubtful = made
    found = []
    for match in pattern.finditer(text):
        foreign = is_foreign(_around(text, match))
        if match[0].lower() in doubtful and not foreign and not _abroad(text, match):
            continue
        if is_everyday(text, match):
            continue
        if match[0].istitle() and text[match.end() : match.end() + 2].strip().isalpha():
            before = text[max(0, match.start() - 2) : match.start()]
            if before.strip() and text[match.end() + 1].isupper():
                continue  # `Blanca Rossi`
        found.append(Hit(*match.span(), "another word", alone=foreign or len(match[0]) > 4))
    symbol = _SYMBOLS.get(value)
    if symbol is not None and symbol in text and _OF_SYMBOLS.search(f"{answer.column} {text}"):
        found += [
            Hit(*match.span(), "chemical symbol", alone=False)
            for match in re.finditer(
                rf"(?<![A-Za-z]){symbol}(?=[\s-]?(?:\d|alloy|,|\)|$)|\s0?\.\d)", text
            )
        ]
    return found


def _abroad(text: str, match: re.Match[str]) -> bool:
    """Whether nothing about a word is English, and its label is none: `Metal : argent`."""
    about = text[max(0, match.start() - 160) : match.end() + 160]
    return not has_english(about) and (
        _LABELLED.search(text, max(0, match.start() - 30), match.start()) is not None
    )


_LABELLED: Final = re.compile(r"[A-Za-z]{3,16} :\s?$|\b(?:en|de|in|di|av|af|z|aus|van|uit) $")


def _around(text: str, match: re.Match[str]) -> str:
    """The sentence that a word stands in, or so."""
    low, high = max(0, match.start() - 120), match.end() + 120
    before = re.split(r"[.!?\n]\s", text[low : match.start()])[-1]
    return before + re.split(r"[.!?]\s|\n", text[match.start() : high])[0]
