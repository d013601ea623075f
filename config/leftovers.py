"""Pid files of a data folder: stop what a killed supervisor left running, and nothing else."""

from pathlib import Path

import psutil

STOP_SECONDS = 8


def running(pid_file: Path, word: str) -> psutil.Process | None:
    """The live process named in the file's first line, if its command line holds `word`.

    The word guards against a pid that the system gave to somebody else since.
    """
    try:
        process = psutil.Process(int(pid_file.read_text().split(maxsplit=1)[0]))
        return process if any(word in part for part in process.cmdline()) else None
    except (OSError, ValueError, IndexError, psutil.Error):
        return None


def stop_leftover(pid_file: Path, word: str) -> None:
    """Stop that process with its children, by force after some seconds; then remove the file."""
    process = running(pid_file, word)
    if process is not None:
        family = [process, *process.children(recursive=True)]
        process.terminate()
        for survivor in psutil.wait_procs(family, timeout=STOP_SECONDS)[1]:
            survivor.kill()
        psutil.wait_procs(family, timeout=STOP_SECONDS)
    pid_file.unlink(missing_ok=True)
