# Which headers are the interface: the four that users include, and what those include. No list has to
# be kept, and a header that nothing public includes is not installed.

cmake_policy(VERSION 3.25)  # an install script knows none

# All of them, as paths below `source`. With `names` that are to be begun from: chess.h …
function(intarsia_public_headers result source names)
  set(found)
  list(TRANSFORM names PREPEND intarsia/)
  while(names)
    list(POP_FRONT names header)
    if(header IN_LIST found)
      continue()
    endif()
    if(header MATCHES "/internal/")
      message(FATAL_ERROR "${header} would be installed: a public header includes it")
    endif()
    list(APPEND found ${header})
    file(STRINGS ${source}/${header} lines REGEX "^#include \"intarsia/")
    list(TRANSFORM lines REPLACE "^#include \"([^\"]*)\".*" "\\1")
    list(APPEND names ${lines})
  endwhile()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Installs them; asked for by install.cmake when the install runs, so that they are those of then.
function(intarsia_install_headers source names destination)
  intarsia_public_headers(headers ${source} "${names}")
  foreach(header ${headers})
    get_filename_component(folder ${header} DIRECTORY)
    file(INSTALL ${source}/${header} DESTINATION ${destination}/${folder})
  endforeach()
endfunction()
