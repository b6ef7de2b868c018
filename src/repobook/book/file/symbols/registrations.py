"""The lines of a file that decorate something or stand in for it by a macro."""

from collections import defaultdict

from repobook.book.shared.citations import line_text
from repobook.model.dossiers.dossier import FileDossier


def lines_by_name(dossier: FileDossier) -> dict[str, list[int]]:
    """By name, with what stands before it and without; a macro in a comment does not count."""
    line_sets: defaultdict[str, set[int]] = defaultdict(set)
    for group in dossier.references:
        if group.role in ("decorator", "macro"):
            lines = [
                line for line in set(group.lines) if not is_in_comment(dossier, group.name, line)
            ]
            for name in {group.name, f"{group.receiver}.{group.name}"} if lines else ():
                line_sets[name].update(lines)
    return {name: sorted(lines) for name, lines in line_sets.items()}


def is_in_comment(dossier: FileDossier, name: str, line: int) -> bool:
    before = line_text(dossier, line).partition(name)[0]
    return "//" in before or before.lstrip().startswith(("/*", "*"))
