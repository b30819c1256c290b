"""What people write in forums."""

# Sentences read best on one line, with the marks that pages have.
# ruff: noqa: E501, RUF001

from __future__ import annotations

__all__ = ["ANSWERS", "CHATTER", "CLOSERS", "FOOTERS", "HEADERS", "MORE", "QUESTIONS", "THANKS"]

QUESTIONS = (
    "Hi all, first post here. I keep reading different things about {subject} and would like to know what is true.",
    "Does anybody have reliable facts on {subject}? The search here gave me nothing useful.",
    "A friend and I have a bet running about {subject}. Please help us settle it, sources welcome.",
    "I am putting together some notes on {subject} and would be grateful for anything solid.",
    "Long-time reader, first-time poster. What can you tell me about {subject}?",
    "Sorry if this has been asked before. I am looking for the plain facts on {subject}.",
    "Somebody at work swears he knows everything about {subject}. I have my doubts. Who can check?",
    "Trying to make up my mind about {subject}. What do the facts say?",
    "My notes on {subject} are a mess. Could somebody go through the basics with me?",
    "Can anybody confirm a few things about {subject} for me?",
    "Quick one: what is actually established about {subject}?",
    "Been reading up on {subject} and the sources do not make it easy. Any help?",
    "Is there a reliable summary of {subject} anywhere? If not, let us make one.",
    "Please share what you know about {subject}, and only what you know.",
    "So, {subject}. Facts first, opinions later, if possible.",
    "Before I make a fool of myself elsewhere: what are the facts on {subject}?",
    "Asking for my father, who wants everything there is to know about {subject}.",
    "New here, and curious about {subject}. Where do I start?",
    "My daughter has to give a talk about {subject} on Thursday and I am no help at all. Anything you can point me to?",
    "Had an argument about {subject} on the train this morning, with a stranger, of all things. Need facts before the ride home.",
    "We are doing a quiz at the club and I have drawn {subject}. What would you ask, and what is the right answer?",
    "OK, I give up. Three tabs open and still no clear picture of {subject}. Help!",
)
ANSWERS = (
    "Looked it up: {clause}.",
    "According to the page I have open, {clause}.",
    "From what is published, {clause}.",
    "I can help with one bit: {clause}.",
    "Checked it just now, and {clause}.",
    "That one is easy: {clause}.",
    "As far as I can see, {clause}.",
    "If my notes are right, and they usually are, {clause}.",
    "The official line is that {clause}.",
    "Here is what I have: {clause}.",
    "Pretty sure about this one: {clause}.",
    "It is in the tables: {clause}.",
    "I had this open anyway: {clause}.",
    "For the note-takers among us: {clause}.",
    "Not much to add, except that {clause}.",
    "Copied from my spreadsheet (yes, I have one): {clause}.",
    "No idea about the rest, but {clause}.",
    "Somebody will correct me if this is wrong, but I read that {clause}.",
    "Went and checked so you do not have to: {clause}.",
    "Just got home and looked. It turns out that {clause}.",
)
CHATTER = (
    "Following this, I have been wondering the same.",
    "You will get a dozen answers here, half of them from memory.",
    "Why not simply ask at the source? They do answer, in my experience. Took them two days when I wrote, and they were nice about it.",
    "This comes up every few months. Mods, can we have a sticky?",
    "I would not trust my own memory on that, so I am staying out of it.",
    "Off topic, but is the search function broken for anybody else?",
    "People get far too worked up about this.",
    "Somebody posted a proper comparison once, no idea where it went.",
    "Depends on what you want to compare it with, honestly.",
    "Bookmarked. Thanks for asking, I was too lazy to.",
    "There is an encyclopedia article as well, worth a look.",
    "My brother would have a long speech ready on that. Be glad he does not post here.",
    "Please post your sources, otherwise we go round in circles again.",
    "Seen worse threads, carry on.",
    "I remember it differently, but I remember most things differently.",
    "Popcorn ready.",
    "Same question here. I even asked at work, and all I got was blank looks.",
    "Ah, one of those threads. I shall make tea and come back later.",
    "Can we keep it friendly this time? The last thread had to be closed after a day.",
    "Upvoted, and subscribed.",
    "Not to derail this, but does anybody else miss the old layout of this board?",
    "I used to know this by heart. Age, I suppose.",
    "Typing on the bus, sorry for the typos. Will look it up tonight if nobody has by then.",
    "Interesting. Had not looked at it that way.",
    "The usual advice: do not believe anything without a link, this post included.",
)
MORE = (
    "While we are at it, on {what}:", "One more thing, on {what}:",
    "And for those who ask about {what}:", "Since somebody was bound to ask about {what}:",
    "From my notes on {what}:", "As for {what}:", "Adding this on {what}:", "Now, {what}:",
)  # fmt: skip
THANKS = (
    "Thank you all, that clears it up. I owe somebody a coffee.",
    "Great, that is exactly what I was after. Thanks!",
    "Thanks everybody. I shall pass it on.",
    "Perfect, thank you. This place never disappoints.",
    "Cheers, that settles it, I think.",
    "Much obliged. Closing this one.",
    "You people are quick. Thanks, all of you.",
    "Thanks. Printing this and putting it on the fridge.",
    "That was more than I had hoped for. Have a good evening, everybody.",
)
CLOSERS = ("You must be logged in to reply.", "Thread closed by a moderator.", "Log in to join in.",
           "Reply · Share · Report")  # fmt: skip
HEADERS = ("Boards > {Many}", "{site} › {Many}", "All topics · {Many} · New posts", "Home / {Many}")
FOOTERS = ("Similar topics", "People also read", "More threads and pages", "Related")
