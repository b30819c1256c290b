"""What texts say of money: prices, takings, prizes, debts.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. Notions are apart by lines or a
`;`, an indented line going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_MONEY"]

_LINES: Final = """
price cost priced msrp rrp retail sticker list fare fee ticket entry admission toll menu | price
  priced pricing cost costs costing =rrp =msrp retail sticker list listed tag charge charges
  charged fare fee fees ticket tickets entry admission pay pays paid paying shell_out fork_out
  cough_up set_you_back sets_you_back yours_for asking ask asks ask_for outlay tariff rate
  for_sale sells sell sold buy buys bought shops till on_sale worth bill damage toll hand_over
  starts starting from_only apiece each a_head per_head per_person ; endowment | invested nest_egg
budget cost costs construction build built production | budget cost costs costing spent spend
  spending made_for bill outlay price swallowed invest built ; insurance insured | covered policy
revenue turnover sales income takings receipts | revenue turnover sales income takings receipts
  took takes taken earn earns earned brought_in came_in made top_line grossed rang turned_over
  till tills rang_up cash invoiced ; profit earnings | cleared clears left_it_with netted pocketed
profit result surplus net earnings loss | profit result surplus net earn earned black red loss
  lost bottom_line made deficit =ebit ; debt | in_the_red liabilities owing creditors lenders owe
prize purse award worth money endowment | prize purse award worth money cheque pays receive
  receives endow endowment jackpot sum pot dotat ; donation gift bequest | cheque left handed gave
grant funding subsidy donation raised | grant fund funding funded subsid donat raised gave gift
  contribut raise ; margin profit | keeps cents_of pennies every_dollar every_euro stays of_sales
deposit | deposit put_down leave up_front upfront hand_over in_advance returned advance paid_in
  handed_back ; dividend payout | dividend payout pays paid per_share each_share holders distribut
sale hammer auction acquisition acquired takeover purchase bought transfer | hammer went_under
  under_the_hammer gavel changed_hands fetch fetched fetches brought made realised knocked_down
  auctioneer bidder bid parted signed_the_cheque wrote_a_cheque swallowed_up acquir takeover buyer
  bought purchase paid went_for sold_for sold prise prised ; night room | sleep_there for_a_double
price ticket admission entry entrance | adult adults getting_in get_in gets_in gets_you_in
  get_you_in on_the_door at_the_door ; insurance damage damages | insur damage award compensat
box-office gross | grossed took takings earned earn ticket tickets till tills cinemas cashed
  rang_up ; price cost retail | on_the_shelf poorer take_home take_it_home yours part_with relieve
prize purse | victory winning =win triumph richer pocketed pockets carries took_home takes_home
  won collects walks_off walked_off banked bank ; debt loan borrowing | debt loan owes owed borrow
price cost msrp priced sticker | serious_money good_money a_lot_of_money big_money goes_for
  comes_in_at fetches run_you runs_you knock_you_back knocks_you_back wants_for can_be_had
  on_offer bargain cheap charging lighter_by a_steal will_want wants want splash out_of_pocket
  dear expensive spend ; funding round raised | backers put_in secured pulled_in pumped investors
transfer fee | moved_for joins_for joined_for move deal splashed landed_him landed_her snapped_up
  moves_for switch switched joins lured prised bring sign ; bail | set_at posted walked_free freed
construction build building cost | sank sunk poured set_the_town came_in_at price_tag pumped
  into_the ; market capitalisation valuation value worth | value valued valuation worth capitalis
damages award compensation | must_pay ordered_to_pay won_in payout settlement awarded jury jurors
  plaintiff victim court ; price cost fee fare | set_back part_with will_buy relieve parts counter
market-value valuation value worth | is_worth valued experts could_fetch would_fetch assessed
  bring put_at ; inflation prices | prices dearer more_expensive cost_of_living climbed costs_more
donation gift grant | chipped_in put_up handed_over received awarded was_given backed_with
  supported got won secured ; return yield interest | earned earns earn gained made brought pays
box gross revenue turnover takings sales | raked_in rakes_in pulled_in pulls_in generated
  turned_over turns_over ; toll fare fee | each_way one_way travel_for gets_you for_a_car drivers
interest rate | savers earn earns borrowers on_deposits lends lend put_by borrow returns return
  mortgage deposits pays_out ; annual-budget budget | runs_on gets_by lives_on makes_do disposes
fine penalty | fine fined penalt ordered_to_pay pay landed_with hit_with slapped must_pay punished
licence subscription fee price | full_version forever no_subscription one-off a_month once billed
reward bounty | offers offered promised bounty gets pays for_anyone reward whoever on_offer head
damage losses | bill caused wrecked losses destroyed claims harm wreckage worth left_a insurers
investment invested | put_into invested invest poured sank sunk spend spent pumped ploughed
box office gross opening weekend | box_office gross grossed took takings earn till cinemas
ticket entry admission pass | a_seat day_pass let_in =in_for a_pass tickets_came turnstile
budget | swallows burnt making shoot made_on sank_into sank poured shot_for had_to_play
subsidy grant support funding | props taxpayer taxpayers tune_of keeps_afloat pays gets
transfer fee signing | transfer fee signed bought sold pay paid price changed_hands
funding raised fundraising | round collect together tin brought_in hopes_for target
salary wage pay earnings | salary wage pay paid earn earns earned takes_home =pa ; fine | handed
auction hammer sold | auction hammer sold fetched bid went_for knocked_down made
season membership subscription | a_year of_the_year home_games per_month a_month
renovation restoration repair | repair restor did_up mend mending fix fixing ; signing | cheque
settlement compensation ransom | paid pay pays agreed put_an_end kidnapper ; grant | handed cheque
rent lease hire | rent rents lease let lets hire hired monthly tenant ; pass | all_day for_the_day
room rate | a_night sleep_there stay charges sets_you_back rooms ; damage | flood put_right repair
salary wage contract | contract a_season a_week a_year good_for ; exports export | shipped abroad
ticket admission entry | let_you_in lets_you_in to_enter gate ; royalties royalty | earned author
worth fortune wealth | fortune sits_on riches rich owns ; salary wage | pay_packet payslip a_month
tuition fees | tuition fee fees year study charge pay ; prize fund | winner divided shared victor
annual revenue | customers left in_the_tills billed ; endowment fund | sits_on in_the_bank coffers
box gross | audience moviegoer cinemagoer filmgoer ; share stock | share stock trades closed close
dividend | shareholders get hands_out distribute ; budget construction | went_into put_up ate_up
stake holding | bought controls took snapped ; growth | expanded swelled put_on bigger =up
salary wage pay | pockets pocket earning ; loss | bled bleeds down_the_drain drain
tuition | a_term parents set_parents ; toll fare crossing | to_cross get_on
profit result | left_over kept ; rent | landlord month goes_for ; advance | up_front publisher
donation | bequeath left_to ; subsidy | chips_in chip_in ; sale hammer auction | gave
tax | collected taxpayer ; value valuation | fetch ; transfer | landed land
"""
SAID_OF_MONEY: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").replace(" ; ", "\n").splitlines() if line
)
