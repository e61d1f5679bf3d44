// Rows of plain decimal numbers: the fast way through a table of text.
#pragma once
#include "runtime/text.h"

namespace lathe::rt {

// Whether PlainRow reads elements of the type between such delimiters. Where comments begin with a character that stands in
// plain numbers, it must not be used either.
bool HasPlainRows(int32_t dtype, View delimiter, View comments);

// Reads exactly `width` numbers and the end of the line from the begin of *text, stores them from `out` on, and moves *text
// past the line. A number is a sign or none, at most 15 digits, and a point or none; for integers, no point and a value that
// the type holds. False: the line is another one, *text is as it was, and what `out` points to is undefined.
bool PlainRow(View* text, char delimiter, int32_t dtype, int64_t width, char* out);

}  // namespace lathe::rt
