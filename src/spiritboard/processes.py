"""Worker processes: how they end together with the process that started them."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process


def live_with_the_parent() -> None:
    """Ignore Ctrl-C, which the parent handles, and end when the parent ends, even if it is killed. A worker process
    calls this when it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
