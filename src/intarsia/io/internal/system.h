// Calls of the system that a signal may interrupt, until they are done; and what they say when they fail.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "intarsia/base/result.h"

namespace intarsia::io::internal {

// What errno says about a file.
Error system_error(std::string_view path);

// Bytes read, 0 at the end, -1 with errno.
ssize_t read_some(int fd, char* out, std::size_t size);

// False with errno. A disk that takes a part of the bytes is asked again for the rest; a file system
// that has nothing to sync in a folder has done it.
bool write_all(int fd, std::string_view bytes);
bool sync(int fd);

// The folder in which a file of that path lies.
std::string folder_of(const std::string& path);

// Makes the names in a folder survive a crash. False with errno.
bool sync_folder(const std::string& folder);

}  // namespace intarsia::io::internal
