"""What stands out in the play of a tournament that has closed, counted, each beside how often chance gives it.

Only entries in competition are looked at. Nothing here judges anyone: a finding is put before a person.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, permutations

from django.db import connection
from django.db.models import Count

from engine.analysis import BoardAnalyst
from engine.odds import binomial_tail
from tournaments.access import OVER
from tournaments.models import Entry, Play, PlayAnalysis, SignalKind, Tournament, Trace
from tournaments.records import PLAYER, Deck

LIMIT = 1 / 1000
"""A finding that honest play gives more often than this is left out; shared addresses and devices are all told."""
LOOSE = 1 / 20
SHARED = 5
"""So many tournaments must two have played together before it is asked who came after whom."""
LOOK_BACK = 100
"""At most so many tournaments are looked back on."""
QUICK = timedelta(seconds=8)
"""A deal of eight cards in less is faster than a person plays."""
QUICK_DEALS = 3
SURE = 0.9
"""Who gave something away in more than a tenth of his choices did not see the cards: he is not compared further."""
DEPARTURES = 10
"""So many choices must part from the bot's and come out differently before they are counted."""

SHARED_PAIRS = """
SELECT count(DISTINCT (one.entry_id, other.entry_id))
FROM tournaments_trace one JOIN tournaments_trace other
  ON other.kind = one.kind AND other.digest = one.digest AND other.entry_id > one.entry_id
WHERE one.kind = %s
"""


@dataclass(frozen=True)
class Finding:
    """Something that stood out: in the play of an entry, with another where two are concerned."""

    kind: SignalKind
    entry_id: int
    other_id: int | None
    figures: dict[str, int]
    chance: float


@dataclass(frozen=True)
class Deal:
    """One deal as somebody played it: from when he could begin to when it was over."""

    began: datetime
    ended: datetime
    acts: str


Line = dict[int, Deal]
"""The finished deals of one entry, by board."""


def find_evidence(tournament: Tournament) -> Iterator[Finding]:
    """All that stands out in a tournament that has closed and been analysed; `tournament` is loaded with its secret."""
    yield from find_shared(tournament)
    yield from find_trailing(tournament)
    yield from find_sighted(tournament)
    yield from find_quick(tournament)


def find_shared(tournament: Tournament) -> Iterator[Finding]:
    """Who played from the same address, or on the same device. The chance is the share of such pairs on the site."""
    rows = Trace.objects.filter(entry__tournament=tournament, entry__number__isnull=False)
    holders: dict[tuple[str, str], set[int]] = defaultdict(set)
    for kind, digest, entry_id in rows.values_list("kind", "digest", "entry_id"):
        holders[kind, digest].add(entry_id)
    pairs = {(kind, *pair) for (kind, _), entries in holders.items() for pair in combinations(sorted(entries), 2)}
    known = {kind: _count_pairs(kind) for kind in {kind for kind, *_ in pairs}}
    for kind, one, other in sorted(pairs):
        shared, all_pairs = known[kind]
        figures = {"shared": shared, "pairs": all_pairs}
        yield Finding(SignalKind(kind), one, other, figures, shared / max(all_pairs, 1))


def find_trailing(tournament: Tournament) -> Iterator[Finding]:
    """Who began every deal only after another had ended it, tournament after tournament.

    Of two who do not know of each other either is as likely to be first, and what counts is the tournament, as the
    deals of one evening hang together. Deals that were played card by card alike are counted beside it.
    """
    entries = {entry.user_id: entry.pk for entry in _list_entries(tournament)}
    lines = _read_lines(tournament, set(entries))
    alike = {pair: _count_alike(lines, *pair) for pair in combinations(sorted(entries), 2)}
    for leader, follower in permutations(sorted(entries), 2):
        both = [(line[leader], line[follower]) for line in lines.values() if leader in line and follower in line]
        met = [(first, second) for first, second in both if first.keys() & second.keys()]
        trailed = sum(
            all(second[board].began >= first[board].ended for board in first.keys() & second.keys())
            for first, second in met
        )
        chance = binomial_tail(len(met), trailed, 0.5)
        if len(met) < SHARED or chance > LOOSE:
            continue
        pair = (min(leader, follower), max(leader, follower))
        same, common = alike[pair]
        others = [counts for key, counts in alike.items() if key != pair]
        others_same, others_common = (sum(counts) for counts in zip(*others, strict=True)) if others else (0, 0)
        usual = (others_same + 1) / (others_common + 2)
        if chance > LIMIT and binomial_tail(common, same, usual) > LIMIT:
            continue
        figures = {
            "tournaments": len(met),
            "trailed": trailed,
            "deals": common,
            "alike": same,
            "usual": round(100 * usual),
        }
        yield Finding(SignalKind.TRAILING, entries[follower], entries[leader], figures, chance)


def find_sighted(tournament: Tournament) -> Iterator[Finding]:
    """Who parted from the strongest bot, which knows what the seat saw, and was right by the hidden cards.

    A player as good as that bot who parts from it is as often wrong as right; a weaker one is more often wrong. Only
    choices that come out differently with all cards open are counted, and only where nearly all of his gave nothing
    away, as those of one who sees the cards would.
    """
    deck = Deck(tournament)
    analysts: dict[int, BoardAnalyst] = {}
    for entry in _list_entries(tournament):
        rows = PlayAnalysis.objects.filter(play__boom__entry=entry).select_related("play").order_by("play__board")
        decisions = [(row.play, one) for row in rows for one in row.decisions]
        lossless = [(play, one) for play, one in decisions if one["value"] == one["best"]]
        if not decisions or len(lossless) < SURE * len(decisions):
            continue
        gains, losses = 0, sum((one["bot_value"] or 0) > one["value"] for _, one in decisions if one["bot"])
        places: dict[Play, list[int]] = defaultdict(list)
        for play, one in lossless:
            places[play].append(one["place"])
        for play, at in places.items():
            analyst = analysts.get(play.board)
            if analyst is None:
                board = deck.board(play.board)
                analyst = analysts[play.board] = BoardAnalyst(board, deck.system, deck.bots_key(play.board), PLAYER)
            gains += sum(own > bots for own, bots in analyst.compare_with_bot(play.acts.split(), at))
        chance = binomial_tail(gains + losses, gains, 0.5)
        if gains + losses >= DEPARTURES and chance <= LIMIT:
            figures = {"departures": gains + losses, "gains": gains, "choices": len(decisions)}
            yield Finding(SignalKind.SIGHTED, entry.pk, None, figures, chance)


def find_quick(tournament: Tournament) -> Iterator[Finding]:
    """Who played deals faster than a person can. The chance is how often the others of late did."""
    entries = {entry.user_id: entry.pk for entry in _list_entries(tournament)}
    lines = _read_lines(tournament, None)
    quick: dict[tuple[int, int], int] = {}
    deals: dict[tuple[int, int], int] = {}
    for key, line in lines.items():
        for user_id, boards in line.items():
            deals[key, user_id] = len(boards)
            quick[key, user_id] = sum(deal.ended - deal.began < QUICK for deal in boards.values())
    for user_id, entry_id in entries.items():
        own = (tournament.pk, user_id)
        others = [key for key in deals if key[1] != user_id]
        usual = (sum(quick[key] for key in others) + 1) / (sum(deals[key] for key in others) + 100)
        chance = binomial_tail(deals.get(own, 0), quick.get(own, 0), usual)
        if quick.get(own, 0) >= QUICK_DEALS and chance <= LIMIT:
            fastest = min(deal.ended - deal.began for deal in lines[tournament.pk][user_id].values())
            figures = {
                "deals": deals[own],
                "quick": quick[own],
                "fastest": int(fastest.total_seconds()) + 1,
                "usual": round(1000 * usual),
            }
            yield Finding(SignalKind.SPEED, entry_id, None, figures, chance)


def _list_entries(tournament: Tournament) -> list[Entry]:
    return list(Entry.objects.filter(tournament=tournament, number__isnull=False, boom__isnull=False).order_by("pk"))


def _count_pairs(kind: str) -> tuple[int, int]:
    """Of all pairs of players whose traces are kept, how many share one of this kind, and how many there are."""
    with connection.cursor() as cursor:
        cursor.execute(SHARED_PAIRS, [kind])
        shared = int(cursor.fetchone()[0])
    traced = Trace.objects.filter(kind=kind).values("entry__tournament")
    counts = traced.annotate(entries=Count("entry", distinct=True)).values_list("entries", flat=True)
    return shared, sum(count * (count - 1) // 2 for count in counts)


def _read_lines(tournament: Tournament, users: set[int] | None) -> dict[int, dict[int, Line]]:
    """The finished deals in this tournament and the latest ones that closed before it, by tournament and user.

    With `users`, only theirs, in tournaments in which two of them at least played.
    """
    entries = Entry.objects.filter(
        tournament__state__in=OVER, tournament__closed_at__lte=tournament.closed_at, number__isnull=False
    )
    if users is not None:
        entries = entries.filter(user_id__in=users)
    met = entries.values("tournament").annotate(players=Count("pk")).filter(players__gte=1 if users is None else 2)
    latest = met.order_by("-tournament__closed_at", "-tournament").values_list("tournament", flat=True)
    rows = (
        Play.objects.filter(boom__entry__in=entries, boom__entry__tournament__in=list(latest[:LOOK_BACK]))
        .filter(finished_at__isnull=False)
        .order_by("boom", "board")
        .values_list("boom__entry__tournament", "boom__entry__user", "boom__started_at", "board", "finished_at", "acts")
    )
    lines: dict[int, dict[int, Line]] = defaultdict(dict)
    for key, user_id, started_at, board, ended, acts in rows:
        line = lines[key].setdefault(user_id, {})
        assert ended is not None
        began = line[board - 1].ended if board - 1 in line else started_at
        line[board] = Deal(began, ended, acts)
    return lines


def _count_alike(lines: dict[int, dict[int, Line]], one: int, other: int) -> tuple[int, int]:
    """How many deals two have played card by card alike, and how many both have played."""
    pairs = [
        (line[one][board].acts, line[other][board].acts)
        for line in lines.values()
        if one in line and other in line
        for board in line[one].keys() & line[other].keys()
    ]
    return sum(first == second for first, second in pairs), len(pairs)
