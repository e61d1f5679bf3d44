#include "frontend/builtin_names.h"

#include <algorithm>
#include <array>

namespace lathe {

namespace {

constexpr std::string_view kBuiltins[] = {
    "ArithmeticError", "AssertionError", "AttributeError", "BaseException", "BaseExceptionGroup", "BlockingIOError",
    "BrokenPipeError", "BufferError", "BytesWarning", "ChildProcessError", "ConnectionAbortedError",
    "ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "DeprecationWarning", "EOFError",
    "Ellipsis", "EncodingWarning", "EnvironmentError", "Exception", "ExceptionGroup", "False", "FileExistsError",
    "FileNotFoundError", "FloatingPointError", "FutureWarning", "GeneratorExit", "IOError", "ImportError",
    "ImportWarning", "IndentationError", "IndexError", "InterruptedError", "IsADirectoryError", "KeyError",
    "KeyboardInterrupt", "LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "None",
    "NotADirectoryError", "NotImplemented", "NotImplementedError", "OSError", "OverflowError",
    "PendingDeprecationWarning", "PermissionError", "ProcessLookupError", "RecursionError", "ReferenceError",
    "ResourceWarning", "RuntimeError", "RuntimeWarning", "StopAsyncIteration", "StopIteration", "SyntaxError",
    "SyntaxWarning", "SystemError", "SystemExit", "TabError", "TimeoutError", "True", "TypeError",
    "UnboundLocalError", "UnicodeDecodeError", "UnicodeEncodeError", "UnicodeError", "UnicodeTranslateError",
    "UnicodeWarning", "UserWarning", "ValueError", "Warning", "ZeroDivisionError", "__build_class__", "__debug__",
    "__import__", "abs", "aiter", "all", "anext", "any", "ascii", "bin", "bool", "breakpoint", "bytearray", "bytes",
    "callable", "chr", "classmethod", "compile", "complex", "copyright", "credits", "delattr", "dict", "dir",
    "divmod", "enumerate", "eval", "exec", "exit", "filter", "float", "format", "frozenset", "getattr", "globals",
    "hasattr", "hash", "help", "hex", "id", "input", "int", "isinstance", "issubclass", "iter", "len", "license",
    "list", "locals", "map", "max", "memoryview", "min", "next", "object", "oct", "open", "ord", "pow", "print",
    "property", "quit", "range", "repr", "reversed", "round", "set", "setattr", "slice", "sorted", "staticmethod",
    "str", "sum", "super", "tuple", "type", "vars", "zip"};

constexpr std::string_view kModuleNames[] = {"__annotations__", "__builtins__", "__cached__", "__doc__", "__file__",
                                             "__loader__",      "__name__",     "__package__", "__spec__"};

struct Import {
  std::string_view name, statement;
};
constexpr Import kImports[] = {
    {"np", "import numpy as np"},       {"tf", "import tensorflow as tf"},
    {"tensorflow", "import tensorflow as tf"}, {"numpy", "import numpy as np"},
    {"keras", "from tensorflow import keras"}, {"math", "import math"},
    {"sys", "import sys"},              {"os", "import os"},
    {"time", "import time"},            {"functools", "import functools"},
    {"itertools", "import itertools"},  {"collections", "import collections"},
    {"random", "import random"},        {"typing", "import typing"},
    {"json", "import json"},            {"csv", "import csv"},
    {"argparse", "import argparse"},    {"dataclasses", "import dataclasses"},
    {"enum", "import enum"},            {"partial", "from functools import partial"},
    {"reduce", "from functools import reduce"}, {"namedtuple", "from collections import namedtuple"},
    {"defaultdict", "from collections import defaultdict"}, {"Counter", "from collections import Counter"},
    {"deque", "from collections import deque"}, {"OrderedDict", "from collections import OrderedDict"},
    {"dataclass", "from dataclasses import dataclass"}, {"Enum", "from enum import Enum"}};

}  // namespace

std::span<const std::string_view> BuiltinNames() { return kBuiltins; }
bool IsBuiltinName(std::string_view name) { return std::binary_search(std::begin(kBuiltins), std::end(kBuiltins), name); }
bool IsModuleName(std::string_view name) {
  return std::find(std::begin(kModuleNames), std::end(kModuleNames), name) != std::end(kModuleNames);
}
std::string_view ImportFor(std::string_view name) {
  const Import* it = std::find_if(std::begin(kImports), std::end(kImports), [&](const Import& i) { return i.name == name; });
  return it == std::end(kImports) ? std::string_view{} : it->statement;
}

}  // namespace lathe
