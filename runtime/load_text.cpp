// np.loadtxt and np.genfromtxt: lines of fields into a dense array.
//
// Method: the first line is cut at comments and split into fields, as is every later one that is not a row of plain numbers
// (plain_row.h); numbers are parsed straight into a buffer of the result type, sized by the number of lines, that becomes the
// result's; the shape is squeezed as NumPy does at the end.
#include <math.h>

#include "runtime/file.h"
#include "runtime/memory.h"
#include "runtime/parse_number.h"
#include "runtime/plain_row.h"

namespace lathe::rt {
namespace {

bool Fail(FormatError* error, const char* type, View message) {
  error->type = type;
  error->message.Clear();
  error->message.Add(message);
  return false;
}

class TableReader {
 public:
  TableReader(View contents, const TableOptions& options, FormatError* error)
      : rest_(contents), options_(options), error_(error) {
    element_size_ = lt_dtype_size(options.dtype);
    plain_ = options.column_count == 0 && HasPlainRows(options.dtype, options.delimiter, options.comments);
  }
  ~TableReader() {
    if (values_ != nullptr) lt_buffer_free(values_);
    for (LtString* s : strings_) lt_string_release(s);
  }
  TableReader(const TableReader&) = delete;
  TableReader& operator=(const TableReader&) = delete;
  bool Run(LtTensor* out);

 private:
  bool NextLine(View* line);
  void SplitFields(View line);
  int64_t LinesLeft() const;
  void MakeRoom(int64_t columns);
  char* Next() { return reinterpret_cast<char*>(values_ + 1) + stored_ * element_size_; }
  bool TakePlainRow();
  bool TakeRow(int64_t line_number);
  bool TakeField(View field, int64_t column);
  bool BadField(View field, int64_t column);
  bool Store(View field, void* to, bool* overflow) const;
  void StoreFilling(void* to) const;
  void Finish(LtTensor* out);
  bool BadWidths();

  View rest_;
  const TableOptions& options_;
  FormatError* error_;
  Array<View> fields_;
  LtBuffer* values_ = nullptr;
  int64_t stored_ = 0;  // elements in it
  Array<LtString*> strings_;
  int64_t element_size_ = 8;
  int64_t width_ = -1;  // fields per line
  int64_t rows_ = 0, columns_ = 0;
  bool plain_;  // rows may be plain numbers
  Text problems_;  // genfromtxt collects lines of another width
};

bool TableReader::NextLine(View* line) {
  if (rest_.empty()) return false;
  const void* newline = memchr(rest_.data, '\n', size_t(rest_.size));
  int64_t end = newline == nullptr ? rest_.size : static_cast<const char*>(newline) - rest_.data;
  *line = rest_.Part(0, end);
  rest_ = newline == nullptr ? View(rest_.data, 0) : rest_.From(end + 1);
  if (line->size > 0 && (*line)[line->size - 1] == '\r') --line->size;
  return true;
}

void TableReader::SplitFields(View line) {
  fields_.Clear();
  if (!options_.comments.empty()) {
    const void* hit = memmem(line.data, size_t(line.size), options_.comments.data, size_t(options_.comments.size));
    if (hit != nullptr) line.size = static_cast<const char*>(hit) - line.data;
  }
  if (options_.delimiter.empty()) {
    for (int64_t at = 0;;) {
      while (at < line.size && (line[at] == ' ' || (line[at] >= '\t' && line[at] <= '\r'))) ++at;
      if (at == line.size) return;
      int64_t end = at;
      while (end < line.size && line[end] != ' ' && !(line[end] >= '\t' && line[end] <= '\r')) ++end;
      fields_.Add(line.Part(at, end - at));
      at = end;
    }
  }
  // loadtxt skips empty lines only; genfromtxt those of blanks too.
  if (line.empty() || (options_.genfromtxt && TrimSpace(line).empty())) return;
  if (options_.delimiter.size == 1) {
    // Fields are a few bytes long: a loop is faster than calls.
    const char delimiter = options_.delimiter[0];
    int64_t begin = 0;
    for (int64_t at = 0; at < line.size; ++at) {
      if (line[at] != delimiter) continue;
      fields_.Add(line.Part(begin, at - begin));
      begin = at + 1;
    }
    fields_.Add(line.From(begin));
    return;
  }
  for (;;) {
    const void* hit = line.size == 0 ? nullptr
                                     : memmem(line.data, size_t(line.size), options_.delimiter.data,
                                              size_t(options_.delimiter.size));
    if (hit == nullptr) break;
    int64_t end = static_cast<const char*>(hit) - line.data;
    fields_.Add(line.Part(0, end));
    line = line.From(end + options_.delimiter.size);
  }
  fields_.Add(line);
}

// A number of digits only, few enough to be exact.
static bool ParseDigits(View field, double* value) {
  if (field.size == 0 || field.size > 15) return false;
  int64_t whole = 0;
  for (int64_t i = 0; i < field.size; ++i) {
    const int64_t digit = field[i] - '0';
    if (digit < 0 || digit > 9) return false;
    whole = whole * 10 + digit;
  }
  *value = double(whole);
  return true;
}

// False: the field is no number of the type.
bool TableReader::Store(View field, void* to, bool* overflow) const {
  *overflow = false;
  double real = 0;
  int64_t whole = 0;
  switch (options_.dtype) {
    case LT_FLOAT64:
      if (!ParseDigits(field, &real) && ParseFloat(field, false, &real) != ParseOutcome::kFine) return false;
      memcpy(to, &real, 8);
      return true;
    case LT_FLOAT16:
    case LT_BFLOAT16:
    case LT_FLOAT32: {
      // As NumPy: a double that is converted then.
      if (!ParseDigits(field, &real) && ParseFloat(field, false, &real) != ParseOutcome::kFine) return false;
      float narrow = float(real);
      uint16_t half = options_.dtype == LT_FLOAT16 ? FloatToHalf(narrow) : FloatToBFloat16(narrow);
      if (options_.dtype == LT_FLOAT32)
        memcpy(to, &narrow, 4);
      else
        memcpy(to, &half, 2);
      return true;
    }
    case LT_BOOL: {
      View text = TrimSpace(field);
      if (options_.genfromtxt) {
        bool yes = text.size == 4 && (text[0] | 32) == 't' && (text[1] | 32) == 'r' && (text[2] | 32) == 'u' &&
                   (text[3] | 32) == 'e';
        bool no = text.size == 5 && (text[0] | 32) == 'f' && (text[1] | 32) == 'a' && (text[2] | 32) == 'l' &&
                  (text[3] | 32) == 's' && (text[4] | 32) == 'e';
        *static_cast<char*>(to) = yes;
        return yes || no;
      }
      if (ParseInteger(text, false, &whole) != ParseOutcome::kFine) return false;
      *static_cast<char*>(to) = whole != 0;
      return true;
    }
    default:
      break;
  }
  ParseOutcome outcome = ParseInteger(field, false, &whole);
  if (outcome == ParseOutcome::kInvalid) return false;
  int64_t size = element_size_;
  bool is_unsigned = options_.dtype == LT_UINT8 || options_.dtype == LT_UINT16 || options_.dtype == LT_UINT32 ||
                     options_.dtype == LT_UINT64;
  if (size < 8) {
    int64_t low = is_unsigned ? 0 : -(int64_t{1} << (8 * size - 1));
    int64_t high = is_unsigned ? (int64_t{1} << (8 * size)) - 1 : (int64_t{1} << (8 * size - 1)) - 1;
    *overflow = whole < low || whole > high;
  }
  if (outcome == ParseOutcome::kTooLarge || (is_unsigned && whole < 0)) *overflow = true;
  memcpy(to, &whole, size_t(size));
  return !*overflow;
}

void TableReader::StoreFilling(void* to) const {
  double filling = options_.filling;
  if (!options_.has_filling) filling = options_.dtype >= LT_FLOAT16 ? NAN : options_.dtype == LT_BOOL ? 0 : -1;
  switch (options_.dtype) {
    case LT_FLOAT64:
      memcpy(to, &filling, 8);
      return;
    case LT_FLOAT32: {
      float narrow = float(filling);
      memcpy(to, &narrow, 4);
      return;
    }
    case LT_FLOAT16:
    case LT_BFLOAT16: {
      uint16_t half = options_.dtype == LT_FLOAT16 ? FloatToHalf(float(filling)) : FloatToBFloat16(float(filling));
      memcpy(to, &half, 2);
      return;
    }
    default: {
      int64_t whole = options_.dtype == LT_BOOL ? filling != 0 : int64_t(filling);
      memcpy(to, &whole, size_t(element_size_));
      return;
    }
  }
}

bool TableReader::BadField(View field, int64_t column) {
  Text message;
  message.Add("could not convert string ");
  AddStrRepr(field, &message);
  message.Add(" to ");
  message.Add(DTypeName(options_.dtype));
  message.Add(" at row ");
  message.AddInt(rows_);
  message.Add(", column ");
  message.AddInt(column + 1);
  message.Add('.');
  return Fail(error_, "ValueError", message.view());
}

bool TableReader::TakeField(View field, int64_t column) {
  if (options_.dtype == LT_STRING) {
    strings_.Add(lt_string_new(field.data, field.size));
    return true;
  }
  char element[8] = {0};
  bool overflow;
  if (!Store(field, element, &overflow)) {
    if (!options_.genfromtxt) return BadField(field, column);
    if (overflow) {
      Text message;
      message.Add("Python integer ");
      message.Add(TrimSpace(field));
      message.Add(" out of bounds for ");
      message.Add(DTypeName(options_.dtype));
      return Fail(error_, "OverflowError", message.view());
    }
    StoreFilling(element);
  }
  memcpy(Next(), element, size_t(element_size_));
  ++stored_;
  return true;
}

int64_t TableReader::LinesLeft() const {
  int64_t lines = 1;
  for (View rest = rest_; !rest.empty(); ++lines) {
    const void* newline = memchr(rest.data, '\n', size_t(rest.size));
    if (newline == nullptr) return lines + 1;
    rest = rest.From(static_cast<const char*>(newline) - rest.data + 1);
  }
  return lines;
}

// Room for a row more: at first for as many as there are lines, which is then all of the result.
void TableReader::MakeRoom(int64_t columns) {
  if (options_.dtype == LT_STRING || (values_ != nullptr && values_->count - stored_ >= columns)) return;
  int64_t count = values_ == nullptr ? 0 : 2 * values_->count + columns;
  if (values_ == nullptr) {
    int64_t rows = LinesLeft();
    if (options_.max_rows >= 0 && options_.max_rows < rows) rows = options_.max_rows;
    // Not where most lines must be empty, or columns are taken many times.
    if (__builtin_mul_overflow(rows, columns, &count) || count > rest_.size + columns) count = columns;
  }
  LtBuffer* larger = lt_buffer_new(options_.dtype, count);
  if (values_ != nullptr) {
    memcpy(larger + 1, values_ + 1, size_t(stored_ * element_size_));
    lt_buffer_free(values_);
  }
  values_ = larger;
}

bool TableReader::TakePlainRow() {
  if (!plain_ || width_ < 1) return false;
  MakeRoom(width_);
  if (!PlainRow(&rest_, options_.delimiter[0], options_.dtype, width_, Next())) return false;
  stored_ += width_;
  columns_ = width_;
  ++rows_;
  return true;
}

bool TableReader::TakeRow(int64_t line_number) {
  int64_t fields = fields_.size(), wanted = options_.column_count;
  if (wanted == 0) {
    if (width_ < 0) width_ = fields;
    if (fields != width_) {
      if (options_.genfromtxt) {
        problems_.Add("\n    Line #");
        problems_.AddInt(line_number);
        problems_.Add(" (got ");
        problems_.AddInt(fields);
        problems_.Add(" columns instead of ");
        problems_.AddInt(width_);
        problems_.Add(')');
        return true;
      }
      Text message;
      message.Add("the number of columns changed from ");
      message.AddInt(width_);
      message.Add(" to ");
      message.AddInt(fields);
      message.Add(" at row ");
      message.AddInt(rows_ + 1);
      message.Add("; use `usecols` to select a subset and avoid this error");
      return Fail(error_, "ValueError", message.view());
    }
    MakeRoom(fields);
    for (int64_t i = 0; i < fields; ++i)
      if (!TakeField(fields_[i], i)) return false;
    columns_ = fields;
    ++rows_;
    return true;
  }
  // genfromtxt counts negative columns from the end of the first row, loadtxt from that of each row.
  if (width_ < 0 || !options_.genfromtxt) width_ = fields;
  for (int64_t i = 0; i < wanted; ++i) {
    int64_t column = options_.columns[i], index = column < 0 ? column + width_ : column;
    if (index < 0 && options_.genfromtxt) index += fields;  // once more, being Python's index then
    if (index >= 0 && index < fields) continue;
    if (options_.genfromtxt) {
      problems_.Add("\n    Line #");
      problems_.AddInt(line_number);
      problems_.Add(" (got ");
      problems_.AddInt(fields);
      problems_.Add(" columns instead of ");
      problems_.AddInt(wanted);
      problems_.Add(')');
      return true;
    }
    Text message;
    message.Add("invalid column index ");
    message.AddInt(column);
    message.Add(" at row ");
    message.AddInt(rows_ + 1);
    message.Add(" with ");
    message.AddInt(fields);
    message.Add(" columns");
    return Fail(error_, "ValueError", message.view());
  }
  MakeRoom(wanted);
  for (int64_t i = 0; i < wanted; ++i) {
    int64_t column = options_.columns[i];
    if (column < 0) column += width_;
    if (column < 0) column += fields;
    if (!TakeField(fields_[column], column)) return false;
  }
  columns_ = wanted;
  ++rows_;
  return true;
}

void TableReader::Finish(LtTensor* out) {
  int64_t dims[2] = {rows_, columns_};
  int32_t rank = 2;
  if (rows_ == 0) {
    dims[1] = options_.column_count > 0 && !options_.genfromtxt ? options_.column_count : 1;
    rank = options_.ndmin == 2 || dims[1] > 1 ? 2 : 1;
  } else if (options_.ndmin < 2) {
    if (rows_ == 1 && columns_ == 1) {
      rank = options_.ndmin == 1 ? 1 : 0;
    } else if (rows_ == 1) {
      rank = 1;
      dims[0] = columns_;
    } else if (columns_ == 1) {
      rank = 1;
    }
  }
  if (values_ != nullptr && values_->count == stored_) {
    out->buffer = values_;
    out->data = values_ + 1;
    out->count = stored_;
    out->dtype = options_.dtype;
    out->rank = rank;
    for (int32_t i = 0; i < rank; ++i) out->dims[i] = dims[i];
    values_ = nullptr;
    return;
  }
  lt_tensor_new(out, options_.dtype, rank, dims);
  if (options_.dtype == LT_STRING) {
    for (int64_t i = 0; i < strings_.size(); ++i) static_cast<LtString**>(out->data)[i] = strings_[i];
    strings_.Clear();
  } else if (out->count > 0) {
    memcpy(out->data, values_ + 1, size_t(stored_ * element_size_));
  }
}

bool TableReader::Run(LtTensor* out) {
  View line;
  for (int64_t i = 0; i < options_.skip; ++i) NextLine(&line);
  int64_t number = options_.skip;
  bool fine = true;
  while (fine && (options_.max_rows < 0 || rows_ < options_.max_rows)) {
    if (TakePlainRow()) {
      ++number;
      continue;
    }
    if (!NextLine(&line)) break;
    SplitFields(line);
    if (fields_.empty() && rows_ == 0 && problems_.size() == 0)
      continue;  // genfromtxt numbers lines from the first row on
    ++number;
    if (!fields_.empty()) fine = TakeRow(number);
  }
  if (fine && problems_.size() > 0) {
    Text message;
    message.Add("Some errors were detected !");
    message.Add(problems_);
    fine = Fail(error_, "ValueError", message.view());
  }
  if (fine) Finish(out);
  return fine;
}

}  // namespace

bool ParseTable(View contents, const TableOptions& options, LtTensor* out, FormatError* error) {
  if (options.dtype == LT_COMPLEX64 || options.dtype == LT_COMPLEX128)
    return Fail(error, "NotImplementedError", "complex numbers in text files are not read");
  return TableReader(contents, options, error).Run(out);
}

bool LoadTable(View path, const TableOptions& options, LtTensor* out, FormatError* error) {
  FileBlock contents;
  int problem = ReadWholeFile(path, &contents);
  if (problem == 2) {
    Text message;
    message.Add(path);
    message.Add(" not found.");
    return Fail(error, "FileNotFoundError", message.view());
  }
  if (problem != 0) {
    SetOsError(problem, path, error);
    return false;
  }
  return ParseTable(contents.view(), options, out, error);
}

}  // namespace lathe::rt
