"""The volume follows calls from where work enters."""

from pathlib import Path

from tests.fakes.books import make_book
from tests.fakes.trees import write_tree

_HELPERS = [f"step{n}" for n in range(9)]
_SERVER = (
    "from work import handle, log\n\n\nclass Server:\n    def serve(self, request):\n"
    "        log(request)\n        self.prepare(request)\n        return handle(request)\n\n"
    "    def prepare(self, request):\n        if request:\n            log(request)\n"
)
_WORK = (
    "def log(text):\n    print(text)\n\n\ndef handle(request):\n"
    + "".join(f"    {name}(request)\n" for name in _HELPERS)
    + "".join(f"\n\ndef {name}(request):\n    if request:\n        log()\n" for name in _HELPERS)
)


def _steps(markdown: str) -> list[tuple[str, str]]:
    section = markdown.partition("## Call Walkthroughs")[2].partition("\n## ")[0]
    rows = [line.split(" | ") for line in section.splitlines() if line.startswith("| ")][2:]
    return [(row[0].strip("| "), row[1].strip("`")) for row in rows]


def test_calls_stand_in_the_order_of_their_lines(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"server.py": _SERVER, "work.py": _WORK}
    make_book(write_tree(tmp_path / "root", files), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    assert "### `Server.serve` [`server.py:5-8`]" in markdown
    steps = _steps(markdown)
    assert steps[:3] == [("1", "Server.prepare"), ("2", "handle"), ("2.1", "step0")]
    assert [name for _, name in steps[2:8]] == _HELPERS[:6]
    assert "8 of 19" in markdown  # what is left out is counted


def test_what_leads_nowhere_is_no_walk(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "root", {"a.py": "def f():\n    g()\n"}), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    assert "Call Walkthroughs" not in markdown


_ENGINE = """
class Store:
    def load(self, key):
        raise NotImplementedError


class FileStore(Store):
    def load(self, key):
        if key:
            return read(key)


def read(key):
    return key or None


class Engine:
    def __init__(self, store: Store, routes):
        self.store = store
        self.routes = routes

    def __call__(self, environ, start_response):
        if environ:
            later(self.on_reply)
        else:
            self.store.load(environ)
        return self.routes[environ](start_response)

    def on_reply(self, reply):
        if self.on_reply == reply:
            read(reply)


def later(function):
    if function:
        function()
"""


def test_what_is_handed_over_implemented_elsewhere_or_open_is_followed(tmp_path: Path) -> None:
    """A comparison hands nothing over, and a condition stands beside what it decides."""
    make_book(write_tree(tmp_path / "root", {"engine.py": _ENGINE}), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    section = markdown.partition("### `Engine.__call__`")[2].partition("\n### ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][2:]
    assert [row.split(" | ")[1] for row in rows] == [
        "`later`",
        "passes callback `Engine.on_reply`",
        "implemented by `FileStore.load`  (*inferred*)",
        "`read`",
        "calls the value of `self.routes[environ]`",
    ]
    conditions = [row.split(" | ")[2].partition("]")[0] for row in rows]
    assert conditions == [
        "[`if environ`",
        "[`if environ`",
        "[`else`",
        "[`if key`",
        "",
    ]


_TABLE = """typedef void commandProc(client *c);

struct command {
    char *name;
    commandProc *proc;
};

void getCommand(client *c) {
    if (c) read(c);
}

void setCommand(client *c) {
    if (c) store(c);
}

void unknownCommand(client *c) {
    if (c) read(c);
}

struct command commands[] = {
    {"get", getCommand},
    {"set", setCommand},
};

void store(client *c) {
    if (c) read(c);
}

void read(client *c) {
    if (c) store(c);
}

int main(int argc, char **argv) {
    struct command *cmd = find(argv);
    store(argv);
    if (argc > 1) cmd->proc(argv);
    handler_t *each = next(argv);
    each(argv);
}
"""


def test_what_a_table_or_a_variable_holds_is_named(tmp_path: Path) -> None:
    make_book(write_tree(tmp_path / "root", {"commands.c": _TABLE}), tmp_path / "book")
    markdown = (tmp_path / "book/markdown/comprehensive_book.md").read_text("utf-8")
    section = markdown.partition("### `main`")[2].partition("\n### ")[0]
    held = [line.split(" | ")[1] for line in section.splitlines() if "calls the value of" in line]
    assert [name.partition("`](")[0] for name in held] == [
        "calls the value of `command.proc`: [`getCommand",
        "calls the value of `each`",
    ]
    assert "setCommand" in held[0]
    assert "unknownCommand" not in held[0]
    assert "(*inferred*)" in held[0]


_SETTINGS = """
function set(name, value) {
  if (arguments.length === 1) {
    return find(name);
  }
  return compile(value);
}
function find(name) { if (name) { return trim(name); } }
function compile(value) { if (value) { return trim(value); } }
function trim(value) { return value || null; }
function main(req, res) {
  if (check(req)) { find(req); }
}
function check(name) {
  return Boolean(set(ARGUMENTS));
}
"""


def test_what_a_number_of_arguments_never_reaches_is_no_step(tmp_path: Path) -> None:
    names = {}
    for arguments in ("name", "name, 1"):
        files: dict[str, str | bytes] = {"a.js": _SETTINGS.replace("ARGUMENTS", arguments)}
        book = tmp_path / f"book{len(arguments)}"
        make_book(write_tree(tmp_path / f"root{len(arguments)}", files), book)
        steps = _steps((book / "markdown/comprehensive_book.md").read_text("utf-8"))
        names[arguments] = {name for _, name in steps}
    assert "set" in names["name"]
    assert "compile" not in names["name"]
    assert "compile" in names["name, 1"]
