"""What clients send: read and checked by serializers, whose faults `errors` puts in the one shape."""

from rest_framework import serializers

from tournaments.models import State
from tournaments.selectors.daily_ranking import SORTS

LARGEST_ID = 2**63 - 1
LARGEST_PLY = 10**6
LONGEST_ACT = len("blind")


class ActInput(serializers.Serializer[None]):
    """`{"ply": 57, "act": "ST"}`, or what is said: "H", "mee"; whether there is such an act is for the table to say."""

    ply = serializers.IntegerField(min_value=0, max_value=LARGEST_PLY)
    act = serializers.CharField(max_length=LONGEST_ACT)


class FreeInput(serializers.Serializer[None]):
    """`{"system": "malilla"}` of a boom of free play; the house's own where it is left out."""

    system = serializers.CharField(required=False)


class DraftInput(serializers.Serializer[None]):
    """The fields of a draft; what is left out gets its usual value. What is allowed is for the service to say."""

    title = serializers.CharField(required=False, allow_blank=True)
    description = serializers.CharField(required=False, allow_blank=True)
    system = serializers.CharField(required=False)
    options = serializers.DictField(child=serializers.IntegerField(), required=False)
    bots = serializers.CharField(required=False)
    capacity = serializers.IntegerField(required=False)
    boards = serializers.IntegerField(required=False)
    first_dealer = serializers.CharField(required=False)
    opens_at = serializers.DateTimeField(required=False, allow_null=True)
    closes_at = serializers.DateTimeField(required=False, allow_null=True)
    review_hours = serializers.IntegerField(required=False)


class ListQuery(serializers.Serializer[None]):
    """`?state=open&before=12` of a list of tournaments."""

    state = serializers.ChoiceField(State.choices, default=None)
    before = serializers.IntegerField(min_value=1, max_value=LARGEST_ID, default=None)


class DailyQuery(serializers.Serializer[None]):
    """`?sort=average&page=2` of a daily list."""

    sort = serializers.ChoiceField(SORTS, default="total")
    page = serializers.IntegerField(min_value=1, max_value=LARGEST_PLY, default=1)
