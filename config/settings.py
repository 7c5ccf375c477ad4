"""The one settings module. Everything that differs between installations comes from the environment.

`config.environment` reads and checks it; docs/operations.md lists it.
"""

import os
from pathlib import Path
from typing import Any

from celery.schedules import schedule
from csp.constants import NONE, SELF
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.embedded.folder import DataFolder
from config.environment import ROOT, read_environment

ENVIRONMENT = read_environment()
BASE_DIR = ROOT
DATA = DataFolder(ENVIRONMENT.data)

DEBUG = ENVIRONMENT.debug
SECRET_KEY = ENVIRONMENT.secret_key or DATA.read_secret("secret_key")
ALLOWED_HOSTS = ENVIRONMENT.hosts
CSRF_TRUSTED_ORIGINS = ENVIRONMENT.origins
# Whose word is taken for a visitor's address: a proxy's that ends TLS, which appends it, and otherwise nobody's.
PROXIES = 1 if ENVIRONMENT.https else 0

INSTALLED_APPS = [
    "config",
    "tournaments",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "rest_framework",
    "rest_framework.authtoken",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "config.requests.RequestMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.language.LanguageMiddleware",
    "config.failures.FailureMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["tournaments.templatetags.dates"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.views.guests.offer_claim",
            ],
        },
    },
]

# Database: the embedded server's socket unless DATABASE_URL names another.

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        **(
            ENVIRONMENT.database
            or {
                "NAME": "manillen",
                "USER": "manillen",
                "PASSWORD": DATA.read_secret("database_password"),
                "HOST": str(DATA.sockets),
            }
        ),
    },
}
DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Cache: database 1 of the broker's server. cache.clear() empties a whole database, so never the broker's.

CACHES = {
    "default": {
        "BACKEND": "config.cache.ForgivingCache",
        "LOCATION": ENVIRONMENT.cache or f"unix://{DATA.broker_socket}?db=1",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2, "retry": Retry(NoBackoff(), 1)},
    },
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["config.hashers.Argon2Hasher"]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "accounts.passwords.NotLikeYourself"},
    {
        "NAME": "accounts.passwords.LongEnough",
        "OPTIONS": {"min_length": 10},
    },
    {"NAME": "accounts.passwords.NotCommon"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
CSRF_FAILURE_VIEW = "accounts.views.csrf_failure"
ACCOUNT_ADAPTER = "accounts.adapters.AccountAdapter"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupForm"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# Only in the browser that made the account.
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Manillen] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if ENVIRONMENT.https else "http"
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = PROXIES
# One address, which changes once the new one is confirmed.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]
USERSESSIONS_ADAPTER = "accounts.adapters.SessionsAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_TOTP_ISSUER = "Manillen"
# Nobody logs in before he has confirmed an address; who has a second step may still change it.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# The code of the half minute before counts too: older fingers are slower.
MFA_TOTP_TOLERANCE = 1
MFA_PASSKEY_LOGIN_ENABLED = True
# Without https a browser knows passkeys on localhost only, which decides it before we do.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not ENVIRONMENT.https
MFA_FORMS = {"add_webauthn": "accounts.passkeys.PasskeyForm"}

DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENVIRONMENT.sender
EMAIL_TIMEOUT = 10
# What the links in mails begin with; a worker has no request to read it from.
SITE_URL = ENVIRONMENT.url
globals().update(ENVIRONMENT.email)

# Metrics, for who has the token. The processes of a machine add theirs up in this folder; it is named before the
# library that reads its name is imported.

METRICS_TOKEN = ENVIRONMENT.metrics
if METRICS_TOKEN:
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(DATA.path / "metrics"))
    Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]).mkdir(parents=True, exist_ok=True)

# Language and time

LANGUAGE_CODE = "nl"
# Each by its own name: who cannot read the page must be able to find his own.
LANGUAGES = [("nl", "Nederlands"), ("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
# The .po files, and where `config.catalogues` compiles them to.
LOCALE_PATHS = [BASE_DIR / "locale", DATA.path / "catalogues"]
TIME_ZONE = "Europe/Brussels"
USE_TZ = True

# Files

STATIC_URL = "/static/"
STATIC_ROOT = DATA.path / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.ModuleStorage"
        if not DEBUG
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# What a browser may do. No inline script or style anywhere, the admin included.

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "media-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = ENVIRONMENT.https
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 24 * 3600
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
if ENVIRONMENT.https:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^live$", r"^ready$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 3600

# API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "rest_framework.authentication.SessionAuthentication",
        "rest_framework.authentication.TokenAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    # A player in a hurry plays a card a second; these stop a program that runs away, nobody else.
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "240/min", "user": "1200/min"},
    "NUM_PROXIES": PROXIES,
    "EXCEPTION_HANDLER": "tournaments.api.errors.handle_exception",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}

# Celery. Times are UTC and schedules are intervals: a crontab in local time skips the hour that the clock
# is put back. A task must end before the broker thinks its worker lost (time limit < visibility timeout).

CELERY_BROKER_URL = ENVIRONMENT.broker or f"redis+socket://{DATA.broker_socket}?virtual_host=0"
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 900,
    "unacked_restore_interval": 5,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "socket_keepalive": True,
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_BROKER_CONNECTION_TIMEOUT = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 270
# Who sends a task waits for nobody: see `config.celery.ForgivingTask`.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_BEAT_SCHEDULE_FILENAME = str(DATA.path / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    # Expires: sweeps that piled up while the worker was away are one sweep.
    "sweep": {"task": "tournaments.tasks.sweep", "schedule": schedule(30), "options": {"expires": 30}},
}

# Log: one line an event on standard error, under the id of its request or task, never with a row of the database in it.

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"rows": {"()": "config.logs.RowFilter"}, "request": {"()": "config.logs.RequestFilter"}},
    "formatters": {
        "lines": {"format": "{asctime} {levelname} {name} {request}: {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "{levelname}{name}{request}{message}",
            "style": "{",
            "timestamp": "time",
            "rename_fields": {"levelname": "level", "name": "logger"},
        },
    },
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": ENVIRONMENT.log, "filters": ["request", "rows"]},
    },
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
        # What a visitor asked wrongly stands in the line of his request.
        "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
        # Not a line for every sweep that found nothing to do.
        "celery": {"handlers": [], "level": "WARNING", "propagate": True},
    },
}
