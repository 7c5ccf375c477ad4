"""What a password must be, told in the site's own words."""

from django.contrib.auth import password_validation as django_validation
from django.utils.translation import gettext as _


class NotLikeYourself(django_validation.UserAttributeSimilarityValidator):
    def get_help_text(self) -> str:
        return _("Not your name or your e-mail address.")


class LongEnough(django_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return _("This password is too short: at least %(length)s characters.") % {"length": self.min_length}

    def get_help_text(self) -> str:
        return _("At least %(length)s characters.") % {"length": self.min_length}


class NotCommon(django_validation.CommonPasswordValidator):
    def get_help_text(self) -> str:
        return _("Not a password that many people use.")
