"""A change reaches every file whose links it may alter, also through what is built upon it."""

from repobook.model.facts import Definition, Import, Reference
from repobook.model.graph import Unit
from repobook.resolve.affected_files.by_names import Mentions, names_passed_on
from repobook.resolve.affected_files.changed_names import (
    changed_imports,
    names_beside,
    names_changed,
    names_followed,
    names_guessed,
    names_mentioned,
    touches_all,
)
from repobook.resolve.affected_files.edits import Edit, EditedRepository, affected_by
from repobook.resolve.unit_names import ChangedImports
from repobook.text.naming.name_hashes import hashed, hashes_of, mentions_any
from tests.fakes.affected import touched_by


def _definition(name: str, **fields: object) -> Definition:
    base = Definition("function", name, name, 1, 2, 0, -1, f"def {name}()", "", (), True)
    return base._replace(**fields)  # type: ignore[arg-type]


def _unit(*definitions: Definition, imports: tuple[Import, ...] = ()) -> Unit:
    return Unit("pkg/a.py", "Python", "source", definitions, imports)


WHOLE = ChangedImports("pkg/a", frozenset())


def test_moved_lines_and_documentation_change_no_name() -> None:
    old = _unit(_definition("f"), _definition("g", complexity=1))
    new = _unit(_definition("f", line=10, end_line=12, doc="new"), _definition("g", complexity=3))
    assert names_changed(old, new) == set()


def test_a_declaration_that_gets_a_body_changes_its_name() -> None:
    assert names_changed(_unit(_definition("f")), _unit(_definition("f", complexity=1))) == {"f"}


def test_a_name_bound_in_a_namespace_is_told_by_its_last_part() -> None:
    new = _unit(imports=(Import("c10", "Device", "at.Device", "using", 1),))
    assert changed_imports(_unit(), new) == ChangedImports("pkg/a", frozenset(["Device"]))


def test_names_that_come_go_or_change_are_reported() -> None:
    old = _unit(_definition("f"), _definition("gone"), _definition("kept"))
    new = _unit(_definition("f", bases=("B",)), _definition("kept"), _definition("came"))
    assert names_changed(old, new) == {"f", "gone", "came"}


def test_second_definition_of_a_name_changes_it() -> None:
    assert names_changed(_unit(_definition("f")), _unit(_definition("f"), _definition("f"))) == {
        "f"
    }


def test_new_file_changes_the_names_of_its_path() -> None:
    assert names_changed(None, _unit(_definition("f"))) == {"f", "a", "a.py"}
    assert names_changed(_unit(), None) == {"a", "a.py"}


def test_only_the_path_of_a_file_that_comes_is_followed_to_it() -> None:
    held = _definition("run", kind="method", qualname="K.run", parent=0)
    fixture = _definition("go", parent=0, decorators=("fixture",))
    new = _unit(_definition("K", kind="class"), held, fixture)
    (followed,) = names_followed(None, new)
    assert followed.names == {"a", "a.py"}
    assert names_changed(None, new) - followed.names == {"K", "go", "run"}
    assert names_guessed(new) == {"run"}


def test_members_of_common_names_are_followed_by_their_classes() -> None:
    def followed(*definitions: Definition) -> frozenset[str]:
        (found,) = names_followed(
            _unit(definitions[0]), _unit(*definitions), None, {"run"}.__contains__
        )
        return found.names

    owner = _definition("K", kind="class")
    run = _definition("run", kind="method", qualname="K.run", parent=0)
    assert followed(owner, run) == {"K"}
    assert followed(owner, run._replace(name="walk", qualname="K.walk")) == {"walk"}
    assert followed(owner, run._replace(decorators=("fixture",))) == {"run"}
    assert followed(owner, run, _definition("run")) == {"run"}
    local = _definition("L", kind="class", qualname="f.L", parent=0)
    assert followed(_definition("f"), local, run._replace(qualname="f.L.run", parent=1)) == set()


def test_a_name_is_passed_on_within_its_family() -> None:
    x, y = _definition("x", value="a.Node()", line=3), _definition("y", value="b.x")
    rust, python = (
        Unit("b.rs", "Rust", "source", (x,)),
        Unit("b.py", "Python", "source", (x,), _from("pkg", "a")),
    )
    cpp = Unit("b.cpp", "C++", "source", (x,))
    further = Unit("further.py", "Python", "source", (y,))
    new = _unit(_definition("Node", kind="class"))
    old = _unit(_definition("Node"))
    assert touched_by(old, new, [new, rust, cpp, further]) == {"b.rs"}
    assert touched_by(old, new, [new, python, further]) == {"b.py", "further.py"}


def test_a_file_that_its_folder_may_stand_for_changes_the_names_of_its_folders() -> None:
    for path, language in (("pkg/__init__.py", "Python"), ("pkg/a.go", "Go")):
        assert "pkg" in names_changed(None, Unit(path, language, "source"))


def test_the_first_file_of_a_folder_changes_the_names_of_its_folders() -> None:
    assert names_beside("pkg/a.py", ["pkg/a.py", "b.py"]) >= {"pkg"}
    assert names_beside("pkg/a.py", ["pkg/a.py", "pkg/sub/b.py"]) == set()
    assert names_beside("pkg/a.py", ["pkg/a.py", "pkg/README.md"]) >= {"pkg"}


def test_file_that_becomes_a_test_changes_the_names_of_its_path() -> None:
    assert "a" in names_changed(_unit(), _unit()._replace(role="test"))


def test_file_that_becomes_a_test_changes_the_names_it_defines() -> None:
    old = _unit(_definition("f"))
    assert "f" in names_changed(old, old._replace(role="test"))


def test_a_new_heading_changes_the_words_of_its_anchor() -> None:
    heading = _definition("What's new?", kind="heading")
    assert names_changed(_unit(), _unit(heading)) >= {"whats", "new"}
    link = Import("a.md#whats-new", "", "", "link", 1)
    assert names_mentioned(_unit(imports=(link,))) >= {"whats", "new"}


def test_a_script_that_sources_another_passes_its_names_on() -> None:
    sourced = Import("./b.sh", "", "", "source", 1)
    assert changed_imports(_unit(), _unit(imports=(sourced,))) == WHOLE
    assert "a" in names_passed_on(_unit(imports=(sourced,)), {"b"})


def test_a_file_that_requires_another_without_a_name_passes_its_names_on() -> None:
    required = Import("b", "", "", "require", 1)
    assert "a" in names_passed_on(_unit(imports=(required,)), {"b"})
    assert "a" not in names_passed_on(_unit(imports=(required._replace(alias="c"),)), {"b"})


def test_another_package_changes_every_name_in_it() -> None:
    one, two = (_definition(name, kind="package") for name in ("one", "two"))
    assert names_changed(_unit(one, _definition("f")), _unit(two, _definition("f"))) >= {"f", "two"}


def test_import_that_moves_into_a_function_changes_its_name() -> None:
    function = _definition("f", line=5, end_line=9)
    outside, inside = Import("m", "x", "", "from", 1), Import("m", "x", "", "from", 6)
    old, new = _unit(function, imports=(outside,)), _unit(function, imports=(inside,))
    assert changed_imports(old, new) == WHOLE._replace(names=frozenset(["x"]))


def test_package_marker_changes_the_names_below_it() -> None:
    paths = ["pkg/a.py", "pkg/sub/b.py", "other/c.py"]
    assert names_beside("pkg/__init__.py", paths) >= {"a", "b", "sub"}
    assert "c" not in names_beside("pkg/__init__.py", paths)
    assert names_beside("pkg/a.py", paths) == set()


def test_project_files_touch_all() -> None:
    assert touches_all("web/package.json")
    assert not touches_all("web/package.json.py")


def test_new_star_import_changes_the_file_as_a_whole() -> None:
    star = Import(".b", "*", "", "from", 1)
    assert changed_imports(_unit(), _unit(imports=(star,))) == WHOLE


def test_alias_subclass_and_return_type_pass_a_change_on() -> None:
    unit = _unit(
        _definition("Sub", bases=("base.Changed",)),
        _definition("make", value="Changed()"),
        _definition("other", value="Unchanged()"),
        imports=(Import("base", "Changed", "Renamed", "from", 1),),
    )
    assert names_passed_on(unit, {"Changed"}) == {"Sub", "make", "Renamed"}


def test_include_passes_the_whole_file_on() -> None:
    unit = Unit("lib/b.h", "C++", "source", (), (Import("x/a.h", "", "", "include", 1),))
    assert "b.h" in names_passed_on(unit, {"a.h"})


def _header(path: str, *definitions: Definition, includes: str = "") -> Unit:
    imports = (Import(includes, "", "", "include", 1),) if includes else ()
    return Unit(path, "C++", "source", definitions, imports)


def test_a_symbol_called_like_a_folder_changes_no_include() -> None:
    unit = _header("lib/b.h", includes="impl/a.h")
    assert names_passed_on(unit, {"impl", "a"}) == set()
    assert names_passed_on(unit, {"a.h"}) == {"b.h"}


def test_a_header_that_comes_is_followed_by_its_whole_name() -> None:
    assert names_changed(None, _header("lib/list.h")) == {"list.h", "list"}
    (followed,) = names_followed(None, _header("lib/list.h"))
    assert followed.names == {"list.h"}
    (followed,) = names_followed(None, _header("lib/list.h", _definition("list", kind="struct")))
    assert followed.names == {"list.h", "list"}


def test_a_value_leads_no_further_where_types_say_what_things_are() -> None:
    """``impl`` returns another type: who calls it is touched, a namespace ``impl`` is not meant."""
    old = _header("a.h", _definition("impl", kind="method", value="Old"))
    new = _header("a.h", _definition("impl", kind="method", value="New"))
    derived = _header("b.h", _definition("Derived", kind="struct", bases=("c10::impl::Base",)))
    calls = Reference("impl", "x", "call", (1,))
    caller = _header("c.cpp")._replace(references=(calls,))
    names_derived = _header("d.h", _definition("Other", kind="struct", bases=("Derived",)))
    assert touched_by(old, new, [new, derived, caller, names_derived]) == {"b.h", "c.cpp"}


def test_a_namespace_that_is_opened_once_more_concerns_nobody_who_names_it() -> None:
    """Where it is no more than a part of other names: what is new in it is found by its own."""
    space = _definition("native", kind="namespace", qualname="at.native")
    old = _header("a.cpp", space, _definition("f"))
    new = _header("a.cpp", space, _definition("f"), space, _definition("g", qualname="at.native.g"))
    assert names_changed(old, new) == {"native", "g"}
    assert names_guessed(new) == {"native"}
    (followed,) = names_followed(old, new)
    assert followed.names == set()


def test_what_a_type_gives_is_resolved_again_wherever_it_is_mentioned() -> None:
    old = _header("a.h", _definition("Made", kind="struct", bases=("Old",)))
    new = _header("a.h", _definition("Made", kind="struct", bases=("New",)))
    maker = _header("b.h", _definition("make", value="Made"))
    user = _header("c.cpp")._replace(references=(Reference("size", "make()", "call", (1,)),))
    assert touched_by(old, new, [new, maker, user]) == {"b.h", "c.cpp"}


def test_everything_a_resolver_may_look_up_is_mentioned() -> None:
    unit = _unit(
        _definition("f", value="Made()", bases=("one.Base",)),
        imports=(Import("pkg.sub/header.h", "name", "alias", "from", 1),),
    )._replace(references=(Reference("leaf", "root.stem().x", "call", (1,)),))
    assert names_mentioned(unit) >= {
        *("leaf", "root", "stem", "x", "Made", "one", "Base", "pkg", "header.h", "name", "alias")
    }


def test_names_with_signs_and_names_inside_a_place_are_mentioned() -> None:
    reference = Reference("leaf", "this$Outer$Inner.valid?.@rows", "call", (1,))
    found = names_mentioned(_unit()._replace(references=(reference,)))
    assert found >= {"Outer", "Inner", "valid", "valid?", "rows", "@rows"}


def test_what_a_package_imports_may_be_had_without_naming_it() -> None:
    marker = _unit()._replace(path="pkg/__init__.py")
    new = marker._replace(imports=(Import(".b", "x", "", "from", 1),))
    assert changed_imports(marker, new) is None
    assert names_changed(marker, new) == {"x"}


def test_an_import_touches_only_those_who_may_get_it() -> None:
    old, new = _unit(), _unit(imports=(Import("json", "", "", "import", 1),))
    uses = Reference("json", "", "attribute", (1,))
    named = Unit("b.py", "Python", "source", (), (Import(".a", "json", "", "from", 1),), (uses,))
    other = Unit("c.py", "Python", "source", (), (Import("json", "", "", "import", 1),), (uses,))
    assert touched_by(old, new, [new, named, other]) == {"b.py"}


def _from(module: str, name: str, alias: str = "") -> tuple[Import, ...]:
    return (Import(module, name, alias, "from", 1),)


def test_a_name_at_the_top_of_a_module_is_followed_by_the_word_before_it() -> None:
    """Not everybody who mentions it, also where a package passes it on under another name."""
    old, new = _unit(), _unit(imports=_from("nn", "Tensor"))
    marker = Unit("pkg/__init__.py", "Python", "source", (), _from(".a", "Tensor", "Array"))
    star = Unit("b.py", "Python", "source", (), _from("pkg", "*"))
    uses = Reference("Array", "b", "attribute", (1,))
    user = Unit("c.py", "Python", "source", (), _from("b", "Array"), (uses,))
    other = Unit("d.py", "Python", "source", (), _from("nn", "Tensor"))
    assert touched_by(old, new, [new, marker, star, user, other]) == {"pkg/__init__.py", "c.py"}


def test_documents_follow_what_a_module_imports_from_its_name() -> None:
    old, new = _unit(), _unit(imports=_from("nn", "Tensor"))
    uses = Reference("Tensor", "pkg.a", "mention", (1,))
    named = Unit("README.md", "Markdown", "docs", references=(uses,))
    other = named._replace(path="b.md", references=(uses._replace(receiver="nn"),))
    assert touched_by(old, new, [new, named, other]) == {"README.md"}


def test_an_import_that_is_added_in_front_changes_no_numbered_one() -> None:
    inner = Import("m", "x", "", "from", 9)
    made = _definition("made", value="@0.run()", line=8, end_line=10)
    old = _unit(made, imports=(inner,))
    value = made._replace(value="@1.run()")
    new = _unit(value, imports=(Import("json", "", "", "import", 1), inner))
    assert names_changed(old, new) == set()


def test_what_one_edited_file_makes_of_another_is_followed_further() -> None:
    """Though the edit changed nothing of what it defines."""
    base = _unit(_definition("Node", kind="class"))
    edited = _unit(_definition("Node", kind="class", bases=("Other",)))
    made = _unit(_definition("made", value="Node()"), imports=_from(".a", "Node"))
    made = made._replace(path="pkg/b.py")
    user = Unit("pkg/c.py", "Python", "source", (), _from(".b", "made"))
    mentioned = [Mentions(user.path, user.language, hashed(names_mentioned(user)))]
    after = {unit.path: unit for unit in (edited, made, user)}
    repository = EditedRepository(
        after, mentioned, after.__getitem__, lambda name: 1, lambda path, chain: False
    )
    edits = [Edit(base, edited), Edit(made, made._replace(references=()))]
    assert user.path in affected_by(edits, repository).paths


def test_a_name_with_a_stray_sign_is_mentioned_by_its_words_too() -> None:
    unit = _unit()._replace(references=(Reference("A\ufffd", "", "call", (1,)),))
    assert names_mentioned(unit) == {"A\ufffd", "A"}


def test_hashes_find_a_mentioned_name() -> None:
    hashes = hashed(["one", "two", "three"])
    assert len(hashes) == 12
    assert mentions_any(hashes, hashes_of(["two", "four"]))
    assert not mentions_any(hashes, hashes_of(["four"]))
    assert not mentions_any(b"", hashes_of(["four"]))


def test_parameters_of_python_lead_nobody_elsewhere_unlike_those_of_cpp() -> None:
    def edited(language: str, value: str = "") -> set[str]:
        old = _definition("f")._replace(signature="f(a)")
        new = old._replace(signature="f(a, b)", value=value)
        before = Unit("pkg/a.h", language, "source", definitions=(old,))
        return names_changed(before, before._replace(definitions=(new,)))

    assert edited("Python") == set()
    assert edited("Python", "Other()") == {"f"}
    assert edited("C++") == {"f"}
