"""First names and what their bearers are called: `Bill` for William, `Liz` for Elizabeth."""

from __future__ import annotations

from typing import Final

__all__ = ["called"]

_NAMES: Final = """
albert al bert bertie
alexander alexandra alex sandy sasha sandra sacha xander
alfred alf alfie fred
amelia amy millie
andrew andreas andy drew
anna anne annie ann anya anneke
anthony antonio anton tony toni
arthur art artie
barbara barb babs barbie
bartholomew bart
benjamin ben benny benji
catherine katherine katharina katarina kate katie kathy cathy kitty kat kath katya
charles charlie chuck karl
charlotte lotte lottie charlie
christina christine christiane tina chris chrissie kirsten
christopher christoph chris kit topher
daniel daniela dan danny dani
david dave davy
deborah deb debbie
dmitri dima mitya
dorothy dorothea dot dottie dolly thea
edward eduard ed eddie ted teddy ned
eleanor eleonora ellie nell nora lena leonora
elizabeth elisabeth liz lizzie beth betty betsy eliza lisa elsie lisbeth bess libby ella elise
emily emilia em emmy millie
ferdinand ferdi ferdie nando
florence flo florrie
frances francesca fran frankie fanny
francis francisco franz frank paco
frederick friedrich frederik fred freddie fritz
gabriel gabriela gabe gabi
george georg geordie jurgen
gerald gerard gerry jerry
gregory greg
gustav gustavus gus
harold harald harry hal
harriet harriette harry hattie
helena helen helene nell lena leni
henry heinrich hendrik harry hal hank heinz
hugo hugh hughie
isabel isabella isabelle bella izzy belle
jacob jakob jake jim
james jim jimmy jamie
jane janet janey jenny
jennifer jen jenny jenna
jeremiah jeremy jerry
jessica jessie jess
jessamy jess jessie
johann johannes hans jo
john jack johnny jon
jonathan jon jonny
jose pepe
joseph josef joe joey sepp
josephine josefine jo josie pepi
joshua josh
judith judy jude
julia juliet juliana jules julie
katarzyna kasia
kenneth ken kenny
lawrence laurence lorenz larry laurie
leonard leonardo leo len lenny
leopold leo poldi
louis louise ludwig lou louie lulu
lucy lucia lucinda lou lucille
magdalena magda lena maddie
margaret margarete margarita maggie meg peggy madge greta gretchen rita daisy marge margot peg
maria mary marie mia mimi molly polly may mitzi
martha marty mattie
martin marty
martina tina
matilda mathilda tilda tilly mattie
matthew matthias matt matty
maximilian max maxi
michael mikhail mike mick mickey misha micha
mirabel mirabelle mibs mira bel
natalia natalie natasha nat nata tasha
nathaniel nathan nat nate
nicholas nikolaus nicolas nikolai nick nicky klaus niko kolya
nicola nicole nicky nikki
oliver olivia ollie olly liv
pamela pam
patricia pat patsy tricia trish patty
patrick pat paddy
peter pete petey
philip philipp phil pip
rachel rae
raymond ray
rebecca becky becca
reginald reg reggie
richard dick rick ricky rich richie
robert rob bob bobby robbie bert
roderick rod roddy
roland rolly
ronald ron ronnie
rosalind rosamund rose rosie roz
rupert rupe
samuel samantha sam sammy
sarah sara sally sadie
sebastian seb basti bastian
sophia sophie sofia sonya
stanislav stanislaw stan stas
stanley stan
stephen steven stefan steve stevie
susanna susannah susan sue susie suzy sanna
theodore theodor theo ted teddy
theresa teresa therese tess tessa terry
thomas tom tommy
timothy tim timmy
tobias toby
ursula ulla uschi
valentina val valya
victor viktor vic
victoria viktoria vicky tori
vincent vincenz vince vinnie
virginia ginny ginger
vladimir volodya vova
walter walt wally
wilhelmina mina minna wilma billie
wilhelm willi willy wim
william will bill billy willie liam
yevgeny zhenya
zachary zach zack
"""


def _read() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for line in _NAMES.split("\n"):
        names = line.split()
        for name in names:
            found.setdefault(name, {}).update(dict.fromkeys(n for n in names if n != name))
    return {name: tuple(others) for name, others in found.items()}


_CALLED: Final = _read()


def called(name: str) -> tuple[str, ...]:
    """What else the bearer of a first name, in plain small letters, may be called."""
    return _CALLED.get(name, ())
