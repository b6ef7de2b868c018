"""Places where threads or processes are started."""

from repobook.findings.rule import C_FAMILY, PYTHON, Rule, calls, uses

_POOLS = ("ThreadPoolExecutor", "ProcessPoolExecutor")

RULE = Rule(
    C_FAMILY | PYTHON | {"Rust"},
    "fact",
    "performance",
    "uses threads or processes: {name}",
    (
        uses("thread", "jthread", roles=("type", "call"), of=("std",)),
        calls("async", of=("std",)),
        calls("pthread_create"),
        calls("Thread", of=("threading",)),
        calls("Process", "Pool", of=("multiprocessing", "mp")),
        calls(*_POOLS, of=("", "futures", "concurrent.futures")),
        calls("spawn", of=("thread", "std::thread", "rayon")),
    ),
    fires=(
        ("C++", "void f() { std::thread t(g); auto a = std::async(g); }\n"),
        ("Python", "import threading\nt = threading.Thread(target=f)\n"),
        ("Rust", "fn f() { thread::spawn(g); }\n"),
    ),
    quiet=(
        ("Python", "process = session.Process(x)\n"),
        ("C++", "void f(Mail a) { a.thread(); read(thread); }\n"),
        # A task, which may well run on the thread that starts it.
        ("Rust", "fn f() { tokio::spawn(g()); }\n"),
    ),
)
