# The libraries that ours are linked with, besides hwy and threads. The build reads this file, and so
# does the installed package: its users need them too, since ours are static.

# Each as intarsia::NAME. The Debian packages of those that are not there are added to the list `missing`.
macro(intarsia_find_linked missing)
  # name, a header, the Debian package that has both
  set(rows archive:archive.h:libarchive-dev bz2:bzlib.h:libbz2-dev lzma:lzma.h:liblzma-dev
           zstd:zstd.h:libzstd-dev z:zlib.h:zlib1g-dev)
  if(INTARSIA_ROCKSDB)
    list(APPEND rows rocksdb:rocksdb/db.h:librocksdb-dev)
  endif()
  foreach(row ${rows})
    string(REPLACE ":" ";" row ${row})
    list(GET row 0 name)
    list(GET row 1 header)
    list(GET row 2 package)
    find_path(INTARSIA_HEADER_${name} ${header})
    find_library(INTARSIA_LIBRARY_${name} ${name})
    mark_as_advanced(INTARSIA_HEADER_${name} INTARSIA_LIBRARY_${name})
    if(NOT INTARSIA_HEADER_${name} OR NOT INTARSIA_LIBRARY_${name})
      list(APPEND ${missing} ${package})
    elseif(NOT TARGET intarsia::${name})
      add_library(intarsia::${name} UNKNOWN IMPORTED GLOBAL)
      set_target_properties(intarsia::${name} PROPERTIES
        IMPORTED_LOCATION ${INTARSIA_LIBRARY_${name}}
        INTERFACE_INCLUDE_DIRECTORIES ${INTARSIA_HEADER_${name}})
    endif()
  endforeach()
endmacro()
