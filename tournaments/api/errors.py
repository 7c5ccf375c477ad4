"""The one error shape of the API, `{"code", "message", "fields"}`, and what becomes which, for pages as well."""

import logging
from math import ceil
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import set_rollback

from tournaments.errors import ServiceError

logger = logging.getLogger(__name__)

CODES: tuple[tuple[type[Exception], str], ...] = (
    (Http404, "not_found"),
    (exceptions.NotFound, "not_found"),
    (exceptions.NotAuthenticated, "login_required"),
    (exceptions.AuthenticationFailed, "bad_credentials"),
    (exceptions.PermissionDenied, "forbidden"),
    (PermissionDenied, "forbidden"),
    (RequestDataTooBig, "too_large"),
    (exceptions.ParseError, "bad_json"),
    (exceptions.ValidationError, "invalid"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "too_many_requests"),
    (BadRequest, "invalid"),
    (SuspiciousOperation, "invalid"),
    (MultiPartParserError, "invalid"),
    (UnreadablePostError, "invalid"),
    (InterfaceError, "unavailable"),
    (OperationalError, "unavailable"),
)

PATIENCE = 5
"""Seconds after which a client may well try again what was unavailable."""


def handle_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Answer an exception of a view in the reader's language; what is unforeseen is logged and told nothing of."""
    refusal = error if isinstance(error, ServiceError) else ServiceError(find_code(error))
    if refusal.status >= 500:
        request = context.get("request")
        logger.error("%s %s failed", request and request.method, request and request.path, exc_info=error)
    set_rollback()
    headers = {"WWW-Authenticate": "Token"} if refusal.status == 401 else {}
    if isinstance(error, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    wait = PATIENCE if refusal.status == 503 else getattr(error, "wait", None)
    if wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    body = write_error(refusal)
    if isinstance(error, exceptions.ValidationError):
        body["fields"] = _describe_faults(error)
    return Response(body, status=refusal.status, headers=headers)


def write_error(refusal: ServiceError) -> dict[str, Any]:
    """A refusal in the one shape, in the language that is active now."""
    body: dict[str, Any] = {"code": refusal.code, "message": refusal.message, "fields": refusal.field_messages()}
    if refusal.code == "illegal_card":
        body |= {"rule": refusal.details["rule"], "card": refusal.details["card"]}
    if refusal.table is not None:
        body["table"] = refusal.table
    return body


def find_code(error: BaseException | None) -> str:
    """The key of `REFUSALS` under which an exception is answered."""
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return "csrf_failed"
    return next((code for kind, code in CODES if isinstance(error, kind)), "server_error")


def _describe_faults(error: exceptions.ValidationError) -> dict[str, str]:
    """The first fault of each field; what is no object at all has none."""
    detail: dict[str, Any] = error.detail if isinstance(error.detail, dict) else {}
    return {name: str(faults[0]) for name, faults in detail.items() if name != api_settings.NON_FIELD_ERRORS_KEY}
