"""What a name means: ids, places, dotted names, public paths, and the likeliest of several."""

from collections.abc import Iterator

import pytest

from repobook.index.reader.book_reader import BookReader
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "src/torch/__init__.py": "from torch import nn\n",
    "src/torch/nn/__init__.py": "from torch.nn.modules import *\nfrom .core import run as start\n",
    "src/torch/nn/core.py": "def run():\n    return 1\n",
    "src/torch/nn/modules/__init__.py": "from .linear import Linear\n\n__all__ = ['Linear']\n",
    "src/torch/nn/modules/linear.py": (
        "class Linear:\n    @property\n    def size(self):\n        return 1\n"
    ),
    "src/torch/ao/linear.py": "from torch.nn import Linear as Base\n\nclass Linear(Base): ...\n",
    "benchmarks/aaa.py": "class Linear: ...\n\nfor _ in '12': Linear(), Linear(), Linear()\n",
    "tests/test_linear.py": (
        "from torch.nn import Linear as L\n\nclass Linear: ...\n\ndef test_it():\n    L()\n"
    ),
    "docs/linear.md": "# Linear\n\nText.\n",
    "docs/nn.md": "# torch.nn.Linear\n\nText.\n",
    "src/torch/attention.py": "from torch._C import _Backend as Backend\n",
    "src/torch/_C/__init__.pyi.in": "class _Backend(Enum):\n    MATH = 0\n",
    "aten/backend.h": "namespace at { enum class Backend { MATH }; }\n",
    "aten/utils.h": (
        '#include "backend.h"\nnamespace sdp {\n'
        "using Backend = at::Backend;\nBackend first(Backend b);\n}\n"
    ),
    "src/torch/nn/init.py": "import torch.nn.core as C\n\nC.run()\n",
    "src/torch/csrc/table.cpp": (
        "static PyMethodDef functions[] = {\n"
        '    {"tensor", (PyCFunction)make, METH_O, nullptr},\n'
        '    {"sigmoid", (PyCFunction)bend, METH_O, nullptr}, {nullptr}};\n'
    ),
    "src/native/native_functions.yaml": (
        "- func: sigmoid(Tensor self) -> Tensor\n  variants: function, method\n"
    ),
    "lib/a.h": "int next_one(int n);\n",
    "lib/a.c": '#include "a.h"\nint next_one(int n) { return n; }\n',
    "lib/d.h": "typedef struct _node node;\n\nnode *first(node *n);\n",
    "shop/store.go": "package shop\n\ntype Store interface{ Get() int }\n",
    "shop/config.go": (
        "package shop\n\ntype Config struct{ Store Store }\n\n"
        "func Use(c Config) int { return c.Store.Get() + c.Store.Get() + c.Store.Get() }\n"
    ),
    "lib/e.h": "struct tree { struct tree *node; };\n",
    "lib/c.h": "typedef struct pair pair;\n\nstruct pair { int n; };\n",
    "lib/b.c": '#include "a.h"\nint g(void) { return next_one(1); }\n',
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BookReader]:
    folder = tmp_path_factory.mktemp("names")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    reader = BookReader(folder / "book")
    yield reader
    reader.close()


def _ids(reader: BookReader, name: str) -> list[str]:
    return [symbol.id for symbol in reader.symbols_called(name)]


_LINEAR = "src/torch/nn/modules/linear.py::Linear"


def test_code_comes_before_benchmarks_tests_and_documents(reader: BookReader) -> None:
    assert _ids(reader, "Linear") == [
        _LINEAR,
        "src/torch/ao/linear.py::Linear",
        "benchmarks/aaa.py::Linear",
        "tests/test_linear.py::Linear",
        "docs/linear.md::Linear",
    ]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("torch.nn.Linear", _LINEAR),
        ("nn.Linear", _LINEAR),
        ("torch::nn::Linear", _LINEAR),
        ("torch.nn.modules.linear.Linear.size", f"{_LINEAR}.size"),
        ("torch.nn.Linear.size", f"{_LINEAR}.size"),
        ("torch.nn.start", "src/torch/nn/core.py::run"),
        ("torch.attention.Backend", "src/torch/_C/__init__.pyi.in::_Backend"),
        ("torch.attention.Backend.MATH", "src/torch/_C/__init__.pyi.in::_Backend.MATH"),
        ("Backend", "aten/backend.h::at.Backend"),
        ("node", "lib/d.h::node"),
        ("torch.ao.linear.Linear", "src/torch/ao/linear.py::Linear"),
        ("Linear.size()", f"{_LINEAR}.size"),
        ("class Linear", _LINEAR),
        ("def size(self)", f"{_LINEAR}.size"),
        ("struct pair", "lib/c.h::pair~2"),
        ("src/torch/nn/modules/linear.py:4", f"{_LINEAR}.size"),
        ("./src/torch/nn/modules/linear.py:1", _LINEAR),
    ],
)
def test_a_name_may_be_a_path_through_modules_or_a_place(
    reader: BookReader, name: str, id: str
) -> None:
    assert _ids(reader, name)[0] == id


def test_a_declaration_is_not_told_besides_its_definition(reader: BookReader) -> None:
    assert _ids(reader, "next_one") == ["lib/a.c::next_one"]


def test_a_struct_is_meant_and_not_the_line_that_gives_it_the_name_again(
    reader: BookReader,
) -> None:
    assert [(one.kind, one.line) for one in reader.symbols_called("pair")] == [("struct", 3)]


def test_what_is_not_there_is_not_guessed(reader: BookReader) -> None:
    for name in ("torch.nn.Stranger", "x.y", "lib/a.c:400", "none.py:1", "%", "a.%", "'"):
        assert _ids(reader, name) == []


def test_a_module_is_known_by_the_name_that_it_is_imported_under(reader: BookReader) -> None:
    assert _ids(reader, "C.run") == ["src/torch/nn/core.py::run"]
    assert _ids(reader, "D.run") == []


def test_what_a_table_offers_to_python_belongs_to_the_module_around_it(reader: BookReader) -> None:
    assert _ids(reader, "torch.tensor") == ["src/torch/csrc/table.cpp::py:tensor"]
    assert _ids(reader, "torch.nn.tensor") == []


def test_a_declared_operator_comes_before_a_table_that_has_its_name_too(reader: BookReader) -> None:
    assert _ids(reader, "torch.sigmoid") == ["src/native/native_functions.yaml::aten::sigmoid"]


def test_a_type_is_meant_and_not_a_field_of_its_name(reader: BookReader) -> None:
    assert _ids(reader, "Store")[0] == "shop/store.go::Store"
    assert _ids(reader, "Config.Store") == ["shop/config.go::Config.Store"]
