// lathe explain: the texts of support/explain, embedded at build time.
#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "driver/explain_texts.h"
#include "driver/verbs.h"
#include "support/spelling.h"

namespace lathe::driver {

namespace {

std::string_view SeverityWord(DiagnosticKind kind) {
  return DefaultSeverity(kind) == Severity::kError ? "error" : "warning";
}

nlohmann::ordered_json Entry(DiagnosticKind kind, bool with_text) {
  nlohmann::ordered_json entry = {{"name", std::string(NameOf(kind))},
                                  {"severity", std::string(SeverityWord(kind))},
                                  {"summary", std::string(SummaryOf(kind))}};
  if (with_text) entry["text"] = std::string(ExplainText(NameOf(kind)));
  return entry;
}

int List(bool json) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (size_t i = 0; i < DiagnosticCount(); ++i) {
    DiagnosticKind kind = DiagnosticKind(i);
    if (json) {
      all.push_back(Entry(kind, false));
    } else {
      fmt::print("{:32}{:9}{}\n", NameOf(kind), SeverityWord(kind), SummaryOf(kind));
    }
  }
  if (json) fmt::print("{}\n", all.dump(2));
  return kExitFine;
}

}  // namespace

int ExplainDiagnostics(Session& session) {
  const Options& o = session.options();
  bool json = o.format == "json";
  if (o.list) return List(json);
  bool first = true;
  for (const std::string& name : o.files) {
    auto kind = FindDiagnostic(name);
    if (!kind) {
      std::vector<std::string> names;
      for (size_t i = 0; i < DiagnosticCount(); ++i) names.emplace_back(NameOf(DiagnosticKind(i)));
      Diagnostic d{.kind = DiagnosticKind::kUsage, .message = fmt::format("no diagnostic is named '{}'", name)};
      auto near = NearestSpelling(name, names);
      d.help.push_back(near ? fmt::format("did you mean '{}'?", *near) : "lathe explain --list");
      session.sink.Report(std::move(d));
      session.ShowDiagnostics();
      return kExitUsage;
    }
    if (json) {
      fmt::print("{}\n", Entry(*kind, true).dump());
    } else {
      fmt::print("{}{}", first ? "" : "\n", ExplainText(name));
    }
    first = false;
  }
  return kExitFine;
}

}  // namespace lathe::driver
