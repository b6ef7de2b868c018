"""A change in Python reaches every file whose links it alters: all edits of a small repository."""

from tests.fakes.affected import assert_all_edits_followed

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
    assert_all_edits_followed(VARIANTS)
