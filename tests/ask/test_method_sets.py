"""Types of Go and the interfaces that they implement without saying so."""

from collections.abc import Iterator

import pytest

from repobook.ask.references.references_answer import UsesAnswer, Wanted, asked_uses
from repobook.index.reader.book_reader import BookReader
from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_TREE: dict[str, str | bytes] = {
    "go.mod": "module example.com/shop\n",
    "store.go": (
        'package shop\n\nimport (\n\t"io"\n\t"example.com/zip"\n)\n\ntype Item struct{}\n\n'
        "type Getter interface {\n\tGet(name string) (*Item, error)\n}\n\n"
        "type Store interface {\n\tGetter\n\tSave(a, b *Item) error\n}\n\n"
        "type Stream interface {\n\tzip.Seeking\n\tGet(name string) (*Item, error)\n}\n\n"
        "type Sink interface {\n\tio.Writer\n\tio.Closer\n\tFlush() error\n}\n"
    ),
    "sinks.go": (
        'package shop\n\nimport "io"\n\n'
        "type File struct{}\n\nfunc (File) Write(b []byte) (int, error) { return 0, nil }\n\n"
        "func (File) Close() error { return nil }\n\nfunc (File) Flush() error { return nil }\n\n"
        "type Wrapped struct {\n\tio.WriteCloser\n}\n\n"
        "func (Wrapped) Flush() error { return nil }\n\n"
        "type Open struct {\n\tio.Writer\n}\n\nfunc (Open) Flush() error { return nil }\n"
    ),
    "memory.go": (
        "package shop\n\ntype Memory struct{}\n\n"
        "func (m *Memory) Get(key string) (item *Item, err error) { return nil, nil }\n"
    ),
    "memory_save.go": (
        "package shop\n\nfunc (m *Memory) Save(first *Item, second *Item) error { return nil }\n"
    ),
    "other/disk.go": (
        'package other\n\nimport "example.com/shop"\n\n'
        "type Disk struct{}\n\n"
        "func (d Disk) Get(name string) (*shop.Item, error) { return nil, nil }\n\n"
        "type Cached struct {\n\tDisk\n}\n\n"
        "type Wrong struct{}\n\n"
        "func (w Wrong) Get(name int) (*shop.Item, error) { return nil, nil }\n"
    ),
}


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BookReader]:
    folder = tmp_path_factory.mktemp("methods")
    make_book(write_tree(folder / "root", _TREE), folder / "book")
    reader = BookReader(folder / "book")
    yield reader
    reader.close()


def _answer(reader: BookReader, name: str) -> UsesAnswer:
    answer = asked_uses(reader, name, True, Wanted())
    assert isinstance(answer, UsesAnswer)
    return answer


@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("Getter", ["Store", "Memory", "Disk", "Cached"]),
        ("Store", ["Memory"]),
        ("Getter.Get", ["Memory.Get", "Disk.Get"]),
        ("Store.Save", ["Memory.Save"]),
        ("Stream", []),
        ("Sink", ["File", "Wrapped"]),
    ],
)
def test_what_has_the_methods_of_an_interface_implements_it(
    reader: BookReader, name: str, below: list[str]
) -> None:
    """In any file and package; other parameters or unknown methods are another thing."""
    assert sorted(s.qualname for s in _answer(reader, name).overrides) == sorted(below)


@pytest.mark.parametrize(
    ("name", "above"),
    [
        ("Memory", ["Getter", "Store"]),
        ("Memory.Save", ["Store.Save"]),
        ("Disk.Get", ["Getter.Get"]),
        ("Wrong.Get", []),
    ],
)
def test_a_type_names_the_interfaces_that_it_implements(
    reader: BookReader, name: str, above: list[str]
) -> None:
    assert sorted(s.qualname for s in _answer(reader, name).overridden) == above
