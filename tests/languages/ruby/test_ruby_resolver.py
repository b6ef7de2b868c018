"""Ruby: constants from inside to outside, methods of ancestors, files by require."""

from repobook.model.graph import BUILTIN, EXTERNAL, UNKNOWN, Link
from tests.fakes.units import links_by_name


def _exact(*targets: str) -> Link:
    return Link(targets, "exact")


def test_constants_are_looked_for_from_inside_to_outside() -> None:
    files = {
        "lib/a.rb": "module A\n  class B\n    C.new; D; String; Rails\n  end\nend\n",
        "lib/a/c.rb": "module A\n  class C\n    def initialize; end\n  end\nend\n",
        "lib/d.rb": "class D; end\n",
        "lib/z/c.rb": "module Z\n  class C; end\nend\n",
    }
    found = links_by_name(files, "lib/a.rb")
    assert found["this$A$B.C"] == _exact("lib/a/c.rb::A.C")
    assert found["this$A$B.C.new"] == _exact("lib/a/c.rb::A.C.initialize")
    assert found["this$A$B.D"] == _exact("lib/d.rb::D")
    assert found["this$A$B.String"] == BUILTIN
    assert found["this$A$B.Rails"] == EXTERNAL


def test_methods_are_inherited_and_mixed_in() -> None:
    files = {
        "a.rb": (
            "class Child < Base\n  include Loud\n"
            "  def run\n    shared; shout!; self.shared; gone\n  end\nend\n"
        ),
        "b.rb": "class Base\n  def shared; end\nend\nmodule Loud\n  def shout!; end\nend\n",
    }
    found = links_by_name(files, "a.rb")
    assert found["this$Child.shared"] == _exact("b.rb::Base.shared")
    assert found["Child.shared"] == _exact("b.rb::Base.shared")
    assert found["this$Child.shout!"] == _exact("b.rb::Loud.shout!")
    assert found["this$Child.gone"] == UNKNOWN
    assert found["this$Child.Base"] == _exact("b.rb::Base")


def test_a_class_may_be_spread_over_files() -> None:
    files = {
        "a.rb": "Grid.new.cut?\nGrid.new.paste\n",
        "grid.rb": "class Grid\n  def cut?; end\nend\n",
        "more.rb": "class Grid\n  def paste; end\nend\n",
    }
    found = links_by_name(files, "a.rb")
    assert found["Grid"] == _exact("grid.rb::Grid")
    assert found["Grid().cut?"] == _exact("grid.rb::Grid.cut?")
    assert found["Grid().paste"] == _exact("more.rb::Grid.paste")


def test_locals_and_variables_of_objects_stand_for_what_they_are_given() -> None:
    files = {
        "a.rb": (
            "module M\n  class A\n    attr_reader :user\n"
            "    def initialize\n      @user = User.new\n    end\n"
            "    def run(save)\n      @user.save; user.save; u = User.new; u.save; save\n    end\n"
            "  end\nend\n"
        ),
        "user.rb": "module M\n  class User\n    def save; end\n  end\nend\n",
    }
    found = links_by_name(files, "a.rb")
    assert found["M.A.@user.save"] == _exact("user.rb::M.User.save")
    assert found["this$M$A.user.save"] == _exact("user.rb::M.User.save")
    assert found["this$M$A.User().save"] == _exact("user.rb::M.User.save")
    assert found["M.A.@user"] == _exact("a.rb::M.A.@user")
    assert "this$M$A.save" not in found


def test_required_files_by_load_path_and_relative() -> None:
    files = {
        "lib/a.rb": 'require "json"\nrequire "x/y"\nrequire_relative "z"\nhelp\nputs 1\nlost_one\n',
        "lib/x/y.rb": "def help; end\n",
        "lib/z.rb": "",
        "other/w.rb": "def lost_one; end\n",
    }
    found = links_by_name(files, "lib/a.rb")
    assert found["json"] == EXTERNAL
    assert found["x/y"] == _exact("lib/x/y.rb")
    assert found["z"] == _exact("lib/z.rb")
    assert found["help"] == _exact("lib/x/y.rb::help")
    assert found["puts"] == BUILTIN
    rule = "only definition of that name"
    assert found["lost_one"] == Link(("other/w.rb::lost_one",), "inferred", rule)


def test_what_stands_behind_something_unknown_is_inferred_or_told_as_several() -> None:
    files = {
        "a.rb": "def f(x)\n  x.only_here; x.twice_here; x.each_with_index\nend\n",
        "b.rb": "class B\n  def only_here; end\n  def twice_here; end\nend\n",
        "c.rb": "class C\n  def twice_here; end\nend\n",
    }
    found = links_by_name(files, "a.rb")
    rule = "only definition of that name"
    assert found["?.only_here"] == Link(("b.rb::B.only_here",), "inferred", rule)
    several = ("b.rb::B.twice_here", "c.rb::C.twice_here")
    assert found["?.twice_here"] == Link(several, "ambiguous")
    assert found["?.each_with_index"] == BUILTIN


def test_classes_that_inherit_in_a_circle_end() -> None:
    files = {"a.rb": "class A < B\n  def f; lost; end\nend\nclass B < A\nend\n"}
    assert links_by_name(files, "a.rb")["this$A.lost"] == UNKNOWN
