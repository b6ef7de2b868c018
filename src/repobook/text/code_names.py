"""The names by which code reaches definitions: titles of tests are texts, and no code says them."""

from collections.abc import Sequence

from repobook.model.facts import Definition


def code_names(definitions: Sequence[Definition]) -> list[str]:
    """Side by side with the definitions; empty for a test."""
    found: list[str] = []
    for definition in definitions:
        if definition.kind == "test":
            found.append("")
        elif definition.parent < 0:
            found.append(definition.qualname)
        else:
            around = definitions[definition.parent]
            below = definition.qualname[len(around.qualname) :]
            found.append((found[definition.parent] + below).lstrip("."))
    return found
