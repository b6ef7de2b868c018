"""Ruby: snippets and the facts they hold."""

from repobook.languages import parse


def test_definitions_have_kinds_lines_and_documentation() -> None:
    text = (
        b"# Cuts.\nmodule A::B\n  LIMIT = 3\n  # A grid.\n  class Grid < Base\n"
        b"    attr_reader :rows, :columns\n    def self.make(a, b = 1)\n    end\n"
        b"    def ok?\n      @cells ||= Cells.new\n    end\n  end\nend\n"
    )
    found = [
        (d.kind, d.qualname, d.line, d.end_line, d.doc) for d in parse("Ruby", text).definitions
    ]
    assert found == [
        ("module", "A.B", 2, 13, "Cuts."),
        ("constant", "A.B.LIMIT", 3, 3, ""),
        ("class", "A.B.Grid", 5, 12, "A grid."),
        ("property", "A.B.Grid.rows", 6, 6, ""),
        ("property", "A.B.Grid.columns", 6, 6, ""),
        ("method", "A.B.Grid.make", 7, 8, ""),
        ("method", "A.B.Grid.ok?", 9, 11, ""),
        ("field", "A.B.Grid.@cells", 10, 10, ""),
    ]


def test_signatures_end_before_the_body() -> None:
    text = b"class A < B::C\n  def f(x, *y, k: 1, &b) = x\n  def g\n  end\n  alias h g\nend\n"
    found = [d.signature for d in parse("Ruby", text).definitions]
    assert found == ["class A < B::C", "def f(x, *y, k: 1, &b)", "def g", "alias h g"]


def test_private_speaks_of_what_follows_of_its_line_and_of_names() -> None:
    text = (
        b"class A\n  def a; end\n  private def b; end\n  def c; end\n  private :c\n"
        b"  protected\n  def d; end\n  attr_reader :e\n  public\n  def f; end\nend\n"
        b"class B\n  def g; end\nend\n"
    )
    exported = {d.name: d.exported for d in parse("Ruby", text).definitions if d.kind != "class"}
    assert exported == {
        "a": True, "b": False, "c": False, "d": False, "e": False, "f": True, "g": True
    }  # fmt: skip


def test_classes_that_are_made_by_a_call() -> None:
    text = b"Point = Struct.new(:x) do\n  def length; end\nend\n"
    found = [(d.kind, d.qualname) for d in parse("Ruby", text).definitions]
    assert found == [("class", "Point"), ("method", "Point.length")]


def test_tests_bear_their_titles() -> None:
    text = b'RSpec.describe Grid do\n  it "cuts v1.2" do\n  end\nend\n'
    found = [(d.kind, d.qualname) for d in parse("Ruby", text).definitions]
    assert found == [("test", "Grid"), ("test", "Grid.cuts v1.2")]


def test_imports_in_all_forms() -> None:
    text = b'require "a/b"\nrequire_relative "../c"\nautoload :D, "d"\nrequire "#{x}"\n'
    found = [(i.module, i.name, i.form) for i in parse("Ruby", text).imports]
    assert found == [
        ("a/b", "", "require"), ("../c", "", "require_relative"), ("d", "D", "autoload")
    ]  # fmt: skip


def test_a_local_is_no_call() -> None:
    text = (
        b"def f(a, b: 1, *c)\n  d = a\n  e, g = b, c\n  [d].each { |h| h + e + g }\n"
        b"  begin\n  rescue => i\n    i\n  end\n  other\nend\n"
    )
    calls = [r.name for r in parse("Ruby", text).references if r.role == "call"]
    assert calls == ["each", "other"]


def test_guards_lead_to_what_stands_before_them() -> None:
    text = (
        b"def f(x)\n  return 1 if x > 1\n  raise A, 'no' unless x\n"
        b"  unless y\n    return 2\n  end\n"
        b"  if a\n    return 3\n  elsif b\n    return 4\n  else\n    return 5\n  end\n"
        b"  case x\n  when 1 then return 6\n  end\nrescue E => e\n  exit 1\nend\n"
    )
    found = [(d.condition, d.outcome) for d in parse("Ruby", text).decisions]
    assert found == [
        ("x > 1", "return 1"),
        ("!x", "raise A, 'no'"),
        ("!y", "return 2"),
        ("a", "return 3"),
        ("!a && b", "return 4"),
        ("!a && !b", "return 5"),
        ("when 1", "return 6"),
        ("rescue E => e", "exit 1"),
    ]


def test_settings_are_read_from_the_environment() -> None:
    text = b'class A\n  X = ENV["HOME"]\n  Y = ENV.fetch("PORT", 1)\n  ENV["SET"] = "1"\nend\n'
    found = [(s.name, s.line) for s in parse("Ruby", text).settings]
    assert found == [("HOME", 2), ("PORT", 3)]
