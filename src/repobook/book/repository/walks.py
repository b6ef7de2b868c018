"""Walks from where work enters a repository: a picture of the calls, and each with its lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.folder.folder_inline import cite, surely
from repobook.model.blocks import (
    Arrow,
    Block,
    Code,
    Content,
    Figure,
    Heading,
    Node,
    PageRef,
    Paragraph,
    Table,
)
from repobook.model.dossiers.folder_dossier import Walk

_CHOICE: Final = (
    "Each walk begins at a function that no other source calls by its name and that leads far. Of"
    " the calls of a function those are shown that lead farthest and that few others make, in the"
    " order of their lines; calls through tables, callbacks and other languages are not followed."
)
_COLUMNS: Final = ("Step", "Calls", "From", "Which is defined in")


def walk_blocks(walks: Sequence[Walk]) -> Iterator[Block]:
    """Nothing where no function leads far."""
    if walks:
        yield Paragraph((_CHOICE,))
    for walk in walks:
        yield Heading(3, (Code(walk.qualname), " ", cite(walk.place)))
        yield _figure(walk)
        n_all = walk.n_calls if walk.n_calls > len(walk.steps) else 0
        yield Table(_COLUMNS, tuple(_rows(walk)), n_all)


def _figure(walk: Walk) -> Figure:
    """Classes and files take part; calls are numbered in their order."""
    name_by_number = {(): walk.qualname} | {step.number: step.qualname for step in walk.steps}
    path_by_name = {step.qualname: step.place.path for step in reversed(walk.steps)}
    path_by_name[walk.qualname] = walk.place.path
    part_by_name = {name: _part(name, path) for name, path in path_by_name.items()}
    in_order = (walk.qualname, *(step.qualname for step in walk.steps))
    nodes = {part_by_name[name].id: part_by_name[name] for name in in_order}
    arrows = [
        Arrow(
            part_by_name[name_by_number[step.number[:-1]]].id,
            part_by_name[step.qualname].id,
            f"{_dotted(step.number)} {step.qualname.rpartition('.')[2]}",
            step.confidence == "exact",
        )
        for step in walk.steps
    ]
    caption = f"What {walk.qualname} calls, in order"
    return Figure(caption, tuple(nodes.values()), tuple(arrows), is_sequence=True)


def _part(qualname: str, path: str) -> Node:
    """The class of a method, else the file."""
    owner = qualname.rpartition(".")[0].rpartition(".")[2] or path.rpartition("/")[2]
    return Node(f"{owner} {path}", owner, PageRef("file", path))


def _rows(walk: Walk) -> Iterator[tuple[Content, ...]]:
    for step in walk.steps:
        called = (cite(step.call, step.name), *surely(step.confidence))
        yield (_dotted(step.number),), (Code(step.qualname),), called, (cite(step.place),)


def _dotted(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))
