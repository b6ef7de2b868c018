"""``operators.md``: the operators of a repository by namespace; a page for each family, from its
names in Python to its kernels and tests."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite, file_link, name_of
from repobook.book.shared.inline import counted
from repobook.book.shared.paging import paged
from repobook.model.blocks import (
    Arrow,
    Block,
    Code,
    CodeBlock,
    Content,
    Figure,
    Link,
    Node,
    Page,
    PageRef,
    Paragraph,
    Section,
    Table,
)
from repobook.model.dossiers.folder_dossier import OperatorFamily, Place
from repobook.model.dossiers.operator_dossier import OperatorChain, OperatorStep, OperatorTest

_INDEX: Final = PageRef("operators")
_COLUMNS: Final = ("Operator", "Overloads", "Tests that name it", "Declared")
_KERNELS: Final = ("dispatch", "structured", "registration", "ufunc", "stub")
# Each is drawn by the code that it leads to, before or behind the operator.
_DRAWN_BEFORE: Final = ("holder", "entry")
_DRAWN_BEHIND: Final = (*_KERNELS, "autograd", "decomposition", "lowering", "python-kernel")
_N_DRAWN: Final = 8
_N_ROWS: Final = 60
_N_COMMANDS: Final = 3


def operator_pages(families: Sequence[OperatorFamily]) -> Iterator[Page]:
    """None where there is nothing to list."""
    if families:
        namespaces = [(name, [*some]) for name, some in groupby(families, key=_namespace)]
        namespaces.sort(key=lambda namespace: -len(namespace[1]))
        sections = [Section(name, tuple(_listed(some))) for name, some in namespaces]
        n, of = counted(len(families), "operator"), counted(len(namespaces), "namespace")
        page = Page(_INDEX, "Operators", tuple(sections), (Paragraph((f"{n} in {of}.",)),))
        yield from paged(page._replace(neighbours=(("home", HOME),)))


def _namespace(family: OperatorFamily) -> str:
    return family.name.partition("::")[0]


def _listed(families: list[OperatorFamily]) -> Iterator[Block]:
    n = sum(family.n_overloads for family in families)
    some = counted(len(families), "operator")
    yield Paragraph((f"{some}, {counted(n, 'overload')}.",))
    yield Table(_COLUMNS, tuple(_row(family) for family in families))


def _row(family: OperatorFamily) -> tuple[Content, ...]:
    return (
        (Link(_ref(family), family.name, is_code=True),),
        (f"{family.n_overloads:,}",),
        (counted(family.n_tests, "file") if family.n_tests else "",),
        (cite(family.place),),
    )


def _ref(family: OperatorFamily) -> PageRef:
    return PageRef("operators", part=family.part)


def family_page(chain: OperatorChain, titles: Mapping[str, str]) -> Page:
    """``titles`` are those of stages, in the order of a trace."""
    kernels = [step for step in chain.steps if step.stage in _KERNELS]
    others = [step for step in chain.steps if step.stage in titles and step.stage not in _KERNELS]
    order = {stage: n for n, stage in enumerate(titles)}
    others.sort(key=lambda step: order[step.stage])
    sections = (
        Section("Overloads", (_overloads(chain),)),
        Section("Kernels by Backend", tuple(_kernels(chain, kernels))),
        Section("From Python to Tests", tuple(_others(others, titles))),
        Section("Tests", tuple(_tests(chain))),
        Section("Commands", (CodeBlock("\n".join(_commands(chain)), "Shell"),)),
    )
    return Page(
        _ref(chain.family),
        chain.family.name,
        tuple(section for section in sections if section.blocks),
        neighbours=(("operators", _INDEX), ("home", HOME)),
    )


def _overloads(chain: OperatorChain) -> Table:
    rows = [((Code(one.schema),), (cite(one.place),)) for one in chain.overloads]
    return _cut(("Overload", "Declared"), rows)


def _kernels(chain: OperatorChain, kernels: Sequence[OperatorStep]) -> Iterator[Block]:
    if figure := _figure(chain):
        yield figure
    if kernels:
        ordered = sorted(kernels, key=lambda step: (step.target is None, step.detail))
        rows = [((step.detail,), _code(step), (cite(step.place),)) for step in ordered]
        yield _cut(("For", "Kernel", "Registered"), rows)


def _others(steps: Iterable[OperatorStep], titles: Mapping[str, str]) -> Iterator[Block]:
    rows = [
        ((titles[step.stage],), (step.detail,), _code(step), (cite(step.place),)) for step in steps
    ]
    if rows:
        yield _cut(("Step", "For", "Code", "Defined at"), rows)


def _cut(columns: tuple[str, ...], rows: Sequence[tuple[Content, ...]]) -> Table:
    rest = (" ", Code("repobook trace"), " shows all") if len(rows) > _N_ROWS else ()
    return Table(columns, tuple(rows[:_N_ROWS]), len(rows) if rest else 0, rest)


def _code(step: OperatorStep) -> Content:
    if step.target is None or step.target.place is None:
        return (step.why,) if step.why else ()
    if step.target.is_file:
        return (file_link(step.target.place.path),)
    return Code(step.target.name.rpartition(".")[2]), " ", cite(step.target.place)


def _figure(chain: OperatorChain) -> Figure | None:
    """The first of what leads to the operator and of what it leads to, a node for each file."""
    before = _drawn(chain.steps, _DRAWN_BEFORE)
    behind = _drawn(chain.steps, _DRAWN_BEHIND)
    if len(before) + len(behind) < 2:
        return None
    middle = Node("operator", chain.family.name)
    paths = dict.fromkeys([*before, *behind])
    nodes = [Node(path, name_of(path), PageRef("file", path)) for path in paths]
    arrows = [
        *(Arrow(path, middle.id, label) for path, label in before.items()),
        *(Arrow(middle.id, path, label) for path, label in behind.items()),
    ]
    caption = f"{chain.family.name}, nearest files"
    return Figure(caption, (middle, *nodes), tuple(arrows), is_star=True)


def _drawn(steps: Iterable[OperatorStep], stages: Sequence[str]) -> dict[str, str]:
    """Files by path, each with what it is for."""
    files: dict[str, str] = {}
    for step in sorted(steps, key=lambda step: step.stage not in _KERNELS):
        if step.stage in stages and step.target and step.target.place:
            label = step.detail.partition(",")[0] if step.stage in _KERNELS else step.stage
            files.setdefault(step.target.place.path, label)
    return dict(list(files.items())[:_N_DRAWN])


def _tests(chain: OperatorChain) -> Iterator[Block]:
    if chain.tests:
        rows = [_test_row(test) for test in chain.tests]
        n_all = chain.family.n_tests if chain.family.n_tests > len(rows) else 0
        yield Table(("First use", "Uses"), tuple(rows), n_all)


def _test_row(test: OperatorTest) -> tuple[Content, ...]:
    return (cite(Place(test.path, test.line)),), (f"{test.n_uses:,}",)


def _commands(chain: OperatorChain) -> Iterator[str]:
    yield f"repobook trace {chain.family.name}"
    commands = dict.fromkeys(test.command for test in chain.tests if test.command)
    yield from list(commands)[:_N_COMMANDS]
