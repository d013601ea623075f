"""What the environment may say, and how a bad value is answered."""

import pytest

from config.env import NUMBERS, RATES, read_environment

NAMES = [*NUMBERS, *RATES, "DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DEBUG", "ALLOWED_HOSTS", "LOG_LEVEL",
         "DB_POOL_SIZE", "BEHIND_PROXY", "EMAIL_URL", "EMAIL_FROM", "BREACHED_PASSWORDS_URL",
         "OIDC_PROVIDERS", "HSTS_SECONDS"]  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_an_empty_environment_gives_safe_defaults() -> None:
    environment = read_environment()
    assert environment.database is None
    assert environment.debug is False
    assert environment.gyoji["ROOM_IDLE_MINUTES"] == 30
    assert environment.allowed_hosts == ["localhost", "127.0.0.1", "[::1]"]


def test_a_database_url_becomes_a_pooled_postgres(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:secret@db.example:6432/gyoji")
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    monkeypatch.setenv("DB_POOL_SIZE", "3")
    database = read_environment().database
    assert database is not None
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 6432, "gyoji")
    assert database["OPTIONS"]["pool"]["max_size"] == 3
    assert database["CONN_MAX_AGE"] == 0


def test_a_socket_folder_can_be_the_database_host(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://gyoji@%2Fdata%2Frun/gyoji")
    monkeypatch.setenv("SECRET_KEY", "x" * 50)
    database = read_environment().database
    assert database is not None
    assert database["HOST"] == "/data/run"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("DB_POOL_SIZE", "many"),
        ("DB_POOL_SIZE", "0"),
        ("ROOM_IDLE_MINUTES", "-3"),
        ("ROOM_LIFETIME_HOURS", "1.5"),
        ("RATE_FRAMES_PER_SOCKET", "often"),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "mysql://host/name"),
        ("REDIS_URL", "localhost:6379"),
        ("EMAIL_URL", "carrier-pigeon://loft"),
        ("EMAIL_URL", "smtp+tls://me:secret@mail.example:587"),
        ("BREACHED_PASSWORDS_URL", "ftp://list.example"),
        ("HSTS_SECONDS", "-1"),
        ("EMAIL_URL", "mail.example:25"),
        ("OIDC_PROVIDERS", "club"),
        ("OIDC_PROVIDERS", '{"id": "club"}'),
        ("OIDC_PROVIDERS", '[{"id": "club"}]'),
    ],
)
def test_a_bad_value_ends_in_one_line_that_names_it(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as ended:
        read_environment()
    printed = capsys.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert len(printed) == 1
    assert name in printed[0]


def test_a_mail_server_becomes_djangos_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMAIL_URL", "submission://me:s%40cret@mail.example:587")
    mail = read_environment().mail
    assert mail is not None
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == ("mail.example", 587, True)
    assert mail["EMAIL_HOST_PASSWORD"] == "s@cret"


def test_every_bad_value_gets_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    monkeypatch.setenv("SOCKET_THREADS", "none")
    with pytest.raises(SystemExit):
        read_environment()
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_a_database_without_a_secret_key_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgres://me:hunter2@db/gyoji")
    with pytest.raises(SystemExit):
        read_environment()
    printed = capsys.readouterr().err
    assert "SECRET_KEY" in printed
    assert "hunter2" not in printed


def test_a_bad_provider_does_not_print_its_secret(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OIDC_PROVIDERS", '[{"id": "club", "client_secret": "hush"}]')
    with pytest.raises(SystemExit):
        read_environment()
    assert "hush" not in capsys.readouterr().err
