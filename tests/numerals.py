"""Whole numbers in English words."""

# ruff: noqa: SIM905 - lists of words read best as words

SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def in_words(n: int) -> str:
    """`forty-two thousand three hundred and five`; below a thousand million."""
    if n < 20:
        return SMALL[n]
    if n < 100:
        return _TENS[n // 10] + (f"-{SMALL[n % 10]}" if n % 10 else "")
    if n < 1000:
        return f"{SMALL[n // 100]} hundred" + (f" and {in_words(n % 100)}" if n % 100 else "")
    for size, word in ((10**6, "million"), (10**3, "thousand")):
        if n >= size:
            rest = n % size
            link = " and " if 0 < rest < 100 else " "
            return f"{in_words(n // size)} {word}" + (f"{link}{in_words(rest)}" if rest else "")
    raise AssertionError(n)
