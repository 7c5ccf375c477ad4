"""Display names: tidied, one owner each however they are written, sorted by their key."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.looks import look_key
from accounts.models import User
from accounts.names import MAX_KEY, MAX_NAME, clean_name, has_hidden_characters, name_key
from accounts.naming import BETWEEN_CHANGES, REST, check_name, hold_names, rename
from tests.concurrency import at_once

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ONE_SECOND = timedelta(seconds=1)


def make(email: str, name: str, **fields: object) -> User:
    return User.objects.create_user(email, "lang-en-geheim", display_name=name, **fields)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("  An   Claes ", "An Claes"), ("Zoe\u0308", "Zoë"), ("Ann\tDe\nVos", "Ann De Vos"), ("Jan ❤\ufe0f", "Jan ❤")],
)
def test_a_name_is_shown_with_its_white_space_tidied_and_its_letters_composed(typed, shown):
    assert clean_name(typed) == shown


@pytest.mark.parametrize("twin", ["GERDA", "gerda", " Gerda ", "Ｇｅｒｄａ"])
@pytest.mark.django_db
def test_two_spellings_of_one_name_cannot_both_exist(twin):
    make("a@example.org", "Gerda")
    with pytest.raises(IntegrityError), transaction.atomic():
        make("b@example.org", twin)
    with pytest.raises(ValidationError):
        check_name(twin)


@pytest.mark.django_db
def test_names_that_differ_by_an_accent_are_two_names_and_sort_together():
    for number, name in enumerate(["zoë", "Zoe", "Élise", "Fons", "Elise"]):
        make(f"u{number}@example.org", name)
    assert [user.display_name for user in User.objects.all()] == ["Elise", "Élise", "Fons", "Zoe", "zoë"]


def test_the_key_does_not_depend_on_how_letters_were_composed():
    assert name_key("Zoe\u0308") == name_key("Zoë") == name_key("ZOË")
    assert name_key("Straße") == name_key("STRASSE")


@pytest.mark.parametrize(
    "name",
    ["Ger\u200bda", "Gerda\u202e", "Ger\x07da", "Gerda\u034f", "\u3164\u3164", "\u2800\u2800", "Ge\U000e0100"],
)
@pytest.mark.django_db
def test_a_name_with_characters_nobody_sees_is_refused(name):
    assert has_hidden_characters(name)
    with pytest.raises(ValidationError):
        check_name(name)


@pytest.mark.django_db
def test_an_address_belongs_to_one_account_whatever_its_capitals():
    user = make(" Gerda@Example.org ", "Gerda")
    assert user.email == "gerda@example.org"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(email="GERDA@example.org", display_name="Iemand")
    assert User.objects.get_by_natural_key("GERDA@EXAMPLE.ORG") == user


@pytest.mark.django_db
def test_a_changed_name_changes_its_key_and_frees_the_old_one():
    user = make("a@example.org", "Gerda")
    user.display_name = "Gerda C."
    user.save()
    user.refresh_from_db()
    assert user.name_key == name_key("Gerda C.")
    make("b@example.org", "gerda")


@pytest.mark.django_db
def test_an_account_needs_an_address():
    with pytest.raises(ValueError, match="address"):
        make("", "Niemand")


@pytest.mark.django_db
def test_a_superuser_leads_and_administers():
    user = User.objects.create_superuser("baas@example.org", "lang-en-geheim", display_name="Baas")
    assert (user.is_staff, user.is_superuser, str(user)) == (True, True, "Baas")
    assert user.get_full_name() == user.get_short_name() == "Baas"


@pytest.mark.parametrize(
    ("name", "stored"),
    [("\ufb2c" * 11, False), ("\ufb2c" * 10, True), ("a\u2003", False), ("\ufdfa" * 30, True), ("\u0390" * 30, True)],
)
@pytest.mark.django_db
def test_a_name_is_measured_as_it_will_be_stored_and_its_key_always_fits(name, stored):
    """NFC makes three letters of U+FB2C, NFKD eighteen of U+FDFA."""
    if not stored:
        with pytest.raises(ValidationError):
            check_name(name)
        return
    make("c@example.org", check_name(name))
    assert User.objects.get().name_key == name_key(name)


def test_no_character_has_a_longer_key_than_is_kept_room_for():
    characters = [chr(number) for number in range(0x110000) if not 0xD800 <= number < 0xE000]
    assert max(len(name_key(one)) for one in characters) * MAX_NAME == MAX_KEY
    assert max(len(look_key(one)) for one in characters) * MAX_NAME <= MAX_KEY


def refused(text: str, but: int | None = None, now: datetime | None = None) -> str:
    with pytest.raises(ValidationError) as caught:
        check_name(text, but, now)
    return str(caught.value.code)


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Jan", "Jаn"),  # a Cyrillic а
        ("Capa", "Сара"),  # Cyrillic throughout
        ("Bill", "BiII"),
        ("Bill", "B1ll"),
        ("Otto", "0tto"),
        ("Marnix", "Mamix"),
        ("Jan Peeters", "Jan.Peeters"),
        ("Gerda C.", "Gerda C"),
        ("An De Vos", "AnDeVos"),
    ],
)
@pytest.mark.django_db
def test_a_name_that_looks_like_another_is_refused_and_the_database_has_each_look_once(name, twin):
    make("a@example.org", name)
    assert refused(twin) in ("alike", "mixed", "taken")
    with pytest.raises(IntegrityError), transaction.atomic():
        make("b@example.org", twin)


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Élise Dubois", "Владимир", "Γιώργος", "李 小龍", "Jan ❤", "Jan Bot", "D'Haese-Van den Berghe", "x2"],
)
@pytest.mark.django_db
def test_ordinary_names_of_all_alphabets_are_welcome(name):
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, "reserved") for name in ("Bot", "bot 2", "B0T", "Bot als Zuid", "Admin", "Organisatie", "Gast 7")),
        ("anonieme speler", "reserved"),
        ("Аdmin", "mixed"),
        ("❤❤", "no_letter"),
        ("...", "no_letter"),
    ],
)
@pytest.mark.django_db
def test_names_that_the_site_goes_by_and_names_without_letters_are_refused(name, why):
    assert refused(name) == why


@pytest.mark.django_db
def test_a_name_changes_once_a_month_and_rests_a_month_for_everyone_but_its_owner():
    user, other = make("a@example.org", "Gerda"), make("b@example.org", "Rik")
    rename(user, "Gerda C", NOW)
    assert refused("GERDA", other.pk, NOW) == "resting"
    assert refused("Gerd.a", None, NOW) == "resting"
    with pytest.raises(ValidationError) as caught:
        rename(user, "Gerda D", NOW + BETWEEN_CHANGES - ONE_SECOND)
    assert caught.value.messages == ["Een naam kan je één keer per maand veranderen: de jouwe weer op 31 maart 2026."]
    # Another spelling is no other name.
    rename(user, "GERDA C", NOW + ONE_SECOND)
    rename(user, "Gerda", NOW + BETWEEN_CHANGES)
    assert (User.objects.get(pk=user.pk).display_name, user.display_name) == ("Gerda", "Gerda")
    assert check_name("Gerda C", other.pk, NOW + BETWEEN_CHANGES + REST) == "Gerda C"
    assert check_name("Gerda C", user.pk) == "Gerda C"


@pytest.mark.django_db
def test_older_names_that_look_alike_keep_theirs():
    make("a@example.org", "Bill")
    late = make("b@example.org", "Rik")
    User.objects.filter(pk=late.pk).update(
        display_name="Bi11", name_key="bi11", look_key=f"{look_key('Bi11')}#{late.pk}"
    )
    late = User.objects.get(pk=late.pk)
    late.save()
    late.refresh_from_db()
    assert late.look_key == f"biii#{late.pk}"


@pytest.mark.django_db(transaction=True)
def test_who_wants_a_name_in_the_instant_it_is_given_up_waits_and_does_not_get_it():
    user = make("a@example.org", "Gerda")

    def give_up() -> object:
        return rename(user, "Rita", timezone.now())

    def take() -> object:
        try:
            with transaction.atomic():
                hold_names("Gerda")
                make("b@example.org", check_name("Gerda"))
        except (ValidationError, IntegrityError) as error:
            return type(error)
        return "taken"

    answers = at_once(give_up, take, take)
    assert "taken" not in answers
