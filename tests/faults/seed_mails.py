"""Fill an empty site with players who are owed a mail each, and print how many; with --series also a daily series.

Run by test_mails.py with the site's own environment: `python seed_mails.py TOURNAMENTS [--series]`. Each tournament
has ten players whose booms are over and a closing time that has passed: the clock's first sweep closes it and makes it
final.
"""

import os
import sys
from datetime import time, timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

PLACES = 10


def seed(tournaments: int, series: bool) -> int:
    from allauth.account.models import EmailAddress
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from tournaments import services
    from tournaments.models import Boom, Entry, EntryState

    now = timezone.now()
    then = now - timedelta(days=2)
    organiser = User.objects.create_user(email="organiser@example.org", display_name="Organiser", is_staff=True)
    # All at once: no sweep may see half of it.
    with transaction.atomic():
        for number in range(tournaments):
            fields = {"title": f"Mail {number}", "closes_at": now - timedelta(hours=1), "review_hours": 0}
            tournament = services.create_tournament(organiser, fields, then)
            services.announce_tournament(organiser, tournament.pk, then)
            services.open_tournament(organiser, tournament.pk, then)
            names = [f"Player {number} {place}" for place in range(PLACES)]
            users = User.objects.bulk_create(
                User(email=f"p{number}.{place}@example.org", display_name=name) for place, name in enumerate(names)
            )
            EmailAddress.objects.bulk_create(
                EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
            )
            entries = Entry.objects.bulk_create(
                Entry(
                    tournament=tournament,
                    user=user,
                    number=place,
                    entered_at=then,
                    state=EntryState.FINISHED,
                    finished_at=then,
                )
                for place, user in enumerate(users, start=1)
            )
            Boom.objects.bulk_create(
                Boom(entry=entry, started_at=then, finished_at=then, reason="target", total_we=101, deals=12)
                for entry in entries
            )
        if series:
            plan = {"name": "Dag", "title": "Dag {datum}", "starts_on": then.date(), "opens": time(0, 0)}
            services.create_series(organiser, plan, now)
    return tournaments * PLACES


if __name__ == "__main__":
    print(seed(int(sys.argv[1]), "--series" in sys.argv))
