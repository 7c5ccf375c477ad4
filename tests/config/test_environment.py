import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.environment import ROOT, EnvironmentFault, read_environment


def test_nothing_set_means_embedded_servers_and_no_debugging():
    environment = read_environment({})
    assert environment.database is None
    assert environment.broker is None
    assert environment.debug is False
    assert environment.data == ROOT / "var"
    assert (environment.host, environment.port) == ("127.0.0.1", 8000)


def test_a_database_url_is_taken_apart_and_unquoted():
    given = "postgresql://jan:p%40ss@db.example:5433/manillen?sslmode=require"
    assert read_environment({"DATABASE_URL": given}).database == {
        "NAME": "manillen",
        "USER": "jan",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_socket_folder_can_be_the_database_host():
    database = read_environment({"DATABASE_URL": "postgresql:///manillen?host=/run/postgresql"}).database
    assert database is not None
    assert database["HOST"] == "/run/postgresql"
    assert database["OPTIONS"] == {}


@pytest.mark.parametrize(
    ("broker", "cache"),
    [
        ("redis://:pw@host:6379/0", "redis://:pw@host:6379/1"),
        ("redis://host", "redis://host/1"),
        ("redis+socket:///run/valkey.sock?virtual_host=0", "unix:///run/valkey.sock?db=1"),
    ],
)
def test_the_cache_is_database_1_of_the_brokers_server(broker: str, cache: str):
    assert read_environment({"BROKER_URL": broker}).cache == cache


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"MANILLEN_ADDRESS": "0.0.0.0:80"}, "http://localhost:80"),
        ({"MANILLEN_ADDRESS": "[::1]:81"}, "http://[::1]:81"),
        ({"MANILLEN_ORIGINS": "https://manillen.example/,https://www.manillen.example"}, "https://manillen.example"),
        (
            {"MANILLEN_URL": "https://m.example/spel/", "MANILLEN_ORIGINS": "https://x.example"},
            "https://m.example/spel",
        ),
    ],
)
def test_links_in_mails_begin_where_people_reach_the_site(given: dict[str, str], url: str):
    assert read_environment(given).url == url


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://u:hunter2@host/name"),
        ("DATABASE_URL", "postgresql://u:hunter2@host:port/name"),
        ("DATABASE_URL", "postgresql://u:hunter2@host"),
        ("DATABASE_URL", "hunter2"),
        ("BROKER_URL", "amqp://u:hunter2@host//"),
        ("BROKER_URL", "redis://:hunter2@/0"),
        ("BROKER_URL", "redis://:hunter2@host/1"),
        ("BROKER_URL", "redis+socket://"),
        ("MANILLEN_CACHE_URL", "memcached://hunter2"),
        ("MANILLEN_EMAIL_URL", "imap://u:hunter2@host"),
        ("MANILLEN_ADDRESS", "8000"),
        ("MANILLEN_ADDRESS", "localhost:99999"),
        ("MANILLEN_DEBUG", "maybe"),
        ("MANILLEN_HTTPS", "2"),
        ("MANILLEN_ORIGINS", "manillen.example"),
        ("MANILLEN_URL", "manillen.example"),
        ("MANILLEN_URL", "https://"),
        ("MANILLEN_URL", "https://manillen.example/?a=b"),
    ],
)
def test_a_wrong_value_is_a_sentence_that_names_the_variable_and_no_password(name: str, value: str):
    with pytest.raises(EnvironmentFault) as caught:
        read_environment({name: value})
    sentence = str(caught.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "hunter2" not in sentence


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("DATABASE_URL", "postgresql://u:hunter2@127.0.0.1:1/name", "no PostgreSQL server answers"),
        ("DATABASE_URL", "postgresql://u:hun@ter2@127.0.0.1:1/name", "DATABASE_URL cannot be used"),
        ("BROKER_URL", "redis://:hunter2@127.0.0.1:1/0", "no Valkey or Redis server answers"),
    ],
)
def test_a_url_without_a_server_stops_the_command_at_once(name: str, value: str, told: str, tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "manage.py", "showmigrations"],
        cwd=ROOT,
        env={**os.environ, "MANILLEN_DATA": str(tmp_path), name: value},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert name in done.stderr
    assert told in done.stderr
    assert "ter2" not in done.stderr
    assert "Traceback" not in done.stderr
