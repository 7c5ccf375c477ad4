"""Where every address leads: the pages, the accounts, the API, the admin, and the two probes."""

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.urls import include, path
from rest_framework.authtoken.models import TokenProxy

from accounts.views import choose_language
from config.metrics import show_metrics
from config.probes import show_live, show_ready

admin.autodiscover()
# The keys to people's accounts, and so to their tables: nobody reads them, not even who administers the site.
admin.site.unregister([TokenProxy, Authenticator])
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("live", show_live, name="live"),
    path("ready", show_ready, name="ready"),
    path("metrics", show_metrics, name="metrics"),
    path("account/", include("accounts.urls")),
    path("account/", include("allauth.urls")),
    path("beheer/", admin.site.urls),
    path("taal", choose_language, name="set_language"),
    path("api/v1/", include("tournaments.api.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "config.failures.show_bad_request"
handler404 = "config.failures.show_not_found"
handler429 = "config.failures.show_too_many"
handler500 = "config.failures.show_server_error"
