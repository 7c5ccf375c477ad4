from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.looks import look_key
from accounts.managers import UserManager
from accounts.names import MAX_KEY, MAX_NAME, MIN_NAME, clean_name, name_key


class DisplayNameField(models.CharField):  # type: ignore[type-arg]
    """A name; that of an account that is gone is empty, and read as "anonymous player" in the reader's language."""

    def from_db_value(self, value: str, expression: object, connection: object) -> str:
        return value or gettext("anonymous player")


class NameKeyField(models.CharField):  # type: ignore[type-arg]
    """The key of `display_name`, computed whenever a row is written."""

    compute = staticmethod(name_key)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        value = self.compute(model_instance.display_name)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, value)
        return value


class LookKeyField(NameKeyField):
    """The key of what `display_name` looks like.

    Where older names look alike, the later one has "#" and its number behind its key, and keeps that with its name.
    """

    compute = staticmethod(look_key)

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        kept = getattr(model_instance, self.attname)
        value = super().pre_save(model_instance, add)
        if kept.partition("#")[0] == value:
            setattr(model_instance, self.attname, kept)
        return getattr(model_instance, self.attname)


class User(AbstractUser):
    """A person, logged in by e-mail address and shown by a display name of his own choice.

    `is_demo` marks the accounts of the demonstration: they need neither a confirmed address nor a second
    factor, and pages mark them as such. `hides_page` keeps the page of one's results to oneself; `wants_reminders`,
    `wants_results` and `wants_messages` are the mails one gets, in the `language` last chosen. Of an account that was
    deleted (`deleted_at`) the row alone stays, without anything that tells whose it was (`accounts.leaving`).
    """

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("There is already an account with this e-mail address.")},
    )
    display_name = DisplayNameField(
        _("display name"),
        max_length=MAX_NAME,
        validators=[MinLengthValidator(MIN_NAME)],
        help_text=_("The name that others see in lists."),
    )
    name_key = NameKeyField(max_length=MAX_KEY, editable=False)
    look_key = LookKeyField(max_length=MAX_KEY + 24, editable=False)
    name_changed_at = models.DateTimeField(null=True, blank=True, editable=False)
    is_demo = models.BooleanField(_("demo account"), default=False)
    hides_page = models.BooleanField(
        _("keep my page to myself"),
        default=False,
        help_text=_("Others cannot open the page of all your results. Lists of tournaments still name you."),
    )
    wants_reminders = models.BooleanField(
        _("mail before it closes"),
        default=True,
        help_text=_("When you are in a tournament and have not finished, shortly before it closes."),
    )
    wants_results = models.BooleanField(
        _("mail with the result"),
        default=True,
        help_text=_("When the list of a tournament that you played is final."),
    )
    wants_messages = models.BooleanField(
        _("messages of organisers"),
        default=True,
        help_text=_("What the organiser of a tournament that you are in writes to its players."),
    )
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)
    language = models.CharField(_("language of mails"), max_length=8, blank=True, editable=False)

    objects = UserManager()  # type: ignore[misc]

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["display_name"]

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        ordering = ["name_key"]
        constraints = [
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_once",
                violation_error_message=_("There is already an account with this e-mail address."),
            ),
            models.UniqueConstraint(
                fields=["name_key"],
                name="user_name_once",
                violation_error_message=_("Somebody else already plays under this name."),
            ),
            models.UniqueConstraint(
                fields=["look_key"],
                name="user_look_once",
                violation_error_message=_("This name looks too much like somebody else's."),
            ),
        ]

    def __str__(self) -> str:
        return str(self.display_name)

    def clean(self) -> None:
        """Tidy address and name; what a name may be is asked by `accounts.naming`, where it is chosen."""
        self.email = (self.email or "").strip().lower()
        self.display_name = clean_name(self.display_name)
        self.name_key, self.look_key = name_key(self.display_name), look_key(self.display_name)

    @property
    def spoken_language(self) -> str:
        """The language of this account's mails: the one last chosen, while the site speaks it."""
        return self.language if self.language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def get_full_name(self) -> str:
        return str(self.display_name)

    def get_short_name(self) -> str:
        return str(self.display_name)


class FormerName(models.Model):
    """A name that somebody gave up, which nobody else may take for a while. Only what it looks like is kept."""

    look_key = models.CharField(max_length=MAX_KEY, db_index=True)
    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="+")
    given_up_at = models.DateTimeField()

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")

    def __str__(self) -> str:
        return f"{self.look_key} until {self.given_up_at:%Y-%m-%d}"
