# Warnings, sanitizers and the helper that defines a folder's library.
add_library(lathe_options INTERFACE)
target_compile_options(lathe_options INTERFACE -Wall -Wextra -Wno-missing-field-initializers -fno-strict-aliasing
                       -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= $<$<COMPILE_LANGUAGE:CXX>:-fdiagnostics-color=auto>)
target_include_directories(lathe_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_link_options(lathe_options INTERFACE -fuse-ld=lld -Wl,--gc-sections)
if(LATHE_SANITIZE)
  target_compile_options(lathe_options INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(lathe_options INTERFACE -fsanitize=address,undefined)
endif()
if(LATHE_COVERAGE)
  target_compile_options(lathe_options INTERFACE --coverage)
  target_link_options(lathe_options INTERFACE --coverage)
endif()

# lathe_library(NAME DEPENDS lib... ): all .cpp of the current folder (not of subfolders).
function(lathe_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;SOURCES;PRIVATE_LIBS" ${ARGN})
  if(NOT ARG_SOURCES)
    file(GLOB ARG_SOURCES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  endif()
  if(NOT ARG_SOURCES)  # a folder that has only headers so far
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE lathe_options ${ARG_DEPENDS})
    return()
  endif()
  add_library(${name} STATIC ${ARG_SOURCES})
  target_link_libraries(${name} PUBLIC lathe_options ${ARG_DEPENDS} PRIVATE ${ARG_PRIVATE_LIBS})
endfunction()
