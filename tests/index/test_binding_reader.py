"""Bindings are found in the stored text of a file's references, whatever they are called."""

import gc
import json
from typing import Any

from repobook.index.reader.binding_reader import BindingReader
from repobook.model.answers import SymbolLine
from repobook.model.binding import Binding
from repobook.model.facts import pack_position


class _OneFile:
    """An index of one file with some bindings, and a call."""

    def __init__(self, *bindings: tuple[Binding, str, list[int]]) -> None:
        groups: list[list[Any]] = [["call", "", "call", [pack_position(9, 0)], "exact", "", [99]]]
        for line, (binding, name, targets) in enumerate(bindings, 1):
            position = pack_position(line, 0)
            groups.append([name, binding.receiver, "bind", [position], "exact", "", targets])
        self._text = json.dumps(groups, separators=(",", ":"), ensure_ascii=False)

    def rows(self, query: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        return [("a.yaml",)] if "referrer" in query else [(self._text,)]

    def symbol_lines(self, condition: str, values: tuple[str | int, ...]) -> list[SymbolLine]:
        return []


def test_bindings_are_found_by_subject_and_by_target() -> None:
    subjects = ["aten::add", 'GET /"a"', "GET /\\d", "a\\tb", "größe", 'x",', ']],["', "x]],["]
    reader = BindingReader(
        _OneFile(*[(Binding("p", s, "use"), s, [n, 77]) for n, s in enumerate(subjects)])
    )
    found = [*reader.subjects_in("a.yaml")]
    assert found == subjects
    assert [p.binding.subject for p in reader.places_in("a.yaml")] == subjects
    for n, subject in enumerate(subjects):
        by_subject = reader.places_bound("a.yaml", subject)
        assert [(p.binding.subject, p.line, p.targets) for p in by_subject] == [
            (subject, n + 1, (n, 77))
        ]
    assert [p.line for p in reader.places_to(3)] == [4]
    assert len(reader.places_to(77)) == len(subjects)
    assert reader.places_to(99) == []  # a call binds nothing


def test_thousands_of_bindings_are_no_load_for_the_collector() -> None:
    many = [(Binding("p", f"aten::op{n}", "use"), f"op{n}", [n]) for n in range(3000)]
    reader = BindingReader(_OneFile(*many))
    gc.collect()
    n_before = len(gc.get_objects())
    assert [p.name for p in reader.places_to(7)] == ["op7"]
    assert [p.name for p in reader.places_bound("a.yaml", "aten::op8")] == ["op8"]
    gc.collect()
    assert len(gc.get_objects()) - n_before < 1000
