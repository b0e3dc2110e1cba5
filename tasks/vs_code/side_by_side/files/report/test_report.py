from report import hours, overtime


def test_hours_of_one_project_are_added() -> None:
    assert hours([("shop", 2.0), ("shop", 1.5)]) == {"shop": 3.5}


def test_no_overtime_below_the_contract() -> None:
    assert overtime({"shop": 20.0}) == 0.0
