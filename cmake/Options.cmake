# Warnings, sanitizers and the helper that defines a folder's library.
add_library(lathe_options INTERFACE)
target_compile_options(lathe_options INTERFACE -Wall -Wextra -Wno-missing-field-initializers -fno-strict-aliasing
                       -ffile-prefix-map=${CMAKE_SOURCE_DIR}/= $<$<COMPILE_LANGUAGE:CXX>:-fdiagnostics-color=auto>)
target_include_directories(lathe_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
target_link_options(lathe_options INTERFACE -fuse-ld=lld -Wl,--gc-sections)
if(LATHE_SANITIZE)
  # `function` reads what lies before a function: nothing of ours, where the function was compiled in memory. `vptr` needs RTTI.
  set(sanitizers -fsanitize=address,undefined -fno-sanitize=vptr)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    list(APPEND sanitizers -fno-sanitize=function)
  endif()
  target_compile_options(lathe_options INTERFACE ${sanitizers} -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(lathe_options INTERFACE ${sanitizers})
endif()
if(LATHE_COVERAGE)
  target_compile_options(lathe_options INTERFACE --coverage)
  target_link_options(lathe_options INTERFACE --coverage)
endif()

# Headers of the library that are compiled once in the sanitizer build: half of its time goes into them otherwise.
function(lathe_precompile name)
  if(LATHE_SANITIZE)
    target_precompile_headers(${name} PRIVATE <algorithm> <functional> <map> <memory> <optional> <set> <string>
                              <unordered_map> <variant> <vector> ${ARGN})
  endif()
endfunction()

# lathe_library(NAME DEPENDS lib... ): all .cpp of the current folder (not of subfolders).
function(lathe_library name)
  cmake_parse_arguments(ARG "" "" "DEPENDS;SOURCES;PRIVATE_LIBS;PRECOMPILE" ${ARGN})
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
  lathe_precompile(${name} ${ARG_PRECOMPILE})
endfunction()
