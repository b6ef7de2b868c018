"""Which modules belong to the standard library of a language, to separate them from packages."""

import re
from typing import Final

_PYTHON: Final = (
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
_C: Final = (
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal"
    " stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath"
    " threads time uchar wchar wctype"
)
_CPP: Final = (
    "algorithm any array atomic barrier bit bitset cassert ccomplex cctype cerrno cfenv cfloat"
    " charconv chrono cinttypes climits clocale cmath codecvt compare complex concepts"
    " condition_variable coroutine csetjmp csignal cstdarg cstdbool cstddef cstdint cstdio cstdlib"
    " cstring ctime cuchar cwchar cwctype deque exception execution expected filesystem format"
    " forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream"
    " istream iterator latch limits list locale map memory memory_resource mutex new numbers"
    " numeric optional ostream print queue random ranges ratio regex scoped_allocator semaphore set"
    " shared_mutex source_location span spanstream sstream stack stacktrace stdexcept stdfloat"
    " stop_token streambuf string string_view strstream syncstream system_error thread tuple"
    " type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector"
    " version"
)
_NODE: Final = (
    "assert async_hooks buffer child_process cluster console constants crypto dgram"
    " diagnostics_channel dns domain events fs http http2 https inspector module net os path"
    " perf_hooks process punycode querystring readline repl stream string_decoder sys timers tls"
    " trace_events tty url util v8 vm wasi worker_threads zlib"
)


_RUBY: Final = (
    "English abbrev base64 benchmark bigdecimal cgi coverage csv date delegate digest drb erb"
    " etc fcntl fiddle fileutils find forwardable io ipaddr json logger monitor net objspace"
    " observer open-uri open3 openssl optparse ostruct pathname pp prettyprint pstore psych"
    " rbconfig readline resolv ripper securerandom set shellwords singleton socket stringio"
    " strscan syslog tempfile time timeout tmpdir tsort uri weakref yaml zlib"
)


def _either(words: str) -> str:
    return "|".join(words.split())


_OF_PYTHON: Final = re.compile(rf"(?:{_either(_PYTHON)})(?:\.|$)")
_OF_C: Final = re.compile(rf"(?:{_either(_C)})\.h$|(?:{_either(_CPP)})$")
_OF_SCRIPTS: Final = re.compile(rf"node:|(?:{_either(_NODE)})(?:/|$)")
_OF_JVM: Final = re.compile(r"(?:java|javax|kotlin)\.")
_MODULES: Final = {
    **dict.fromkeys(("Python", "Cython"), _OF_PYTHON),
    **dict.fromkeys(("C", "C++", "CUDA", "HIP", "Objective-C", "Objective-C++", "Metal"), _OF_C),
    **dict.fromkeys(("JavaScript", "TypeScript", "JSX", "TSX", "Vue"), _OF_SCRIPTS),
    **dict.fromkeys(("Java", "Kotlin"), _OF_JVM),
    "C#": re.compile(r"System(?:\.|$)"),
    "Ruby": re.compile(rf"(?:{_either(_RUBY)})(?:/|$)"),
    # A package of Go's own has no host before its first slash.
    "Go": re.compile(r"[^./]+(?:/|$)"),
    "Rust": re.compile(r"(?:std|core|alloc|proc_macro|test)(?:::|$)"),
}


def is_standard(language: str, module: str) -> bool:
    modules = _MODULES.get(language)
    return modules is not None and modules.match(module) is not None
