"""What the code of a chain reaches: functions beside it, templates, tests, what compiles it."""

from collections.abc import Iterable, Iterator
from typing import Final

from repobook.ask.references.references_answer import overriding
from repobook.ask.trace.chain_steps import Hop, Staged, hop_to, hops_to_files
from repobook.index.reader.binding_reader import BindingReader, BoundPlace
from repobook.index.reader.book_reader import BookReader
from repobook.index.reader.file.file_links import edges_to
from repobook.index.reader.repository.calls_in_python import CallsInPython
from repobook.model.answers import SymbolLine
from repobook.text.folders import folder_of

_FUNCTIONS: Final = frozenset(["function", "method", "kernel"])
# What a generator reads names kernels, but compiles none.
_LISTS: Final = (".yaml", ".yml")


class ChainCode:
    def __init__(self, reader: BookReader, bindings: BindingReader) -> None:
        self._reader = reader
        self._bindings = bindings
        self.python_calls = CallsInPython(reader.rows, bindings)
        self._called_by_id: dict[str, list[tuple[int, str, SymbolLine]]] = {}
        self._overriding_by_id: dict[str, tuple[SymbolLine, ...]] = {}

    def functions(self, kernels: Iterable[SymbolLine]) -> list[Staged]:
        """What kernels call in their own folder or below, and what overrides that, each once."""
        hops: dict[str, Hop] = {}
        for kernel in kernels:
            for line, confidence, function in self._called(kernel):
                for symbol in (function, *self._overriding(function, kernel)):
                    subject, where = kernel.qualname, (kernel.path, line)
                    hop = hop_to(symbol, subject, subject, *where, confidence)
                    hops.setdefault(symbol.id, hop)
        return [("functions", hop) for hop in hops.values()]

    def places_within(self, kernel: SymbolLine) -> list[BoundPlace]:
        """Bindings in a kernel, and in the functions of its file that it calls."""
        own = [f for _, _, f in self._called(kernel) if f.path == kernel.path]
        return [p for one in (kernel, *own) for p in self.places_in(one)]

    def places_in(self, function: SymbolLine) -> list[BoundPlace]:
        """Bindings between its lines, and operators that it calls by their names in Python."""
        return [*self._bindings.places_within(function), *self.python_calls.within(function)]

    def templates(self, functions: Iterable[SymbolLine]) -> list[Staged]:
        """What functions, or those that they call beside them, fill: files, and classes that make
        the text themselves."""
        hops: dict[Hop, None] = {}
        for function in functions:
            for one in (function, *(f for _, _, f in self._called(function))):
                for line, confidence, symbol in self._named(one, "mention"):
                    if symbol.kind == "class" and symbol.name.endswith("Template"):
                        where = (one.path, line)
                        hops[hop_to(symbol, one.name, "", *where, confidence)] = None
                    elif symbol.kind == "variable":
                        hops |= dict.fromkeys(self._filled(symbol))
        return [("template", hop) for hop in hops]

    def _filled(self, variable: SymbolLine) -> Iterator[Hop]:
        """The files of a template that a variable holds."""
        for place in self._bindings.places_within(variable):
            if place.binding.stage == "template":
                files = filter(None, map(self._bindings.path_of, place.targets))
                yield from (h._replace(name=h.target) for h in hops_to_files(place, files))

    def described_tests(self, places: Iterable[BoundPlace]) -> list[Staged]:
        """Tests that run over all entries of the list in which an operator is described."""
        lists = {
            symbol.id: symbol
            for place in places
            if place.binding.stage == "test-info"
            for symbol in self._bindings.symbols_around(place.path, place.line)
            if symbol.kind == "variable" and symbol.line < place.line
        }
        return [
            ("described-test", Hop(symbol.name, "", use.path, use.line, "", "", "", 0, "exact", ""))
            for symbol in lists.values()
            for use in self._bindings.uses_of(symbol)
            if use.role == "test"
        ]

    def applied_lists(self, places: Iterable[BoundPlace]) -> list[Staged]:
        """Libraries of other files that take a list of operators, which a macro holds."""
        hops: dict[Staged, None] = {}
        for place in places:
            if place.binding.stage in ("autocast", "registration"):
                for macro in self._bindings.symbols_around(place.path, place.line):
                    for use in self._bindings.places_of(macro) if macro.kind == "macro" else ():
                        if use.binding.subject == macro.name:
                            detail = f"{use.binding.detail} {place.binding.detail}".rstrip()
                            where = (use.path, use.line, macro.name)
                            sure = (use.confidence, "")
                            hop = Hop(place.binding.subject, detail, *where, "", "", 0, *sure)
                            hops[place.binding.stage, hop] = None
        return list(hops)

    def build_targets(self, paths: Iterable[str]) -> list[Staged]:
        hops: dict[tuple[str, str], Hop] = {}
        for path in dict.fromkeys(paths):
            for edge in edges_to(self._reader.rows, path):
                if edge.kind == "build" and not edge.path.endswith(_LISTS):
                    where, name = (edge.path, edge.line), path.rpartition("/")[2]
                    hop = Hop(path, name, *where, name, "", "", 0, edge.confidence, "")
                    hops.setdefault((path, edge.path), hop)
        return [("build", hop) for hop in hops.values()]

    def standing_for(self, places: Iterable[BoundPlace]) -> Iterator[SymbolLine]:
        """Variables that hold an operator, and names in Python that are nothing but an entry point
        of it: who uses one uses the operator."""
        for place in places:
            if place.binding.stage in ("holder", "entry"):
                last = place.binding.subject.rpartition("::")[2].partition(".")[0]
                yield from (
                    symbol
                    for symbol in self._bindings.symbols_around(place.path, place.line)
                    if symbol.name == last and symbol.qualname == symbol.name
                )

    def _called(self, function: SymbolLine) -> list[tuple[int, str, SymbolLine]]:
        """In its own folder or below: what lies elsewhere is a tool of all."""
        if function.id not in self._called_by_id:
            folder = f"{folder_of(function.path)}/"
            self._called_by_id[function.id] = [
                (line, confidence, symbol)
                for line, confidence, symbol in self._named(function, "call")
                if symbol.kind in _FUNCTIONS and symbol.id != function.id
                if symbol.path == function.path
                or (confidence == "exact" and symbol.path.startswith(folder))
                or self._is_base_method(symbol, function)
            ]
        return self._called_by_id[function.id]

    def _is_base_method(self, symbol: SymbolLine, function: SymbolLine) -> bool:
        """One folder up: what subclasses in the folder of the function may override."""
        above = folder_of(folder_of(function.path))
        return folder_of(symbol.path) == above and bool(self._overriding(symbol, function))

    def _overriding(self, symbol: SymbolLine, function: SymbolLine) -> list[SymbolLine]:
        """In the folder of the function or below."""
        folder = folder_of(function.path)
        if symbol.kind != "method" or folder_of(symbol.path) not in (folder, folder_of(folder)):
            return []
        if symbol.id not in self._overriding_by_id:
            self._overriding_by_id[symbol.id] = overriding(self._reader, symbol)
        found = self._overriding_by_id[symbol.id]
        return [one for one in found if one.path.startswith(f"{folder}/")]

    def _named(self, function: SymbolLine, role: str) -> list[tuple[int, str, SymbolLine]]:
        """Symbols that are named between its lines, each where it is first."""
        found = self._bindings.named_within(function, role)
        symbols = self._bindings.symbols_of(use.key for use in found)
        return [(u.line, u.confidence, symbols[u.key]) for u in found if u.key in symbols]
