"""Files that look like credentials are listed, and nothing of their text is in the book."""

import os
from pathlib import Path

import apsw
import pytest

from repobook.build.entry import build
from repobook.build.report import BuildReport
from repobook.build.request import BuildRequest
from repobook.index.search.search_index import SearchIndex
from repobook.scan.classify.credentials import credentials_in
from repobook.scan.sources import folder
from repobook.scan.sources.source import find_source
from tests.fakes.books import assert_same_book, files, run
from tests.fakes.trees import commit_all, git, make_repository, write_tree

CANARY = "Quetzalcoatl97531"
KEY = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{CANARY}\n-----END OPENSSH PRIVATE KEY-----\n"
CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
NOT_SHOWN = "looks like credentials (%s); not shown"
SECRETS: dict[str, str | bytes] = {
    ".env": f"DB_PASSWORD={CANARY}\n",
    "deploy/id_rsa": KEY,
    "deploy/notes.txt": KEY,
    "deploy/server.pem": CERTIFICATE + KEY,
    "robot.json": '{"private_key": "-----BEGIN PRIVATE KEY-----\\n' + CANARY + '"}',
}
OTHERS: dict[str, str | bytes] = {
    **{f"src/m{n}.py": f"def f{n}():\n    return {n}\n" for n in range(30)},
    "README.md": "# Title\n\nSet `DB_PASSWORD` in `.env`.\n",
}


@pytest.mark.parametrize(
    ("path", "content", "kind"),
    [
        (".env", "A=1", "environment file"),
        ("app/.env.production", "A=1", "environment file"),
        ("app/.ENV.local", "A=1", "environment file"),
        ("app/prod.env", "API_KEY=x", "environment file"),
        ("id_ed25519", "x", "private key"),
        ("a/server.key", KEY, "private key"),
        ("a/server.pem", f"Bag Attributes\n{CERTIFICATE}{KEY}", "private key"),
        ("a/backup.txt", "\n" + KEY, "private key"),
        ("a/backup.txt", "# the old one\n" + KEY, "private key"),
        ("a/armoured", "-----BEGIN PGP PRIVATE KEY BLOCK-----\n", "private key"),
        ("a/putty.txt", "PuTTY-User-Key-File-3: ssh-rsa\n", "private key"),
        ("a/release.keystore", "x", "key store"),
        (".netrc", "machine x", "passwords"),
        (".htpasswd", "a:b", "passwords"),
        (".aws/credentials", "[default]", "access tokens"),
        (".docker/config.json", "{}", "access tokens"),
        (".npmrc", "//r.example.org/:_authToken=abc", "access tokens"),
        (".pypirc", "[pypi]\npassword = pypi-x", "access tokens"),
        ("pip.conf", "index-url = https://me:hush@r.example.org/", "access tokens"),
        ("service-account-prod.json", "{}", "service account key"),
        ("x/robot.json", '{"private_key": "-----BEGIN PRIVATE', "service account key"),
        ("kubeconfig", "a: 1", "cluster access"),
        ("home.ovpn", "client", "VPN access"),
        ("a/terraform.tfstate", "{}", "Terraform state, which has secrets in it"),
    ],
)
def test_credentials_are_recognised(path: str, content: str, kind: str) -> None:
    assert credentials_in(path, content.encode()) == kind


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (".env", ""),
        (".env.example", "PASSWORD=x"),
        (".env.local.sample", "PASSWORD=x"),
        ("example.env", "PASSWORD=x"),
        (".env.d.ts", "declare const PASSWORD: string"),
        ("build.env", "CC=gcc"),
        ("id_rsa.pub", "ssh-rsa AAAA"),
        ("id_rsa.py", "x = 1"),
        ("cert.pem", CERTIFICATE),
        ("public.key", "-----BEGIN PUBLIC KEY-----\n"),
        ("lang/en.key", "greeting = hello"),
        (".npmrc", "save-exact=true\n//r.example.org/:_authToken=${NPM_TOKEN}"),
        ("pip.conf", "index-url = https://r.example.org/simple"),
        ("credentials.py", "def password(): ..."),
        ("docs/keys.md", "A key begins with\n\n" + KEY),
        ("config/config.json", '{"token": "x"}'),
        ("a.json", '{"private_key": "path/to/key"}'),
    ],
)
def test_others_are_not(path: str, content: str) -> None:
    assert credentials_in(path, content.encode()) == ""


def _built(root: Path, book: Path, *, show: bool = False, use_cache: bool = True) -> BuildReport:
    spec = find_source(str(root), "")
    return build(BuildRequest(spec, book, 1, use_cache=use_cache, show_credentials=show))


def _places_of(book: Path, text: str) -> list[str]:
    """Files of a book that have a text, compressed ones unpacked."""
    found = [path for path in sorted(book.rglob("*")) if path.is_file()]
    plain = [path for path in found if text.encode() in path.read_bytes().replace(b"\0", b"")]
    index = SearchIndex(book)
    try:
        index.db.execute("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, file_text, row)")
        words = [word for (word,) in index.db.execute("SELECT term FROM word")]
    finally:
        index.close()
    searched = ["search.db"] if any(text.lower()[:9] in word.lower() for word in words) else []
    return [path.relative_to(book).as_posix() for path in plain] + searched


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is old enough for a stamp: what is not read again must be right all the same."""
    monkeypatch.setattr(folder, "_CLOCK_GRAIN_NS", -(10**12))


@pytest.mark.parametrize("is_tracked", [False, True])
def test_nothing_of_their_text_is_in_the_book(tmp_path: Path, is_tracked: bool) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, OTHERS)
    write_tree(root, SECRETS)
    if is_tracked:
        commit_all(root)
    _built(root, book)
    assert {path: reason for path, reason in files(book).items() if reason} == {
        ".env": NOT_SHOWN % "environment file",
        "deploy/id_rsa": NOT_SHOWN % "private key",
        "deploy/notes.txt": NOT_SHOWN % "private key",
        "deploy/server.pem": NOT_SHOWN % "private key",
        "robot.json": NOT_SHOWN % "service account key",
    }
    assert _places_of(book, CANARY) == []
    db = apsw.Connection(str(book / "book.db"), flags=apsw.SQLITE_OPEN_READONLY)
    assert db.execute("SELECT DISTINCT blob FROM files WHERE reason <> ''").fetchall() == [("",)]
    db.close()


def test_only_tracked_ones_are_shown_on_request(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, {**OTHERS, "deploy/id_rsa": KEY})
    write_tree(root, {".env": SECRETS[".env"]})
    _built(root, book, show=True)
    assert files(book)["deploy/id_rsa"] == ""
    assert files(book)[".env"] == NOT_SHOWN % "environment file"
    shown = {"markdown/deploy/id_rsa_docs.md", "site/deploy/id_rsa_src.html", "search.db"}
    assert shown <= set(_places_of(book, CANARY))


def test_without_git_none_is_shown_on_request(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {**OTHERS, "id_rsa": KEY})
    _built(root, tmp_path / "book", show=True)
    assert files(tmp_path / "book")["id_rsa"] == NOT_SHOWN % "private key"


@pytest.mark.usefixtures("settled")
def test_changing_ones_mind_gives_the_bytes_of_a_fresh_build(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, {**OTHERS, **SECRETS})
    for n, show in enumerate([True, False, True]):
        _built(root, book, show=show)
        _built(root, tmp_path / f"fresh{n}", show=show)
        assert_same_book(book, tmp_path / f"fresh{n}")
    _built(root, book)
    write_tree(root, {"src/m1.py": "x = 1\n"})
    _built(root, book)
    assert _places_of(book, CANARY) == [], "neither in the cache nor in what SQLite left free"


@pytest.mark.usefixtures("settled")
def test_what_git_comes_to_track_or_lets_go_is_read_again(tmp_path: Path) -> None:
    root, book = tmp_path / "root", tmp_path / "book"
    make_repository(root, OTHERS)
    write_tree(root, {"deploy/notes.txt": KEY})
    _built(root, book, show=True)
    commit_all(root)
    _built(root, book, show=True)
    assert files(book)["deploy/notes.txt"] == ""
    git(root, "rm", "-q", "--cached", "deploy/notes.txt")
    git(root, "commit", "-q", "-m", "x")
    _built(root, book, show=True)
    assert files(book)["deploy/notes.txt"] == NOT_SHOWN % "private key"
    _built(root, tmp_path / "fresh", show=True)
    assert_same_book(book, tmp_path / "fresh")


def test_closing_lines_name_them_however_few_they_are(tmp_path: Path) -> None:
    root = write_tree(tmp_path / "root", {"a.py": "x = 1\n", ".env": "A=1\n"})
    write_tree(root, {"b.bin": b"\0", "c.bin": b"\0", "d": "", "e": ""})
    for name in ("f", "g"):
        (root / name).symlink_to("a.py")
        os.mkfifo(root / f"{name}.pipe")
    done = run("build", "root", cwd=tmp_path)
    assert "  listed: 1 × looks like credentials\n" in done.stderr.decode()
    assert "  and 1 more reason: repobook status root.book\n" in done.stderr.decode()
    assert run("verify", "root.book", cwd=tmp_path).returncode == 0
    done = run("build", "root", "--show-credentials", cwd=tmp_path)
    assert done.returncode == 0, done
