"""A document, and the commands that it shows."""

from repobook.text.documents.shell_blocks import ShellBlock, shell_blocks
from tests.fakes.documents import document


def test_commands_stand_under_their_heading() -> None:
    text = "# Build\n\n```bash\nmake\nmake install\n```\n\n## Test\n```python\nx\n```\n"
    assert list(shell_blocks(document(text))) == [
        ShellBlock("Build", "make\nmake install", 4, 5),
    ]


def test_fences_that_do_not_end_or_are_too_long_show_nothing() -> None:
    assert list(shell_blocks(document("```sh\nmake"))) == []
    assert list(shell_blocks(document("```sh\n" + "make\n" * 100 + "```\n"))) == []


def test_a_longer_fence_holds_a_shorter_one() -> None:
    assert list(shell_blocks(document("````md\n```sh\nmake\n```\n````\n"))) == []


def test_restructuredtext_shows_code_by_a_directive() -> None:
    code = ".. code-block:: sh\n   :caption: x\n\n   make\n\n   ls\n"
    text = f"Build\n=====\n\n{code}\nMore.\n\n::\n\n  x\n"
    assert list(shell_blocks(document(text, "README.rst"))) == [
        ShellBlock("Build", "   make\n\n   ls", 7, 9),
    ]
