"""C#: types by namespaces and usings, members inherited and by extension."""

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name

_LIB = {
    "lib/User.cs": (
        "namespace App.Models;\npublic partial class User : Base\n{\n"
        "  public Name Name { get; }\n}\n"
    ),
    "lib/User.More.cs": (
        "namespace App.Models\n{\n  public partial class User\n  {\n"
        "    public void More() {}\n  }\n}\n"
    ),
    "lib/Base.cs": "namespace App.Models;\nclass Base\n{\n  protected void Save() {}\n}\n",
    "lib/Name.cs": (
        "namespace App.Models;\nclass Name\n{\n  public const int Max = 1;\n"
        "  public async Task<Name> GetAsync() => this;\n}\n"
    ),
    "lib/Ext.cs": (
        "namespace App.Tools;\nstatic class Ext\n{\n"
        "  public static string Shorten(this string x) => x;\n}\n"
    ),
    "lib/Mark.cs": "namespace App;\nclass MarkAttribute : System.Attribute {}\n",
}


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_types_are_found_through_usings_and_namespaces_around() -> None:
    text = (
        "using App.Models;\nusing N = App.Models.Name;\nnamespace App.Web;\n[Mark]\nclass Page\n{\n"
        "  void F() { new User(); N.Max.ToString(); Console.WriteLine(); App.Models.Name.Max.X();\n"
        "    nameof(F); global::App.Models.Base.Y(); }\n}\n"
    )
    found = links_by_name(_LIB | {"web/Page.cs": text}, "web/Page.cs")
    assert found["this$Page.N.Max"] == _exact("lib/Name.cs::Name.Max")
    assert found["this$Page.App.Models.Name"] == _exact("lib/Name.cs::Name")
    assert found["this$Page.App.Models.Name.Max"] == _exact("lib/Name.cs::Name.Max")
    assert found["$root.App.Models.Base"] == _exact("lib/Base.cs::Base")
    assert found["this$Page.Console.WriteLine"] == EXTERNAL
    assert found["this$Page.Console"] == EXTERNAL
    assert found["this$Page.nameof"] == BUILTIN
    assert found["Mark"] == _exact("lib/Mark.cs::MarkAttribute")
    assert found["this$Page.F"] == _exact("web/Page.cs::Page.F")


def test_members_of_all_parts_and_of_bases() -> None:
    text = (
        "using App.Models;\nclass A : User\n{\n  Name name;\n  async void F(User u)\n  {\n"
        "    u.More(); Save(); this.Save(); base.More(); var n = u.Name; n.GetAsync();\n"
        "    (await name.GetAsync()).GetAsync(); u?.Name.GetAsync(); u.Gone(); Local();\n"
        "    void Local() {}\n  }\n}\n"
    )
    found = links_by_name(_LIB | {"a.cs": text}, "a.cs")
    more, save = _exact("lib/User.More.cs::App.Models.User.More"), _exact("lib/Base.cs::Base.Save")
    get = _exact("lib/Name.cs::Name.GetAsync")
    assert found["this$A.User().More"] == more
    assert found["own$A.super.More"] == more
    assert found["this$A.Save"] == save
    assert found["own$A().Save"] == save
    assert found["this$A.User().Name.GetAsync"] == get
    assert found["this$A.name.GetAsync().GetAsync"] == get
    assert found["this$A.User().Gone"] == UNKNOWN
    assert found["own$A$F.Local"] == _exact("a.cs::A.F.Local")


def test_extension_methods_are_inferred_where_their_namespace_is_used() -> None:
    text = 'using App.Tools;\nclass A\n{\n  void F(string x) { x.Shorten(); "".Shorten(); }\n}\n'
    found = links_by_name(_LIB | {"a.cs": text}, "a.cs")
    rule = "extension method in sight"
    assert found["?.Shorten"] == Link(("lib/Ext.cs::Ext.Shorten",), "inferred", rule)


def test_a_type_whose_namespace_is_not_used_here_is_inferred() -> None:
    files = _LIB | {"a.cs": "class A\n{\n  MarkAttribute m;\n}\n"}
    rule = "only definition of that name"
    link = Link(("lib/Mark.cs::MarkAttribute",), "inferred", rule)
    assert links_by_name(files, "a.cs")["this$A.MarkAttribute"] == link


def test_global_usings_count_everywhere() -> None:
    usings = {"GlobalUsings.cs": "global using App;\n"}
    files = _LIB | usings | {"a.cs": "class A\n{\n  MarkAttribute m;\n}\n"}
    found = links_by_name(files, "a.cs")
    assert found["this$A.MarkAttribute"] == _exact("lib/Mark.cs::MarkAttribute")


def test_a_property_that_bears_the_name_of_its_type_is_no_type() -> None:
    text = "using App.Models;\nclass A\n{\n  Name Name;\n  void F(Name n) { Name.GetAsync(); }\n}\n"
    found = links_by_name(_LIB | {"a.cs": text}, "a.cs")
    assert found["this$A.Name.GetAsync"] == _exact("lib/Name.cs::Name.GetAsync")
    lists = links_by_name(_LIB | {"a.cs": text.replace("Name.GetAsync();", "")}, "a.cs")
    assert lists["this$A.Name"] == _exact("lib/Name.cs::Name")


def test_types_that_inherit_in_a_circle_end() -> None:
    files = {"a.cs": "class A : B\n{\n  void F() { Gone(); }\n}\nclass B : A {}\n"}
    assert links_by_name(files, "a.cs")["this$A.Gone"].targets == ()
