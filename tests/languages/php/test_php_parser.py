"""PHP: snippets and the facts they hold."""

from repobook.languages import parse
from repobook.model.facts import FileFacts


def _php(text: str) -> FileFacts:
    return parse("PHP", f"<?php\n{text}".encode())


def test_definitions_have_kinds_lines_and_documentation() -> None:
    facts = _php(
        "namespace App\\Models;\nconst TOP = 1;\n/** A user. */\n#[Entity]\n"
        "final class User extends Base implements \\Countable {\n  use Soft;\n"
        "  public const A = 1, B = 2;\n  private ?Address $address;\n"
        "  public function __construct(private Repo $repo) {}\n}\n"
        "interface I { function m(): self; }\ntrait T {}\nenum Suit { case Hearts; }\n"
        "function help(): User {}\n"
    )
    found = [(d.kind, d.qualname, d.line, d.value) for d in facts.definitions]
    assert found == [
        ("namespace", "App\\Models", 2, ""),
        ("constant", "TOP", 3, ""),
        ("class", "User", 6, ""),
        ("constant", "User.A", 8, ""),
        ("constant", "User.B", 8, ""),
        ("field", "User.address", 9, "Address()"),
        ("method", "User.__construct", 10, ""),
        ("field", "User.repo", 10, "Repo()"),
        ("interface", "I", 12, ""),
        ("method", "I.m", 12, "this$I()"),
        ("trait", "T", 13, ""),
        ("enum", "Suit", 14, ""),
        ("enum_member", "Suit.Hearts", 14, ""),
        ("function", "help", 15, "User()"),
    ]
    user = facts.definitions[2]
    assert (user.doc, user.decorators, user.end_line) == ("A user.", ("Entity",), 11)
    assert user.signature == "final class User extends Base implements \\Countable"
    assert user.bases == ("Soft", "Base", "$root.Countable")


def test_what_is_private_or_protected_is_not_exported() -> None:
    facts = _php(
        "class A { private $a; protected function b() {} public $c; function __get($x) {} }"
    )
    found = {d.name: d.exported for d in facts.definitions}
    assert found == {"A": True, "a": False, "b": False, "c": True, "__get": True}


def test_imports_in_all_forms() -> None:
    facts = _php(
        "use A\\B;\nuse A\\{C as D, E\\F};\nuse function A\\g;\n"
        "require_once __DIR__ . '/x.php';\ninclude dirname(__DIR__) . '/y.php';\ninclude 'z.php';\n"
    )
    found = [(i.module, i.name, i.alias, i.form, i.line) for i in facts.imports]
    assert found == [
        ("A", "B", "", "use", 2),
        ("A", "C", "D", "use", 3),
        ("A\\E", "F", "", "use", 3),
        ("A", "g", "", "use function", 4),
        ("./x.php", "", "", "require", 5),
        ("./../y.php", "", "", "include", 6),
        ("z.php", "", "", "include", 7),
    ]


def test_references_are_told_by_what_variables_stand_for() -> None:
    facts = _php(
        "class A { function f(Bar $b) { $b->run(); $this->go(); self::X; parent::f(1);\n"
        "$c = new \\N\\C(); $c->d->e(); foreach ($x as $v) { $v->w(); } } }\n"
    )
    found = {(r.receiver, r.name, r.role) for r in facts.references}
    assert found == {
        ("", "Bar", "type"),
        ("Bar()", "run", "call"),
        ("this$A()", "go", "call"),
        ("this$A", "X", "attribute"),
        ("this$A.super", "f", "call"),
        ("$root$N", "C", "call"),
        ("$root$N.C()", "d", "attribute"),
        ("$root$N.C().d", "e", "call"),
        ("?", "w", "call"),
    }


def test_decisions_and_settings() -> None:
    facts = _php(
        "function f($a, $b) {\n  if (!$a) { throw new E('x'); } elseif ($b) { return 1; }\n"
        "  try { g(); } catch (E $e) { exit(1); }\n  return getenv('HOME') . $_ENV['PORT'];\n}\n"
    )
    found = [(d.kind, d.condition) for d in facts.decisions]
    assert found == [
        ("raise", "!$a"),
        ("return", "$a && $b"),
        ("exit", "catch (E $e)"),
        ("return", ""),
    ]
    assert [s.name for s in facts.settings] == ["HOME", "PORT"]


def test_text_around_the_code_is_no_code() -> None:
    facts = parse("PHP", b"<h1>function no() {}</h1>\n<?php function yes() {} ?>\n<p>\n")
    assert [(d.name, d.line) for d in facts.definitions] == [("yes", 2)]
