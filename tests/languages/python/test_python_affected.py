"""A change in Python reaches every file whose links it alters: all edits of a small repository."""

from itertools import product

from repobook.languages import Resolver
from repobook.model.graph import FileLinks
from repobook.resolve.world import world_of
from tests.fakes.affected import touched_by
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
    ],
    "pkg/tools.py": [
        "from .base import helper\n",
        "from pkg.base import Base\nclass Made(Base): pass\nmade = Base()\n",
        "def helper(): pass\nclass Made: pass\n",
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
    "far.py": ["from near import Own\nOwn().run()\n"],
}


def test_every_link_that_an_edit_alters_is_resolved_again() -> None:
    names = sorted(VARIANTS)
    read = {
        (path, n): unit(path, text)
        for path in names
        for n, text in enumerate(VARIANTS[path])
        if text is not None
    }
    links_by_state: dict[tuple[int, ...], dict[str, FileLinks]] = {}
    for state in product(*[range(len(VARIANTS[path])) for path in names]):
        units = [read[path, n] for path, n in zip(names, state, strict=True) if (path, n) in read]
        resolve = Resolver(world_of(units))
        links_by_state[state] = {found.path: resolve(found) for found in units}
    for state, before in links_by_state.items():
        for place, path in enumerate(names):
            for n in range(len(VARIANTS[path])):
                edited = (*state[:place], n, *state[place + 1 :])
                after = links_by_state[edited]
                units = [read[key] for key in zip(names, edited, strict=True) if key in read]
                touched = touched_by(read.get((path, state[place])), read.get((path, n)), units)
                for other, links in after.items():
                    if other != path and other not in touched:
                        assert links == before[other], (path, state, edited, other)
