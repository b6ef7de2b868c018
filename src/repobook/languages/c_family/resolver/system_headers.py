"""Headers of C, POSIX and the common toolkits: in angle brackets they are never a file of the
repository's own by accident of its name."""

from typing import Final

from repobook.languages.c_family import HEADERS_OF_C

_POSIX: Final = (
    "aio cpio dirent dlfcn fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen malloc memory"
    " monetary mqueue ndbm netdb nl_types poll pthread pwd regex sched search semaphore spawn"
    " strings stropts syslog tar termios trace ulimit unistd utime utmpx wordexp"
    " alloca byteswap elf endian err execinfo fts getopt ifaddrs link mntent resolv ucontext utmp"
)
_WINDOWS: Final = (
    "Windows conio crtdbg dbghelp direct intrin io process tchar windows winsock winsock2"
)
_TOOLKITS: Final = (
    "Python jni cuda cuda_runtime cuda_runtime_api cuda_fp16 cuda_bf16 cublas_v2 cudnn curand"
    " cusparse cusolverDn nvrtc nccl mma mkl numa omp mpi zlib bzlib lzma curses ncurses"
    " unwind immintrin emmintrin xmmintrin smmintrin tmmintrin arm_neon arm_sve cpuid x86intrin"
)
_HEADERS: Final = frozenset(
    f"{name}.h" for name in f"{HEADERS_OF_C} {_POSIX} {_WINDOWS} {_TOOLKITS}".split()
)
_FOLDERS: Final = ("sys", "linux", "asm", "arpa", "netinet", "mach", "mach-o")


def is_system_header(written: str) -> bool:
    """``string.h`` and ``sys/types.h``; headers of C++ have no ending and meet no file's name."""
    first, slash, _ = written.partition("/")
    return first in _FOLDERS if slash else written in _HEADERS
