"""Addresses of an account beyond those of allauth, or instead of one; included before them at the same place."""

from django.urls import path

from accounts import views

urlpatterns = [
    path("signup/", views.RacedSignupView.as_view(), name="account_signup"),
    path("instellingen/", views.show_settings, name="account_settings"),
]
