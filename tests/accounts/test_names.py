"""Display names: tidied, one owner each however they are written, sorted by their key."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import MAX_KEY, MAX_NAME, clean_name, has_hidden_characters, name_key


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
        User(email="c@example.org", display_name=twin, password="x").full_clean()


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
        User(email="c@example.org", display_name=name, password="x").full_clean()


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
    user = User(email="c@example.org", display_name=name, password="x")
    if not stored:
        with pytest.raises(ValidationError) as caught:
            user.full_clean()
        assert set(caught.value.message_dict) == {"display_name"}
        return
    user.full_clean()
    user.save()
    assert User.objects.get().name_key == name_key(name)


def test_no_character_has_a_longer_key_than_is_kept_room_for():
    longest = max(len(name_key(chr(number))) for number in range(0x110000) if not 0xD800 <= number < 0xE000)
    assert longest * MAX_NAME == MAX_KEY
