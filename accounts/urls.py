"""The addresses of an account's own pages, beside those of django-allauth."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
