"""Names in Python of compiled functions, and the functions behind them."""

from pathlib import Path

import pytest

from repobook import open_book
from repobook.ask.trace.trace_answer import TraceAnswer
from repobook.languages import parse
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_FILES = {
    "src/module.cpp": """\
#include <pybind11/pybind11.h>
#include "shapes.h"
namespace py = pybind11;
int add(int a, int b) { return a + b; }
// m.def("commented", &add);
PYBIND11_MODULE(mymod, m) {
  m.def("plus", &add, "doc");
  m.def("twice", [](int x) { return 2 * x; });
  py::class_<shapes::Circle>(m, "Circle")
      .def(py::init<>())
      .def("area", &shapes::Circle::area)
      .def_static("unit", &shapes::Circle::unit);
  auto square = py::class_<shapes::Square>(m, "Square");
  square.def("side", &shapes::Square::side);
  m.def("over", py::overload_cast<int, int>(&add));
}
""",
    "src/shapes.h": """\
namespace shapes {
struct Circle { double area(); static Circle unit(); };
struct Square { double side(); };
}
""",
    "src/shapes.cpp": """\
#include "shapes.h"
namespace shapes {
double Circle::area() { return 3; }
Circle Circle::unit() { return {}; }
double Square::side() { return 1; }
}
""",
    "src/spam.c": """\
#include <Python.h>
static PyObject *spam_system(PyObject *self, PyObject *args) { return 0; }
static PyObject *spam_other(PyObject *self, PyObject *args) { return 0; }
static PyMethodDef SpamMethods[] = {
    {"system",  spam_system, METH_VARARGS, "Execute."},
    {"other", (PyCFunction)(void(*)(void))spam_other, METH_VARARGS, NULL},
    {"third", castPyCFunctionWithKeywords(spam_other), METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL}
};
""",
}


def _names(language: str, text: str) -> list[str]:
    definitions = parse(language, text.encode()).definitions
    return [f"{d.line} {d.name}" for d in definitions if d.kind == "python_name"]


def test_registrations_define_names_of_modules_and_classes() -> None:
    assert _names("C++", _FILES["src/module.cpp"]) == [
        "7 py:mymod.plus",
        "8 py:mymod.twice",
        "11 py:mymod.Circle.area",
        "12 py:mymod.Circle.unit",
        "14 py:mymod.Square.side",
        "15 py:mymod.over",
    ]


def test_tables_of_the_c_api_define_names() -> None:
    assert _names("C", _FILES["src/spam.c"]) == ["5 py:system", "6 py:other", "7 py:third"]


def test_other_calls_of_def_define_nothing() -> None:
    assert _names("C++", 'void f() { x.def("a", &b); }\n') == []


@pytest.mark.parametrize(
    ("asked", "name", "path", "line"),
    [
        ("mymod.plus", "py:mymod.plus", "src/module.cpp", 4),
        ("py:mymod.over", "py:mymod.over", "src/module.cpp", 4),
        ("mymod.Circle.area", "py:mymod.Circle.area", "src/shapes", 0),
        ("spam_other", "py:other", "src/spam.c", 3),
    ],
)
def test_a_name_in_python_leads_to_its_function_and_back(
    tmp_path: Path, asked: str, name: str, path: str, line: int
) -> None:
    make_book(write_tree(tmp_path / "library", _FILES), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as book:
        answer = book.trace(asked)
        assert isinstance(answer, TraceAnswer)
        assert name in [symbol.name for symbol in answer.subjects]
        hops = [hop for stage in answer.stages for hop in stage.hops]
        assert any(
            h.target_path.startswith(path) and h.target_line in (line or h.target_line,)
            for h in hops
        )
