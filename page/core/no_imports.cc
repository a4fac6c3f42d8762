// What the C and C++ libraries would ask the host for. The core asks for nothing: any page can make an
// instance of it with an empty list of imports, and it can reach nothing outside.

#include <cstddef>
#include <string>  // has the declaration of what checks end in

#include <wasi/api.h>

// Where checks of the C++ library and its run time end. The trap is what the page sees; a sentence
// would reach nobody.
void std::__libcpp_verbose_abort(const char*, ...) { __builtin_trap(); }

extern "C" {

[[noreturn]] void abort_message(const char*, ...) { __builtin_trap(); }

// What formats numbers can also write to files, of which there are none.
__wasi_errno_t __wasi_fd_close(__wasi_fd_t) { return __WASI_ERRNO_BADF; }

__wasi_errno_t __wasi_fd_seek(__wasi_fd_t, __wasi_filedelta_t, __wasi_whence_t,
                              __wasi_filesize_t*) {
  return __WASI_ERRNO_BADF;
}

__wasi_errno_t __wasi_fd_write(__wasi_fd_t, const __wasi_ciovec_t*, size_t, __wasi_size_t*) {
  return __WASI_ERRNO_BADF;
}

}  // extern "C"
