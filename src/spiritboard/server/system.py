"""What this server asks of the system that it runs on: a folder to itself, files that nobody else reads, and enough of
them open at once. Windows has neither locks of this kind nor such limits, and keeps a user's folders to themselves."""

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
LOCK = "lock"
MOST_FILES = 1 << 20  # more than any server here needs, where a system has no limit
USUAL_FILES = 1024  # where it cannot be asked
SEND_BUFFER = 64 << 10  # bytes that the system keeps of what a reader has not taken yet; it doubles that
SILENCE_MILLISECONDS = 45_000  # after which a peer that acknowledges nothing has gone


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can look into; one that is there stays as it is."""
    folder.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)


def keep_private(file: Path) -> None:
    """Make a file that nobody else can read, and one that is there so, if it is ours."""
    file.touch(mode=PRIVATE_FILE)
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):
            file.chmod(PRIVATE_FILE)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """As long as this lasts no other server can have its tables in this folder, which is made if it is not there.
    Raises BadSetup if another has. The system frees the lock of a process that ends, however it ends."""
    try:
        make_private(folder)
        file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    except OSError as error:
        raise BadSetup(f"{folder}: cannot be used for tables ({error.strerror}).") from None
    with os.fdopen(file, "r+") as lock:
        if sys.platform != "win32":
            _take(file, folder, lock.read(20).strip())
        lock.seek(0)
        lock.truncate()
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


def _take(lock: int, folder: Path, holder: str) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadSetup(
            f"Another server has its tables in {folder} (process {holder}). End that one first, or give this one a "
            "folder of its own with --data."
        ) from None


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; returns how many those are."""
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
    """Settings that every connection to this socket inherits."""
    # Small answers go out at once instead of waiting for the last one to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    # A reader who does not read costs little, and that it does not is noticed soon.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    if sys.platform == "linux":
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE_MILLISECONDS)
