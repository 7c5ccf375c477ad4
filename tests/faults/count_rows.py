"""Print what the clock has made of the site of seed_mails.py, as words and numbers."""

import os
import sys
from pathlib import Path

import django

sys.path.insert(0, str(Path(__file__).parents[2]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()


def count() -> str:
    from tournaments.models import Attempt, Mail, Occurrence, State, Tournament

    counts = {
        "occurrences": Occurrence.objects.count(),
        "tables": Tournament.objects.filter(occurrence__isnull=False).count(),
        "final": Tournament.objects.filter(state=State.FINAL).count(),
        "mails": Mail.objects.filter(sent_at__isnull=False).count(),
        "attempts": Attempt.objects.count(),
    }
    return " ".join(f"{name} {number}" for name, number in counts.items())


if __name__ == "__main__":
    print(count())
