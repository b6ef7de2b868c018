"""Python."""

from typing import Final

from repobook.model.language import Language, words_pattern

_STANDARD: Final = (
    "__future__ _thread abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64"
    " bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs"
    " codeop collections colorsys compileall concurrent configparser contextlib contextvars copy"
    " copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils"
    " doctest email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch"
    " fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib heapq"
    " hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json"
    " keyword lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap"
    " modulefinder msilib msvcrt multiprocessing netrc nis nntplib ntpath numbers opcode operator"
    " optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib"
    " posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri random re"
    " readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex"
    " shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 ssl stat statistics"
    " string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile"
    " telnetlib tempfile termios textwrap threading time timeit tkinter token tokenize tomllib"
    " trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid venv"
    " warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile"
    " zipimport zlib zoneinfo"
)
LANGUAGES: Final = (
    Language(
        "Python",
        "parser.python_parser",
        "resolver.python_resolver",
        guards=("__main__",),
        entry_files=("__main__.py",),
        is_script=True,
        test_files=r"test_.*\.pyi?|.*_(?:tests?|unittest|gtest)\.py|conftest\.py",
        test_runner="python_tests",
        test_settings=(
            *("runtests.py", "run_tests.py"),
            *("pyproject.toml", "pytest.ini", "tox.ini", "setup.cfg"),
        ),
        tools=(
            *("mypy", "flake8", "pylint", "ruff", "isort", "usort", "pyright", "pyre", "yapf"),
            *("fmt", "black", "type", "coding", "noqa", "ufmt"),
        ),
        standard_modules=rf"{words_pattern(_STANDARD)}(?:\.|$)",
    ),
)
