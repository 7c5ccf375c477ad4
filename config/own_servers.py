"""Tries DATABASE_URL and BROKER_URL before anything is built on them.

What the drivers say is not repeated, since a badly written URL may put its password where they expect the
host; the sentences here name the variable and the kind of trouble.
"""

from typing import Any

from config.environment import Environment, EnvironmentFault

_PATIENCE = 5  # seconds


def check_own_servers(environment: Environment) -> None:
    """Connect once to each server given by URL. Raises `EnvironmentFault`."""
    if environment.database is not None:
        _check_database(environment.database)
    if environment.broker is not None:
        _check_redis("BROKER_URL", environment.broker.replace("redis+socket://", "unix://", 1))
        if environment.cache is not None:
            _check_redis("MANILLEN_CACHE_URL (by default the server of BROKER_URL)", environment.cache)


def _check_database(given: dict[str, Any]) -> None:
    import psycopg
    from psycopg.conninfo import make_conninfo

    parameters = {
        "connect_timeout": _PATIENCE,
        "host": given["HOST"] or None,
        "port": given["PORT"] or None,
        "user": given["USER"] or None,
        "password": given["PASSWORD"] or None,
        "dbname": given["NAME"],
        **given["OPTIONS"],
    }
    try:
        psycopg.connect(make_conninfo(**parameters)).close()
    except psycopg.Error as error:
        raise EnvironmentFault(f"DATABASE_URL cannot be used: {_name_trouble(str(error))}.") from None


def _name_trouble(message: str) -> str:
    for mark, words in (
        ("password authentication failed", "the server refuses the user name or the password"),
        ("no password supplied", "the server wants a password"),
        ("no pg_hba.conf entry", "the server does not admit this user from here"),
        ("does not exist", "the server has no such database or user"),
        ("translate host name", "its host is not known"),
        ("invalid connection option", "one of its options is not known or has a wrong value"),
        ("invalid integer value", "one of its options has a wrong value"),
        ('value: "', "one of its options has a wrong value"),
    ):
        if mark in message:
            return words
    return "no PostgreSQL server answers there"


def _check_redis(name: str, url: str) -> None:
    import redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    url = url.replace("virtual_host=", "db=")
    try:
        client = redis.Redis.from_url(
            url,
            socket_connect_timeout=_PATIENCE,
            socket_timeout=_PATIENCE,
            retry=Retry(NoBackoff(), 0),
        )
        try:
            client.ping()
        finally:
            client.close()
    except redis.AuthenticationError:
        trouble = "the server refuses the user name or the password"
    except redis.ResponseError:
        trouble = "the server has no such database, or does not let this user in"
    except (redis.RedisError, OSError):
        trouble = "no Valkey or Redis server answers there"
    except ValueError:
        trouble = "it is not a URL of such a server"
    else:
        return
    raise EnvironmentFault(f"{name} cannot be used: {trouble}.")
