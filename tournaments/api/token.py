"""A token for programs that play or read in one's name."""

from django.db import transaction
from rest_framework.authentication import SessionAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.api.base import OwnView


class OwnToken(OwnView):
    """POST: a new token, shown once; the old one ends. DELETE: none any more. From a logged-in session only.

    There is no address that gives a token for a password: that would go round the second factor.
    """

    authentication_classes = [SessionAuthentication]

    def post(self, request: Request) -> Response:
        with transaction.atomic():
            # One at a time: of two requests at once the later one's token holds.
            user = User.objects.select_for_update(no_key=True).get(pk=request.user.pk)
            Token.objects.filter(user=user).delete()
            token = Token.objects.create(user=user)
        return Response({"token": token.key}, status=201)

    def delete(self, request: Request) -> Response:
        assert request.user.is_authenticated
        Token.objects.filter(user=request.user).delete()
        return Response(status=204)
