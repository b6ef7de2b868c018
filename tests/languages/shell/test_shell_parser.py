"""Shell: functions, variables, sourced scripts."""

from repobook.languages import parse
from repobook.model.facts import Import


def test_definitions_with_their_lines() -> None:
    code = b"""#!/bin/bash
function f() {
  local x=1
}
g () { :; }
export A=1 B=2
readonly LIMIT=3
X=$(f)
Y=1 command
"""
    assert [(d.kind, d.qualname, d.line, d.end_line) for d in parse("Shell", code).definitions] == [
        ("function", "f", 2, 4),
        ("function", "g", 5, 5),
        ("variable", "A", 6, 6),
        ("variable", "B", 6, 6),
        ("constant", "LIMIT", 7, 7),
        ("variable", "X", 8, 8),
    ]


def test_signature_and_doc() -> None:
    (f,) = parse("Shell", b"# Builds it.\n# All.\nfunction f()\n{\n  :\n}\n").definitions
    assert (f.signature, f.doc) == ("function f()", "Builds it.\nAll.")


def test_header_without_the_interpreter() -> None:
    facts = parse("Shell", b"#!/usr/bin/env bash\n# Builds it.\nset -e\n")
    assert facts.doc == "Builds it."
    assert [(t.line, t.text) for t in facts.texts] == [(2, "Builds it.")]


def test_sourced_scripts() -> None:
    code = b'source ./lib.sh\n. "$DIR/other.sh"\necho source\n'
    assert parse("Shell", code).imports == (
        Import("./lib.sh", "", "", "source", 1),
        Import("$DIR/other.sh", "", "", "source", 2),
    )


def test_commands_are_calls_wherever_they_stand() -> None:
    code = b"""f | grep x
y=$(g a)
./run.sh
apt-get install
cat <<EOF
not_called
EOF
"""
    calls = {r.name for r in parse("Shell", code).references if r.role == "call"}
    assert calls == {"f", "grep", "g", "cat"}


def test_scripts_that_are_run() -> None:
    code = b"""./run.sh
bash "$DIR/x.sh" arg
python -m pytest tools/y.py --out=z.py
cp a.sh b.sh
/usr/bin/env FOO=1
"""
    assert parse("Shell", code).imports == (
        Import("./run.sh", "", "", "run", 1),
        Import("$DIR/x.sh", "", "", "run", 2),
        Import("tools/y.py", "", "", "run", 3),
    )


def test_variables_that_hold_a_folder_say_which() -> None:
    code = b"""A=$(dirname "$0")
B="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
C=$(dirname $(dirname $(readlink -f $0)))
D=$(git rev-parse --show-toplevel)
E=$(dirname $1)
"""
    assert [d.value for d in parse("Shell", code).definitions] == [".", "./..", "./..", "/", ""]


def test_what_is_never_closed_ends_with_the_last_line() -> None:
    code = b'f() {\ng() {\n  eval "\\\\\';alert`1`//"\n}\n'
    assert max(d.end_line for d in parse("Shell", code).definitions) == 4
