"""Fill an empty site with open tournaments of ten entries and print the players' tokens as JSON: a line for each.

Run with the site's own environment: `python seed_players.py TOURNAMENTS [FIELD=VALUE …]`.
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


def seed(tournaments: int, **fields: str) -> None:
    from django.utils import timezone
    from rest_framework.authtoken.models import Token

    from accounts.models import User
    from tournaments import services

    now = timezone.now()
    closes_at = now + timedelta(days=1)
    organiser = User.objects.create_user(email="organiser@example.org", display_name="Organiser", is_staff=True)
    players = [User.objects.create_user(email=f"player{k}@example.org", display_name=f"Player {k}") for k in range(10)]
    for k in range(tournaments):
        values = {"title": f"Table {k}", "closes_at": closes_at, **fields}
        tournament = services.create_tournament(organiser, values, now)
        services.announce_tournament(organiser, tournament.pk, now)
        services.open_tournament(organiser, tournament.pk, now)
        for player in players:
            entry = services.enter_tournament(player, tournament.pk, now)
            token, _ = Token.objects.get_or_create(user=player)
            print(json.dumps({"tournament": tournament.pk, "entry": entry.pk, "token": token.key}))


if __name__ == "__main__":
    seed(int(sys.argv[1]), **dict(word.split("=") for word in sys.argv[2:]))
