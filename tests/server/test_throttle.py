"""How often a network may ask, in the long run and at once, and how many networks are remembered."""

from __future__ import annotations

import pytest

from spiritboard.server.limits import Requester, TooMuch, network_of
from spiritboard.server.throttle import Bucket, Buckets, OpenSockets


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_allows_a_few_at_once_and_then_a_steady_rate() -> None:
    clock = Clock()
    bucket = Bucket(a_second=2, at_once=5, clock=clock)
    assert [bucket.take() for _ in range(5)] == [0] * 5
    assert bucket.take() == pytest.approx(0.5)
    assert bucket.take() == pytest.approx(0.5)  # a refused request is not counted
    clock.now += 0.5
    assert bucket.take() == 0
    assert bucket.take() > 0
    clock.now += 1000
    assert [bucket.take() == 0 for _ in range(6)] == [True] * 5 + [False]


def test_each_network_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(a_minute=2, clock=Clock())
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(30)
    assert buckets.take("b") == 0


def test_the_network_that_has_not_asked_for_longest_is_forgotten() -> None:
    buckets = Buckets(a_minute=1, most=3, clock=Clock())
    for network in ("a", "b", "c", "a", "d"):
        buckets.take(network)
    assert len(buckets) == 3
    assert buckets.take("a") > 0  # it asked later than b
    assert buckets.take("b") == 0
    for number in range(10_000):
        buckets.take(str(number))
    assert len(buckets) == 3


def test_sockets_are_counted_as_long_as_they_are_open() -> None:
    sockets = OpenSockets(a_person=2, a_network=3)
    ada, bo = Requester("ada", "here"), Requester("bo", "here")
    with sockets.counted(ada), sockets.counted(ada):
        with pytest.raises(TooMuch, match="You have 2 table pages open") as refused:
            sockets.check(ada)
        assert refused.value.retry_after > 0
        sockets.check(bo)
        with (
            sockets.counted(Requester("", "here")),
            pytest.raises(TooMuch, match="Your network has 3 table pages open"),
        ):
            sockets.check(bo)
        sockets.check(Requester("bo", "elsewhere"))
    sockets.check(ada)
    assert len(sockets) == 0  # closed sockets leave nothing behind


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_is_an_ipv4_address_or_a_64_of_ipv6(address: str, network: str) -> None:
    assert network_of(address) == network
