// Decompression of DEFLATE streams by canonical Huffman codes, a bit at a time over the code lengths with a table for
// codes of up to nine bits.
#include "runtime/file.h"

namespace lathe::rt {
namespace {

constexpr int kMaxBits = 15, kFastBits = 9;

class BitReader {
 public:
  explicit BitReader(View data) : data_(data) {}
  // Missing bits read as zeros; `failed` tells.
  uint32_t Peek(int count) {
    while (held_ < count) {
      uint64_t byte = at_ < data_.size ? uint8_t(data_[at_]) : 0;
      ++at_;
      bits_ |= byte << held_;
      held_ += 8;
    }
    return uint32_t(bits_ & ((uint64_t{1} << count) - 1));
  }
  void Drop(int count) {
    bits_ >>= count;
    held_ -= count;
  }
  uint32_t Take(int count) {
    if (count == 0) return 0;
    uint32_t value = Peek(count);
    Drop(count);
    return value;
  }
  bool failed() const { return at_ - held_ / 8 > data_.size; }
  // To the next byte; then whole bytes are read.
  void Align() {
    Drop(held_ % 8);
    at_ -= held_ / 8;
    held_ = 0;
    bits_ = 0;
  }
  View Bytes(int64_t count) {
    if (count > data_.size - at_) {
      at_ = data_.size + 1;
      return {};
    }
    View bytes = data_.Part(at_, count);
    at_ += count;
    return bytes;
  }

 private:
  View data_;
  int64_t at_ = 0;
  uint64_t bits_ = 0;
  int held_ = 0;
};

struct Huffman {
  uint16_t count[kMaxBits + 1];
  uint16_t symbol[288];
  uint16_t fast[1 << kFastBits];  // symbol << 4 | length; 0: longer

  bool Build(const uint8_t* lengths, int size) {
    memset(count, 0, sizeof count);
    memset(fast, 0, sizeof fast);
    for (int i = 0; i < size; ++i) ++count[lengths[i]];
    count[0] = 0;
    int left = 1;
    uint16_t offsets[kMaxBits + 2] = {0, 0}, next[kMaxBits + 1] = {0};
    uint32_t code = 0;
    for (int length = 1; length <= kMaxBits; ++length) {
      left = left * 2 - count[length];
      if (left < 0) return false;
      offsets[length + 1] = uint16_t(offsets[length] + count[length]);
      code = (code + (length > 1 ? count[length - 1] : 0)) << 1;
      next[length] = uint16_t(code);
    }
    for (int i = 0; i < size; ++i) {
      int length = lengths[i];
      if (length == 0) continue;
      symbol[offsets[length]++] = uint16_t(i);
      uint32_t value = next[length]++;
      if (length > kFastBits) continue;
      uint32_t reversed = 0;
      for (int bit = 0; bit < length; ++bit) reversed |= (value >> bit & 1) << (length - 1 - bit);
      for (uint32_t k = reversed; k < 1u << kFastBits; k += 1u << length) fast[k] = uint16_t(i << 4 | length);
    }
    return true;
  }

  int Decode(BitReader* in) const {
    uint16_t entry = fast[in->Peek(kFastBits)];
    if (entry != 0) {
      in->Drop(entry & 15);
      return entry >> 4;
    }
    int code = 0, first = 0, index = 0;
    for (int length = 1; length <= kMaxBits; ++length) {
      code |= int(in->Take(1));
      if (code - count[length] < first) return symbol[index + code - first];
      index += count[length];
      first = (first + count[length]) << 1;
      code <<= 1;
    }
    return -1;
  }
};

constexpr uint16_t kLengthBase[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                    31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr uint8_t kLengthExtra[] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr uint16_t kDistanceBase[] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                      33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                      1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr uint8_t kDistanceExtra[] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                      6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

struct Decoder {
  BitReader in;
  char* out;
  int64_t size, at = 0;
  Huffman lengths, distances;

  bool Stored() {
    in.Align();
    View head = in.Bytes(4);
    if (head.size < 4) return false;
    uint32_t length = uint8_t(head[0]) | uint32_t(uint8_t(head[1])) << 8;
    uint32_t check = uint8_t(head[2]) | uint32_t(uint8_t(head[3])) << 8;
    View bytes = in.Bytes(length);
    if ((length ^ 0xffff) != check || bytes.size != int64_t(length) || at + bytes.size > size) return false;
    if (length > 0) memcpy(out + at, bytes.data, length);
    at += length;
    return true;
  }

  bool Codes() {
    for (;;) {
      int symbol = lengths.Decode(&in);
      if (symbol < 0 || in.failed()) return false;
      if (symbol < 256) {
        if (at == size) return false;
        out[at++] = char(symbol);
        continue;
      }
      if (symbol == 256) return true;
      symbol -= 257;
      if (symbol >= 29) return false;
      int64_t length = kLengthBase[symbol] + in.Take(kLengthExtra[symbol]);
      int code = distances.Decode(&in);
      if (code < 0 || code >= 30) return false;
      int64_t distance = kDistanceBase[code] + in.Take(kDistanceExtra[code]);
      if (distance > at || length > size - at) return false;
      for (int64_t i = 0; i < length; ++i, ++at) out[at] = out[at - distance];
    }
  }

  bool Fixed() {
    uint8_t l[288];
    for (int i = 0; i < 288; ++i) l[i] = uint8_t(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    lengths.Build(l, 288);
    for (int i = 0; i < 30; ++i) l[i] = 5;
    distances.Build(l, 30);
    return Codes();
  }

  bool Dynamic() {
    static constexpr uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    int literal_count = int(in.Take(5)) + 257, distance_count = int(in.Take(5)) + 1, code_count = int(in.Take(4)) + 4;
    if (literal_count > 286 || distance_count > 30) return false;
    uint8_t l[320] = {0};
    for (int i = 0; i < code_count; ++i) l[kOrder[i]] = uint8_t(in.Take(3));
    if (!lengths.Build(l, 19)) return false;
    memset(l, 0, sizeof l);
    int total = literal_count + distance_count;
    for (int i = 0; i < total;) {
      int symbol = lengths.Decode(&in);
      if (symbol < 0 || in.failed()) return false;
      if (symbol < 16) {
        l[i++] = uint8_t(symbol);
        continue;
      }
      if (symbol == 16 && i == 0) return false;
      uint8_t value = symbol == 16 ? l[i - 1] : uint8_t(0);
      int repeat = symbol == 16 ? 3 + int(in.Take(2)) : symbol == 17 ? 3 + int(in.Take(3)) : 11 + int(in.Take(7));
      if (i + repeat > total) return false;
      while (repeat-- > 0) l[i++] = value;
    }
    if (l[256] == 0 || !lengths.Build(l, literal_count) || !distances.Build(l + literal_count, distance_count))
      return false;
    return Codes();
  }
};

}  // namespace

bool Inflate(View compressed, char* out, int64_t size) {
  Decoder d{BitReader(compressed), out, size, 0, {}, {}};
  for (bool last = false; !last;) {
    last = d.in.Take(1) != 0;
    switch (d.in.Take(2)) {
      case 0:
        if (!d.Stored()) return false;
        break;
      case 1:
        if (!d.Fixed()) return false;
        break;
      case 2:
        if (!d.Dynamic()) return false;
        break;
      default:
        return false;
    }
    if (d.in.failed()) return false;
  }
  return d.at == size;
}

uint32_t Crc32(View data) {
  uint32_t table[256];
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c & 1) != 0 ? 0xedb88320u ^ c >> 1 : c >> 1;
    table[i] = c;
  }
  uint32_t crc = 0xffffffffu;
  for (int64_t i = 0; i < data.size; ++i) crc = table[(crc ^ uint8_t(data[i])) & 255] ^ crc >> 8;
  return ~crc;
}

}  // namespace lathe::rt
