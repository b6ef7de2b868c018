"""A repository that says hostile texts in every place where a repository can say something."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tests.fakes.trees import git, write_tree

BRANCH = "<svg/onload=alert(1)>"
TITLE = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}\u202e"
_BATCH = 64
_N_PAST = 12


def write_attack(root: Path, payloads: Sequence[str], names: Sequence[str]) -> Path:
    """``payloads`` in texts, ``names`` as folders and files; with a past that says the same."""
    write_tree(root, dict(_files(payloads)))
    write_tree(root, dict.fromkeys(_paths(names), "def named(): pass\n"))
    git(root, "init", "-q", "-b", BRANCH)
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "-m", TITLE.replace("\n", " "))
    git(root, "fast-import", "--quiet", stdin=b"".join(_past(payloads)))
    return root


def _files(payloads: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for place, said in _SINKS.items():
        for n, at in enumerate(range(0, len(payloads), _BATCH)):
            yield place.format(n=n), _bytes(said(payloads[at : at + _BATCH]))
    for n in range(_N_PAST):
        yield f"past/{n}.py", b"last = 1\n"
    yield "pyproject.toml", _bytes(f"[project]\nname = {json.dumps(TITLE)}\n")
    yield ".github/CODEOWNERS", _bytes(_owners(payloads))


def _bytes(text: str) -> bytes:
    """A NUL would make the file one that is only listed."""
    return text.replace("\0", "").encode("utf-8", "surrogatepass")


def _paths(names: Sequence[str]) -> Iterator[str]:
    """A slash in a text cuts it into folders, as it would on any disk."""
    for n, name in enumerate(names):
        kept = name.replace("\0", "").encode("utf-8", "replace").decode()
        parts = [part.encode()[:200].decode("utf-8", "ignore") for part in kept.split("/")]
        shown = "/".join(part for part in parts if part not in ("", ".", ".."))
        yield f"names/{n // 40}/{shown or 'none'}~{n}.py"


def _past(payloads: Sequence[str]) -> Iterator[bytes]:
    """As git's own import reads it; it takes every name but one with these four characters."""
    parent = f"from refs/heads/{BRANCH}^0\n"
    for n, payload in enumerate(payloads):
        who = "".join(" " if c in "<>\n\0" else c for c in payload)
        subject = payload.replace("\0", "").encode("utf-8", "replace") or b"x"
        path, text = f"past/{n % _N_PAST}.py", f"last = {n}\n".encode()
        yield f"commit refs/heads/{BRANCH}\n".encode()
        yield f"author {who} <x@example.org> {n} +0000\n".encode("utf-8", "replace")
        yield f"committer x <x@example.org> {n} +0000\n".encode()
        yield b"data %d\n%s\n" % (len(subject), subject)
        yield f"{parent}M 100644 inline {path}\ndata {len(text)}\n".encode() + text + b"\n"
        parent = ""


# One function a sink: from texts to what a file says -------------------------------------------


def _python(payloads: Sequence[str]) -> str:
    functions = [
        f"class C{n}:\n"
        f'    """{_in_quotes(payload)} """\n\n'
        f"    def f{n}(self, x={payload!a}, *, y: {_line(payload)!r} = {_line(payload)!r}):\n"
        f'        r"""{_in_quotes(payload)} """\n'
        f"        # TODO: {_line(payload)}\n"
        f"        if x == {_line(payload)!r}:\n            raise ValueError({_line(payload)!r})\n"
        f"        assert y, {_line(payload)!r}\n"
        f"        eval({_line(payload)!r})  # {_line(payload)}\n"
        f"        password = {_line(payload)!r}\n"
        f"        return os.environ[{_line(payload)!r}], C{n}\n\n"
        for n, payload in enumerate(payloads)
    ]
    return f'"""{_in_quotes(payloads[0])} """\n\nimport os\n\n\n' + "\n".join(functions)


def _markdown(payloads: Sequence[str]) -> str:
    return "".join(_marked_down(payload, _line(payload)) for payload in payloads)


def _marked_down(text: str, p: str) -> str:
    return (
        f"# {p}\n\n{text}\n\n[{p}]({p}) [x](<{p}>) ![{p}]({p}) <{p}>\n\n```{p}\n{text}\n```\n\n"
        f"| {p} |\n|---|\n| `{p}` |\n\n[{p}]: {p} '{p}'\n\n- [ ] {p}\n\n> {p}\n\n"
    )


def _restructured(payloads: Sequence[str]) -> str:
    return "".join(
        f"{_line(p)}\n{'=' * max(4, 2 * len(_line(p)))}\n\n`{_line(p)} <{_line(p)}>`_\n\n"
        f".. code-block:: {_line(p)}\n\n   {_line(p)}\n\n.. image:: {_line(p)}\n\n"
        f".. raw:: html\n\n   {_line(p)}\n\n:func:`{_line(p)}`\n\n"
        for p in payloads
    )


def _notebook(payloads: Sequence[str]) -> str:
    cells = [
        {"cell_type": kind, "metadata": {p: p}, "source": [said], "outputs": [_output(p)]}
        for p in payloads
        for kind, said in (("markdown", f"# {p}\n\n{p}"), ("code", f"x = {p!r}\n# {p}"))
    ]
    kernel = {"kernelspec": {"name": payloads[0], "display_name": payloads[0]}}
    return json.dumps({"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5})


def _output(payload: str) -> dict[str, object]:
    kinds = ("text/html", "image/svg+xml", "application/javascript", "text/markdown", "text/plain")
    return {"output_type": "display_data", "data": dict.fromkeys(kinds, payload), "metadata": {}}


def _json(payloads: Sequence[str]) -> str:
    return json.dumps({p: {p: [p]} for p in payloads}, ensure_ascii=False, indent=1)


def _yaml(payloads: Sequence[str]) -> str:
    return "".join(f"{json.dumps(p)}:\n  {json.dumps(p)}: {json.dumps(p)}\n" for p in payloads)


def _toml(payloads: Sequence[str]) -> str:
    return "".join(f"[{json.dumps(p)}]\n{json.dumps(p)} = {json.dumps(p)}\n" for p in payloads)


def _ini(payloads: Sequence[str]) -> str:
    return "".join(f"[{_line(p)}]\n{_line(p)} = {_line(p)}\n; {_line(p)}\n" for p in payloads)


def _javascript(payloads: Sequence[str]) -> str:
    members = [
        f"  /** {_line(p).replace('*/', '')} */\n  {json.dumps(p)}() {{\n"
        f"    throw new Error({json.dumps(p)}); // FIXME: {_line(p)}\n  }}"
        for p in payloads
    ]
    imports = [f"import {json.dumps(p)};\n" for p in payloads]
    return f"{''.join(imports)}export const all = {{\n" + ",\n".join(members) + "\n};\n"


def _c(payloads: Sequence[str]) -> str:
    return "".join(
        f"#include <{_line(p)}>\n/* {_line(p).replace('*/', '')} */\n"
        f"#define M{n} {json.dumps(p)}\n"
        f"int f{n}(int x) {{ if (x) throw std::runtime_error({json.dumps(p)}); return M{n}; }}\n"
        for n, p in enumerate(payloads)
    )


def _shell(payloads: Sequence[str]) -> str:
    return "#!/bin/sh\n" + "".join(
        f"# {_line(p)}\nf{n}() {{\n  eval {_line(p)!r}\n}}\n" for n, p in enumerate(payloads)
    )


def _makefile(payloads: Sequence[str]) -> str:
    return "".join(
        f"# {_line(p)}\n{_line(p)}: {_line(p)}\n\t{_line(p)}\nX = {_line(p)}\n" for p in payloads
    )


def _cmake(payloads: Sequence[str]) -> str:
    return "".join(
        f"# {_line(p)}\nfunction({json.dumps(p)})\nendfunction()\nset(X [[{_line(p)}]])\n"
        for p in payloads
    )


def _dockerfile(payloads: Sequence[str]) -> str:
    return "".join(f"FROM {_word(p)} AS {_word(p)}\nRUN {_line(p)}\n" for p in payloads)


def _sql(payloads: Sequence[str]) -> str:
    return "".join(
        f'-- {_line(p)}\nCREATE TABLE "{_line(p)}" ("{_line(p)}" int);\n' for p in payloads
    )


def _raw(payloads: Sequence[str]) -> str:
    return "\n".join(payloads) + "\n"


def _owners(payloads: Sequence[str]) -> str:
    return "".join(f"past/{n % _N_PAST}.py @{_word(p)}\n" for n, p in enumerate(payloads))


def _line(text: str) -> str:
    return " ".join(text.split()) or "x"


def _word(text: str) -> str:
    return "".join(text.split()) or "x"


def _in_quotes(text: str) -> str:
    return text.replace('"""', "'").rstrip("\\")


_SINKS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "README.md": lambda payloads: _markdown(payloads[:8]),
    "code/README.md": lambda payloads: _markdown(payloads[-8:]),
    "docs/{n}.md": _markdown,
    "docs/{n}.rst": _restructured,
    "docs/{n}.ipynb": _notebook,
    "code/p{n}.py": _python,
    "code/{n}.js": _javascript,
    "code/{n}.cpp": _c,
    "code/{n}.sh": _shell,
    "code/{n}.sql": _sql,
    "conf/{n}.json": _json,
    "conf/{n}.yaml": _yaml,
    "conf/{n}.toml": _toml,
    "conf/{n}.ini": _ini,
    "conf/{n}.mk": _makefile,
    "conf/{n}.cmake": _cmake,
    "conf/{n}.dockerfile": _dockerfile,
    "raw/{n}.html": _raw,
    "raw/{n}.svg": _raw,
    "raw/{n}.css": _raw,
    "raw/{n}.txt": _raw,
    "raw/{n}.jinja": _raw,
}
