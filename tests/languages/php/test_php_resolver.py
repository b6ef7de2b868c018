"""PHP: names by namespace and use, members through traits and parents."""

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

_LIB = {
    "src/User.php": (
        "<?php\nnamespace App;\nclass User extends Base { use Loud; public Name $name; }\n"
    ),
    "src/Base.php": "<?php\nnamespace App;\nabstract class Base { function save(): static {} }\n",
    "src/Loud.php": "<?php\nnamespace App;\ntrait Loud { function shout() {} }\n",
    "src/Name.php": "<?php\nnamespace App;\nclass Name { const MAX = 1; function first() {} }\n",
    "src/functions.php": "<?php\nnamespace App;\nfunction help() {}\n",
    "src/global.php": "<?php\nfunction everywhere() {}\n",
}


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_names_are_followed_through_use_and_namespace() -> None:
    text = (
        "<?php\nnamespace Web;\nuse App\\User;\nuse App\\Name as N;\nuse function App\\help;\n"
        "use Psr\\Log;\nnew User(); N::MAX; help(); everywhere();\n"
        "new \\App\\Base(); \\App\\help();\n"
        "new \\Exception(); strlen('x'); new Log();\n"
    )
    found = links_by_name(_LIB | {"web/a.php": text}, "web/a.php")
    assert found["User"] == _exact("src/User.php::User")
    assert found["N.MAX"] == _exact("src/Name.php::Name.MAX")
    assert found["help"] == _exact("src/functions.php::help")
    assert found["everywhere"] == _exact("src/global.php::everywhere")
    assert found["$root$App.Base"] == _exact("src/Base.php::Base")
    assert found["$root$App.help"] == _exact("src/functions.php::help")
    assert found["$root.Exception"] == BUILTIN
    assert found["strlen"] == EXTERNAL
    assert found["Log"] == EXTERNAL
    assert found["App:User"] == _exact("src/User.php::User")
    assert found["Psr:Log"] == EXTERNAL


def test_members_come_from_traits_parents_and_types() -> None:
    text = (
        "<?php\nnamespace App;\nclass Web {\n  function __construct(private User $user) {}\n"
        "  function run(User $u) { $u->save()->name->first(); $this->user->shout();\n"
        "    $u->gone(); }\n}\n"
    )
    found = links_by_name(_LIB | {"src/Web.php": text}, "src/Web.php")
    assert found["User().save"] == _exact("src/Base.php::Base.save")
    assert found["this$Web().user"] == _exact("src/Web.php::Web.user")
    assert found["this$Web().user.shout"] == _exact("src/Loud.php::Loud.shout")
    assert found["User().gone"] == UNKNOWN


def test_namespaces_with_braces_and_relative_names() -> None:
    files = {
        "a.php": (
            "<?php\nnamespace A { class X { function f() { $this->g(); } function g() {} } }\n"
            "namespace B { use A as Z; new Z\\X(); }\n"
        )
    }
    found = links_by_name(files, "a.php")
    assert found["this$A$X().g"] == _exact("a.php::A.X.g")
    assert found["$in$Z.X"] == _exact("a.php::A.X")


def test_files_that_are_required() -> None:
    files = {
        "a/x.php": "<?php\nrequire __DIR__ . '/y.php'; require 'lib/z.php'; require './no.php';",
        "a/y.php": "<?php\n",
        "b/lib/z.php": "<?php\n",
    }
    found = links_by_name(files, "a/x.php")
    assert found["./y.php"] == _exact("a/y.php")
    assert found["lib/z.php"] == Link(("b/lib/z.php",), "inferred", "only file of that name")
    assert found["./no.php"] == UNKNOWN


def test_what_stands_behind_something_unknown_is_inferred() -> None:
    text = "<?php\nfunction f($x) { $x->onlyHere(); $x->getMessage(); }\n"
    files = {"a.php": text, "b.php": "<?php\nclass B { function onlyHere() {} }\n"}
    found = links_by_name(files, "a.php")
    rule = "only definition of that name"
    assert found["?.onlyHere"] == Link(("b.php::B.onlyHere",), "inferred", rule)
    assert found["?.getMessage"] == BUILTIN


def test_classes_that_inherit_in_a_circle_end() -> None:
    files = {
        "a.php": "<?php\nclass A extends B { function f() { $this->no(); } }\n"
        "class B extends A {}\n"
    }
    assert links_by_name(files, "a.php")["this$A().no"] == UNKNOWN
