"""The WSGI application that granian serves."""

import os

from django.core.wsgi import get_wsgi_application

from config.processes import die_with_parent
from config.warming import start_warming

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# granian's own children would outlive it, and hold the port, if it were killed.
die_with_parent()
application = get_wsgi_application()
start_warming()
