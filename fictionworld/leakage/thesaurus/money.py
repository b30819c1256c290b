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
"""
SAID_OF_MONEY: Final[tuple[str, ...]] = tuple(
    line for line in _LINES.replace("\n  ", " ").splitlines() if line
)
