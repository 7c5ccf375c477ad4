import io
import logging

import pytest
from django.db import IntegrityError, connection

from config.logs import RowFilter, drop_rows


@pytest.fixture
def logger_and_text():
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    handler.addFilter(RowFilter())
    logger = logging.getLogger("tests.rows")
    logger.addHandler(handler)
    yield logger, text
    logger.removeHandler(handler)


@pytest.mark.django_db
def test_a_failing_row_is_not_logged(logger_and_text):
    logger, text = logger_and_text
    row = "\n".join(["first line of it", "hidden secret"])
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE held (id int PRIMARY KEY, secret text CHECK (length(secret) < 20))")
        try:
            cursor.execute("INSERT INTO held VALUES (1, %s)", [row])
        except IntegrityError as error:
            printed = str(error)
            logger.exception("could not keep it: %s", error)
    assert "hidden secret" in printed  # PostgreSQL does print the row
    logged = text.getvalue()
    assert "hidden secret" not in logged
    assert "first line" not in logged
    assert "violates check constraint" in logged
    assert "Traceback" in logged
    assert "The above exception was the direct cause" in logged


def test_an_ordinary_message_stays_as_it_is(logger_and_text):
    logger, text = logger_and_text
    logger.warning("entry %d of %s", 3, "boom")
    assert text.getvalue() == "entry 3 of boom\n"


def test_only_the_part_with_the_row_goes():
    assert drop_rows("it failed\nDETAIL:  Key (a)=(1) exists.\n") == "it failed"
    assert drop_rows("the DETAIL: of it stays") == "the DETAIL: of it stays"


def test_every_handler_of_the_site_carries_the_filter(settings):
    assert settings.LOGGING["handlers"]
    assert all("rows" in handler["filters"] for handler in settings.LOGGING["handlers"].values())
