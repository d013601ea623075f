"""Run a program as an ordinary user when we are root: Postgres refuses to run as root."""

import os
import pwd
import shutil
import stat
from pathlib import Path

from config.errors import StartError

NAMES = ("gyoji", "postgres", "nobody")


def user() -> pwd.struct_passwd | None:
    """Whom to run as; None when we are an ordinary user already. Raises StartError."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    for name in NAMES:
        if name in known:
            return known[name]
    raise StartError("Postgres cannot run as root and there is no user nobody; start Gyoji as another user.")


def prefix(paths: list[Path]) -> list[str]:
    """What to put before a command so that it runs as `user()` and reaches `paths`.

    Where a parent folder is closed to others (as /root is), the command keeps the right to pass
    through it, instead of opening the folder for everybody.
    """
    account = user()
    if account is None:
        return []
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise StartError(
            "Postgres cannot run as root and `setpriv` is not here; start Gyoji as another user."
        )
    command = [setpriv, f"--reuid={account.pw_uid}", f"--regid={account.pw_gid}", "--clear-groups"]
    if any(_is_closed(path) for path in paths):
        command += ["--inh-caps=+dac_override", "--ambient-caps=+dac_override"]
    return command


def _is_closed(path: Path) -> bool:
    """Whether a folder above `path` may not be entered by others."""
    return any(not folder.stat().st_mode & stat.S_IXOTH for folder in path.resolve().parents)
