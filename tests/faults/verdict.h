// Which call is to fail, and how: counts the calls of each kind, and tells what happens to each.
//
// Nothing here allocates or calls what is counted.

#pragma once

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// clang-format off
enum Kind {
  WRITE, FSYNC, RENAME, LINK, UNLINK, OPEN, READ, OPENDIR, READDIR,
  MMAP, FTRUNCATE, MKDIR, STAT, FLOCK, CLOSE, THREAD,
  MALLOC,        // since main began
  MALLOC_START,  // since the process began, constructors and the loader included
  KINDS
};

static const char* const kNames[KINDS] = {
  "write", "fsync", "rename", "link", "unlink", "open", "read", "opendir", "readdir",
  "mmap", "ftruncate", "mkdir", "stat", "flock", "close", "thread",
  "malloc",
  "malloc-start",
};
// clang-format on

// What is to happen with a call: an errno to fail with, or one of these.
enum { GO_ON = 0, SHORT = -1, KILL_BEFORE = -2, KILL_AFTER = -3 };

static const struct {
  const char* name;
  int value;
} kActions[] = {{"EIO", EIO},
                {"ENOSPC", ENOSPC},
                {"EINTR", EINTR},
                {"ENOMEM", ENOMEM},
                {"EMFILE", EMFILE},
                {"EAGAIN", EAGAIN},
                {"EACCES", EACCES},
                {"short", SHORT},
                {"kill-before", KILL_BEFORE},
                {"kill-after", KILL_AFTER}};

static atomic_ulong counts[KINDS];
static atomic_bool main_has_begun;

static struct {
  atomic_bool is_read;
  int kind;
  unsigned long from;
  unsigned long to;
  int action;
} fault = {.kind = KINDS};

static void die(void) {
  kill(getpid(), SIGKILL);
  while (1) pause();
}

// A fault that is not understood must not pass for a run that went well.
static void refuse(const char* text) {
  static const char kSaid[] = "inject: not understood: INTARSIA_FAULT=";
  syscall(SYS_write, STDERR_FILENO, kSaid, sizeof kSaid - 1);
  syscall(SYS_write, STDERR_FILENO, text, strlen(text));
  syscall(SYS_write, STDERR_FILENO, "\n", 1);
  syscall(SYS_exit_group, 125);
}

static void parse(const char* text) {
  const char* const number = strchr(text, ':');
  char* end = NULL;
  if (number == NULL) refuse(text);
  for (int k = 0; k < KINDS; ++k) {
    const size_t length = strlen(kNames[k]);
    if (length == (size_t)(number - text) && memcmp(kNames[k], text, length) == 0) fault.kind = k;
  }
  fault.from = strtoul(number + 1, &end, 10);
  fault.to = *end == '+' ? ~0UL : fault.from;
  if (*end == '+') ++end;
  for (size_t i = 0; *end == ':' && i < sizeof kActions / sizeof kActions[0]; ++i) {
    if (strcmp(kActions[i].name, end + 1) == 0) fault.action = kActions[i].value;
  }
  if (fault.kind == KINDS || fault.from == 0 || fault.action == 0) refuse(text);
}

// Counts a call; answers what is to happen with it. Before libc knows its environment nothing does.
static int verdict(enum Kind kind) {
  const unsigned long n = atomic_fetch_add(&counts[kind], 1) + 1;
  if (environ == NULL) return GO_ON;
  if (!atomic_exchange(&fault.is_read, 1)) {  // long before there is a second thread
    const char* const text = getenv("INTARSIA_FAULT");
    if (text != NULL && *text != '\0') parse(text);
  }
  if ((int)kind != fault.kind || n < fault.from || n > fault.to) return GO_ON;
  if (fault.action == KILL_BEFORE) die();
  return fault.action;
}

static void report(void) {
  static atomic_bool is_done;
  char text[64 * KINDS];
  size_t length = 0;
  const char* const path = getenv("INTARSIA_FAULT_COUNT");
  if (path == NULL || atomic_exchange(&is_done, 1)) return;
  for (int k = 0; k < KINDS; ++k) {
    length += (size_t)sprintf(text + length, "%s %lu\n", kNames[k], atomic_load(&counts[k]));
  }
  const long fd = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  syscall(SYS_write, fd, text, length);
  syscall(SYS_close, fd);
}

__attribute__((destructor)) static void report_at_end(void) { report(); }
