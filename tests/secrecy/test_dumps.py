"""What is handed to others for support holds no secret: dumps of rows, what commands print, mails about errors."""

import io
import json

import pytest
from django.conf import settings
from django.core import mail
from django.core.management import call_command
from django.utils.log import AdminEmailHandler

from tests.pages.scene import make_closed
from tests.secrecy.markers import Watch
from tests.secrecy.scene import make_scene
from tournaments.models import FreePlaySecret, TournamentSecret

pytestmark = pytest.mark.django_db


def watch_of(scene) -> Watch:
    """Nobody may know a secret or a key; cards that were played stand in rows as text, and those are told below."""
    watch = Watch()
    for one in scene.hidden:
        if "player" not in one.secret_for:
            watch.add_secret(one.what, bytes(one.source.secret.secret), one.source.announcement.encode(), 2)
    return watch


def test_a_dump_of_rows_holds_no_secret_whatever_it_is_asked_for():
    watch = watch_of(make_scene())
    for asked in ([], ["tournaments"], ["tournaments.TournamentSecret"], ["tournaments.FreePlaySecret"]):
        out = io.StringIO()
        call_command("dumpdata", *asked, stdout=out)
        assert watch.find(out.getvalue().encode()) == set()
        models = {row["model"] for row in json.loads(out.getvalue())}
        assert not models & {"tournaments.tournamentsecret", "tournaments.freeplaysecret"}
    assert TournamentSecret.objects.exists()
    assert FreePlaySecret.objects.exists()


def test_the_commands_of_the_site_print_no_secret_and_no_hand(capsys):
    scene = make_scene()
    watch = scene.watch_of("administrator")
    make_closed(boards=1)
    for command, options in (("rebuild", {}), ("analyse", {"again": True}), ("check", {}), ("showmigrations", {})):
        call_command(command, **options)
    printed = capsys.readouterr()
    assert "booms, 0 differences" in printed.out
    assert watch.find(f"{printed.out}\n{printed.err}".encode()) == set()


def test_no_mail_tells_anyone_of_an_error():
    """A mail about an error would carry local values, hands among them."""
    handlers = [handler["class"] for handler in settings.LOGGING["handlers"].values()]
    assert not any(AdminEmailHandler.__name__ in handler for handler in handlers)
    assert settings.ADMINS == settings.MANAGERS == []
    assert settings.DEBUG is False
    assert mail.outbox == []
