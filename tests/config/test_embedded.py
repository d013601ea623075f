"""The embedded services: what is kept, what is recovered, and what is refused with one line."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from config.data_folder import DataFolder
from config.embedded import join_running, services
from config.errors import StartError


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)


def start(path: Path, inside: str) -> subprocess.CompletedProcess[str]:
    """Another Gyoji on the folder that runs `inside` and may end as roughly as it wants."""
    program = f"""
import os, signal
from pathlib import Path
from config.data_folder import DataFolder
from config.embedded import join_running, services
with services(DataFolder(Path({str(path)!r})), durable=False) as variables:
    {inside}
"""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )


def test_data_and_secrets_are_kept_between_runs(tmp_path: Path) -> None:
    with services(DataFolder(tmp_path / "data")) as first:
        with psycopg.connect(first["DATABASE_OWNER_URL"]) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        redis.Redis.from_url(first["REDIS_URL"]).set("kept", "yes")
    with services(DataFolder(tmp_path / "data")) as second:
        with psycopg.connect(second["DATABASE_OWNER_URL"]) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        assert redis.Redis.from_url(second["REDIS_URL"]).get("kept") == b"yes"
    assert first["SECRET_KEY"] == second["SECRET_KEY"]


def test_secrets_are_readable_by_the_owner_only(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    folder.secret("secret.key")
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_a_running_folder_says_where_its_services_are(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data")
    assert folder.running() == {}
    with services(folder, durable=False) as variables:
        told = DataFolder(tmp_path / "data").running()
        assert told == {name: variables[name] for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")}
        assert (tmp_path / "data" / "running.json").stat().st_mode & 0o777 == 0o600
    assert folder.running() == {}


def test_an_operators_command_joins_what_runs_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DataFolder(tmp_path)
    monkeypatch.setenv("GYOJI_DATA", str(tmp_path))
    join_running()
    assert "DATABASE_URL" not in os.environ
    for name, value in (("REDIS_URL", "redis://own/0"), ("DATABASE_URL", ""), ("SECRET_KEY", "")):
        monkeypatch.setenv(name, value)
    folder.note_running({"DATABASE_URL": "postgres://web@%2Frun/gyoji", "REDIS_URL": "redis://other/0"})
    monkeypatch.delenv("DATABASE_URL")
    join_running()
    assert os.environ["DATABASE_URL"] == "postgres://web@%2Frun/gyoji"
    assert os.environ["REDIS_URL"] == "redis://own/0"


def test_neither_role_gets_past_row_security_and_only_the_owner_makes_tables(tmp_path: Path) -> None:
    with services(DataFolder(tmp_path / "data"), durable=False) as variables:
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
            with psycopg.connect(variables[name]) as connection:
                found = connection.execute(
                    "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
                )
                assert found.fetchone() == (False, False)
        with (
            psycopg.connect(variables["DATABASE_URL"]) as connection,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            connection.execute("CREATE TABLE mine (id int)")


def test_a_folder_from_before_the_servers_role_gets_it(tmp_path: Path) -> None:
    with services(DataFolder(tmp_path / "data"), durable=False) as variables:
        superuser = variables["DATABASE_OWNER_URL"].replace("//gyoji@", "//postgres@")
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("DROP ROLE gyoji_web")
    with (
        services(DataFolder(tmp_path / "data"), durable=False) as variables,
        psycopg.connect(variables["DATABASE_OWNER_URL"]) as connection,
    ):
        connection.execute("SET ROLE gyoji_web")


def test_valkey_wants_its_password(tmp_path: Path) -> None:
    with services(DataFolder(tmp_path / "data"), durable=False) as variables:
        port = int(variables["REDIS_URL"].rsplit(":", 1)[1].split("/")[0])
        with pytest.raises(redis.AuthenticationError):
            redis.Redis(port=port).ping()


def test_a_second_gyoji_on_one_folder_is_refused_with_the_pid(tmp_path: Path) -> None:
    with services(DataFolder(tmp_path / "data"), durable=False):
        other = DataFolder(tmp_path / "data")
        with pytest.raises(StartError, match=rf"Another Gyoji \(pid {os.getpid()}\)"):
            other.open()


def test_what_a_killed_gyoji_left_behind_is_recovered(tmp_path: Path) -> None:
    killed = start(tmp_path / "data", "os.kill(os.getpid(), signal.SIGKILL)")
    assert killed.returncode == -signal.SIGKILL
    left = int((tmp_path / "data/pids/valkey.pid").read_text())
    assert psutil.pid_exists(left)
    with services(DataFolder(tmp_path / "data"), durable=False) as variables:
        with psycopg.connect(variables["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        assert not psutil.pid_exists(left)


def test_a_pid_that_belongs_to_somebody_else_now_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pids").mkdir()
    with subprocess.Popen(["sleep", "60"]) as innocent:
        (tmp_path / "pids/valkey.pid").write_text(str(innocent.pid))
        with services(DataFolder(tmp_path), durable=False):
            assert innocent.poll() is None
        innocent.kill()


def test_an_interrupted_first_start_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "postgres.unfinished").mkdir()
    (tmp_path / "postgres.unfinished/PG_VERSION").write_text("18\n")
    with services(DataFolder(tmp_path), durable=False) as variables:
        psycopg.connect(variables["DATABASE_URL"]).close()


def test_a_folder_of_another_postgres_says_how_to_move_on(tmp_path: Path) -> None:
    (tmp_path / "postgres").mkdir()
    (tmp_path / "postgres/PG_VERSION").write_text("14\n")
    with (
        pytest.raises(StartError, match=r"Postgres 14.*brings Postgres \d+.*pg_dump.*move"),
        services(DataFolder(tmp_path)),
    ):
        pass


def test_a_file_in_place_of_the_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(StartError, match="Cannot write the data folder"):
        DataFolder(tmp_path / "data").open()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_no_write_permission_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StartError, match="Permission denied"):
        DataFolder(tmp_path / "data").open()


def test_no_write_permission_is_one_line_for_an_ordinary_user_too(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    process = os.fork()
    if process == 0:
        os.setuid(65534)
        try:
            DataFolder(Path("/gyoji-data")).open()
        except StartError as error:
            os._exit(0 if "Permission denied" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
