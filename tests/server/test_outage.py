"""An outage has one line in the log for its beginning and one for its end."""

from __future__ import annotations

import logging
import re

import pytest

from spiritboard.server.outage import Outage

log = logging.getLogger(__name__)


@pytest.fixture
def outage(caplog: pytest.LogCaptureFixture) -> Outage:
    caplog.set_level(logging.WARNING, logger=__name__)
    return Outage(log, "the tables cannot be reached")


def test_the_beginning_of_an_outage_is_logged_once(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(100):
        outage.begin("disk I/O error")
    assert caplog.messages == ["the tables cannot be reached: disk I/O error"]
    assert outage.lasts


def test_the_end_of_an_outage_is_logged_once_with_its_length(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.begin("disk I/O error")
    for _ in range(100):
        outage.end()
    assert len(caplog.messages) == 2
    assert re.fullmatch(r"the tables cannot be reached: this is over after \d+\.\d s", caplog.messages[1])
    assert not outage.lasts


def test_the_next_outage_is_logged_again(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.begin("one")
    outage.end()
    outage.begin("another")
    assert caplog.messages[-1] == "the tables cannot be reached: another"


def test_without_an_outage_nothing_is_logged(outage: Outage, caplog: pytest.LogCaptureFixture) -> None:
    outage.end()
    assert caplog.messages == []
