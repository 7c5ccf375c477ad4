"""How the site is put together and run: settings, urls, Celery, embedded services, the supervisor."""
