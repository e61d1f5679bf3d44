// Lists the tables of builtin rows.
#include "staging/builtin_tables.h"

#include <vector>

namespace lathe::staging {

std::span<const std::span<const BuiltinRow>> BuiltinTables() {
  static const std::vector<std::span<const BuiltinRow>> tables = {
#define X(table) table(),
      LATHE_BUILTIN_TABLES(X)
#undef X
  };
  return tables;
}

}  // namespace lathe::staging
