"""First labels of hosts that everybody knows: no host of ours begins with one of them."""

from __future__ import annotations

__all__ = ["KNOWN_WORDS"]

_WORDS = """
adobe airbnb aliexpress amazon android apple arstechnica asus baidu bbc bestbuy bing bloomberg
booking britannica canva cnet cnn dailymail dell dropbox ebay engadget espn etsy expedia
facebook fandom fifa flickr forbes foxnews gartner github gizmodo goal google gsmarena guardian
hbo honor huawei hulu ibm idc ikea imdb indeed instagram intel kicker lenovo lequipe lg linkedin
marca medium mediatek microsoft motorola mozilla msn nasa netflix nintendo nokia nvidia nytimes
oneplus openai oppo oracle outlook paypal phonearena pinterest premierleague qualcomm quora
realme reddit reuters roku samsung sap shopify sky skysports slack snapchat sony soundcloud
spotify stackexchange stackoverflow steam substack target techcrunch techradar telegram tesla
theverge tiktok time tmobile transfermarkt tripadvisor tumblr twitch twitter uber uefa verge
vimeo vivo vodafone walmart washingtonpost weather whatsapp wikia wikidata wikihow wikimedia
wikipedia wired wordpress worldfootball xiaomi yahoo yandex yelp youtube zalando zdnet zoom zte
"""

KNOWN_WORDS = frozenset(_WORDS.split())
