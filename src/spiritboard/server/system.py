"""What the server needs of the operating system: a lock on its folder, private files, and enough open files.

Windows has no such locks and limits, and its users cannot read each other's folders."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from spiritboard.table.errors import BadSetup

if sys.platform != "win32":
    import fcntl
    import resource

PRIVATE_FOLDER, PRIVATE_FILE = 0o700, 0o600
LOCK_FILE = "lock"
MOST_FILES = 1 << 20  # more than a server needs; used if the system has no limit
USUAL_FILES = 1024  # used if the system cannot be asked
SEND_BUFFER = 64 << 10  # bytes that the system holds for a reader; the system doubles this
SILENCE_MILLISECONDS = 45_000  # after which a peer that acknowledges nothing counts as gone


def make_private(folder: Path) -> None:
    """Create a folder that other users cannot read. An existing folder stays as it is."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def keep_private(file: Path) -> None:
    """Create a file that other users cannot read, or make an existing file so if it belongs to this user."""
    file.touch(mode=PRIVATE_FILE)
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):
            file.chmod(PRIVATE_FILE)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lock this folder, which is created if necessary, so that no other server can keep its tables there. Raises
    BadSetup if another server holds the lock. The system frees the lock when the process ends, even if it is killed."""
    try:
        make_private(folder)
        file = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be used for tables ({error.strerror}).") from None
    with os.fdopen(file, "r+") as lock:
        if sys.platform != "win32":
            _take_lock(file, folder, lock.read(20).strip())
        lock.seek(0)
        lock.truncate()
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _take_lock(lock: int, folder: Path, holder: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadSetup(
            f"Another server has its tables in {folder} (process {holder}). Stop that server first, or give this one "
            "a folder of its own with --data."
        ) from None


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows. Returns that number."""
    if sys.platform == "win32":
        return USUAL_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def tune(listening: socket.socket) -> None:
    """Set the options that every connection to this socket inherits."""
    # Small answers are sent at once, without waiting until the last one is acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A reader that does not read costs little memory, and is noticed soon.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MILLISECONDS)
