"""What manifests declare: packages with their package URL and the line that names them.

Declared only: what is locked, resolved or vendored is another question. A manifest that cannot be
read declares nothing.
"""

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
    reader = _reader(path)
    try:
        packages = [*reader(text)] if reader else []
    except (ValueError, TypeError, AttributeError, RecursionError):
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


def _reader(path: str) -> Callable[[str], Iterator[_Package]] | None:
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


def _exact(wanted: object) -> str:
    return str(wanted) if _EXACT.fullmatch(str(wanted)) else ""


_READERS: Final[dict[str, Callable[[str], Iterator[_Package]]]] = {
    "pyproject.toml": _pyproject,
    "package.json": _package_json,
    "composer.json": _composer,
    "Cargo.toml": _cargo,
    "go.mod": _go_mod,
}
