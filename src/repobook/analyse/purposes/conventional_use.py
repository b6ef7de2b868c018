"""What a file is there for by its name alone: tools look for such a name and read it."""

import re
from typing import Final

_CONFIGURES: Final = re.compile(
    r"\.?([a-z][\w-]{1,40})(?:\.(?:config|conf|setup)\.[cm]?[jt]s|rc\.[cm]?js)"
)
_FORWARD: Final = re.compile(r"(?:\w{1,60}_)?fwd\.h(?:pp|xx)?")
_OF_LOCALES: Final = frozenset(["i18n", "lang", "locale", "locales", "translations"])
_LOCALE: Final = re.compile(r"([a-z]{2,3}(?:[-_][A-Z][A-Za-z]{1,3}|[-_][a-z]{2})?)\.\w{2,4}")
EXAMPLE: Final = "Example"
FOR_TESTS: Final = "For tests"
BENCHMARK: Final = "Benchmark"
# Beginning at the innermost folder, what is kept there is kept for this.
_USE_BY_FOLDER: Final = {
    "fixtures": "Fixture of tests",
    "__fixtures__": "Fixture of tests",
    "testdata": "Data of tests",
    "test-data": "Data of tests",
    "test_data": "Data of tests",
    "snapshots": "Snapshot that tests compare with",
    "__snapshots__": "Snapshot that tests compare with",
    "expected": "Expected output of tests",
    "golden": "Expected output of tests",
    "examples": EXAMPLE,
    "example": EXAMPLE,
    "samples": EXAMPLE,
    "sample": EXAMPLE,
    "demos": EXAMPLE,
    "demo": EXAMPLE,
    "benchmarks": BENCHMARK,
    "benchmark": BENCHMARK,
    "benches": BENCHMARK,
    "bench": BENCHMARK,
    "__tests__": FOR_TESTS,
    "test": FOR_TESTS,
    "tests": FOR_TESTS,
    "spec": FOR_TESTS,
}
_USE_BY_ENDING: Final = {
    ".gemspec": "Describes the gem to RubyGems",
    "build.gradle": "Tells Gradle how this part is built",
    "build.gradle.kts": "Tells Gradle how this part is built",
    "settings.gradle": "Tells Gradle which parts are built",
    "settings.gradle.kts": "Tells Gradle which parts are built",
}
# Folders and files that hold the whole of an example under whatever name.
_PARTS: Final = frozenset(
    ["app", "cmd", "components", "index", "lib", "main", "mod", "pages", "public", "routes", "src"]
)
_MAX_BELOW: Final = 4
# Folders that say how tests are written, or what they need.
_NO_SUBJECTS_TEXT: Final = """
_support app common config cpp data e2e functional helper helpers integration java js kotlin lib
mocks node performance perf pages resources scala scripts site src stubs support ts types unit utils
"""
_NO_SUBJECTS: Final = frozenset(_NO_SUBJECTS_TEXT.split())
_EXAMPLES: Final = frozenset(["example", "examples", "demo"])
_USE_BY_NAME: Final = {
    "Gemfile": "Names the gems that Bundler installs",
    "Gruntfile.js": "Has the tasks that Grunt runs",
    "Rakefile": "Has the tasks that Rake runs",
    "Vagrantfile": "Describes the machines that Vagrant starts",
    "build.rs": "Is run by Cargo before it compiles the package",
    "conftest.py": "Has what pytest gives to the tests beside and below",
    "dodo.py": "Has the tasks that doit runs",
    "gulpfile.js": "Has the tasks that gulp runs",
    "noxfile.py": "Has the sessions that nox runs",
    "setup.py": "Tells setuptools how the package is built",
}


def conventional_use(path: str) -> str:
    name = path.rpartition("/")[2]
    if name == "__main__.py" and "/" in path:
        return f"Is run by `python -m {path.split('/')[-2]}`"
    if _FORWARD.fullmatch(name):
        return "Declares types before they are defined"
    parts = path.split("/")
    if len(parts) > 1 and parts[-2] in _OF_LOCALES and (locale := _LOCALE.fullmatch(name)):
        return f"Locale `{locale[1]}`"
    match = _CONFIGURES.fullmatch(name)
    if match:
        return f"Configures `{match[1]}`"
    by_ending = (_USE_BY_ENDING[end] for end in _USE_BY_ENDING if name.endswith(end))
    if use := next(by_ending, ""):
        return use
    folders = [*reversed(path.lower().split("/")[:-1])]
    if (stem := name.partition(".")[0].lower()) in _EXAMPLES:
        folders.insert(0, stem)
    by_folder = (_USE_BY_FOLDER[folder] for folder in folders if folder in _USE_BY_FOLDER)
    use = next(by_folder, "")
    if use == FOR_TESTS and (subject := _subject(path)):
        return f"{use} in `{subject}`"
    return _USE_BY_NAME.get(name) or (f"{use}{_example(path)}" if use == EXAMPLE else use)


def _subject(path: str) -> str:
    """The folders of a test that is one case: below the folder of all tests, few and telling."""
    *folders, _ = path.split("/")
    at = max(n for n, folder in enumerate(folders) if folder.lower() in _USE_BY_FOLDER)
    below = folders[at + 1 :]
    is_telling = 0 < len(below) <= _MAX_BELOW and _NO_SUBJECTS.isdisjoint(below)
    return "/".join(below[-2:]) if is_telling else ""


def _example(path: str) -> str:
    """What an example is called: the folder that holds all of it, else its file."""
    *folders, name = path.split("/")
    inner = [folder for folder in folders if folder.lower() not in _PARTS]
    stem = name.partition(".")[0]
    titles = inner[-1:] if inner and _USE_BY_FOLDER.get(inner[-1].lower()) != EXAMPLE else []
    titles += [] if stem.lower() in _PARTS else [stem]
    return f" `{'/'.join(titles)}`" if titles and titles[-1].lower() not in _EXAMPLES else ""
