from django import template

from accounts.devices import describe_device

register = template.Library()
register.filter("device", describe_device)
