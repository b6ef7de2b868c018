"""Who uses a symbol, and where the trail ends: answers over a small book of known links."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from repobook.ask.dependencies_answer import deps_of, find_file, way_between
from repobook.ask.references.mentions import Mentions
from repobook.ask.references.references_answer import (
    UsesAnswer,
    Wanted,
    asked_uses,
    uses_by,
    uses_of,
)
from repobook.index.reader.book_reader import BookReader
from repobook.model.answers import FileAnswer, Nothing, SymbolLine
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "pkg/__init__.py": "from .shapes import Circle\n",
    "pkg/shapes.py": (
        "class Shape:\n"
        "    def area(self):\n"
        "        return 0\n\n\n"
        "class Circle(Shape):\n"
        "    def area(self):\n"
        "        return helper()\n\n\n"
        "class Dot(Circle):\n"
        "    pass\n\n\n"
        "def helper():\n"
        "    return 3\n"
    ),
    "app/main.py": (
        "import numpy\n"
        "from pkg import Circle\n\n\n"
        "def start():\n"
        "    return Circle().area()\n\n\n"
        "def outer(x):\n"
        "    x.unheard_of()\n"
        "    return start()\n"
    ),
    "pkg/walks.py": "".join(
        f"class {name}:\n    def stride(self):\n        return 1\n\n\n"
        for name in ("Walker", "Runner", *(f"Other{n}" for n in range(9)))
    ),
    "pkg/far.py": "def far(x):\n    return x.stride()\n",
    "app/other.py": "def helper():\n    pass\n",
    "app/give.js": "import x from 'far';\nfunction f() {}\nexport { f as g };\n",
    "app/broken.py": "def f(:\n",
    "ops/kernel.cpp": (
        "static int kernel_impl(int n) { return n; }\nREGISTER_DISPATCH(stub, &kernel_impl)\n"
        "int attention_cpu(int n) { return n; }\nint lonely(int n) { return n; }\n"
    ),
    "ops/functions.yaml": "- func: attention\n  dispatch:\n    CPU: attention_cpu\n",
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BookReader]:
    folder = tmp_path_factory.mktemp("usage")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    reader = BookReader(folder / "book")
    yield reader
    reader.close()


def _symbol(reader: BookReader, id: str) -> SymbolLine:
    return reader.symbols_called(id)[0]


def _uses(reader: BookReader, id: str, **wanted: object) -> UsesAnswer:
    return uses_of(reader, _symbol(reader, id), Wanted(**wanted))  # type: ignore[arg-type]


def _places(answer: UsesAnswer) -> list[tuple[str, int, str, str]]:
    return [(site.path, site.line, site.role, site.within) for site in answer.sites]


def test_uses_come_with_place_role_and_surrounding_symbol(reader: BookReader) -> None:
    answer = _uses(reader, "pkg/shapes.py::Circle")
    assert _places(answer) == [
        ("app/main.py", 2, "import", ""),
        ("app/main.py", 6, "call", "start"),
        ("pkg/__init__.py", 1, "import", ""),
        ("pkg/shapes.py", 11, "inherit", "Dot"),
    ]
    assert (answer.n_places, answer.n_files) == (4, 3)
    assert dict(answer.by_role) == {"import": 2, "call": 1, "inherit": 1}
    assert dict(answer.by_confidence) == {"exact": 4}
    assert [folder.folder for folder in answer.folders] == ["app", "pkg"]


def test_one_role_can_be_asked_for(reader: BookReader) -> None:
    answer = _uses(reader, "pkg/shapes.py::Circle", role="inherit")
    assert _places(answer) == [("pkg/shapes.py", 11, "inherit", "Dot")]
    assert answer.n_places == 1


def test_callers_of_callers_are_followed_to_a_depth(reader: BookReader) -> None:
    answer = _uses(reader, "pkg/shapes.py::Circle.area", role="call", depth=2)
    assert [(site.within, site.depth) for site in answer.sites] == [("start", 1), ("outer", 2)]


def test_cut_list_keeps_the_totals(reader: BookReader) -> None:
    answer = _uses(reader, "pkg/shapes.py::Circle", max_sites=1)
    assert (len(answer.sites), answer.n_places) == (1, 4)


def test_method_tells_what_overrides_it_and_what_it_overrides(reader: BookReader) -> None:
    above = _uses(reader, "pkg/shapes.py::Shape.area")
    below = _uses(reader, "pkg/shapes.py::Circle.area")
    assert [symbol.id for symbol in above.overrides] == ["pkg/shapes.py::Circle.area"]
    assert [symbol.id for symbol in below.overridden] == ["pkg/shapes.py::Shape.area"]


def test_a_method_defined_outside_of_its_class_overrides_what_its_declaration_does(
    tmp_path: Path,
) -> None:
    tree = {
        "x.h": "namespace n {\nclass B { public: virtual void f(); };\n"
        "class X : public B { public: void f() override; };\n}\n",
        "x.cpp": '#include "x.h"\nusing namespace n;\nvoid X::f() {}\n',
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    answer = _uses(reader, "x.cpp::X.f")
    reader.close()
    assert [symbol.id for symbol in answer.overridden] == ["x.h::n.B.f"]


def test_a_method_overrides_what_stands_beside_its_class_and_what_a_protocol_asks_for(
    tmp_path: Path,
) -> None:
    tree = {
        "a.py": "from typing import Protocol\n\n\n"
        "class Base:\n    def run(self):\n        self.client()\n\n"
        "    def client(self):\n        pass\n\n\n"
        "class Mixin:\n    def client(self):\n        return 1\n\n\n"
        "class Both(Mixin, Base):\n    pass\n\n\n"
        "class Closing(Protocol):\n    def on_close(self): ...\n\n    def on_end(self): ...\n\n\n"
        "class Handler:\n    def on_close(self):\n        pass\n\n"
        "    def on_end(self):\n        pass\n\n\n"
        "class Half:\n    def on_close(self):\n        pass\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    overridden = {
        name: [symbol.qualname for symbol in _uses(reader, f"a.py::{name}").overridden]
        for name in ("Mixin.client", "Handler.on_close", "Half.on_close")
    }
    reader.close()
    assert overridden == {
        "Mixin.client": ["Base.client"],
        "Handler.on_close": ["Closing.on_close"],
        "Half.on_close": [],
    }


def test_class_tells_subclasses_all_the_way_down_and_bases_all_the_way_up(
    reader: BookReader,
) -> None:
    top, bottom = _uses(reader, "pkg/shapes.py::Shape"), _uses(reader, "pkg/shapes.py::Dot")
    assert [symbol.name for symbol in top.overrides] == ["Circle", "Dot"]
    assert [symbol.name for symbol in bottom.overridden] == ["Circle", "Shape"]


def test_coverage_says_what_was_not_read(reader: BookReader) -> None:
    answer = _uses(reader, "pkg/shapes.py::Dot")
    assert answer.n_places == 0
    assert answer.coverage.n_unparsed == 1


def test_what_a_symbol_uses_is_told_line_by_line(reader: BookReader) -> None:
    answer = uses_by(reader, _symbol(reader, "app/main.py::start"), Wanted())
    told = {(use.target, use.line, use.confidence) for use in answer.uses}
    assert told >= {
        ("pkg/shapes.py::Circle", 6, "exact"),
        ("pkg/shapes.py::Circle.area", 6, "exact"),
    }


def test_the_likeliest_of_a_name_is_meant_and_strangers_are_not_found(reader: BookReader) -> None:
    answer = asked_uses(reader, "helper", True, Wanted())
    assert isinstance(answer, UsesAnswer)
    assert answer.symbol.id == "pkg/shapes.py::helper"
    assert [symbol.id for symbol in answer.others.symbols] == ["app/other.py::helper"]
    assert isinstance(asked_uses(reader, "stranger", True, Wanted()), Nothing)


def test_file_tells_its_edges_in_both_directions(reader: BookReader) -> None:
    answer = deps_of(reader, "pkg/shapes.py")
    assert answer.out == ()
    assert {(edge.path, edge.kind) for edge in answer.into} >= {
        ("app/main.py", "call"),
        ("pkg/__init__.py", "import"),
    }


def test_outside_packages_are_told_with_their_line(reader: BookReader) -> None:
    outside = deps_of(reader, "app/main.py").outside
    assert [(o.module, o.line, o.reason) for o in outside] == [("numpy", 1, "external")]


def test_what_a_file_gives_away_is_no_import(reader: BookReader) -> None:
    assert [o.module for o in deps_of(reader, "app/give.js").outside] == ["far"]
    shown = reader.show("app/give.js")
    assert isinstance(shown, FileAnswer)
    assert shown.n_imports == 1


def test_shortest_way_between_two_files_is_shown_step_by_step(reader: BookReader) -> None:
    steps = way_between(reader, "app/main.py", "pkg/shapes.py").steps
    assert [(step.source, step.target) for step in steps] == [("app/main.py", "pkg/shapes.py")]
    nowhere = way_between(reader, "pkg/shapes.py", "app/main.py")
    assert nowhere.steps == ()
    assert nowhere.n_reached == 1


def test_file_is_found_by_the_end_of_its_path(reader: BookReader) -> None:
    assert find_file(reader, "./pkg/shapes.py") == "pkg/shapes.py"
    assert find_file(reader, "shapes.py") == "pkg/shapes.py"
    assert isinstance(find_file(reader, "none.py"), Nothing)


def test_links_survive_in_the_public_views(reader: BookReader, tmp_path: Path) -> None:
    rows = reader.rows(
        "SELECT target, confidence FROM refs WHERE path = ? AND line = 6", ("app/main.py",)
    )
    assert ("pkg/shapes.py::Circle", "exact") in rows
    edges = reader.rows("SELECT source, target, kind, line, confidence FROM file_edges")
    assert ("pkg/__init__.py", "pkg/shapes.py", "import", 1, "exact") in edges


def test_places_are_told_in_parts_that_join_to_the_whole(reader: BookReader) -> None:
    whole = _uses(reader, "pkg/shapes.py::Circle", depth=2)
    parts = [_uses(reader, whole.symbol.id, depth=2, max_sites=1, first=n) for n in range(9)]
    assert tuple(site for part in parts for site in part.sites) == whole.sites
    assert [part.is_cut for part in parts].count(True) == len(whole.sites) - 1
    assert not whole.is_cut


def test_no_use_is_found_only_where_the_name_stands_nowhere_else(reader: BookReader) -> None:
    named = _uses(reader, "ops/kernel.cpp::attention_cpu").mentions
    assert [(m.path, m.line, m.text) for m in named.places] == [
        ("ops/functions.yaml", 3, "CPU: attention_cpu")
    ]
    assert (named.n_files, named.n_places) == (1, 1)
    assert _uses(reader, "ops/kernel.cpp::lonely").mentions == Mentions()
    # What is used for certain needs no list, and what leads to a namesake is none of it.
    assert _uses(reader, "pkg/shapes.py::helper").mentions == Mentions()
    assert _uses(reader, "app/other.py::helper").mentions == Mentions()


def test_what_a_macro_registers_is_used_or_mentioned(reader: BookReader) -> None:
    answer = _uses(reader, "ops/kernel.cpp::kernel_impl")
    places = [(site.path, site.line) for site in answer.sites]
    assert places or [(m.path, m.line) for m in answer.mentions.places] == [("ops/kernel.cpp", 2)]


def test_dynamic_sites_are_listed_where_they_are_asked_for(reader: BookReader) -> None:
    assert _uses(reader, "pkg/walks.py::Walker.stride").dynamic == ()
    answer = _uses(reader, "pkg/walks.py::Walker.stride", is_dynamic=True)
    assert [(s.path, s.line, s.within) for s in answer.dynamic] == [("pkg/far.py", 2, "far")]
    assert answer.coverage.n_dynamic == len(answer.dynamic)


def test_where_documents_alone_use_it_what_may_use_it_is_listed(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        "lib/reply.py": "class Reply:\n    def send(self): ...\n\n    def send_late(self): ...\n",
        "lib/other.py": "class Post:\n    def send(self): ...\n",
        "app.py": "def go(reply):\n    reply.send()\n    return getattr(reply, 'send_late')\n",
        "NEWS.md": "`Reply.send` and `Reply.send_late` are new.\n",
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    late = asked_uses(reader, "Reply.send_late", True, Wanted())
    reader.close()
    assert isinstance(late, UsesAnswer)
    assert [site.path for site in late.sites] == ["NEWS.md"]
    assert [(m.path, m.line) for m in late.mentions.places] == [("app.py", 3)]


def test_files_that_were_not_looked_through_for_a_name_are_counted(
    reader: BookReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "ops/kernel.cpp::attention_cpu"
    monkeypatch.setattr("repobook.ask.references.mentions._MAX_FILES", 0)
    found = _uses(reader, name).mentions
    assert not found.places
    assert found.n_unread


def test_a_common_name_is_looked_for_until_enough_places_are_listed(tmp_path: Path) -> None:
    tree: dict[str, str | bytes] = {
        "lib/late.py": "def sooner(): ...\n",
        **{f"conf/{n:02}.txt": "sooner\n" * 10 for n in range(9)},
    }
    make_book(write_tree(tmp_path / "root", tree), tmp_path / "book")
    reader = BookReader(tmp_path / "book")
    found = _uses(reader, "lib/late.py::sooner").mentions
    reader.close()
    assert len(found.places) == found.n_places == 50
    assert (found.n_files, found.n_unread) == (5, 5)
