"""Cards in Dutch, written out here once more so that the site's own words are held to something."""

SUITS = {"S": "schoppen", "H": "harten", "D": "ruiten", "C": "klaveren"}
RANKS = {"T": "10", "A": "aas", "K": "heer", "Q": "vrouw", "J": "boer"}


def card_in_dutch(card: str) -> str:
    return f"{SUITS[card[0]]} {RANKS.get(card[1], card[1])}"
