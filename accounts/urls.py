"""Addresses of an account beyond those of allauth; included at the same place."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("instellingen/", views.show_settings, name="account_settings"),
]
