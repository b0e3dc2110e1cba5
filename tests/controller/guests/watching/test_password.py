"""Passwords that work once."""

from controller.guests.watching.password import WRONG_TRIES, OneTimePassword, make_password, url_password


def test_a_password_works_once_and_the_next_is_announced() -> None:
    passwords: list[str] = []
    made = iter(["first", "second"])
    password = OneTimePassword(lambda: next(made), passwords.append)
    assert not password.redeem("second".__eq__)
    assert password.redeem("first".__eq__)
    assert not password.redeem("first".__eq__)
    assert passwords == ["second"]
    assert password.current == "second"


def test_many_wrong_ones_end_access() -> None:
    passwords: list[str] = []
    password = OneTimePassword(lambda: "right", passwords.append)
    for _ in range(WRONG_TRIES):
        assert not password.redeem("wrong".__eq__)
    assert passwords == [""]
    assert not password.redeem("right".__eq__)
    assert not password.redeem("".__eq__)


def test_passwords_differ_and_can_be_typed() -> None:
    assert len({make_password() for _ in range(100)}) == 100
    assert all(len(make_password()) == 8 for _ in range(5))
    assert len(url_password()) >= 32
