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


_NANOBIND = """\
#include "common.h"
NB_MODULE(core, m) {
  nb::class_<Box>(
      m, "Box", nb::dynamic_attr())
      .def_prop_ro("side", &Box::side)
#ifdef WIDE
      .def_rw("width", &Box::width)
#endif
      .def("docs", &Box::docs, R"doc(
        Says ") and more.
      )doc")
      // comments do not end a chain
      .def("grow", [](Box &b, int by) {
        b.grow(by);
      });
}
"""
_BOOST = """\
#include <boost/python.hpp>
char const* greet() { return ""; }
BOOST_PYTHON_MODULE(hello) {
  def("greet", greet);
  class_<World>("World", init<std::string>())
      .def("shout", &World::shout)
      .add_property("size", &World::size);
}
"""
_TYPES = """\
#include <Python.h>
static PyObject *box_grow(PyObject *self, PyObject *args) { return 0; }
static PyObject *box_side(PyObject *self, void *unused) { return 0; }
static PyObject *pile(PyObject *self, PyObject *args) { return 0; }
static PyMethodDef box_methods[] = {
    {"grow", (PyCFunction)(void (*)(void))box_grow, METH_VARARGS}, {NULL}};
static PyGetSetDef
box_attributes[] = { { "side", ( getter )box_side, 0, "doc", 0 }, { 0 } };
static PyMethodDef bag_methods[] = {{"pile", _PyCFunction_CAST(pile), METH_O}, {NULL}};
static PyMemberDef bag_members[] = {{"n", T_INT, offsetof(Bag, n), 0}, {NULL}};
static PyTypeObject Box_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_doc = "A box.", .tp_name = "boxes.Box", .tp_methods = box_methods,
    .tp_getset = box_attributes,
};
static PyType_Slot bag_slots[] = {
    {Py_tp_methods, bag_methods}, {Py_tp_members, bag_members}, {0, 0}};
static PyType_Spec bag_spec = {"boxes.Bag", sizeof(Bag), 0, Py_TPFLAGS_DEFAULT, bag_slots};
static PyMethodDef functions[] = {{"pile", pile, METH_VARARGS}, {NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "boxes", NULL, -1, functions};
"""
_CLINIC = """\
#define OS_STAT_METHODDEF    \\
    {"stat", _PyCFunction_CAST(os_stat), METH_FASTCALL|METH_KEYWORDS, os_stat__doc__},
"""
_PYO3 = """\
use pyo3::prelude::*;
#[pyclass(name = "Box", frozen)]
struct BoxInner {
    #[pyo3(get, set)]
    side: usize,
    hidden: usize,
}
#[pymethods]
impl BoxInner {
    #[new]
    fn new(side: usize) -> Self { BoxInner { side, hidden: 0 } }
    fn grow(&mut self, by: usize) {
        self.side += by;
    }
    #[getter]
    fn get_area(&self) -> usize { 0 }
    #[pyo3(name = "shout")]
    fn say(&self) {}
}
impl BoxInner {
    fn private(&self) {}
}
#[pyfunction]
#[pyo3(signature = (n, /))]
fn pile(n: usize) -> usize { n }
fn helper() {}
#[pymodule]
fn boxes(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_function(wrap_pyfunction!(pile, m)?)
}
"""


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        (
            "C++",
            _NANOBIND,
            "5 core.Box.side, 7 core.Box.width, 9 core.Box.docs, 13 core.Box.grow",
        ),
        ("C++", _BOOST, "4 hello.greet, 6 hello.World.shout, 7 hello.World.size"),
        (
            "C",
            _TYPES,
            "6 boxes.Box.grow, 8 boxes.Box.side, 9 boxes.Bag.pile, 10 boxes.Bag.n, 19 boxes.pile",
        ),
        ("C", _CLINIC, "2 stat"),
        (
            "Rust",
            _PYO3,
            "5 boxes.Box.side, 11 boxes.Box.__new__, 12 boxes.Box.grow, 16 boxes.Box.area,"
            " 18 boxes.Box.shout, 25 boxes.pile",
        ),
    ],
)
def test_names_have_their_class_and_module(language: str, text: str, names: str) -> None:
    assert _names(language, text) == [one.replace(" ", " py:") for one in names.split(", ")]


def test_code_in_place_belongs_to_the_name() -> None:
    definitions = parse("C++", _NANOBIND.encode()).definitions
    assert [d.end_line for d in definitions if d.name == "py:core.Box.grow"] == [15]


def test_functions_lead_back_to_their_names() -> None:
    bound = [r for r in parse("Rust", _PYO3.encode()).references if r.role == "bind"]
    assert {r.name: r.receiver.rpartition("\t")[2] for r in bound} == {
        "side": "::BoxInner.side",
        "new": "::BoxInner.new",
        "grow": "::BoxInner.grow",
        "get_area": "::BoxInner.get_area",
        "say": "::BoxInner.say",
        "pile": "::pile",
    }


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


def test_a_list_of_methods_in_cpp_is_a_table() -> None:
    text = """\
static std::initializer_list<PyMethodDef> methods = {
    {"plus", (PyCFunction)plus, METH_VARARGS, nullptr},
    {"minus", minus, METH_O, nullptr}};
"""
    assert _names("C++", text) == ["2 py:plus", "3 py:minus"]


@pytest.mark.parametrize("asked", ["box._core.plus", "_plus", "py:_core.plus"])
def test_a_stub_stands_between_python_and_compiled_code(tmp_path: Path, asked: str) -> None:
    files: dict[str, str | bytes] = {
        "box/_core.pyi.in": "def plus(a: int, b: int) -> int: ...\n",
        "box/__init__.py": "from box import _core\n\ndef add(a):\n    return _core.plus(a, 1)\n",
        "src/core.cpp": """\
#include <pybind11/pybind11.h>
int _plus(int a, int b) { return a + b; }
PYBIND11_MODULE(_core, m) {
  m.def("plus", &_plus);
}
""",
    }
    make_book(write_tree(tmp_path / "library", files), tmp_path / "book")
    with open_book(str(tmp_path / "book")) as book:
        answer = book.trace(asked)
        assert isinstance(answer, TraceAnswer)
        hops = {stage.name: stage.hops[0].target_path for stage in answer.stages}
        assert hops == {"implementation": "src/core.cpp", "declaration": "box/_core.pyi.in"}
        assert "box/__init__.py" in [use.path for use in answer.uses]
