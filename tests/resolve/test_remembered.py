"""What a method answered is asked for once, by object and arguments."""

from repobook.resolve.cached_method import remembered


class _Asked:
    def __init__(self) -> None:
        self.questions: list[tuple[str, int]] = []

    @remembered
    def answer(self, name: str, n: int) -> str | None:
        """None is an answer, too."""
        self.questions.append((name, n))
        return name * n or None


def test_every_object_remembers_its_own_answers() -> None:
    one, other = _Asked(), _Asked()
    assert [one.answer("a", 2), one.answer("a", 2), one.answer("a", 0), one.answer("a", 0)] == [
        *("aa", "aa"),
        *(None, None),
    ]
    assert other.answer("a", 2) == "aa"
    assert one.questions == [("a", 2), ("a", 0)]
    assert other.questions == [("a", 2)]
