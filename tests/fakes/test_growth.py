"""What the other tests rely on: the square is noticed, whatever the machine does meanwhile."""

import pytest

from tests.fakes.growth import assert_linear


def test_what_grows_with_its_input_is_linear() -> None:
    assert_linear(lambda n: sum(range(n)), int, 5_000_000)


def test_what_grows_with_the_square_is_not() -> None:
    with pytest.raises(AssertionError, match="8 times the input"):
        assert_linear(lambda n: sum(range(n * n)), int, 3000)
