/* Makes the n-th call of one kind fail, below one folder: loaded ahead of the C library.
   FAULT_CALL, FAULT_AFTER, FAULT_ERRNO, FAULT_LASTS, FAULT_BELOW, FAULT_MARK say which and where. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static long seen;

static int is_below(const char *path) {
    const char *folder = getenv("FAULT_BELOW");
    return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_below_fd(int fd) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
    if (n < 0) return 0;
    path[n] = 0;
    return is_below(path);
}

static int is_below_at(int folder, const char *path) {
    if (path && path[0] == '/') return is_below(path);
    if (folder != AT_FDCWD) return is_below_fd(folder);
    char here[PATH_MAX];
    return getcwd(here, sizeof here) && is_below(here);
}

static int fails(const char *call, int is_there) {
    const char *wanted = getenv("FAULT_CALL"), *mark = getenv("FAULT_MARK");
    if (!is_there || !wanted || strcmp(wanted, call)) return 0;
    long n = __sync_fetch_and_add(&seen, 1), after = atol(getenv("FAULT_AFTER"));
    if (n < after || (n > after && !atoi(getenv("FAULT_LASTS")))) return 0;
    if (mark) {
        int fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
        if (fd >= 0) syscall(SYS_close, fd);
    }
    errno = atoi(getenv("FAULT_ERRNO"));
    return 1;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = dlsym(RTLD_NEXT, #name)
#define WITH_MODE(name) \
    mode_t mode = 0; \
    if (flags & (O_CREAT | O_TMPFILE)) { va_list rest; va_start(rest, flags); \
        mode = va_arg(rest, mode_t); va_end(rest); }
#define OPEN(name) int name(const char *path, int flags, ...) { REAL(name); WITH_MODE(name) \
    return fails("open", is_below_at(AT_FDCWD, path)) ? -1 : real(path, flags, mode); }
#define OPENAT(name) int name(int folder, const char *path, int flags, ...) { REAL(name); \
    WITH_MODE(name) \
    return fails("open", is_below_at(folder, path)) ? -1 : real(folder, path, flags, mode); }
#define ON_FD(call, type, name, parameters, arguments) type name parameters { REAL(name); \
    return fails(call, is_below_fd(fd)) ? -1 : real arguments; }
#define ON_PATH(call, name, parameters, arguments, folder, path) int name parameters { \
    REAL(name); return fails(call, is_below_at(folder, path)) ? -1 : real arguments; }

OPEN(open) OPEN(open64) OPENAT(openat) OPENAT(openat64)
ON_FD("write", ssize_t, write, (int fd, const void *data, size_t n), (fd, data, n))
ON_FD("write", ssize_t, pwrite, (int fd, const void *data, size_t n, off_t at), (fd, data, n, at))
ON_FD("write", ssize_t, pwrite64, (int fd, const void *data, size_t n, off64_t at),
      (fd, data, n, at))
ON_FD("read", ssize_t, read, (int fd, void *data, size_t n), (fd, data, n))
ON_FD("read", ssize_t, pread, (int fd, void *data, size_t n, off_t at), (fd, data, n, at))
ON_FD("read", ssize_t, pread64, (int fd, void *data, size_t n, off64_t at), (fd, data, n, at))
ON_FD("truncate", int, ftruncate, (int fd, off_t n), (fd, n))
ON_FD("truncate", int, ftruncate64, (int fd, off64_t n), (fd, n))
ON_FD("sync", int, fsync, (int fd), (fd))
ON_FD("sync", int, fdatasync, (int fd), (fd))
ON_PATH("mkdir", mkdir, (const char *path, mode_t mode), (path, mode), AT_FDCWD, path)
ON_PATH("mkdir", mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode),
        folder, path)
ON_PATH("rename", rename, (const char *from, const char *to), (from, to), AT_FDCWD, to)
ON_PATH("rename", renameat, (int one, const char *from, int other, const char *to),
        (one, from, other, to), other, to)
ON_PATH("link", link, (const char *from, const char *to), (from, to), AT_FDCWD, to)
ON_PATH("link", linkat, (int one, const char *from, int other, const char *to, int flags),
        (one, from, other, to, flags), other, to)
ON_PATH("unlink", unlink, (const char *path), (path), AT_FDCWD, path)
ON_PATH("unlink", unlinkat, (int folder, const char *path, int flags), (folder, path, flags),
        folder, path)
ON_PATH("unlink", rmdir, (const char *path), (path), AT_FDCWD, path)
