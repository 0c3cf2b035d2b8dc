"""Sentences that pages, sockets and the API share."""

from __future__ import annotations

NO_TABLE = "There is no such table."
NOT_TO_CLOSE = "Only the host can close a game, as long as it is not over and nobody else sits there."
NOT_ALONE = "You are not alone at this table, so the bots take their time."
NOT_TO_BEGIN = "Only the host can begin a game, as long as a chair is free and no move was made."
NOT_TO_LEAVE = "Only a guest can leave a table, as long as the game has not begun."
NOT_TO_RESIGN = "Only a player can resign, as long as the game goes on."
NOT_TO_UNLIST = "Only your own games can be removed from your list, when they are finished or closed."
NOT_BEGUN = "The game has not begun: it waits until every chair is taken, or until the host begins."
NO_HINTS = "This table plays without hints."
RESTARTS = "The server restarts; your table comes back by itself in a moment."
UNREACHABLE = "Our tables cannot be reached just now; please try again in a moment."
NOT_OVER = "A game can be reviewed when it is over."
NOT_REVIEWED = "This game has not been reviewed: POST here to begin."
REVIEW_FAILED = "This review could not be worked out. It can be begun again."
OLDER_RULES = "This game was played by older rules, and is told as it was stored. It cannot be reviewed."
