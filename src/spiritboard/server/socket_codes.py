"""How a page's socket is closed, and how large its messages may be."""

from __future__ import annotations

LARGEST_MESSAGE = 4096  # bytes that a page may send at once

# Codes of our own. `static/table.js` knows them too.
REFUSED = 4403  # the page is not one of this server's
NOT_FOUND = 4404  # there is no such table
CLOSED = 4410  # nobody can play at this table any more: the page is loaded again
TOO_LARGE = 4413
FLOOD = 4429  # too many messages or sockets

# Codes of the protocol.
RESTART = 1012
TRY_AGAIN = 1013
