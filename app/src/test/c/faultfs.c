/* A file layer that fails, tears, delays or flips at the n-th call: preloaded (LD_PRELOAD), it stands between a
 * process and the system for every file below one folder, whoever writes it: the archive's channels and RocksDB's
 * own code alike. Armed and disarmed by the process itself (faultfs_arm, called through java.lang.foreign).
 *
 * Build: cc -shared -fPIC -O1 -o libfaultfs.so faultfs.c -ldl -lpthread
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NONE, FAIL_ONCE, DISK_FULL, TEAR, CRASH, DELAY, FLIP, SHORT_WRITE };

#define MOST_FDS 65536
static unsigned char watched[MOST_FDS];
static char root[4096];
static long calls, at;
static int mode, down;
static unsigned long seed;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long random_below(long n) {
  seed = seed * 6364136223846793005UL + 1442695040888963407UL;
  return n <= 0 ? 0 : (long)((seed >> 33) % (unsigned long)n);
}

/* From now on files below `folder` are counted, and at the n-th call the fault happens. */
void faultfs_arm(const char *folder, long n, int how, long seeded) {
  pthread_mutex_lock(&lock);
  snprintf(root, sizeof root, "%s", folder);
  calls = 0; at = n; mode = how; down = 0; seed = (unsigned long)seeded;
  pthread_mutex_unlock(&lock);
}

void faultfs_disarm(void) {
  pthread_mutex_lock(&lock);
  at = 0; mode = NONE; down = 0; root[0] = 0;
  pthread_mutex_unlock(&lock);
}

long faultfs_calls(void) { return calls; }

/* Calls that change a file: what is to happen to this one. */
static int next(void) {
  int what = NONE;
  pthread_mutex_lock(&lock);
  if (root[0]) {
    calls++;
    if (down) what = mode;
    else if (at > 0 && calls == at) {
      what = mode;
      if (mode == DISK_FULL || mode == TEAR || mode == CRASH) down = 1;
    } else if (mode == DELAY && at > 0 && calls > at && random_below(20) == 0) what = DELAY;
  }
  pthread_mutex_unlock(&lock);
  return what;
}

static int below(const char *path) { return root[0] && path && strncmp(path, root, strlen(root)) == 0; }
static int is_watched(int fd) { return fd >= 0 && fd < MOST_FDS && watched[fd]; }
static void note(int fd, const char *path) { if (fd >= 0 && fd < MOST_FDS) watched[fd] = below(path); }

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = dlsym(RTLD_NEXT, #name)

#define OPENER(name) \
int name(const char *path, int flags, ...) { \
  REAL(int, name, const char *, int, ...); \
  va_list more; va_start(more, flags); mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; va_end(more); \
  int fd = real(path, flags, bits); note(fd, path); return fd; }
OPENER(open)
OPENER(open64)
int openat(int in, const char *path, int flags, ...) {
  REAL(int, openat, int, const char *, int, ...);
  va_list more; va_start(more, flags); mode_t bits = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; va_end(more);
  int fd = real(in, path, flags, bits); note(fd, path); return fd;
}
int close(int fd) {
  REAL(int, close, int);
  if (fd >= 0 && fd < MOST_FDS) watched[fd] = 0;
  return real(fd);
}
FILE *fopen(const char *path, const char *how) {
  REAL(FILE *, fopen, const char *, const char *);
  FILE *file = real(path, how); if (file) note(fileno(file), path); return file;
}

/* What of a write goes through: sets errno and returns -1 where nothing does. */
static ssize_t allowed(int what, size_t length, int *fails) {
  *fails = 0;
  switch (what) {
    case FAIL_ONCE: errno = EIO; *fails = 1; return 0;
    case DISK_FULL: errno = ENOSPC; *fails = 1; return 0;
    case CRASH: errno = EIO; *fails = 1; return 0;
    case TEAR: errno = EIO; *fails = 1; return 0;
    case SHORT_WRITE: return length > 1 ? 1 + random_below((long)length - 1) : (ssize_t)length;
    default: return (ssize_t)length;
  }
}

static ssize_t through(int fd, const void *from, size_t length, off_t offset, int positioned) {
  static ssize_t (*put)(int, const void *, size_t);
  static ssize_t (*put_at)(int, const void *, size_t, off_t);
  if (!put) { put = dlsym(RTLD_NEXT, "write"); put_at = dlsym(RTLD_NEXT, "pwrite64"); }
  if (!is_watched(fd)) return positioned ? put_at(fd, from, length, offset) : put(fd, from, length);
  int was_down = down, what = next(), fails;
  if (what == DELAY) usleep(3000);
  ssize_t most = allowed(what, length, &fails);
  if (fails && what == TEAR && !was_down && length > 1) {
    size_t half = 1 + random_below((long)length - 1);
    if (positioned) put_at(fd, from, half, offset); else put(fd, from, half);
    errno = EIO; return -1;
  }
  if (fails) return -1;
  if (what == FLIP && length > 0) {
    char *copy = malloc(length); memcpy(copy, from, length);
    copy[random_below((long)length)] ^= (char)(1 << random_below(8));
    ssize_t done = positioned ? put_at(fd, copy, length, offset) : put(fd, copy, length);
    free(copy); return done;
  }
  return positioned ? put_at(fd, from, most, offset) : put(fd, from, most);
}

ssize_t write(int fd, const void *from, size_t length) { return through(fd, from, length, 0, 0); }
ssize_t pwrite(int fd, const void *from, size_t length, off_t offset) { return through(fd, from, length, offset, 1); }
ssize_t pwrite64(int fd, const void *from, size_t length, off64_t offset) { return through(fd, from, length, offset, 1); }
ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(ssize_t, writev, int, const struct iovec *, int);
  if (!is_watched(fd)) return real(fd, parts, count);
  ssize_t all = 0;
  for (int i = 0; i < count; i++) {
    ssize_t done = write(fd, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return all > 0 ? all : -1;
    all += done;
    if ((size_t)done < parts[i].iov_len) break;
  }
  return all;
}

/* Calls that change a file or force it, and carry no bytes. */
static int step_fails(void) {
  switch (next()) {
    case FAIL_ONCE: case CRASH: case TEAR: errno = EIO; return 1;
    case DISK_FULL: errno = ENOSPC; return 1;
    case DELAY: usleep(3000); return 0;
    default: return 0;
  }
}
#define FD_STEP(name) int name(int fd) { REAL(int, name, int); return is_watched(fd) && step_fails() ? -1 : real(fd); }
FD_STEP(fsync)
FD_STEP(fdatasync)
int ftruncate(int fd, off_t length) { REAL(int, ftruncate, int, off_t); return is_watched(fd) && step_fails() ? -1 : real(fd, length); }
int ftruncate64(int fd, off64_t length) { REAL(int, ftruncate64, int, off64_t); return is_watched(fd) && step_fails() ? -1 : real(fd, length); }
int rename(const char *from, const char *to) { REAL(int, rename, const char *, const char *); return below(from) && step_fails() ? -1 : real(from, to); }
int unlink(const char *path) { REAL(int, unlink, const char *); return below(path) && step_fails() ? -1 : real(path); }
int mkdir(const char *path, mode_t bits) { REAL(int, mkdir, const char *, mode_t); return below(path) && step_fails() ? -1 : real(path, bits); }
