"""A document, and the commands that it shows."""

from repobook.text.shell_blocks import ShellBlock, shell_blocks


def test_commands_stand_under_their_heading() -> None:
    text = "# Build\n\n```bash\nmake\nmake install\n```\n\n## Test\n```python\nx\n```\n"
    assert list(shell_blocks(text.split("\n"))) == [
        ShellBlock("Build", "make\nmake install", 4, 5),
    ]


def test_fences_that_do_not_end_or_are_too_long_show_nothing() -> None:
    assert list(shell_blocks(["```sh", "make"])) == []
    assert list(shell_blocks(["```sh", *["make"] * 100, "```"])) == []


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert list(shell_blocks(["````md", "```sh", "make", "```", "````"])) == []
