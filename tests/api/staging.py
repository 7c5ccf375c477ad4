"""Clients of the API: by token, by session, and nobody."""

from typing import Any

from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

ROOT = "/api/v1/"


def client_of(user: Any) -> APIClient:
    """A client that sends the token of `user`."""
    client = APIClient(raise_request_exception=False)
    token, _ = Token.objects.get_or_create(user=user)
    client.credentials(HTTP_AUTHORIZATION=f"Token {token.key}")
    return client


def nobody() -> APIClient:
    return APIClient(raise_request_exception=False)


def send_act(client: APIClient, tournament_id: int, ply: object, act: object) -> Any:
    body = {"ply": ply, "act": act}
    return client.post(f"{ROOT}tournaments/{tournament_id}/table/acts/", body, format="json")
