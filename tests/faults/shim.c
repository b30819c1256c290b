/* Faults on demand: a library to preload, which counts every call that changes, or may change,
 * files below one folder, and at a chosen call kills the process, fails, or writes too little.
 *
 * Environment, read once at start:
 *   FAULT_ROOT     the folder watched, absolute
 *   FAULT_STATE    a file of at least sizeof(struct state), shared with the driver by mmap
 *   FAULT_JOURNAL  a file to which every call counted is appended: "number kind call path [path]\n"
 *
 * The driver sets the state and forks; the child counts into it, and so do its own children.
 * KILL ends the whole process group: the driver puts each child into a session of its own.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { COUNT, KILL, TEAR, FAIL, SHORT };

struct state {
  uint64_t armed;  /* 0: calls pass uncounted */
  uint64_t count;  /* calls so far */
  uint64_t target; /* the call that is struck, from 1 */
  uint64_t mode;
  uint64_t error;  /* the errno of FAIL */
  uint64_t sticky; /* FAIL strikes at every call from the target on */
  uint64_t fired;  /* how often it struck */
};

/* What a call does, since not every error can come from every call. */
enum kind { GROWS, WRITES, OTHER };

static struct state *state;
static char root[PATH_MAX];
static size_t root_length;
static int journal = -1;

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (!found) abort();
  return found;
}

__attribute__((constructor)) static void start(void) {
  const char *watched = getenv("FAULT_ROOT"), *file = getenv("FAULT_STATE");
  const char *log = getenv("FAULT_JOURNAL");
  if (!watched || !file) return;
  snprintf(root, sizeof root, "%s", watched);
  root_length = strlen(root);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_RDWR | O_CLOEXEC);
  if (fd < 0) return;
  void *shared = mmap(NULL, sizeof(struct state), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  syscall(SYS_close, fd);
  if (shared != MAP_FAILED) state = shared;
  if (log) {
    journal = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    /* Out of the way of programs that count on low numbers. */
    int high = journal < 0 ? -1 : fcntl(journal, F_DUPFD_CLOEXEC, 1000);
    if (high >= 0) {
      syscall(SYS_close, journal);
      journal = high;
    }
  }
}

static int below_root(const char *path) {
  return strncmp(path, root, root_length) == 0 && (path[root_length] == '/' || !path[root_length]);
}

static int path_of_descriptor(int fd, char *path) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return below_root(path);
}

static int path_at(int folder, const char *name, char *path) {
  if (name[0] == '/') {
    snprintf(path, PATH_MAX, "%s", name);
  } else {
    char base[PATH_MAX];
    if (folder == AT_FDCWD) {
      if (!getcwd(base, sizeof base)) return 0;
    } else {
      path_of_descriptor(folder, base);
    }
    if (snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
  }
  return below_root(path);
}

static int watching(void) { return state && state->armed; }

static void die(void) {
  kill(0, SIGKILL);
  raise(SIGKILL);
  for (;;) pause();
}

/* Counts one call; returns the strike that it is to suffer, or COUNT for none. */
static enum mode strike(const char *call, enum kind kind, const char *path, const char *other) {
  int before = errno;
  uint64_t number = __atomic_add_fetch(&state->count, 1, __ATOMIC_SEQ_CST);
  if (journal >= 0) {
    char line[2 * PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%lu\t%c\t%s\t%s\t%s\n", (unsigned long)number,
                          "GWO"[kind], call, path, other ? other : "");
    if (syscall(SYS_write, journal, line, (size_t)length) < 0) abort();
  }
  errno = before;
  if (number < state->target || (number > state->target && !state->sticky)) return COUNT;
  enum mode mode = (enum mode)state->mode;
  if (mode == SHORT && kind != WRITES) return COUNT;
  if (mode == FAIL && (state->error == ENOSPC || state->error == EDQUOT) && kind == OTHER)
    return COUNT; /* a full disk does not keep anyone from closing or removing */
  if (mode == COUNT) return COUNT;
  __atomic_add_fetch(&state->fired, 1, __ATOMIC_SEQ_CST);
  if (mode == KILL || (mode == TEAR && kind != WRITES)) die();
  if (mode == FAIL) errno = (int)state->error;
  return mode;
}

/* Writes: half of it and death, half of it and a small result, or an error. */
#define WRITE_LIKE(name, call_half, call_whole, length)              \
  char path[PATH_MAX];                                               \
  if (!watching() || !path_of_descriptor(fd, path)) return call_whole; \
  switch (strike(name, WRITES, path, NULL)) {                        \
    case TEAR:                                                       \
      if ((length) > 1 && call_half < 0) abort();                    \
      die();                                                         \
      return -1;                                                     \
    case SHORT:                                                      \
      return (length) > 1 ? call_half : call_whole;                  \
    case FAIL:                                                       \
      return -1;                                                     \
    default:                                                         \
      return call_whole;                                             \
  }

ssize_t write(int fd, const void *buffer, size_t length) {
  WRITE_LIKE("write", REAL(write)(fd, buffer, length / 2), REAL(write)(fd, buffer, length), length)
}

ssize_t pwrite(int fd, const void *buffer, size_t length, off_t at) {
  WRITE_LIKE("pwrite", REAL(pwrite)(fd, buffer, length / 2, at),
             REAL(pwrite)(fd, buffer, length, at), length)
}

ssize_t pwrite64(int fd, const void *buffer, size_t length, off64_t at) {
  WRITE_LIKE("pwrite", REAL(pwrite64)(fd, buffer, length / 2, at),
             REAL(pwrite64)(fd, buffer, length, at), length)
}

/* Half of a vector is its first half of pieces; of a single piece, all. */
ssize_t writev(int fd, const struct iovec *pieces, int count) {
  WRITE_LIKE("writev", REAL(writev)(fd, pieces, count / 2), REAL(writev)(fd, pieces, count), count)
}

ssize_t pwritev(int fd, const struct iovec *pieces, int count, off_t at) {
  WRITE_LIKE("pwritev", REAL(pwritev)(fd, pieces, count / 2, at),
             REAL(pwritev)(fd, pieces, count, at), count)
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int count, off64_t at) {
  WRITE_LIKE("pwritev", REAL(pwritev64)(fd, pieces, count / 2, at),
             REAL(pwritev64)(fd, pieces, count, at), count)
}

#define ON_DESCRIPTOR(name, kind, call)                                              \
  char path[PATH_MAX];                                                               \
  if (watching() && path_of_descriptor(fd, path) && strike(name, kind, path, NULL) == FAIL) \
    return -1;                                                                       \
  return call;

int ftruncate(int fd, off_t length) { ON_DESCRIPTOR("ftruncate", GROWS, REAL(ftruncate)(fd, length)) }
int ftruncate64(int fd, off64_t length) {
  ON_DESCRIPTOR("ftruncate", GROWS, REAL(ftruncate64)(fd, length))
}
int fallocate(int fd, int how, off_t at, off_t length) {
  ON_DESCRIPTOR("fallocate", GROWS, REAL(fallocate)(fd, how, at, length))
}
int fallocate64(int fd, int how, off64_t at, off64_t length) {
  ON_DESCRIPTOR("fallocate", GROWS, REAL(fallocate64)(fd, how, at, length))
}
int fsync(int fd) { ON_DESCRIPTOR("fsync", GROWS, REAL(fsync)(fd)) }
int fdatasync(int fd) { ON_DESCRIPTOR("fdatasync", GROWS, REAL(fdatasync)(fd)) }

int posix_fallocate(int fd, off_t at, off_t length) {
  char path[PATH_MAX];
  if (watching() && path_of_descriptor(fd, path) &&
      strike("posix_fallocate", GROWS, path, NULL) == FAIL)
    return errno; /* this one returns its error */
  return REAL(posix_fallocate)(fd, at, length);
}

int close(int fd) {
  char path[PATH_MAX];
  if (watching() && path_of_descriptor(fd, path) && strike("close", OTHER, path, NULL) == FAIL) {
    int error = errno;
    REAL(close)(fd); /* a close that fails has closed all the same */
    errno = error;
    return -1;
  }
  return REAL(close)(fd);
}

static int opening_fails(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  enum kind kind = flags & O_CREAT ? GROWS : OTHER;
  return watching() && path_at(folder, name, path) && strike("open", kind, path, NULL) == FAIL;
}

#define MODE(flags)                          \
  mode_t mode = 0;                           \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {   \
    va_list rest;                            \
    va_start(rest, flags);                   \
    mode = (mode_t)va_arg(rest, int);        \
    va_end(rest);                            \
  }

int open(const char *name, int flags, ...) {
  MODE(flags)
  return opening_fails(AT_FDCWD, name, flags) ? -1 : REAL(open)(name, flags, mode);
}
int open64(const char *name, int flags, ...) {
  MODE(flags)
  return opening_fails(AT_FDCWD, name, flags) ? -1 : REAL(open64)(name, flags, mode);
}
int openat(int folder, const char *name, int flags, ...) {
  MODE(flags)
  return opening_fails(folder, name, flags) ? -1 : REAL(openat)(folder, name, flags, mode);
}
int openat64(int folder, const char *name, int flags, ...) {
  MODE(flags)
  return opening_fails(folder, name, flags) ? -1 : REAL(openat64)(folder, name, flags, mode);
}

#define ON_PATH(name, kind, folder, what, call)                                        \
  char path[PATH_MAX];                                                                 \
  if (watching() && path_at(folder, what, path) && strike(name, kind, path, NULL) == FAIL) \
    return -1;                                                                         \
  return call;

int unlink(const char *name) { ON_PATH("unlink", OTHER, AT_FDCWD, name, REAL(unlink)(name)) }
int remove(const char *name) { ON_PATH("unlink", OTHER, AT_FDCWD, name, REAL(remove)(name)) }
int rmdir(const char *name) { ON_PATH("rmdir", OTHER, AT_FDCWD, name, REAL(rmdir)(name)) }
int unlinkat(int folder, const char *name, int flags) {
  ON_PATH("unlink", OTHER, folder, name, REAL(unlinkat)(folder, name, flags))
}
int mkdir(const char *name, mode_t mode) {
  ON_PATH("mkdir", GROWS, AT_FDCWD, name, REAL(mkdir)(name, mode))
}
int mkdirat(int folder, const char *name, mode_t mode) {
  ON_PATH("mkdir", GROWS, folder, name, REAL(mkdirat)(folder, name, mode))
}

/* The journal tells whether a rename replaced something, which cannot be undone afterwards. */
static int renaming_fails(int from, const char *old, int to, const char *name) {
  char path[PATH_MAX], other[PATH_MAX];
  if (!watching()) return 0;
  int inside = path_at(from, old, path);
  if (!path_at(to, name, other) && !inside) return 0;
  int replaces = syscall(SYS_faccessat, AT_FDCWD, other, F_OK) == 0;
  return strike(replaces ? "replace" : "rename", GROWS, path, other) == FAIL;
}

int rename(const char *old, const char *name) {
  return renaming_fails(AT_FDCWD, old, AT_FDCWD, name) ? -1 : REAL(rename)(old, name);
}
int renameat(int from, const char *old, int to, const char *name) {
  return renaming_fails(from, old, to, name) ? -1 : REAL(renameat)(from, old, to, name);
}
int renameat2(int from, const char *old, int to, const char *name, unsigned flags) {
  return renaming_fails(from, old, to, name) ? -1 : REAL(renameat2)(from, old, to, name, flags);
}
