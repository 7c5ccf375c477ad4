"""Fixing the lists of days that are over: first the day is closed, then its rows are computed, at leisure."""

from datetime import date, datetime

from django.db import connection, transaction
from django.db.models import Count, Sum

from tournaments.days import GRACE, ONE_DAY, day_of, period_of
from tournaments.models import DailyList, DailyRow
from tournaments.selectors.daily_ranking import find_first_day, write_query
from tournaments.services.jobs import do_each
from tournaments.services.settling import close_days

WRITE = """INSERT INTO tournaments_dailyrow (daily_list_id, user_id, rank, booms, total, best)
SELECT %(first)s, user_id, rank, booms, total, best FROM ({ranking}) AS ranking"""


def fix_daily_lists(now: datetime) -> int:
    """Fix the list of every day that is over, an empty one too; how many were fixed now.

    Harmless when repeated, by several workers at once, or after days of rest.
    """
    close_past_days(now)
    days = DailyList.objects.filter(fixed_at__isnull=True).order_by("day").values_list("day", flat=True)
    return do_each("listed", [day.toordinal() for day in days], lambda n: fix_list(date.fromordinal(n), now), now)


def close_past_days(now: datetime) -> None:
    """Close all days before today: nothing that ends or is claimed from now on counts on them."""
    today = day_of(now - GRACE)
    last = DailyList.objects.order_by("-day").values_list("day", flat=True).first()
    first = find_first_day() if last is None else last + ONE_DAY
    if first is None or first >= today:
        return
    with transaction.atomic():
        close_days([first + ONE_DAY * number for number in range((today - first).days)], now)


def fix_list(day: date, now: datetime) -> bool:
    """Write the rows of a closed day, all at once; False where another is at it, or it has been done."""
    with transaction.atomic():
        open_lists = DailyList.objects.select_for_update(skip_locked=True)
        daily_list = open_lists.filter(day=day, fixed_at__isnull=True).first()
        if daily_list is None:
            return False
        ranking, values = write_query(period_of("day", day), fixed=False)
        with connection.cursor() as cursor:
            cursor.execute(WRITE.format(ranking=ranking), values)
        written = DailyRow.objects.filter(daily_list=daily_list).aggregate(players=Count("pk"), booms=Sum("booms"))
        daily_list.players = written["players"]
        daily_list.booms = written["booms"] or 0
        daily_list.fixed_at = now
        daily_list.save(update_fields=["players", "booms", "fixed_at"])
    return True
