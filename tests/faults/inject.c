// A library for LD_PRELOAD that makes one call of the system fail, and counts them all.
//
//   INTARSIA_FAULT=write:3:ENOSPC    the third write fails with that errno
//   INTARSIA_FAULT=write:3+:ENOSPC   and all after it: a disk stays full
//   INTARSIA_FAULT=read:1:short      transfers half of what was asked for, at least a byte
//   INTARSIA_FAULT=rename:2:kill-before, kill-after: SIGKILL around the call
//   INTARSIA_FAULT_COUNT=FILE        the number of calls of each kind, written at exit
//
// What libc calls inside itself (stdio, the memory of a thread's stack) is not seen. No call comes
// back to itself: allocation goes to libc by the names that it has for that, and dlsym, asked once
// for every other function, takes memory only where it finds none.

#define _GNU_SOURCE

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include "verdict.h"

#define NEXT(name)                      \
  static __typeof__(name)* real = NULL; \
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, #name)

// The rest of a function: fails, or calls the real one and perhaps dies then.
#define PASS(type, verdict_, failure, call) \
  const int v = verdict_;                   \
  if (v > 0) {                              \
    errno = v;                              \
    return failure;                         \
  }                                         \
  type answer = call;                       \
  if (v == KILL_AFTER) die();               \
  return answer

#define FUNCTION(type, kind, failure, name, parameters, arguments) \
  type name parameters {                                           \
    NEXT(name);                                                    \
    PASS(type, verdict(kind), failure, real arguments);            \
  }

// The standard streams are no files of ours.
#define ON_FILE(fd, kind) ((fd) <= STDERR_FILENO ? GO_ON : verdict(kind))
#define SIZE(n) (v == SHORT && (n) > 1 ? (n) / 2 : (n))
#define TRANSFER(kind, name, parameters, fd, call) \
  ssize_t name parameters {                        \
    NEXT(name);                                    \
    PASS(ssize_t, ON_FILE(fd, kind), -1, call);    \
  }

TRANSFER(WRITE, write, (int fd, const void* from, size_t n), fd, real(fd, from, SIZE(n)))
TRANSFER(WRITE, pwrite, (int fd, const void* from, size_t n, off_t at), fd,
         real(fd, from, SIZE(n), at))
TRANSFER(WRITE, pwrite64, (int fd, const void* from, size_t n, off_t at), fd,
         real(fd, from, SIZE(n), at))
TRANSFER(WRITE, writev, (int fd, const struct iovec* from, int n), fd, real(fd, from, SIZE(n)))
TRANSFER(READ, read, (int fd, void* to, size_t n), fd, real(fd, to, SIZE(n)))
TRANSFER(READ, pread, (int fd, void* to, size_t n, off_t at), fd, real(fd, to, SIZE(n), at))
TRANSFER(READ, pread64, (int fd, void* to, size_t n, off_t at), fd, real(fd, to, SIZE(n), at))

FUNCTION(int, FSYNC, -1, fsync, (int fd), (fd))
FUNCTION(int, FSYNC, -1, fdatasync, (int fd), (fd))
FUNCTION(int, FTRUNCATE, -1, ftruncate, (int fd, off_t n), (fd, n))
FUNCTION(int, FTRUNCATE, -1, ftruncate64, (int fd, off_t n), (fd, n))
FUNCTION(int, FLOCK, -1, flock, (int fd, int how), (fd, how))
FUNCTION(int, RENAME, -1, rename, (const char* a, const char* b), (a, b))
FUNCTION(int, RENAME, -1, renameat, (int in, const char* a, int to, const char* b), (in, a, to, b))
FUNCTION(int, RENAME, -1, renameat2, (int in, const char* a, int to, const char* b, unsigned how),
         (in, a, to, b, how))
FUNCTION(int, LINK, -1, link, (const char* a, const char* b), (a, b))
FUNCTION(int, LINK, -1, linkat, (int in, const char* a, int to, const char* b, int how),
         (in, a, to, b, how))
FUNCTION(int, UNLINK, -1, unlink, (const char* path), (path))
FUNCTION(int, UNLINK, -1, unlinkat, (int in, const char* path, int how), (in, path, how))
FUNCTION(int, UNLINK, -1, remove, (const char* path), (path))
FUNCTION(int, MKDIR, -1, mkdir, (const char* path, mode_t mode), (path, mode))
FUNCTION(DIR*, OPENDIR, NULL, opendir, (const char* path), (path))
FUNCTION(DIR*, OPENDIR, NULL, fdopendir, (int fd), (fd))
FUNCTION(struct dirent*, READDIR, NULL, readdir, (DIR * folder), (folder))
FUNCTION(struct dirent64*, READDIR, NULL, readdir64, (DIR * folder), (folder))
FUNCTION(void*, MMAP, MAP_FAILED, mmap, (void* at, size_t n, int may, int how, int fd, off_t from),
         (at, n, may, how, fd, from))
FUNCTION(void*, MMAP, MAP_FAILED, mmap64,
         (void* at, size_t n, int may, int how, int fd, off_t from), (at, n, may, how, fd, from))
FUNCTION(int, STAT, -1, stat, (const char* path, struct stat* to), (path, to))
FUNCTION(int, STAT, -1, lstat, (const char* path, struct stat* to), (path, to))
FUNCTION(int, STAT, -1, fstat, (int fd, struct stat* to), (fd, to))
FUNCTION(int, STAT, -1, stat64, (const char* path, struct stat64* to), (path, to))
FUNCTION(int, STAT, -1, lstat64, (const char* path, struct stat64* to), (path, to))
FUNCTION(int, STAT, -1, fstat64, (int fd, struct stat64* to), (fd, to))
FUNCTION(int, STAT, -1, fstatat, (int in, const char* path, struct stat* to, int how),
         (in, path, to, how))
FUNCTION(FILE*, OPEN, NULL, fopen, (const char* path, const char* mode), (path, mode))
FUNCTION(FILE*, OPEN, NULL, fopen64, (const char* path, const char* mode), (path, mode))
FUNCTION(int, OPEN, -1, mkostemp, (char* name, int flags), (name, flags))
FUNCTION(int, OPEN, -1, mkostemp64, (char* name, int flags), (name, flags))

// Only a file that may be made comes with a mode.
#define MODE(flags)                                                 \
  mode_t mode = 0;                                                  \
  if (((flags)&O_CREAT) != 0 || ((flags)&O_TMPFILE) == O_TMPFILE) { \
    va_list rest;                                                   \
    va_start(rest, flags);                                          \
    mode = va_arg(rest, mode_t);                                    \
    va_end(rest);                                                   \
  }
#define OPENER(name, parameters, arguments)       \
  int name parameters {                           \
    MODE(flags)                                   \
    NEXT(name);                                   \
    PASS(int, verdict(OPEN), -1, real arguments); \
  }
OPENER(open, (const char* path, int flags, ...), (path, flags, mode))
OPENER(open64, (const char* path, int flags, ...), (path, flags, mode))
OPENER(openat, (int in, const char* path, int flags, ...), (in, path, flags, mode))
OPENER(openat64, (int in, const char* path, int flags, ...), (in, path, flags, mode))

// As Linux has it, a file whose closing fails is closed all the same.
int close(int fd) {
  NEXT(close);
  const int v = ON_FILE(fd, CLOSE);
  const int answer = real(fd);
  if (v == KILL_AFTER) die();
  if (v <= 0) return answer;
  errno = v;
  return -1;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) {
  NEXT(pthread_create);
  PASS(int, verdict(THREAD), v, real(thread, how, run, with));
}

extern void* __libc_malloc(size_t n);
extern void* __libc_calloc(size_t n, size_t each);
extern void* __libc_realloc(void* p, size_t n);
extern void* __libc_memalign(size_t alignment, size_t n);

static int memory_verdict(void) {
  const int v = verdict(MALLOC_START);
  return v == GO_ON && atomic_load(&main_has_begun) ? verdict(MALLOC) : v;
}

void* malloc(size_t n) { PASS(void*, memory_verdict(), NULL, __libc_malloc(n)); }
void* calloc(size_t n, size_t each) { PASS(void*, memory_verdict(), NULL, __libc_calloc(n, each)); }
void* realloc(void* p, size_t n) { PASS(void*, memory_verdict(), NULL, __libc_realloc(p, n)); }
void* memalign(size_t alignment, size_t n) {
  PASS(void*, memory_verdict(), NULL, __libc_memalign(alignment, n));
}
void* aligned_alloc(size_t alignment, size_t n) { return memalign(alignment, n); }
int posix_memalign(void** to, size_t alignment, size_t n) {
  const int before = errno;
  void* const p = memalign(alignment, n);
  errno = before;
  if (p == NULL) return ENOMEM;
  *to = p;
  return 0;
}

void _exit(int code) {
  report();
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

typedef int Main(int, char**, char**);
static Main* real_main;

static int begin_main(int argc, char** argv, char** env) {
  atomic_store(&main_has_begun, 1);
  return real_main(argc, argv, env);
}

int __libc_start_main(Main* main, int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  NEXT(__libc_start_main);
  real_main = main;
  return real(begin_main, argc, argv, init, fini, rtld_fini, stack_end);
}
