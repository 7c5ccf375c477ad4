import pytest
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
def test_the_tests_run_on_a_real_postgresql_18_with_the_builtin_collation():
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version")
        assert cursor.fetchone()[0].startswith("18")
        cursor.execute("SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()")
        assert cursor.fetchone() == ("b", "C.UTF-8")


def test_the_cache_is_a_real_server():
    cache.set("a", 1, 10)
    assert cache.get("a") == 1
