"""What manifests declare and publish: packages with their package URL and the line that names them.

Declared only: what is locked, resolved or vendored is another question. A manifest that cannot be
read declares nothing.
"""

import configparser
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import quote

Scope = Literal["required", "optional"]
_REQUIREMENT: Final = re.compile(
    r"\s*([A-Za-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(?:==\s*([\w.+!-]+))?"
)
_EXACT: Final = re.compile(r"\d[\w.+-]*")
_GO: Final = re.compile(
    r"(?:require\s+)?([\w.~-]+\.[\w.~/-]+)\s+(v[\w.+-]+)(\s*//\s*indirect)?\s*$"
)
_REQUIREMENTS_FILE: Final = re.compile(
    r"(?:.*/)?requirements[\w.-]*\.txt|(?:.*/)?requirements/[^/]+\.txt"
)
_GO_MODULE: Final = re.compile(r"^module[ \t]{1,9}\"?([^\s\"]{1,400})", re.MULTILINE)
_SETUP_NAME: Final = re.compile(r"^ {2,8}name\s?=\s?[\"']([\w.-]{1,100})[\"'],", re.MULTILINE)
_SETUP_REQUIRES: Final = re.compile(
    r"\binstall_requires\s?=\s?\[((?:[^\[\]]|\[[^\[\]]{0,99}\]){0,5000})\]"
)
_STRING: Final = re.compile(r"[\"']([^\"'\n]{1,200})[\"']")
_POM_DEPENDENCY: Final = re.compile(r"<dependency>(.{0,2000}?)</dependency>", re.DOTALL)
_POM_NESTED: Final = re.compile(
    r"<(parent|dependencies|dependencyManagement|build|profiles|plugins)>.*?</\1>", re.DOTALL
)
_POM_PARENT: Final = re.compile(r"<parent>(.{0,2000}?)</parent>", re.DOTALL)
_POM_TAGS: Final = ("groupId", "artifactId", "version", "scope")
_CMAKE_PROJECT: Final = re.compile(
    r"^\s{0,9}project\s{0,9}\(\s{0,9}([\w.+${}-]{1,100})", re.M | re.I
)
_CMAKE_PACKAGE: Final = re.compile(
    r"^\s{0,9}find_package\s{0,9}\(\s{0,9}([\w.+-]{1,100})([^)]{0,500})\)", re.M | re.I
)


class Declared(NamedTuple):
    purl: str
    name: str
    version: str
    """Empty where the manifest allows several."""
    scope: Scope
    path: str
    line: int


class _Package(NamedTuple):
    type: str
    name: str
    version: str = ""
    scope: Scope = "required"
    line: int = 0
    """0 where it is looked for in the text."""


def is_manifest(path: str) -> bool:
    return _reader(path) is not None


def declared_in(path: str, text: str) -> list[Declared]:
    """What it depends on."""
    return _read(_reader(path), path, text)


def published_in(path: str, text: str) -> list[Declared]:
    """What it packages: the names under which others depend on it."""
    return _read(_PUBLISHERS.get(path.rpartition("/")[2]), path, text)


def _read(reader: "_ManifestReader | None", path: str, text: str) -> list[Declared]:
    try:
        packages = [*reader(text)] if reader else []
    except (ValueError, TypeError, AttributeError, RecursionError, configparser.Error):
        return []  # somebody's file, in whatever shape
    lines = text.split("\n")
    found = [_declared(path, package, lines) for package in packages]
    return [*dict.fromkeys(found)]


def _declared(path: str, package: _Package, lines: list[str]) -> Declared:
    version = f"@{quote(package.version, safe='')}" if package.version else ""
    purl = f"pkg:{package.type}/{quote(package.name, safe='/')}{version}"
    line = package.line or _line_of(package.name, lines)
    return Declared(purl, package.name, package.version, package.scope, path, line)


def _line_of(name: str, lines: list[str]) -> int:
    found = (n for n, line in enumerate(lines, 1) if name.lower() in line.lower().replace("_", "-"))
    return next(found, 1)


def _reader(path: str) -> "_ManifestReader | None":
    known = _READERS.get(path.rpartition("/")[2])
    return known or (_requirements if _REQUIREMENTS_FILE.fullmatch(path) else None)


def _pyproject(text: str) -> Iterator[_Package]:
    content = tomllib.loads(text)
    project = content.get("project", {})
    for requirement in project.get("dependencies", []):
        yield from _python(requirement, "required")
    extras = project.get("optional-dependencies", {})
    for requirements in (*extras.values(), *content.get("dependency-groups", {}).values()):
        for requirement in requirements:
            if isinstance(requirement, str):
                yield from _python(requirement, "optional")
    for name in content.get("tool", {}).get("poetry", {}).get("dependencies", {}):
        if name.lower() != "python":
            yield from _python(name, "required")


def _requirements(text: str) -> Iterator[_Package]:
    for n, line in enumerate(text.split("\n"), 1):
        stated = line.partition("#")[0].strip()
        if stated and not stated.startswith(("-", "git+", "http", ".", "/")):
            for package in _python(stated, "required"):
                yield package._replace(line=n)


def _python(requirement: str, scope: Scope) -> Iterator[_Package]:
    """PyPI takes names that differ in case, dots and dashes for one."""
    if found := _REQUIREMENT.match(requirement):
        name = re.sub(r"[-_.]+", "-", found[1]).lower()
        yield _Package("pypi", name, found[2] or "", scope)


def _package_json(text: str) -> Iterator[_Package]:
    content = json.loads(text)
    scopes: Mapping[str, Scope] = {
        "dependencies": "required",
        "peerDependencies": "required",
        "optionalDependencies": "optional",
        "devDependencies": "optional",
    }
    for key, scope in scopes.items():
        for name, wanted in content.get(key, {}).items():
            if not str(wanted).startswith(("workspace:", "file:", "link:")):
                yield _Package("npm", name, _exact(wanted), scope)


def _composer(text: str) -> Iterator[_Package]:
    content = json.loads(text)
    for key, scope in (("require", "required"), ("require-dev", "optional")):
        for name, wanted in content.get(key, {}).items():
            if "/" in name:  # else PHP itself, or an extension of it
                yield _Package("composer", name, _exact(wanted), scope)  # type: ignore[arg-type]


def _cargo(text: str) -> Iterator[_Package]:
    content = tomllib.loads(text)
    tables: list[tuple[Any, Scope]] = [
        (content.get("dependencies"), "required"),
        (content.get("workspace", {}).get("dependencies"), "required"),
        (content.get("build-dependencies"), "required"),
        (content.get("dev-dependencies"), "optional"),
    ]
    for table, scope in tables:
        for name, wanted in (table or {}).items():
            details = wanted if isinstance(wanted, dict) else {"version": wanted}
            if "path" not in details and not details.get("workspace"):
                version = str(details.get("version", "")).lstrip("=")
                exact = version if str(details.get("version", "")).startswith("=") else ""
                yield _Package("cargo", details.get("package", name), exact, scope)


def _go_mod(text: str) -> Iterator[_Package]:
    """Go states the very version."""
    for n, line in enumerate(text.split("\n"), 1):
        if (found := _GO.match(line.strip())) and not found[3]:
            yield _Package("golang", found[1], found[2], "required", n)


def _setup_cfg(text: str) -> Iterator[_Package]:
    sections = _ini(text)
    for requirement in sections.get("options", "install_requires", fallback="").splitlines():
        yield from _python(requirement, "required")
    extras = "options.extras_require"
    for name in sections.options(extras) if sections.has_section(extras) else ():
        for requirement in sections.get(extras, name).splitlines():
            yield from _python(requirement, "optional")


def _pom(text: str) -> Iterator[_Package]:
    """By expressions and not by a parser of XML, which a hostile file can keep busy."""
    for block in _POM_DEPENDENCY.finditer(text):
        group, artifact, version, scope = (_tag(block[1], name) for name in _POM_TAGS)
        if group and artifact and "$" not in group + artifact:
            line = text.count("\n", 0, block.start()) + 1
            how: Scope = "optional" if scope in ("test", "provided") else "required"
            exact = _exact(version)
            yield _Package("maven", f"{group}/{artifact}", exact, how, line)


def _cmake(text: str) -> Iterator[_Package]:
    for found in _CMAKE_PACKAGE.finditer(text):
        scope: Scope = "required" if "REQUIRED" in found[2] else "optional"
        line = text.count("\n", 0, found.start()) + 1
        yield _Package("generic", found[1], "", scope, line)


def _pyproject_itself(text: str) -> Iterator[_Package]:
    content = tomllib.loads(text)
    poetry = content.get("tool", {}).get("poetry", {})
    if name := content.get("project", {}).get("name") or poetry.get("name"):
        yield from _python(name, "required")


def _setup_cfg_itself(text: str) -> Iterator[_Package]:
    if name := _ini(text).get("metadata", "name", fallback=""):
        yield from _python(name, "required")


def _setup_py_itself(text: str) -> Iterator[_Package]:
    if found := _SETUP_NAME.search(text):
        yield from _python(found[1], "required")


def _setup_py(text: str) -> Iterator[_Package]:
    """Only what stands there as it is: nothing of a repository is run."""
    for found in _SETUP_REQUIRES.finditer(text):
        for requirement in _STRING.findall(found[1]):
            yield from _python(requirement, "required")


def _metadata(text: str) -> Iterator[_Package]:
    """Of a distribution, as it was built."""
    for n, line in enumerate(text.partition("\n\n")[0].split("\n"), 1):
        if line.startswith("Requires-Dist:"):
            scope: Scope = "optional" if "extra ==" in line else "required"
            for package in _python(line.partition(":")[2], scope):
                yield package._replace(line=n)


def _metadata_itself(text: str) -> Iterator[_Package]:
    for n, line in enumerate(text.partition("\n\n")[0].split("\n"), 1):
        if line.startswith("Name:"):
            for package in _python(line.partition(":")[2], "required"):
                yield package._replace(line=n)


def _package_json_itself(text: str) -> Iterator[_Package]:
    if name := json.loads(text).get("name"):
        yield _Package("npm", name)


def _composer_itself(text: str) -> Iterator[_Package]:
    if name := json.loads(text).get("name"):
        yield _Package("composer", name)


def _cargo_itself(text: str) -> Iterator[_Package]:
    if name := tomllib.loads(text).get("package", {}).get("name"):
        yield _Package("cargo", name)


def _go_mod_itself(text: str) -> Iterator[_Package]:
    if found := _GO_MODULE.search(text):
        yield _Package("golang", found[1])


def _pom_itself(text: str) -> Iterator[_Package]:
    """A module of a larger project has the group of its parent."""
    own = _POM_NESTED.sub("", text)
    group = _tag(own, "groupId") or _tag("".join(_POM_PARENT.findall(text)[:1]), "groupId")
    if group and (artifact := _tag(own, "artifactId")) and "$" not in group + artifact:
        line = text.count("\n", 0, text.find(f"{artifact}</artifactId>")) + 1
        yield _Package("maven", f"{group}/{artifact}", line=line)


def _cmake_itself(text: str) -> Iterator[_Package]:
    if (found := _CMAKE_PROJECT.search(text)) and "$" not in found[1]:
        yield _Package("generic", found[1])


def _ini(text: str) -> configparser.ConfigParser:
    sections = configparser.ConfigParser(interpolation=None)
    sections.read_string(text)
    return sections


def _tag(block: str, name: str) -> str:
    found = re.search(rf"<{name}>\s{{0,99}}([^<>\s]{{1,200}})\s{{0,99}}</{name}>", block)
    return found[1] if found else ""


def _exact(wanted: object) -> str:
    return str(wanted) if _EXACT.fullmatch(str(wanted)) else ""


_ManifestReader = Callable[[str], Iterator[_Package]]
_READERS: Final[dict[str, _ManifestReader]] = {
    "pyproject.toml": _pyproject,
    "setup.cfg": _setup_cfg,
    "setup.py": _setup_py,
    "METADATA": _metadata,
    "PKG-INFO": _metadata,
    "pom.xml": _pom,
    "CMakeLists.txt": _cmake,
    "package.json": _package_json,
    "composer.json": _composer,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
}
_PUBLISHERS: Final[dict[str, _ManifestReader]] = {
    "pyproject.toml": _pyproject_itself,
    "setup.cfg": _setup_cfg_itself,
    "setup.py": _setup_py_itself,
    "METADATA": _metadata_itself,
    "PKG-INFO": _metadata_itself,
    "package.json": _package_json_itself,
    "composer.json": _composer_itself,
    "Cargo.toml": _cargo_itself,
    "go.mod": _go_mod_itself,
    "pom.xml": _pom_itself,
    "CMakeLists.txt": _cmake_itself,
}
