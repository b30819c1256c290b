"""What texts say of people by what they did: makers, holders of an office, winners.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_PEOPLE"]

_LINES: Final = """
director directed film filmmaker | direct director directed film film-maker filmmaker helm helmed
  camera behind_the_camera auteur picture
director head leader manager chief ceo president chair principal managing | head headed heads lead
  led leads leader boss chief director manag chair chairs chaired president principal ceo run runs
  charge at_the_helm helm top_job in_charge executive took_over desk
chancellor rector vice-chancellor president provost dean principal headteacher headmaster |
  chancellor rector vice-chancellor provost dean president principal head headteacher headmaster
  headmistress heads leads signed office holds
mayor governor burgomaster | mayor town_hall mayoral governor burgomaster chain_of_office chain
  elected office re-elected
minister secretary | minister secretary portfolio ministry
captain skipper armband master command | captain skipper armband leads led lead command commands
  master bridge wheel
coach manager trainer head | coach manag trainer train trains dugout touchline bench gaffer boss
conductor | conduct conductor baton podium leads led maestro
owner owned proprietor belongs parent holding landlord | own owns owner owned belong belongs
  belonged proprietor property hands possession parent holding bought acquired purchase sold_to
  landlord landlady
operator operated run runs managed managing | operat run runs running manag service company line
founder founded co-founder established started creator | found founded founder co-founder started
  start set_up establish created creator brainchild dreamed_up father mother began
architect designed designer engineer design interior | architect =arch =arch. design designed
  designer drew drawn drew_up plans plan drawing_board engineer engineered conceived author hand
  work blueprint doing styled shap built by
designer styled styling stylist | design designed designer styl styled styling pen penned shape
  drew drawn lines look
engineer engineered chief | engineer engineered calculat constructed built designed
builder constructor shipyard yard manufacturer maker made producer manufactured contractor | build
  built builder made make makes maker manufactur produc yard shipyard works plant turned_out
  constructed contractor laid_down assembled from
author writer poet wrote novelist playwright written | author wrote write written writer pen
  penned poet novelist novel book by byline text verse words poem
translator translated | translat english_by rendered version
illustrator illustrated drawings | illustrat drawing pictures drew
editor editor-in-chief edited | edit edits edited editor editor-in-chief editorial
composer composed music score | compos score music wrote written tune melody
lyricist lyrics | lyric words
painter artist painted sculptor | paint painted painter artist brush canvas work sculpt carved oil
photographer photographed photo | photo photograph picture lens camera =ph.
publisher label imprint house released | publish published publisher label imprint press house
  released issued out_on brought_out
producer produced | produc producer
screenwriter screenplay script | script screenplay wrote written
actor actress lead star cast role played | play plays played star stars starring role cast lead
  portray part
presenter presented host hosted anchor | present host anchor front microphone =mic
  behind_the_desk
narrator reader voice | narrat read reads reader voice voiced
donor donated gift benefactor bequest | donat donor gift gave given presented bequeath bequest
  benefactor owes thanks left
discoverer discovered | discover found first_to_see spotted
inventor invented | invent patent thought_up devis
breeder bred raised | bred breed breeder raised raiser cross
winner won champion laureate recipient received victor winning | win wins won winner champion
  laureate recipient receive received victor victory took takes taken goes_to went_to awarded
  award honour honoured title trophy crown crowned gold first cheque prize beat handed handed_to
  bestowed conferred elected victorious
runner-up second | runner-up second silver behind beaten finalist
headliner headlined headline | headlin top_the_bill tops_the_bill topped_the_bill top_of_the_bill
  bill closing_act main_act closed star_turn
sponsor sponsored | sponsor backed shirt name
chef cook kitchen | chef cook cooks cooking kitchen stove stoves pass behind_the_stove
sommelier | sommelier wine cellar
curator keeper warden custodian | curat keeper keeps kept warden custodian looks_after charge
maintainer lead developer | maintain maintainer lead develop developer merge
developer developed studio | develop studio made created
manufacturer maker makes producer brand | make makes made maker manufactur produc brand
supplier supplied | suppl deliver provides
surgeon doctor physician | surgeon doctor physician operat =dr clinic
judge justice presiding | judge justice bench preside presided court
lawyer counsel attorney | lawyer counsel attorney defend represent
perpetrator culprit thief forger hoaxer | culprit thief did forger hoax admitted confess guilty
  behind convicted
pilot driver jockey rider drove | pilot drive driver drove rider rode jockey wheel saddle cockpit
  flew flown
successor succeeded | succeed successor followed took_over next
predecessor preceded | predecess preced before
spouse wife husband partner | wife husband spouse married marry partner
parents mother father | mother father parent son daughter
opponent rival | opponent rival against versus beat met
scorer goalscorer | scor goal struck netted winner hit
team club side rides plays | team club side ride rides plays squad colours jersey signed
party list | party list ticket banner stood stands ran candidate member
patron saint dedication | patron saint dedicat named
namesake named | named name after honour called memory
first ascent climber climbed | ascent climb climbed climber reached summit first rope top scaled
  conquer stood
mayor | chain_of_office chain town_hall mayoral robes gavel first_citizen town's_business
captain skipper | armband toss bridge leads_out led_out coin
coach manager trainer | dugout touchline bench clipboard team_talk picks_the_team
director film | called_action camera megaphone behind_the_lens
conductor | baton podium rostrum
commander commanded | command commanded under garrison led
maker built clockmaker | bench workshop hands_of made built
owner | deeds keys belongs purse pockets property title-deeds
author | pen pen_of by desk wrote
architect designer | drawing_board pencil desk sketch drew pencils drawing pen
composer | quill pen stave tune notes melody score
painter artist | easel brush brushes brushwork palette signed signature
chef cook | stove pots pans apron kitchen
chief ceo boss executive | corner_office reins hot_seat calls_the_shots top_job answer_to
  answers_to
founder founded | father mother garage shed started
winner champion | cup lifted medal laurel laurels trophy podium garland cheque crown
discoverer | first_to_see saw_it_first telescope
coach manager trainer | first_team players his_side her_side squad tactics line-up half-time
  post-match training led
headteacher headmaster principal head | letter_home assembly has_run run_the_school
  runs_the_school school_gate speech_day
contractor builder built | poured laid erected put_up topped_out handed_over crane dug
sponsor sponsored | money backing backs bankroll funded funds financ paid_for pays_for
  presented_by in_association logo cheque
supplier kit supplied | stitch kitted outfit wear wears shirts made
landlord landlady publican licensee | pints over_the_door behind_the_bar pulls licence till
curator keeper | collections in_his_care in_her_care care
manager managed warden head | answer_to answers_to reports_to report_to in_charge has_run
judge justice presiding | heard hears tried found_for found_against ruled sentenced gavel robes
pianist accompanist organist piano organ | piano organ keys keyboard pedals loft
drummer drums | drum drums sticks kit behind_the_kit
singer vocalist frontman lead | sing sings sang vocal voice front fronts fronted microphone
guitarist bassist guitar bass | guitar riff riffs bass strings
goalkeeper keeper goalie | between_the_posts gloves saves kept_goal in_goal
spouse wife husband married | tied_the_knot wed weds wedding vows aisle bride groom honeymoon ring
birthplace born native | grew_up childhood hails native first_saw_the_light cradle born_and_raised
chief ceo executive boss managing | run runs running charge in_charge helm head heads led leads
  took_over headed at_the_top told_staff told_investors told_shareholders
  told_analysts investors shareholders
scorer goalscorer striker | found_the_net netted hat-trick tally boot strikes
headliner headline | last_on_stage poster biggest_letters top_billing big_letters closes
holder champion title | mantelpiece trophy_cabinet reigning reign keeps retain
owner owns owned proprietor | family_seat estate bought_it name_on_the_deeds
minister vicar priest pastor rector reverend | sermon preach pulpit parish flock =rev =rev.
  reverend vicar congregation
director directed film | first_feature feature filmed called_the_shots
developer maintainer programmer | commits releases coded code wrote
operator operated runs airline | has_run run_by timetable franchise concession allotted
conductor | raise_the_baton band orchestra's_podium
presenter host anchor | fronts fronted on_air airwaves microphone
jockey rider rode | aboard in_the_saddle saddle ridden rode
trainer horse | stable stables saddled yard
monarch king queen ruler emperor | throne reign reigns rules ruled crown crowned
ambassador envoy | embassy envoy posted
commander general admiral | troops regiment garrison fleet command
broadcaster channel network station | airs aired shown screened broadcast televised rights screens
distributor label | signed_to put_out puts_out brought_out
parent subsidiary group company | belongs part_of arm_of bought owned swallowed
plaintiff claimant | sued sues brought_the_case took_to_court
winner champion won | goes_home_with went_home_with came_home_with walked_off_with first_past
coxswain crew | tiller helm lifeboat
gardener | beds hedges planted tends looks_after in_charge
brewer brewmaster | brews mash kettle hops
caretaker janitor | keys sweeps boiler
organiser organizer | behind_the organis staged puts_on
goalscorer scorer | headed_home slotted fired volley
captain skipper | at_the_wheel helm steers brings_her_in log
leader party | party_chief heads leads conference
choreographer choreographed dance | steps dances dancers moves
costume costumes | sewed sewn wardrobe gowns
godfather godmother patron | cut_the_ribbon champagne patronage
namesake eponym | after honour memory
cellist cello | cello cellist bow strings
violinist violin | violin violinist fiddle bow strings
lighthouse keeper | lamp trim lens beam light
club team | went_top went_bottom scored kick-off debut season fixture
auditor audited | signed_off accounts books
architect designer designed design creator | dreamt dreamed conceived devis masterminded sketched
  imagined crafted drafted came_up_with brainchild handiwork creation owes_its signed_by
author writer poet | penned dictated typed years_over years_on
owner owned proprietor | snapped_up acquired purchas inherited picked_up took_over got_hold_of deeds
  sold_to fell_to passed_to
winner champion won | clinched claimed landed bagged secured captured scooped carried_off triumph
  cruised romped came_out_on_top crossed_the_line pocketed wrapped_up broke_the_tape breasted
director head leader manager captain mayor coach | steers helms oversees commands presides reins
  in_charge the_helm calls_the_shots last_word
namesake named | takes_its_name owes_its_name gets_its_name got_its_name honours commemorat
"""
SAID_OF_PEOPLE: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
