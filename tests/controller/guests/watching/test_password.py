"""Passwords that work once."""

from controller.guests.watching.password import WRONG_TRIES, OneTimePassword, typed_password, url_password


def test_a_password_works_once_and_the_next_is_told() -> None:
    passwords: list[str] = []
    made = iter(["first", "second"])
    password = OneTimePassword(lambda: next(made), passwords.append)
    assert not password.spend("second".__eq__)
    assert password.spend("first".__eq__)
    assert not password.spend("first".__eq__)
    assert passwords == ["second"]
    assert password.current == "second"


def test_many_wrong_ones_close_the_door() -> None:
    passwords: list[str] = []
    password = OneTimePassword(lambda: "right", passwords.append)
    for _ in range(WRONG_TRIES):
        assert not password.spend("wrong".__eq__)
    assert passwords == [""]
    assert not password.spend("right".__eq__)
    assert not password.spend("".__eq__)


def test_passwords_differ_and_can_be_typed() -> None:
    assert len({typed_password() for _ in range(100)}) == 100
    assert all(len(typed_password()) == 8 for _ in range(5))
    assert len(url_password()) >= 32
