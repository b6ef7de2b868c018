"""What a tree of files can be made of to hurt whoever reads it: one function a trick."""

import contextlib
import os
import random
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from bench.attacks.lab import Lab
from bench.attacks.mutants import endings
from bench.attacks.sources import write_program
from tests.fakes.attacks import write_attack
from tests.fakes.payloads import PAYLOADS
from tests.fakes.trees import commit_all, make_repository, write_tree
from tests.functional.test_deep_nesting import BOMBS, SMALLER
from tests.functional.test_hostile_trees import MODULES, NAMES, TEXTS

from repobook.scan.sources.path_names import display


class Repository(NamedTuple):
    lab: Lab
    root: Path
    secrets: list[bytes]
    """Texts of credentials; none may be in the book."""
    hidden: list[str]
    """Tracked paths that something in the repository wants to hide."""

    @property
    def draw(self) -> random.Random:
        return self.lab.draw

    @property
    def book(self) -> Path:
        return self.root / f"{display(os.fsencode(self.root.name))}.book"


Trick = Callable[[Repository], None]


def write_base(lab: Lab) -> Repository:
    """A harmless program; mostly a git repository, now and then one full of hostile texts."""
    root = lab.work / lab.draw.choice(["name", "a b", "x.book", "-n", "é", "r\udcff", "very" * 40])
    repository = Repository(lab, root, [], [])
    if lab.draw.random() < 0.1:
        write_attack(root, lab.draw.sample(PAYLOADS, 8), lab.draw.sample(PAYLOADS, 4))
    elif lab.draw.random() < 0.8:
        make_repository(root, {})
        write_program(root, lab.draw.randint(1, 5), lab.draw)
        commit_all(root)
    else:
        write_program(root, lab.draw.randint(1, 5), lab.draw)
    return repository


def _links(repository: Repository) -> None:
    lab, root = repository.lab, repository.root
    targets: list[str | Path] = [
        lab.outside / "thesis.txt",
        lab.outside / "docs",
        "/",
        "..",
        "/etc/passwd",
        "loop",
    ]
    targets += ["gone", "x\n\x1b[2J", ".", "/dev/zero", "/proc/self/environ", "README.md", root]
    for n, target in enumerate(lab.draw.sample(targets, 6)):
        with contextlib.suppress(FileExistsError):
            place = "loop" if target == "loop" else f"{'pkg/' * (n % 2)}link{n}.py"
            (root / place).symlink_to(target)


def _specials(repository: Repository) -> None:
    root = repository.root
    for name in (
        "pipe.py",
        "README",
        "manifest.json",
        ".gitignore",
        ".gitattributes",
        "CODEOWNERS",
    ):
        if repository.draw.random() < 0.4:
            (root / name).unlink(missing_ok=True)
            os.mkfifo(root / name)
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(root / "socket.py"))
    with contextlib.suppress(OSError):
        os.mknod(root / "zero.py", 0o020666, os.makedev(1, 5))


def _names(repository: Repository) -> None:
    draw = repository.draw
    raw = [b"\xff.py", b"\xed\xa0\x80.py", b"caf\xe9.md", "e\u0301.py".encode(), "é.py".encode()]
    names = [*draw.sample(NAMES, 12), *(os.fsdecode(name) for name in draw.sample(raw, 3))]
    folder = draw.choice(["", "names/", f"{draw.choice(NAMES[:10])}/", "-/--/"])
    for name in names:
        path = repository.root / f"{folder}{name}"
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("def f(): pass\n")


def _page_names(repository: Repository) -> None:
    """Names of our own pages, and of what a book is made of."""
    names = ["index.md", "pkg/main.py_docs.md", "README.md_docs.md", "site/index.html", "book.db"]
    names += [
        "markdown/index.md",
        "cache/pages",
        ".lock",
        "unfinished",
        "book-assets/x.js",
        "sub.md",
    ]
    write_tree(repository.root, dict.fromkeys(repository.draw.sample(names, 5), "# x\n"))


def _deep(repository: Repository) -> None:
    descriptor = os.open(repository.root, os.O_RDONLY)
    for _ in range(repository.draw.choice([50, 300, 1000])):
        os.mkdir("d" * 20, dir_fd=descriptor)
        below = os.open("d" * 20, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(os.open("deep.py", os.O_CREAT | os.O_WRONLY, dir_fd=descriptor))
    os.close(descriptor)


def _sizes(repository: Repository) -> None:
    root, draw = repository.root, repository.draw
    kind = draw.choice(["sparse", "line", "lines", "ignore", "many", "table"])
    if kind == "sparse":
        with (root / "sparse.py").open("wb") as file:
            file.truncate(8 << 30)
    elif kind == "many":
        write_tree(root, {f"many/{n}": "" for n in range(800)})
    else:
        path, content = {
            "line": ("line.js", b"if(a)b=c;" * 200_000),
            "lines": ("lines.md", b"\n" * 1_000_000),
            "ignore": (".gitignore", b"*.nosuch\n" * 300_000),
            "table": ("table.c", b"int t[] = {\n" + b"0x12345678, " * 300_000 + b"};\n"),
        }[kind]
        write_tree(root, {path: content})


def _times_and_modes(repository: Repository) -> None:
    files = sorted(path for path in (repository.root / "pkg").rglob("*") if path.is_file())
    for path in repository.draw.sample(files, min(4, len(files))):
        path.chmod(repository.draw.choice([0, 0o200, 0o777, 0o4755]))
        moment = repository.draw.choice([0, 1, 4_294_967_295, 2**33, 1_800_000_000])
        os.utime(path, (moment, moment))


def _texts(repository: Repository) -> None:
    write_tree(repository.root, {f"texts/{name}": content for name, content in TEXTS.items()})


def _bombs(repository: Repository) -> None:
    """What kills parsers, under the extensions of random languages."""
    bombs = sorted({**BOMBS, **SMALLER}.items())
    for name, content in repository.draw.sample(bombs, 2):
        ending = repository.draw.choice([one for one in endings("") if one.startswith(".")])
        write_tree(repository.root, {f"bombs/{name}{ending}": content})


def _modules(repository: Repository) -> None:
    """Names that Python, pytest, ruff or make would run or read if asked in this folder."""
    bait = f"open({str(repository.lab.mark)!r}, 'a').write(__name__)\n"
    names = [f"{name}.py" for name in MODULES]
    names += ["usercustomize.py", "conftest.py", "setup.py", "encodings/__init__.py", "ruff.py"]
    write_tree(repository.root, dict.fromkeys(repository.draw.sample(names, 9), bait))
    for name in ("git", "ruff", "cc", "python3"):
        shutil.copy2(repository.lab.bait, repository.root / name)
    outside = repository.lab.outside
    write_tree(
        repository.root,
        {
            "ruff.toml": f'extend = "{outside}/thesis.txt"\ncache-dir = "{outside}/cache"\n',
            ".pth": "import os\n",
            "pyvenv.cfg": "home = .\n",
            "Makefile": f"x := $(shell {repository.lab.bait})\n",
        },
    )


def _hiding(repository: Repository) -> None:
    """Tracked sources in a folder that something calls a book, a repository or ignored."""
    if not (repository.root / ".git").is_dir():
        return
    folder = repository.draw.choice(["src/x", "vendor", "pkg/inner"])
    write_tree(repository.root, {f"{folder}/evil.py": "def evil(): return eval('1')\n"})
    kind = repository.draw.choice(["manifest", "ignore", "nested git", "git file"])
    if kind == "manifest":
        write_tree(repository.root, {f"{folder}/manifest.json": '{"made_by": "repobook"}\n'})
    elif kind == "ignore":
        write_tree(repository.root, {".gitignore": f"{folder}/\n*.py\n"})
    commit_all(repository.root)
    repository.hidden.append(f"{folder}/evil.py")
    if kind == "nested git":
        make_repository(repository.root / folder, {"other.txt": "x\n"})
    elif kind == "git file":
        write_tree(repository.root, {f"{folder}/.git": "gitdir: /nonexistent\n"})


_KEY: Final = "-----BEGIN OPENSSH PRIVATE KEY-----\n{secret}\n-----END OPENSSH PRIVATE KEY-----\n"
_CREDENTIALS: Final = {
    ".env": "API_TOKEN={secret}\n",
    ".env.production": "DB_PASSWORD={secret}\n",
    "id_rsa": _KEY,
    "id_ed25519": _KEY,
    "deploy/server.pem": _KEY.replace("OPENSSH ", ""),
    "certs/server.key": _KEY.replace("OPENSSH ", "RSA "),
    ".netrc": "machine x.example login a password {secret}\n",
    ".npmrc": "//registry.example/:_authToken={secret}\n",
    ".pypirc": "[pypi]\nusername = __token__\npassword = {secret}\n",
    ".aws/credentials": "[default]\naws_secret_access_key = {secret}\n",
    ".git-credentials": "https://a:{secret}@x.example\n",
}


def _credentials(repository: Repository) -> None:
    for name in repository.draw.sample(sorted(_CREDENTIALS), 3):
        secret = f"s3cr3t{repository.draw.getrandbits(96):024x}"
        folder = repository.draw.choice(["", "ops/"])
        text = _CREDENTIALS[name].format(secret=secret)
        write_tree(repository.root, {f"{folder}{name}": text})
        repository.secrets.append(secret.encode())
    if (repository.root / ".git").is_dir() and repository.draw.random() < 0.4:
        commit_all(repository.root)


# These leave everything such that git can still add it.
PLAIN_TRICKS: Final[dict[str, Trick]] = {
    "links": _links,
    "names": _names,
    "names of pages": _page_names,
    "texts": _texts,
    "bombs": _bombs,
    "modules": _modules,
    "hiding": _hiding,
    "credentials": _credentials,
    "times and modes": _times_and_modes,
}
ROUGH_TRICKS: Final[dict[str, Trick]] = {
    "special files": _specials,
    "deep folders": _deep,
    "sizes": _sizes,
}
