# For a wheel libarchive is linked statically: as a shared library it needs libxml2 for formats that we
# do not read, and by that 31 MB of ICU. Of the static one only zip and tar come along, which need
# nettle.

find_library(INTARSIA_STATIC_ARCHIVE libarchive.a REQUIRED)
find_library(INTARSIA_NETTLE NAMES nettle libnettle.so.8 REQUIRED)
set_target_properties(intarsia::archive PROPERTIES
  IMPORTED_LOCATION ${INTARSIA_STATIC_ARCHIVE}
  INTERFACE_LINK_LIBRARIES "intarsia::bz2;intarsia::lzma;intarsia::zstd;intarsia::z;${INTARSIA_NETTLE}"
  # Its functions stay inside the module that they are linked into.
  INTERFACE_LINK_OPTIONS -Wl,--exclude-libs,ALL)
