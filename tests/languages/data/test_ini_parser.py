"""INI: sections, keys, values over several lines."""

from repobook.languages import parse


def test_sections_hold_keys_and_values_go_on_where_indented() -> None:
    text = (
        b"top = 1\n[flake8]\nignore =\n    E1,\n    E2: x\n\n"
        b"; note\nmax-line: 80 # wide\n[a b]\nk=v\n"
    )
    facts = parse("INI", text)
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in facts.definitions] == [
        ("key", "top", 1, 1),
        ("section", "flake8", 2, 8),
        ("key", "flake8.ignore", 3, 5),
        ("key", "flake8.max-line", 8, 8),
        ("section", "a b", 9, 10),
        ("key", "a b.k", 10, 10),
    ]
    assert facts.definitions[3].doc == "note"
    assert [t.text for t in facts.texts] == ["note", "wide"]


def test_a_value_over_several_lines_is_shown_by_its_first_words() -> None:
    facts = parse("INI", b"[a]\nb =\n    c d\ne = f\n    g\n    h\ni =\n  j\n  k\n")
    shown = [d.signature for d in facts.definitions]
    assert shown == ["[a]", "b = c d", "e = f …", "i = j …"]


def test_indented_keys_count_where_no_value_goes_on() -> None:
    facts = parse("INI", b"[core]\n\tbare = false\n[user]\n\tname = x\n")
    assert [d.qualname for d in facts.definitions] == ["core", "core.bare", "user", "user.name"]
