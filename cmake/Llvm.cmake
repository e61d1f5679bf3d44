# LLVM 22, static. lathe_llvm_target(TARGET): include paths and definitions for the files that see LLVM;
# lathe_link_llvm(TARGET): the archives, for what becomes an executable.
execute_process(COMMAND ${LATHE_LLVM_CONFIG} --version OUTPUT_VARIABLE LATHE_LLVM_VERSION OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LATHE_LLVM_CONFIG} --includedir OUTPUT_VARIABLE LATHE_LLVM_INCLUDE OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LATHE_LLVM_CONFIG} --libdir OUTPUT_VARIABLE LATHE_LLVM_LIBDIR OUTPUT_STRIP_TRAILING_WHITESPACE)
execute_process(COMMAND ${LATHE_LLVM_CONFIG} --link-static --libs orcjit x86 passes bitreader linker
                OUTPUT_VARIABLE LATHE_LLVM_LIBS OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE lathe_llvm_status)
if(NOT lathe_llvm_status EQUAL 0 OR NOT LATHE_LLVM_VERSION MATCHES "^22\\.")
  message(FATAL_ERROR "Lathe needs the static libraries of LLVM 22 (found '${LATHE_LLVM_VERSION}'): apt-get install llvm-22-dev")
endif()
# Polly is named by passes but nothing calls it; system libraries z3 and xml2 are not needed.
string(REGEX REPLACE " +" ";" LATHE_LLVM_LIBS "${LATHE_LLVM_LIBS}")
list(FILTER LATHE_LLVM_LIBS EXCLUDE REGEX "Polly")
set(LATHE_LLVM_LIBS ${LATHE_LLVM_LIBS} -lz -lzstd -lpthread -ldl -lm)

function(lathe_llvm_target target)
  target_include_directories(${target} SYSTEM PRIVATE ${LATHE_LLVM_INCLUDE})
  target_compile_definitions(${target} PRIVATE _GNU_SOURCE __STDC_CONSTANT_MACROS __STDC_FORMAT_MACROS __STDC_LIMIT_MACROS)
  target_compile_options(${target} PRIVATE -fno-rtti -fno-exceptions -Wno-unused-parameter)
endfunction()

function(lathe_link_llvm target)
  target_link_libraries(${target} INTERFACE -L${LATHE_LLVM_LIBDIR} ${LATHE_LLVM_LIBS})
endfunction()
