"""Cython: declarations of C go, names keep their places."""

from pathlib import Path

import pytest

from repobook import open_book
from repobook.ask.references.references_answer import UsesAnswer
from repobook.languages import parse
from tests.fakes.affected import assert_all_edits_followed
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TEXT = '''\
# cython: language_level=3
"""Boxes; cdef class Quoted: is none."""
from libc.stdlib cimport malloc, free
cimport cython
include "shapes.pxi"
DEF LIMIT = 10
IF UNAME == "Linux":
    import fast

cdef extern from "boxes.h" nogil:
    ctypedef struct box_t:
        int side
    int box_grow(box_t* box, int by) except -1

ctypedef unsigned long size
cdef enum Color:
    red = 1
cdef struct Pair:
    int a, b

cdef int counter = 0, *other  # of boxes
cdef int (*callback)(int)

cdef class Box(Shape) [object BoxObject, type BoxType]:
    """A box."""
    cdef public double side
    cdef np.ndarray[np.float64_t, ndim=2] grid

    def __cinit__(self, double side=1, *, str name not None, int[:, ::1] view=None):
        self.side = <double>side + <int>round(side)
        cdef box_t* made = <box_t*> malloc(sizeof(box_t))
        box_grow(&self.box, <int> 3)

    property area:
        def __get__(self):
            return self.side

    @cython.boundscheck(False)
    cpdef double grow(self, double by,
                      object key=None) except? -1:
        return helper(new Thing(), by)

cdef inline int helper(Thing* thing, double by) noexcept nogil:
    return thing.grow(by)

def plain(int n, x: int = 3) -> int:
    return n
'''


def test_definitions_keep_their_places_and_signatures() -> None:
    facts = parse("Cython", _TEXT.encode())
    assert not facts.diagnostics
    shown = [f"{d.line} {d.kind} {d.qualname}: {d.signature}" for d in facts.definitions]
    assert shown == [
        "6 constant LIMIT: DEF LIMIT = 10",
        "16 class Color: cdef enum Color",
        "17 field Color.red: red = 1",
        "18 class Pair: cdef struct Pair",
        "21 variable counter: cdef int counter = 0, *other",
        "24 class Box: cdef class Box(Shape) [object BoxObject, type BoxType]",
        "26 field Box.side: cdef public double side",
        "27 field Box.grid: cdef np.ndarray[np.float64_t, ndim=2] grid",
        "29 method Box.__cinit__: def __cinit__(self, double side=1, *, str name not None,"
        " int[:, ::1] view=None)",
        "34 property Box.area: property area",
        "35 method Box.area.__get__: def __get__(self)",
        "39 method Box.grow: cpdef double grow(self, double by, object key=None) except? -1",
        "43 function helper: cdef inline int helper(Thing* thing, double by) noexcept nogil",
        "46 function plain: def plain(int n, x: int = 3) -> int",
    ]


def test_uses_stand_where_they_are_written() -> None:
    lines = _TEXT.encode().splitlines()
    facts = parse("Cython", _TEXT.encode())
    for reference in facts.references:
        for position in reference.positions:
            line, column = position >> 20, position & ((1 << 20) - 1)
            assert lines[line - 1][column:].startswith(reference.name.encode()), reference
    assert {"helper", "Thing", "malloc"} <= {r.name for r in facts.references if r.role == "call"}


def test_what_is_taken_from_other_files() -> None:
    imports = [
        f"{i.line} {i.module} {i.name}".strip() for i in parse("Cython", _TEXT.encode()).imports
    ]
    assert imports == [
        "3 libc.stdlib malloc",
        "3 libc.stdlib free",
        "4 cython",
        "5 .shapes *",
        "8 fast",
    ]


def test_declarations_define_names_too() -> None:
    text = (
        "cdef class Box:\n    cdef int side\n    cpdef int grow(self, int by=*)\ncdef class Later\n"
    )
    facts = parse("Cython", text.encode())
    assert [d.qualname for d in facts.definitions] == ["Box", "Box.side", "Box.grow"]
    assert not facts.diagnostics


@pytest.mark.parametrize(
    "text", ["cdef", "cdef class", "def f(", 'cdef x "', "cdef extern from", "<"]
)
def test_broken_text_is_data(text: str) -> None:
    assert parse("Cython", text.encode()).n_lines == 1


def test_python_leads_to_cython_through_what_includes_it(tmp_path: Path) -> None:
    files = {
        "pkg/__init__.py": "from ._all import Box\n\nBox().grow()\n",
        "pkg/_all.pyx": 'include "_box.pyx"\n',
        "pkg/_box.pyx": "cdef class Box:\n    cpdef int grow(self): return 1\n",
    }
    make_book(write_tree(tmp_path / "library", files), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as book:
        uses = book.references("pkg/_box.pyx::Box.grow")
        assert isinstance(uses, UsesAnswer)
        assert [(use.path, use.line) for use in uses.sites] == [("pkg/__init__.py", 3)]


def test_every_edit_is_followed() -> None:
    assert_all_edits_followed(
        {
            "use.py": ["from pkg.box import grow\ngrow()\n", "import pkg.box\npkg.box.grow()\n"],
            "pkg/box.pyx": ["cpdef int grow(): pass\n", "from .other cimport grow\n", None],
            "pkg/other.pxd": ["cdef int grow()\n", None],
            "pkg/box.pyi": [None, "def grow(): ...\n"],
        }
    )
