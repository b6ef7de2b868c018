"""C#: snippets and the facts they hold."""

from repobook.languages import parse


def test_definitions_have_kinds_lines_and_documentation() -> None:
    text = (
        b"namespace A.B;\n/// <summary>\n"
        b'/// A <see cref="Grid"/>.\n/// </summary>\n[Serializable]\n'
        b"public class Grid<T> : Base<T>, ICut\n{\n  public const int Max = 3;\n"
        b"  private Row first, last;\n  public Name Name { get; set; }\n  public event Cut Done;\n"
        b"  public Grid(int n) : base(n) {}\n  internal Task<Row> CutAsync(int n = 1) => null;\n"
        b"  void Hidden() {}\n}\npublic enum Suit { Hearts, Spades }\n"
        b"public record Point(int X);\npublic delegate void Cut(int n);\n"
        b"interface ICut { void M(); }\n"
    )
    facts = parse("C#", text)
    found = [(d.kind, d.qualname, d.line, d.exported) for d in facts.definitions]
    assert found == [
        ("namespace", "A.B", 1, True),
        ("class", "Grid", 6, True),
        ("constant", "Grid.Max", 8, True),
        ("field", "Grid.first", 9, False),
        ("field", "Grid.last", 9, False),
        ("property", "Grid.Name", 10, True),
        ("field", "Grid.Done", 11, True),
        ("constructor", "Grid.Grid", 12, True),
        ("method", "Grid.CutAsync", 13, True),
        ("method", "Grid.Hidden", 14, False),
        ("enum", "Suit", 16, True),
        ("enum_member", "Suit.Hearts", 16, True),
        ("enum_member", "Suit.Spades", 16, True),
        ("class", "Point", 17, True),
        ("property", "Point.X", 17, True),
        ("type", "Cut", 18, True),
        ("interface", "ICut", 19, True),
        ("method", "ICut.M", 19, True),
    ]
    grid = facts.definitions[1]
    assert (grid.doc, grid.decorators) == ("A Grid.", ("Serializable",))
    assert grid.signature == "public class Grid<T> : Base<T>, ICut"
    assert facts.definitions[8].signature == "internal Task<Row> CutAsync(int n = 1)"
    assert facts.definitions[8].value == "this$Grid.Row()"


def test_usings_in_all_forms() -> None:
    text = b"using A.B;\nusing static A.C;\nusing D = A.E;\nglobal using F;\n"
    found = [(i.module, i.name, i.alias, i.form) for i in parse("C#", text).imports]
    assert found == [
        ("A.B", "*", "", "using"),
        ("A.C", "*", "", "using static"),
        ("A", "E", "D", "using"),
        ("F", "*", "", "global using"),
    ]


def test_locals_and_type_parameters_are_no_symbols() -> None:
    text = (
        b"class A<T> {\n  T F<U>(int a, U u) {\n    var b = a; foreach (var c in d) { G(c); }\n"
        b"    if (u is E e && G(out var h)) { G(e, h, b); }\n    return d.Select(i => i);\n  }\n}\n"
    )
    names = [(r.name, r.role) for r in parse("C#", text).references]
    assert names == [("d", "attribute"), ("G", "call"), ("E", "type"), ("Select", "call")]


def test_what_an_object_is_given_by_name_is_no_name_of_the_class() -> None:
    text = (
        b"[M(Name = 1)]\nclass A {\n  object F() => new P { Name = Value, Age = 2 };\n"
        b"  object G() => from x in Rows let y = x select new { Name = y };\n}\n"
    )
    names = [r.name for r in parse("C#", text).references if r.role == "attribute"]
    assert names == ["Value", "Rows"]


def test_decisions_and_settings() -> None:
    text = (
        b"class A {\n  int F(object a) {\n    ArgumentNullException.ThrowIfNull(a);\n"
        b"    if (a == null) throw new E();\n    else if (b) { return 1; }\n"
        b'    return Environment.GetEnvironmentVariable("HOME") == null ? 1 : 2;\n  }\n}\n'
    )
    facts = parse("C#", text)
    found = [(d.kind, d.condition) for d in facts.decisions]
    assert found == [
        ("assert", ""),
        ("raise", "a == null"),
        ("return", "!(a == null) && b"),
        ("return", ""),
    ]
    assert [s.name for s in facts.settings] == ["HOME"]
