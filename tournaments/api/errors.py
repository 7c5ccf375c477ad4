"""The one error shape of the API, `{"code", "message", "fields"}`, and what becomes which."""

import logging
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
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
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "too_many_requests"),
    (InterfaceError, "unavailable"),
    (OperationalError, "unavailable"),
)


def handle_exception(error: Exception, context: dict[str, Any]) -> Response:
    """Answer an exception of a view in the reader's language; what is unforeseen is logged and told nothing of."""
    refusal = error if isinstance(error, ServiceError) else ServiceError(_find_code(error))
    if refusal.status >= 500:
        request = context.get("request")
        logger.error("%s %s failed", request and request.method, request and request.path, exc_info=error)
    set_rollback()
    body: dict[str, Any] = {"code": refusal.code, "message": refusal.message, "fields": refusal.field_messages()}
    if refusal.code == "illegal_card":
        body |= {"rule": refusal.details["rule"], "card": refusal.details["card"]}
    if refusal.table is not None:
        body["table"] = refusal.table
    headers = {"WWW-Authenticate": "Token"} if refusal.status == 401 else {}
    if isinstance(error, exceptions.MethodNotAllowed):
        headers["Allow"] = ", ".join(context["view"].allowed_methods)
    return Response(body, status=refusal.status, headers=headers)


def _find_code(error: Exception) -> str:
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return "csrf_failed"
    return next((code for kind, code in CODES if isinstance(error, kind)), "server_error")
