"""Locks: where they are made and where they are taken."""

from repobook.findings.rule import C_FAMILY, PYTHON, Rule, calls, uses

_C_LOCKS = ("mutex", "recursive_mutex", "shared_mutex", "timed_mutex", "condition_variable")
_C_GUARDS = ("lock_guard", "unique_lock", "shared_lock", "scoped_lock")
_PYTHON_LOCKS = ("Lock", "RLock", "Condition", "Semaphore", "BoundedSemaphore", "Barrier")
_MODULES = ("threading", "multiprocessing", "asyncio", "mp")

RULE = Rule(
    C_FAMILY | PYTHON | {"Go", "Rust", "Java", "Kotlin"},
    "fact",
    "performance",
    "may block other threads: {name}",
    (
        uses(*_C_LOCKS, *_C_GUARDS, roles=("type", "call"), of=None, before=rb"\bstd::\s*\Z"),
        calls("pthread_mutex_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock"),
        calls(*_PYTHON_LOCKS, of=_MODULES),
        uses("Mutex", "RWMutex", roles=("type",), of=("sync",)),
        calls("new", of=("Mutex", "RwLock", "std::sync::Mutex", "std::sync::RwLock")),
        calls("ReentrantLock", "ReentrantReadWriteLock", "StampedLock", of=None),
    ),
    fires=(
        ("C++", "std::mutex m;\nvoid f() { std::lock_guard<std::mutex> g(m); }\n"),
        ("Python", "import threading\nx = threading.Lock()\n"),
        ("Go", 'package p\nimport "sync"\nvar m sync.Mutex\n'),
        ("Rust", "fn f() { let m = Mutex::new(1); }\n"),
    ),
    quiet=(
        ("Python", "x = door.Lock()\n"),
        ("C++", "struct mutex {};\nvoid f(mutex m) { m.lock(); }\n"),
    ),
)
