"""The names by which code reaches definitions; the titles of tests are prose, not names."""

from collections.abc import Sequence

from repobook.model.facts import Definition


def code_names(definitions: Sequence[Definition]) -> list[str]:
    """Parallel to the definitions; empty for a test."""
    names: list[str] = []
    for definition in definitions:
        if definition.kind == "test":
            names.append("")
        elif definition.parent < 0:
            names.append(definition.qualname)
        else:
            enclosing = definitions[definition.parent]
            below = definition.qualname[len(enclosing.qualname) :]
            names.append((names[definition.parent] + below).lstrip("."))
    return names
