"""A figure in the language of Mermaid, which GitHub draws and a terminal can still read."""

import re
from collections.abc import Iterator
from typing import Final

from repobook.model.blocks import Figure, Node
from repobook.text.visible import one_visible_line

# Everything else could end a label, or be a directive: Mermaid reads those inside labels too.
_NOT_IN_LABEL: Final = re.compile(r"[^\w ./:()+,-]|-{2,}")


def mermaid(figure: Figure) -> str:
    """Without the fence around it."""
    id_by_node = {node.id: f"n{n}" for n, node in enumerate(figure.nodes)}
    if figure.is_sequence:
        return "\n".join(_sequence(figure, id_by_node)) + "\n"
    lines = ["flowchart LR", *_nodes(figure, id_by_node)]
    for arrow in figure.arrows:
        source, target = id_by_node.get(arrow.source), id_by_node.get(arrow.target)
        if source and target:
            label = f'|"{_label(arrow.label)}"|' if arrow.label else ""
            lines.append(f"  {source} {'-->' if arrow.is_sure else '-.->'}{label} {target}")
    return "\n".join(lines) + "\n"


def _sequence(figure: Figure, id_by_node: dict[str, str]) -> Iterator[str]:
    yield "sequenceDiagram"
    for node in figure.nodes:
        yield f"  participant {id_by_node[node.id]} as {_label(node.label)}"
    for arrow in figure.arrows:
        line = "->>" if arrow.is_sure else "-->>"
        yield f"  {id_by_node[arrow.source]}{line}{id_by_node[arrow.target]}: {_label(arrow.label)}"


def _nodes(figure: Figure, id_by_node: dict[str, str]) -> Iterator[str]:
    by_group: dict[str, list[Node]] = {}
    for node in figure.nodes:
        by_group.setdefault(node.group, []).append(node)
    for n, (group, nodes) in enumerate(by_group.items()):
        drawn = [f'  {id_by_node[node.id]}["{_label(node.label)}"]' for node in nodes]
        if group:
            yield from (f'  subgraph g{n}["{_label(group)}"]', *drawn, "  end")
        else:
            yield from drawn


def _label(text: str) -> str:
    return _NOT_IN_LABEL.sub(_codes, one_visible_line(text)) or " "


def _codes(match: re.Match[str]) -> str:
    return "".join(f"#{ord(character)};" for character in match.group())
