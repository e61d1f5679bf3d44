// Regular expressions in the syntax of tf.strings (RE2): literals, classes, groups, alternation, repetition (greedy and
// lazy), anchors, (?i). No look-around and no back-references in patterns, as in RE2.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

// Return 1 with the error set: a bad pattern or rewrite string, or a search that takes too long.
int32_t RegexFullMatch(LtContext*, View text, View pattern, bool* matches);
int32_t RegexReplace(LtContext*, View text, View pattern, View rewrite, bool all, Text* out);

}  // namespace lathe::rt
