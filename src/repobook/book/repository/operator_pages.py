"""``operators.md``: the operators of a repository by namespace, each with its kernels."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

from repobook.book.folder.folder_inline import HOME, cite
from repobook.book.shared.inline import counted, joined
from repobook.book.shared.paging import paged
from repobook.model.blocks import Block, Code, Content, Page, PageRef, Paragraph, Section, Table
from repobook.model.dossiers.folder_dossier import OfferedTarget, OperatorFamily, RepositoryDossier

_COLUMNS: Final = ("Operator", "Overloads", "Kernels", "Tests that name it", "Declared")


def operator_pages(dossier: RepositoryDossier) -> Iterator[Page]:
    """None where there is nothing to list; what only tests declare is left to their pages."""
    families = [family for family in dossier.operators if not family.is_test]
    if families:
        sections = [
            Section(namespace, tuple(_blocks(list(some))))
            for namespace, some in groupby(families, key=_namespace)
        ]
        page = Page(
            PageRef("operators"), "Operators", tuple(sections), neighbours=(("home", HOME),)
        )
        yield from paged(page)


def _namespace(family: OperatorFamily) -> str:
    return family.name.partition("::")[0]


def _blocks(families: list[OperatorFamily]) -> Iterator[Block]:
    n = sum(family.n_overloads for family in families)
    some = counted(len(families), "operator")
    yield Paragraph((f"{some}, {counted(n, 'overload')}. The whole chain of one: ", _COMMAND))
    yield Table(_COLUMNS, tuple(_row(family) for family in families))


_COMMAND: Final = Code("repobook trace NAME")


def _row(family: OperatorFamily) -> tuple[Content, ...]:
    return (
        (Code(family.name),),
        (f"{family.n_overloads:,}",),
        _kernels(family.kernels),
        (counted(family.n_tests, "file") if family.n_tests else "",),
        (cite(family.place),),
    )


def _kernels(kernels: Iterable[OfferedTarget]) -> Content:
    return joined(_kernel(kernel) for kernel in kernels) or ("none found",)


def _kernel(kernel: OfferedTarget) -> Content:
    return f"{kernel.name} ", *((cite(kernel.place),) if kernel.place else ())
