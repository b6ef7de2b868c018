"""A merge that was not brought to its end."""

from collections.abc import Iterable

from repobook.findings.rule import ANY, File, Hit, Rule, text

_START = text(rb"^<{7} \S", b"\n<<<<<<< ")


def _find(file: File) -> Iterable[Hit]:
    hits = list(_START(file))
    if hits and b"\n=======\n" in file.source.data and b"\n>>>>>>> " in file.source.data:
        yield from hits


RULE = Rule(
    ANY,
    "error",
    "correctness",
    "merge conflict marker",
    (_find,),
    fires=(("Python", "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n"),),
    quiet=(
        ("Markdown", "Look for `<<<<<<< HEAD` in the file.\n"),
        ("reStructuredText", "Title\n=======\n"),
    ),
)
