"""Fill an empty site with a tournament of two entries whose secret is known, and print its players' tokens as JSON.

Run by test_same_proof.py with the site's own environment: `python seed_proof.py BOTS`.
"""

import json
import os
import sys
from datetime import timedelta
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


def seed(bots: str) -> None:
    from django.utils import timezone
    from rest_framework.authtoken.models import Token

    from accounts.models import User
    from tournaments import services
    from tournaments.models import TournamentSecret

    now = timezone.now()
    organiser = User.objects.create_user(email="organiser@example.org", display_name="Organiser", is_staff=True)
    fields = {"title": "Twee servers", "bots": bots, "boards": 3, "capacity": 2, "closes_at": now + timedelta(days=1)}
    tournament = services.create_tournament(organiser, fields, now)
    TournamentSecret.objects.filter(tournament=tournament).update(secret=bytes(range(32)))
    services.announce_tournament(organiser, tournament.pk, now)
    services.open_tournament(organiser, tournament.pk, now)
    for number in (1, 2):
        player = User.objects.create_user(email=f"player{number}@example.org", display_name=f"Player {number}")
        services.enter_tournament(player, tournament.pk, now)
        print(json.dumps({"tournament": tournament.pk, "token": Token.objects.create(user=player).key}))


if __name__ == "__main__":
    seed(sys.argv[1])
