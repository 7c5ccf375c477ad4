"""What a name looks like: names that people would take for each other have one key, and some names are nobody's."""

import re
import unicodedata

from accounts.names import clean_name

ALPHABETS = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "CHEROKEE", "COPTIC", "LISU", "DESERET"))
"""Those whose letters are taken for each other's. The first word of a letter's name in Unicode."""

_LIKE = {
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "н": "h", "і": "i", "ӏ": "i", "ј": "j", "к": "k", "м": "m",
    "о": "o", "р": "p", "ԛ": "q", "ѕ": "s", "т": "t", "ѵ": "v", "ԝ": "w", "х": "x", "у": "y", "ү": "y",
    "α": "a", "β": "b", "ε": "e", "ζ": "z", "η": "h", "ι": "i", "κ": "k", "μ": "m", "ν": "n", "ο": "o", "ρ": "p",
    "τ": "t", "υ": "y", "χ": "x", "ϲ": "c", "ϳ": "j",
    "հ": "h", "ո": "n", "օ": "o", "ս": "u", "զ": "q", "ց": "g",
    "ı": "i", "ɩ": "i", "ɑ": "a", "ɡ": "g", "ʏ": "y", "ᴀ": "a", "ʙ": "b", "ᴄ": "c", "ᴅ": "d", "ᴇ": "e", "ɢ": "g",
    "ʜ": "h", "ɪ": "i", "ᴊ": "j", "ᴋ": "k", "ʟ": "i", "ᴍ": "m", "ɴ": "n", "ᴏ": "o", "ᴘ": "p", "ʀ": "r", "ꜱ": "s",
    "ᴛ": "t", "ᴜ": "u", "ᴠ": "v", "ᴡ": "w", "ᴢ": "z",
    "l": "i", "1": "i", "|": "i", "0": "o",
}  # fmt: skip
LIKE = str.maketrans(_LIKE)
"""Small letters and digits by the letter they are taken for, whichever of their cases looks like it."""
PAIRS = (("rn", "m"), ("vv", "w"))

RESERVED_WORDS = """
    bot bots rulebook policy solver random als as zuid south sud noord north nord oost east est west ouest
    admin administrator beheer beheerder moderator root systeem system site support staff manille manillen
    organisatie organisator organiser organisateur inrichter veranstalter
    anoniem anonieme anonymous anonyme anonymer gast guest deelnemer speler player joueur spieler
"""


def look_key(text: str) -> str:
    """The key of what a name looks like: without case, punctuation and spaces, look-alikes folded. Accents count."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", clean_name(text)).casefold())
    folded = folded.translate(LIKE)
    seen = "".join(one for one in folded if unicodedata.category(one)[0] not in "PZ")
    for pair, letter in PAIRS:
        seen = seen.replace(pair, letter)
    return seen


RESERVED = frozenset(map(look_key, RESERVED_WORDS.split()))


def mixes_alphabets(text: str) -> bool:
    """Whether letters of several alphabets that are taken for each other stand in one name."""
    letters = (one for one in unicodedata.normalize("NFKD", text) if unicodedata.category(one)[0] == "L")
    return len({unicodedata.name(one, "").split(" ")[0] for one in letters} & ALPHABETS) > 1


def is_reserved(text: str) -> bool:
    """Whether a name says nothing but what the site itself goes by: "Bot 2", "Admin", "anonieme speler"."""
    words = [look_key(word) for word in re.split(r"[\W_]+", text) if word]
    telling = [word for word in words if word not in RESERVED and word.strip("io23456789")]
    return not telling and any(word in RESERVED for word in words)


def has_letter(text: str) -> bool:
    """Whether there is a letter or a digit in a name."""
    return any(unicodedata.category(one)[0] in "LN" for one in text)
