"""A change in Python reaches every file whose links it alters: all edits of a small repository."""

from repobook.languages.python.resolver.python_resolver import looked_up
from repobook.model.graph import Unit
from repobook.resolve.affected_files.changed_names import names_mentioned
from tests.fakes.affected import assert_all_edits_followed, touched_by
from tests.fakes.units import unit

VARIANTS: dict[str, list[str | None]] = {
    "pkg/__init__.py": [
        "from .tools import helper\n",
        "from . import tools\nfrom .base import Base as helper\n",
        "",
    ],
    "pkg/base.py": [
        "def helper(): pass\nclass Base:\n    def run(self): pass\n",
        "class Base:\n    def go(self): pass\n",
        "from .tools import *\n",
        None,
    ],
    "pkg/__init__.pyi": [
        "def helper() -> None: ...\n",
        "class Base:\n    def run(self) -> None: ...\n",
    ],
    "pkg/tools.py": [
        "from .base import helper\n",
        "from pkg.base import Base\nclass Made(Base): pass\nmade = Base()\n",
        "def helper(): pass\nclass Made:\n    def run(self): pass\n    def run_all(self): pass\n",
        None,
    ],
    "pkg/alias.py": [
        "from . import tools as kit\n",
        "from .tools import *\n",
        "import pkg.tools as kit\nhelper = kit.helper\n",
    ],
    "use.py": [
        "from pkg.alias import kit\nkit.helper()\nkit.Made().run()\n",
        "from pkg.alias import helper, made\nhelper()\nmade.run()\n",
    ],
    "top.py": ["import pkg\npkg.helper()\npkg.tools.helper()\nfrom pkg import *\nhelper()\n"],
    "near.py": ["from pkg.tools import Made\nclass Own(Made): pass\nOwn().run()\nOwn().go()\n"],
    "far.py": ["from near import Own\nOwn().run()\n", "def f(x): x.run_all()\n"],
}


def test_every_link_that_an_edit_alters_is_resolved_again() -> None:
    assert_all_edits_followed(VARIANTS, _names)


def _names(found: Unit) -> set[str]:
    return names_mentioned(found).union(looked_up(found))


LOCALS: dict[str, list[str | None]] = {
    "base.py": [
        "class Base:\n    def run(self): pass\n",
        "class Base: pass\ndef run(): pass\n",
    ],
    "local.py": [
        "def make():\n    class Own:\n        def run(self): pass\n    return Own()\n",
        "from base import Base\ndef make():\n    class Own(Base): pass\n    return Own()\n",
        "from base import Base\ndef make():\n    class Own(Base): pass\n"
        "    class Inner(Own): pass\n    def run(): pass\n    return Inner()\n",
        "def make():\n    def run(): pass\n    return run\n",
        "def Own(): pass\ndef make(): return Own\n",
        None,
    ],
    "kept.py": ["from local import make\nmade = make()\n", "from local import *\nmade = make\n"],
    "use.py": [
        "from kept import made\nmade.run()\nmade().run()\n",
        "from local import make\nmake.run()\nmake.Own().run()\nmake().run()\n",
    ],
}


def test_what_is_local_to_a_function_is_followed_through_what_it_gives() -> None:
    assert_all_edits_followed(LOCALS)


MEMBERS: dict[str, list[str | None]] = {
    "model.py": [
        "class Other:\n    def go(self): pass\n    def run(self): return Other()\n",
        "class Other:\n    def go(self): pass\n    def run(self): return Other()\n"
        "class Model(Other):\n    def run(self): return Other()\n    def go(self): pass\n",
        "from base import Model\nclass Other:\n    def run(self): return Model()\n",
        "class Other:\n    def go(self): pass\n"
        "class Model(Other):\n    def run(self): return Model()\n    def go(self): pass\n",
        "class Model:\n    class Other:\n        def go(self): pass\n"
        "    def run(self): return Model.Other()\n",
    ],
    "base.py": [
        "class Model:\n    def go(self): pass\n    def run(self): pass\n",
        "def test():\n    class Model:\n        def go(self): pass\n    return Model()\n",
    ],
    "made.py": [
        "from model import Model\nfrom base import test\n"
        "made = Model()\nleft = made.run()\nback = test()\n",
    ],
    "use.py": [
        "from made import made, left, back\nmade.run().go()\nleft.go()\nback.go()\n",
        "import model\nmodel.Model().run().go()\nmodel.Other().run().go()\n",
        "from made import left\nleft.go()\n",
        "from made import back\nback.go()\n",
    ],
}


def test_members_are_followed_by_their_own_names_or_by_those_of_their_classes() -> None:
    assert_all_edits_followed(MEMBERS)


MODULES: dict[str, list[str | None]] = {
    "pkg/__init__.py": ["from . import made as kit\n", "from .sub.deep import *\n", "", None],
    "pkg/made.py": [
        "def make(): pass\nclass Box:\n    def lid(self): pass\n",
        "from pkg.sub.deep import make\nfrom pkg.sub import Box\n",
        "import pkg.sub.deep as make\ndef __getattr__(name): pass\n",
        None,
    ],
    "pkg/sub/__init__.py": ["from .deep import Box\nfrom . import deep as kit\n", None],
    "pkg/sub/deep.py": ["class Box:\n    def rim(self): pass\nmake = Box()\n", None],
    "kit.py": [None, "from pkg.sub import deep\nmake = deep.make\n"],
    "use.py": [
        "import pkg\npkg.kit.make()\npkg.made.Box().lid()\nx = 'pkg.made.make'\n",
        "from pkg.sub import kit\nimport pkg.made\nkit.make.rim()\npkg.made.make.Box\n",
        "from kit import make\nmake.rim()\nfrom pkg import *\nmade.Box()\nBox()\n",
        "import kit\nkit.deep.Box()\ndef f():\n    import pkg.made as m\n    m.Box().lid()\n",
    ],
    "far.py": ["import use\nuse.pkg.made.make\nuse.make.rim()\nuse.kit.make\n"],
}


def test_modules_that_come_go_or_import_otherwise_are_followed_by_steps() -> None:
    assert_all_edits_followed(MODULES)


IMPLICIT: dict[str, list[str | None]] = {
    "maker.py": [
        "import kit\nclass Maker:\n    def __call__(self): return kit\n"
        "class Base:\n    def __getitem__(self, n): return kit.Box()\n",
        "import kit\nclass Maker:\n    def __call__(self): return kit.Box()\nclass Base: pass\n",
        "class Maker: pass\nclass Base:\n    def __getattr__(self, name): pass\n",
    ],
    "kit.py": ["class Box:\n    def lid(self): pass\n", "from box import Box\n", ""],
    "box.py": ["class Box:\n    def lid(self): pass\n"],
    "made.py": [
        "from maker import Maker, Base\nmaker = Maker()\nclass Own(Base): pass\nown = Own()\n"
    ],
    "use.py": [
        "from made import maker, own\nmaker().Box().lid()\nmaker().lid()\nown[0].lid()\nown.top()\n"
    ],
}


def test_what_an_expression_asks_for_without_naming_it_is_followed() -> None:
    assert_all_edits_followed(IMPLICIT)


MEANINGS: dict[str, list[str | None]] = {
    "base.py": [
        "class Color:\n    RED = 1\nclass Lid:\n    def turn(self): pass\n"
        "class Box:\n    size: int\n    def __call__(self): return Lid()\n",
        "import enum\nclass Color(enum.Enum):\n    RED = 1\nclass Lid:\n    def turn(self): pass\n"
        "class Box:\n    size: 'float'\n    def __call__(self): return Color.RED\n",
        "class Color(Flag):\n    RED = 1\nclass Lid:\n    def turn(self): pass\n"
        "class Box(list):\n    size: Lid\n    def __getitem__(self, n): return Lid()\n",
        "from other import Box, Lid\nclass Color: pass\n",
    ],
    "other.py": [
        "class Lid:\n    def turn(self): pass\nclass Box:\n    size: Lid\n",
        "from base import Lid\nclass Box(Lid):\n    def __init__(self): self.size = Lid()\n",
    ],
    "kept.py": [
        "from base import *\nboxes = [Box()]\nred = Color.RED\ndef first(): return boxes[0]\n",
        "from base import Box, Color\nboxes = [[Box()]]\nred = Color\n"
        "def first(): return boxes[0][0]\n",
    ],
    "sub.py": ["import kept\nclass Own(kept.Box): pass\nown = Own()\nmade = own()\n"],
    "use.py": [
        "from kept import boxes, red, first\nboxes[0]().turn()\nboxes[0][0].size.turn()\n"
        "red.RED\nred.turn()\nfirst()().turn()\nfirst()[0].turn()\nfirst().size.turn()\n",
    ],
    "far.py": [
        "from sub import own, made\nown().turn()\nmade.turn()\nmade.RED\nown.size.turn()\n"
        "own[0].turn()\nown.turn()\n"
    ],
}


def test_what_is_only_said_otherwise_is_followed_no_further() -> None:
    assert_all_edits_followed(MEANINGS)


def test_a_type_that_leads_where_it_led_affects_nobody() -> None:
    use = unit("use.py", "from base import Box\nbox = Box().size\nBox().size.turn()\n")
    before, after, other = (
        unit("base.py", f"class Lid:\n    def turn(self): pass\nclass Box:\n    size: {written}\n")
        for written in ("Missing", "absent.Missing", "Lid")
    )
    assert touched_by(before, after, [after, use]) == set()
    assert touched_by(before, other, [other, use]) == {"use.py"}
