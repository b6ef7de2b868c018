"""Walks from where work enters a repository: a picture of the calls, and each with its lines."""

from collections.abc import Iterator, Sequence
from typing import Final

from repobook.book.folder.folder_inline import cite, surely
from repobook.book.shared.inline import joined
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
from repobook.model.dossiers.folder_dossier import CallStep, Walk

_CHOICE: Final = (
    "Each walkthrough starts at a function that users, tests, a server or an event loop call, and"
    " lists the calls that follow in source order. Of each function it keeps the calls that reach"
    " most code and have few other callers. A callback is passed here and called later. Where a"
    " table, a field or an argument decides the callee, the walkthrough says so and stops."
)
_COLUMNS: Final = ("Step", "Function", "Condition", "Called at", "Defined at")
_MAX_CONDITION: Final = 90
_HOW: Final = {
    "call": "",
    "handed over": "passes callback ",
    "implementation": "implemented by ",
    "binding": "bound to ",
    "open": "calls the value of ",
}


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
    name_by_number = {(): walk.qualname} | {step.number: _name(step) for step in walk.steps}
    path_by_name = {_name(step): (step.place or step.call).path for step in reversed(walk.steps)}
    path_by_name[walk.qualname] = walk.place.path
    part_by_name = {name: _part(name, path) for name, path in path_by_name.items()}
    in_order = (walk.qualname, *map(_name, walk.steps))
    nodes = {part_by_name[name].id: part_by_name[name] for name in in_order}
    arrows = [
        Arrow(
            part_by_name[name_by_number[step.number[:-1]]].id,
            part_by_name[_name(step)].id,
            f"{_dotted(step.number)} {_name(step).rpartition('.')[2]}",
            step.confidence == "exact",
        )
        for step in walk.steps
    ]
    caption = f"Calls of {walk.qualname} in source order"
    return Figure(caption, tuple(nodes.values()), tuple(arrows), is_sequence=True)


def _part(qualname: str, path: str) -> Node:
    """The class of a method, else the file."""
    owner = qualname.rpartition(".")[0].rpartition(".")[2] or path.rpartition("/")[2]
    return Node(f"{owner} {path}", owner, PageRef("file", path))


def _rows(walk: Walk) -> Iterator[tuple[Content, ...]]:
    for step in walk.steps:
        sure = surely(step.confidence) if step.confidence else ()
        yield (
            (_dotted(step.number),),
            (_HOW[step.how], Code(_name(step)), *sure, *_tabled(step)),
            _condition(step),
            (cite(step.call, step.name),),
            (cite(step.place),) if step.place else (),
        )


def _tabled(step: CallStep) -> Content:
    """Functions with the parameters of the field that are named in tables."""
    if not step.tabled:
        return ()
    names = joined((cite(place, name),) for name, place in step.tabled)
    n_more = step.n_tabled - len(step.tabled)
    return ": ", *names, f" and {n_more:,} more in tables" if n_more else "", *surely("inferred")


def _name(step: CallStep) -> str:
    return step.qualname or step.name


def _condition(step: CallStep) -> Content:
    if not step.condition_at:
        return ()
    if len(step.condition) > _MAX_CONDITION:
        code = step.condition[:_MAX_CONDITION].rstrip()
        return cite(step.condition_at, code), " …"
    return (cite(step.condition_at, step.condition),)


def _dotted(number: tuple[int, ...]) -> str:
    return ".".join(map(str, number))
