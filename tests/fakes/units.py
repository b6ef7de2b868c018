"""A repository written as a dictionary, read as a build reads it, and what resolving it gives."""

from collections.abc import Mapping

from repobook.languages import Resolver, parse
from repobook.model.graph import FileLinks, Link, Unit
from repobook.resolve.world import world_of
from repobook.scan.classify.languages import language_of
from repobook.scan.classify.roles import role_of
from repobook.scan.ignore.attributes import FileAttributes


def unit(path: str, text: str) -> Unit:
    content = text.encode()
    language = language_of(path, content)
    role, _ = role_of(path, content, language, FileAttributes())
    facts = parse(language, content)
    return Unit(path, language, role, facts.definitions, facts.imports, facts.references)


def units(files: Mapping[str, str]) -> list[Unit]:
    return [unit(path, text) for path, text in files.items()]


def links(files: Mapping[str, str], path: str) -> FileLinks:
    """What the file at ``path`` leads to, in a repository of these files."""
    read = units(files)
    resolved = next(found for found in read if found.path == path)
    return Resolver(world_of(read))(resolved)


def links_by_name(files: Mapping[str, str], path: str) -> dict[str, Link]:
    """By the chain as written, of references and of imports (``module:name``)."""
    found = unit(path, files[path])
    resolved = links(files, path)
    by_name = {
        f"{reference.receiver}.{reference.name}" if reference.receiver else reference.name: link
        for reference, link in zip(found.references, resolved.references, strict=True)
    }
    for imported, link in zip(found.imports, resolved.imports, strict=True):
        by_name[f"{imported.module}:{imported.name}" if imported.name else imported.module] = link
    return by_name
