"""What is read of a file in every language, compared as a whole: ``facts/``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from repobook.languages import parse
from repobook.model.facts import FileFacts, unpack_position
from repobook.scan.classify.languages import language_of
from tests.fakes.hostile_files import SAMPLES
from tests.snapshots.snapshot import assert_snapshots


def test_the_facts_of_a_sample_of_every_language(update_snapshots: bool) -> None:
    texts = {
        f"{path.replace('/', '_')}.txt": _facts(path, text.encode())
        for path, text in SAMPLES.items()
    }
    assert_snapshots(Path(__file__).with_name("facts"), texts, update_snapshots)


def _facts(path: str, content: bytes) -> str:
    language = language_of(path, content)
    return "".join(f"{line}\n" for line in (language, *_lines(parse(language, content))))


def _lines(facts: FileFacts) -> Iterator[str]:
    for field, value in facts._asdict().items():
        items = value if isinstance(value, tuple) and not hasattr(value, "_fields") else (value,)
        for item in items:
            yield f"{field}: {_fact(item)}"


def _fact(fact: Any) -> str:
    """Without what is empty: a new field changes the snapshots that have something in it."""
    if not hasattr(fact, "_asdict"):
        return repr(fact)
    values = fact._asdict()
    if "positions" in values:
        values["positions"] = [unpack_position(position) for position in values["positions"]]
    return " ".join(f"{name}={value!r}" for name, value in values.items() if value)
