from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Makes this package's management commands known."""

    name = "config"
