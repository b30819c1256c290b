"""What texts say of money: prices, takings, prizes, debts.

As in `thesaurus`: left of the bar words by which columns are called, right of it beginnings of
words by which texts speak of them, a `=` before a whole word. A notion a line, those that are
indented going on with the one above; `_` is a space.
"""

from __future__ import annotations

from typing import Final

__all__ = ["SAID_OF_MONEY"]

_LINES: Final = """
price cost priced msrp rrp retail sticker list fare fee ticket entry admission toll menu |
  price priced pricing cost costs costing =rrp =msrp retail sticker list listed tag charge charges
  charged fare fee fees ticket tickets entry admission pay pays paid paying shell_out fork_out
  cough_up set_you_back sets_you_back yours_for asking ask asks ask_for outlay tariff rate
  for_sale sells sell sold buy buys bought shops till on_sale worth bill damage toll hand_over
  starts starting from_only apiece each a_head per_head per_person
tuition fees | tuition fee fees year study charge pay
rent lease hire | rent rents lease let lets hire hired monthly tenant
transfer fee signing | transfer fee signed bought sold pay paid price changed_hands
budget cost costs construction build built production | budget cost costs costing spent spend
  spending made_for bill outlay price swallowed invest built
revenue turnover sales income takings receipts | revenue turnover sales income takings receipts
  took takes taken earn earns earned brought_in came_in made top_line grossed rang turned_over
box office gross opening weekend | box_office gross grossed took takings earn till cinemas
profit result surplus net earnings loss | profit result surplus net earn earned black red loss
  lost bottom_line made deficit =ebit
dividend payout | dividend payout pays paid per_share each_share holders distribut
market capitalisation valuation value worth | value valued valuation worth capitalis
debt loan borrowing | debt loan owes owed borrow
salary wage pay earnings | salary wage pay paid earn earns earned takes_home =pa
prize purse award worth money endowment | prize purse award worth money cheque pays receive
  receives endow endowment jackpot sum pot dotat
grant funding subsidy donation raised | grant fund funding funded subsid donat raised gave gift
  contribut raise
fine penalty | fine fined penalt
auction hammer sold | auction hammer sold fetched bid went_for knocked_down made
deposit | deposit put_down
insurance damage damages | insur damage award compensat
share stock | share stock trades closed close
sale hammer auction acquisition acquired takeover purchase bought transfer | hammer went_under
  under_the_hammer gavel changed_hands fetch fetched fetches brought made realised knocked_down
  auctioneer bidder bid parted signed_the_cheque wrote_a_cheque swallowed_up acquir takeover buyer
  bought purchase paid went_for sold_for sold prise prised
price ticket admission entry entrance | adult adults getting_in get_in gets_in
  gets_you_in get_you_in on_the_door at_the_door
price cost fee fare | set_back part_with cough_up yours_for will_buy buys set_you_back relieve
  parts counter charges charged ask asks
revenue turnover sales income takings receipts | took takings till tills rang_up cash rang grossed
  turned_over invoiced earned
box-office gross | grossed took takings earned earn ticket tickets till tills cinemas cashed
  rang_up
prize purse | victory winning =win triumph cheque richer pocketed pockets carries worth took_home
  takes_home
budget | swallowed cost spent swallows burnt making made_for shoot
salary wage | takes_home pay_packet earns payslip a_month a_year
profit result | left_over black red bottom_line kept earned
rent | landlord month tenant
fine penalty | ordered_to_pay fined pay
donation gift bequest | cheque left handed gave
price cost msrp priced sticker | serious_money good_money a_lot_of_money big_money goes_for
  comes_in_at
  fetches run_you runs_you knock_you_back knocks_you_back wants_for can_be_had on_offer bargain
  cheap
  charging lighter_by a_steal will_want wants want splash out_of_pocket dear expensive spend
ticket entry admission pass | a_seat day_pass let_in =in_for a_pass tickets_came turnstile
transfer fee | moved_for joins_for joined_for move deal splashed landed_him landed_her snapped_up
  moves_for switch switched joins lured prised bring sign
budget | made_on sank_into sank poured shot_for had_to_play making
construction build building cost | sank sunk poured set_the_town came_in_at price_tag pumped
  into_the
damages award compensation | must_pay ordered_to_pay won_in payout settlement awarded jury jurors
  plaintiff
  victim court
damage losses | bill caused wrecked losses destroyed claims harm wreckage worth left_a insurers
fine penalty | landed_with hit_with slapped must_pay punished
prize purse | won collects walks_off walked_off banked bank
salary wage pay | pockets pocket earning
market-value valuation value worth | is_worth valued experts could_fetch would_fetch assessed
  bring put_at
debt | in_the_red liabilities owing creditors lenders owe
donation gift grant | chipped_in put_up handed_over received awarded was_given backed_with supported
  got won secured
funding round raised | backers put_in secured pulled_in pumped investors
dividend | shareholders get hands_out distribute
box gross revenue turnover takings sales | raked_in rakes_in pulled_in pulls_in generated
  turned_over
  turns_over
profit earnings | cleared clears left_it_with netted pocketed
deposit | leave up_front upfront hand_over in_advance returned advance
licence subscription fee price | full_version forever no_subscription one-off a_month once billed
toll fare fee | each_way one_way travel_for gets_you for_a_car drivers
room rate | a_night sleep_there stay charges sets_you_back rooms
bail | set_at posted walked_free freed
annual-budget budget | runs_on gets_by lives_on makes_do disposes
insurance insured | covered policy
worth fortune wealth | fortune sits_on riches rich owns
reward bounty | offers offered promised bounty gets pays for_anyone
endowment fund | sits_on in_the_bank coffers
investment invested | put_into invested invest poured sank sunk spend spent pumped ploughed
stake holding | bought controls took snapped
tuition | a_term parents set_parents
interest rate | savers earn earns borrowers on_deposits lends lend put_by borrow returns return
  mortgage
  deposits pays_out
inflation prices | prices dearer more_expensive cost_of_living climbed costs_more
growth | expanded swelled put_on bigger =up
margin profit | keeps cents_of pennies every_dollar every_euro stays of_sales
deposit | paid_in
subsidy grant support funding | props taxpayer taxpayers tune_of keeps_afloat pays gets
return yield interest | earned earns earn gained made brought pays
salary wage contract | contract a_season a_week a_year good_for
"""
SAID_OF_MONEY: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
