"""From any end of a chain to all of it: the answers of ``trace``.

A chain is held together by bindings of packs: an operator, its names in Python, its kernels, their
dispatch stubs, its formulas and registrations; a route or a command and what it runs. Every step
has the line that shows it; where the chain stops, the reason stands there instead of a target.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from repobook.ask.trace.chain import MAX_SUBJECTS, Chain
from repobook.ask.trace.chain_steps import Hop, Stage
from repobook.ask.trace.subjects import subjects
from repobook.index.reader.binding_reader import BindingReader, FileUses
from repobook.index.reader.book_reader import MAX_MATCHES, BookReader
from repobook.model.answers import Matches, Nothing, SymbolLine
from repobook.model.kinds import STUB

_MAX_USES: Final = 15
_COMPOSED: Final = "composite"


class TraceAnswer(NamedTuple):
    query: str
    subjects: tuple[SymbolLine, ...]
    """The operators, routes or commands of the chain."""
    stages: tuple[Stage, ...]
    tests: tuple[FileUses, ...]
    """Test files that name one of them, most uses first."""
    n_tests: int
    uses: tuple[FileUses, ...]
    n_uses: int

    @property
    def is_cut(self) -> bool:
        return len(self.tests) < self.n_tests or len(self.uses) < self.n_uses


def trace(reader: BookReader, target: str) -> TraceAnswer | Matches | Nothing:
    """A name in Python, an operator, a kernel, a stub, a route, a command, or ``path:line``."""
    bindings = _bindings(reader)
    found = subjects(reader, bindings, target.strip())
    if isinstance(found, Matches | Nothing):
        return found
    if len({symbol.name for symbol in found}) > MAX_SUBJECTS:
        return Matches(target, tuple(found[:MAX_MATCHES]), (), len(found))
    return _answer(Chain(reader, bindings, found), target)


def kernels(reader: BookReader, operators: Iterable[SymbolLine], backend: str) -> list[Hop]:
    """What implements operators, for one backend or for all; where a backend has nothing of its
    own, what is composed of other operators serves it."""
    hops = Chain(reader, _bindings(reader), list(operators)).kernels()
    own = {symbol.qualname for symbol in operators}
    meant = [hop for hop in hops if not backend or backend.lower() in _backends(hop)]
    meant = meant or [
        hop for hop in hops if any(one.startswith(_COMPOSED) for one in _backends(hop))
    ]
    return sorted(meant, key=lambda hop: (hop.subject not in own, not hop.target))


@lru_cache(maxsize=1)
def _bindings(reader: BookReader) -> BindingReader:
    """An open book does not change, and one file may declare thousands of operators."""
    return BindingReader(reader)


def _backends(hop: Hop) -> list[str]:
    return re.split(r"[,\s]+", hop.detail.lower())


def _answer(chain: Chain, query: str) -> TraceAnswer:
    # A search for an operator asks for its kernels alone and need not wait for packs to be found.
    from repobook.packs import installed as packs

    hops = chain.hops()
    stages = [
        Stage(name, title, tuple(dict.fromkeys(one for stage, one in hops if stage == name)))
        for name, title in packs.stages().items()
    ]
    uses = chain.uses()
    tests = [use for use in uses if use.role == "test"]
    others = [use for use in uses if use.role != "test"]
    return TraceAnswer(
        query,
        tuple(s for s in chain.subjects.values() if s.kind != STUB),
        tuple(stage for stage in stages if stage.hops),
        tuple(tests[:_MAX_USES]),
        len(tests),
        tuple(others[:_MAX_USES]),
        len(others),
    )
