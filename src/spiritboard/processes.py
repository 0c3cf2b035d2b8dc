"""Processes that work for this one."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def live_with_the_parent() -> None:
    """For a process to call when it begins: leave Ctrl-C to the parent, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
