"""The Celery application; its settings stand in `config.settings` under the prefix CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("manillen")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
