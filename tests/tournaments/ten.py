"""A finished tournament of ten whose every figure can be worked out by hand, and a small one after it.

South deals 1 and 5 and each named his own trump there; the other deals have one trump for all. Nine were to play six
deals; Jef reached 101 in three, Ilse was in her fifth at the closing.

    deal      1        2       3       4        5        6        written      score
    dealer    S        W       N       E        S        W
    An        H 40     35      22      20       S 29     38       23–29        −6
    Bert      H 36     25      29      22       NT 28    41       17–26        −9
    Carine    S 34     30=     35 ×2   29       D 20     33       17–12        +5
    Dirk      NT 33    31      26      25       D 30=    20 ×2    7–34         −27
    Els       NT 25    45      28      18       H 25     38       23–41        −18
    Frans     D 30=    35 ×2   27      24       C 15     50       30–30        0
    Greet     C 24     20      29      28       H 44     31       15–21        −6
    Hugo      H 40     32      24      27       H 30=    36 ×2    24–12        +12
    Ilse      S 20     28      25      26       (H)      –        0–25         –
    Jef       NT 60    60      41      –        –        –        101–0        +101

    all                H       C       NT                D

A figure is pips of WIJ, "=" a tie, which doubles what is written in the next deal.
"""

from datetime import timedelta

from accounts.models import User
from tests.tournaments.staging import NOW, make_open, make_player
from tournaments.models import Boom, Entry, EntryState, Play, Tournament

NAMES = ("An", "Bert", "Carine", "Dirk", "Els", "Frans", "Greet", "Hugo", "Ilse", "Jef")
FIRST = ("H", "H", "S", "NT", "NT", "D", "C", "H", "S", "NT")
FIFTH = ("S", "NT", "D", "D", "H", "C", "H", "H", "H", "")
PIPS = {
    "An": (40, 35, 22, 20, 29, 38),
    "Bert": (36, 25, 29, 22, 28, 41),
    "Carine": (34, 30, 35, 29, 20, 33),
    "Dirk": (33, 31, 26, 25, 30, 20),
    "Els": (25, 45, 28, 18, 25, 38),
    "Frans": (30, 35, 27, 24, 15, 50),
    "Greet": (24, 20, 29, 28, 44, 31),
    "Hugo": (40, 32, 24, 27, 30, 36),
    "Ilse": (20, 28, 25, 26),
    "Jef": (60, 60, 41),
}
TOTALS = {
    "An": (23, 29),
    "Bert": (17, 26),
    "Carine": (17, 12),
    "Dirk": (7, 34),
    "Els": (23, 41),
    "Frans": (30, 30),
    "Greet": (15, 21),
    "Hugo": (24, 12),
    "Ilse": (0, 25),
    "Jef": (101, 0),
}


def make_ten(first: int = 10) -> tuple[Tournament, dict[str, User]]:
    """The tournament of ten, still open; with fewer, the first so many of them."""
    tournament = make_open(boards=6)
    users = {name: make_player(name) for name in NAMES[:first]}
    for place, (name, user) in enumerate(users.items()):
        trumps = (FIRST[place], "H", "C", "NT", FIFTH[place], "D")
        boom = write_boom(tournament, user, place + 1, list(zip(trumps, PIPS[name], strict=False)), name != "Ilse")
        assert (boom.total_we, boom.total_they) == TOTALS[name]
        if name == "Ilse":
            Play.objects.create(boom=boom, board=5, first_ply=boom.ply)
    return tournament, users


def make_duel(users: dict[str, User]) -> Tournament:
    """A tournament of one deal after it: Hugo 45 and An 35 pips, both in hearts."""
    tournament = make_open(boards=1, title="Duel", closes_at=NOW + timedelta(days=2))
    write_boom(tournament, users["Hugo"], 1, [("H", 45)], True)
    write_boom(tournament, users["An"], 2, [("H", 35)], True)
    return tournament


def write_boom(
    tournament: Tournament, user: User, number: int | None, deals: list[tuple[str, int]], finished: bool
) -> Boom:
    """Rows as they stand after these deals of (trump, pips of wij), without any card played."""
    state = EntryState.FINISHED if finished else EntryState.PLAYING
    entry = Entry.objects.create(tournament=tournament, user=user, number=number, entered_at=NOW, state=state)
    boom = Boom.objects.create(entry=entry, started_at=NOW)
    carry = 1
    for board, (trump, pips) in enumerate(deals, start=1):
        multiplier = min(4, (2 if trump == "NT" else 1) * carry)
        points = (max(0, pips - 30) * multiplier, max(0, 30 - pips) * multiplier)
        Play.objects.create(
            boom=boom,
            board=board,
            first_ply=boom.ply,
            carry=carry,
            trump=trump,
            multiplier=multiplier,
            pips_we=pips,
            pips_they=60 - pips,
            tricks_we=4,
            tricks_they=4,
            points_we=points[0],
            points_they=points[1],
            finished_at=NOW,
        )
        carry = min(4, carry * 2) if pips == 30 else 1
        boom.total_we += points[0]
        boom.total_they += points[1]
        boom.ply += 33
    boom.deals, boom.carry = len(deals), carry
    if finished:
        boom.finished_at, boom.reason = NOW, "target" if max(boom.total_we, boom.total_they) > 100 else "limit"
    boom.save()
    return boom
