"""What all addresses of the API share: JSON in, JSON out, whatever a client says it accepts."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.core.exceptions import RequestDataTooBig
from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.errors import handle_exception
from tournaments.errors import ServiceError

LARGEST_BODY = 16_384
"""Bytes; the longest sensible request is far below it."""


class SmallJSONParser(BaseParser):
    """JSON of a sensible size. Raises `ParseError` for what is none."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        text = stream.read(LARGEST_BODY + 1)
        if len(text) > LARGEST_BODY:
            raise RequestDataTooBig
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ParseError from error


class AlwaysJSON(BaseContentNegotiation):
    """Answers in JSON to every Accept header."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        wanted = (request.content_type or "").split(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == wanted), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """An address that anyone may read."""

    permission_classes = [AllowAny]
    parser_classes = [SmallJSONParser]
    renderer_classes = [JSONRenderer]
    content_negotiation_class = AlwaysJSON

    def get_exception_handler(self) -> Any:
        return handle_exception


class OwnView(ApiView):
    """An address for who is logged in; its answers are his alone, so nothing on the way may keep them."""

    permission_classes = [IsAuthenticated]

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer["Cache-Control"] = "private, no-store"
        return answer


class NothingHere(ApiView):
    """Every address of the API that is none."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise ServiceError("not_found")

    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        raise ServiceError("not_found")
