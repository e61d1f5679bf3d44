// JSON lines (schema 1) and SARIF 2.1.0.
#include <nlohmann/json.hpp>

#include "support/render.h"

namespace lathe {

namespace {

using Json = nlohmann::ordered_json;

// Source text may be any bytes: what is not UTF-8 is written as U+FFFD.
std::string Dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string_view WordOf(Severity severity) { return severity == Severity::kError ? "error" : "warning"; }

Json SpanJson(Span span, const SourceManager& sources, bool primary, const std::string& label) {
  LineColumn begin = sources.Locate(span.file, span.begin), end = sources.Locate(span.file, span.end);
  return {{"file", std::string(sources.path(span.file))},
          {"byte_start", span.begin},
          {"byte_end", span.end},
          {"line_start", begin.line},
          {"line_end", end.line},
          {"column_start", begin.column},
          {"column_end", end.column},
          {"primary", primary},
          {"label", label}};
}

Json EditJson(const Edit& edit, const SourceManager& sources) {
  return {{"file", std::string(sources.path(edit.span.file))},
          {"byte_start", edit.span.begin},
          {"byte_end", edit.span.end},
          {"replacement", edit.replacement}};
}

Json RegionJson(Span span, const SourceManager& sources) {
  LineColumn begin = sources.Locate(span.file, span.begin), end = sources.Locate(span.file, span.end);
  return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line}, {"endColumn", end.column}};
}

// A path as a URI reference: bytes that a URI does not have are written as %XX.
std::string UriOf(std::string_view path) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri;
  for (char c : path) {
    if (kPlain.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[uint8_t(c) >> 4];
      uri += kHex[uint8_t(c) & 15];
    }
  }
  return uri;
}

Json LocationJson(Span span, const SourceManager& sources) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", UriOf(sources.path(span.file))}}}, {"region", RegionJson(span, sources)}}}};
}

Json RelatedJson(Span span, const std::string& text, const SourceManager& sources, size_t id) {
  Json location = {{"id", id}};
  location.update(LocationJson(span, sources));
  location["message"] = {{"text", text}};
  return location;
}

Json FixSarif(const Fix& fix, const SourceManager& sources) {
  Json changes = Json::array();
  for (const Edit& edit : fix.edits) {
    changes.push_back({{"artifactLocation", {{"uri", UriOf(sources.path(edit.span.file))}}},
                       {"replacements",
                        Json::array({{{"deletedRegion", RegionJson(edit.span, sources)},
                                      {"insertedContent", {{"text", edit.replacement}}}}})}});
  }
  return {{"description", {{"text", fix.message}}}, {"artifactChanges", changes}};
}

Json ResultSarif(const Diagnostic& d, const SourceManager& sources, size_t rule_index) {
  std::string text = d.message;
  for (const std::string& help : d.help) text += "\nhelp: " + help;
  Json result = {{"ruleId", std::string(NameOf(d.kind))},
                 {"ruleIndex", rule_index},
                 {"level", std::string(WordOf(d.severity))},
                 {"message", {{"text", text}}}};
  result["locations"] = Json::array();
  if (d.span.valid()) result["locations"].push_back(LocationJson(d.span, sources));
  Json related = Json::array();
  for (const Label& label : d.labels) related.push_back(RelatedJson(label.span, label.text, sources, related.size()));
  for (const Note& note : d.notes) {
    if (note.span.valid()) related.push_back(RelatedJson(note.span, note.text, sources, related.size()));
  }
  for (const CallFrame& frame : d.trace) {
    related.push_back(RelatedJson(frame.span, "called from here", sources, related.size()));
  }
  if (!related.empty()) result["relatedLocations"] = related;
  if (!d.fixes.empty()) {
    result["fixes"] = Json::array();
    for (const Fix& fix : d.fixes) result["fixes"].push_back(FixSarif(fix, sources));
  }
  return result;
}

}  // namespace

std::string RenderJsonLine(const Diagnostic& d, const SourceManager& sources) {
  Json spans = Json::array();
  if (d.span.valid()) spans.push_back(SpanJson(d.span, sources, true, d.label));
  for (const Label& label : d.labels) {
    if (label.span.valid()) spans.push_back(SpanJson(label.span, sources, false, label.text));
  }
  Json notes = Json::array();
  for (const Note& note : d.notes) {
    Json places = Json::array();
    if (note.span.valid()) places.push_back(SpanJson(note.span, sources, false, ""));
    notes.push_back({{"message", note.text}, {"spans", places}});
  }
  for (const std::string& help : d.help) notes.push_back({{"message", "help: " + help}, {"spans", Json::array()}});
  Json fixes = Json::array();
  for (const Fix& fix : d.fixes) {
    Json edits = Json::array();
    for (const Edit& edit : fix.edits) edits.push_back(EditJson(edit, sources));
    fixes.push_back({{"message", fix.message}, {"applicability", fix.safe ? "safe" : "unsafe"}, {"edits", edits}});
  }
  Json trace = Json::array();
  for (const CallFrame& frame : d.trace) {
    if (!frame.span.valid()) continue;
    LineColumn at = sources.Locate(frame.span.file, frame.span.begin);
    trace.push_back({{"function", frame.function},
                     {"file", std::string(sources.path(frame.span.file))},
                     {"line", at.line},
                     {"column", at.column}});
  }
  Json line = {{"type", "diagnostic"},
               {"schema", 1},
               {"severity", std::string(WordOf(d.severity))},
               {"name", std::string(NameOf(d.kind))},
               {"message", d.message},
               {"spans", spans},
               {"notes", notes},
               {"fixes", fixes},
               {"trace", trace},
               {"rendered", RenderFull(d, sources, Colour::kOff)}};
  return Dump(line) + "\n";
}

std::string RenderSarif(const std::vector<Diagnostic>& diagnostics, const SourceManager& sources, std::string_view version) {
  Json rules = Json::array(), results = Json::array();
  std::vector<DiagnosticKind> known;
  for (const Diagnostic& d : diagnostics) {
    size_t index = 0;
    while (index < known.size() && known[index] != d.kind) ++index;
    if (index == known.size()) {
      known.push_back(d.kind);
      std::string level(WordOf(DefaultSeverity(d.kind)));
      rules.push_back({{"id", std::string(NameOf(d.kind))},
                       {"shortDescription", {{"text", std::string(SummaryOf(d.kind))}}},
                       {"defaultConfiguration", {{"level", level}}}});
    }
    results.push_back(ResultSarif(d, sources, index));
  }
  Json driver = {{"name", "lathe"}, {"version", std::string(version)}, {"rules", rules}};
  Json run = {{"tool", {{"driver", driver}}}, {"columnKind", "unicodeCodePoints"}, {"results", results}};
  Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({run})}};
  return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lathe
