#include "runtime/Decoder.h"

#include <algorithm>
#include <array>
#include <climits>
#include <zlib.h>
#include <zstd.h>

namespace bough {

namespace {

/// RFC 1952.
class GzipDecoder final : public Decoder {
public:
  ~GzipDecoder() override {
    if (isGood_)
      ::inflateEnd(&stream_);
  }
  bool start() {
    constexpr int gzipOnly = 16;
    isGood_ = ::inflateInit2(&stream_, MAX_WBITS + gzipOnly) == Z_OK;
    return isGood_;
  }

  bool decode(std::string_view &input, char *&target, std::size_t &capacity) override {
    if (isComplete_ && !input.empty()) {
      ::inflateReset(&stream_);
      isComplete_ = false;
    }
    const auto given = static_cast<uInt>(std::min<std::size_t>(input.size(), UINT_MAX));
    const auto room = static_cast<uInt>(std::min<std::size_t>(capacity, UINT_MAX));
    // zlib does not write to its input; its type is older than const.
    stream_.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(input.data()));
    stream_.avail_in = given;
    stream_.next_out = reinterpret_cast<Bytef *>(target);
    stream_.avail_out = room;
    const int status = ::inflate(&stream_, Z_NO_FLUSH);
    input.remove_prefix(given - stream_.avail_in);
    target += room - stream_.avail_out;
    capacity -= room - stream_.avail_out;
    isComplete_ = status == Z_STREAM_END;
    if (status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR)
      return true;
    reason = status == Z_MEM_ERROR    ? "there is no memory for it"
             : stream_.msg != nullptr ? stream_.msg
                                      : "damaged data";
    return false;
  }
  bool isComplete() const override { return isComplete_; }

private:
  z_stream stream_{};
  bool isGood_ = false;
  bool isComplete_ = false;
};

/// RFC 8878.
class ZstdDecoder final : public Decoder {
public:
  ~ZstdDecoder() override { ::ZSTD_freeDStream(stream_); }
  bool start() {
    stream_ = ::ZSTD_createDStream();
    return stream_ != nullptr && ::ZSTD_isError(::ZSTD_initDStream(stream_)) == 0;
  }

  bool decode(std::string_view &input, char *&target, std::size_t &capacity) override {
    if (isComplete_ && input.empty())
      return true; // it would begin the next frame
    ZSTD_inBuffer in{input.data(), input.size(), 0};
    ZSTD_outBuffer out{target, capacity, 0};
    const std::size_t status = ::ZSTD_decompressStream(stream_, &out, &in);
    input.remove_prefix(in.pos);
    target += out.pos;
    capacity -= out.pos;
    isComplete_ = status == 0;
    if (::ZSTD_isError(status) == 0)
      return true;
    reason = ::ZSTD_getErrorName(status);
    return false;
  }
  bool isComplete() const override { return isComplete_; }

private:
  ZSTD_DStream *stream_ = nullptr;
  bool isComplete_ = false;
};

template <typename T> std::unique_ptr<Decoder> startDecoder() {
  auto decoder = std::make_unique<T>();
  if (!decoder->start())
    return nullptr;
  return decoder;
}

} // namespace

Compression findCompression(std::string_view firstBytes) {
  struct Magic {
    std::string_view bytes;
    Compression compression;
  };
  static constexpr std::array<Magic, 2> magics = {
      {{"\x1f\x8b", Compression::Gzip}, {"\x28\xb5\x2f\xfd", Compression::Zstd}}};
  for (const Magic &magic : magics) {
    if (firstBytes.starts_with(magic.bytes))
      return magic.compression;
    if (magic.bytes.starts_with(firstBytes))
      return Compression::Unknown;
  }
  return Compression::None;
}

std::unique_ptr<Decoder> makeDecoder(Compression compression) {
  switch (compression) {
  case Compression::Gzip:
    return startDecoder<GzipDecoder>();
  case Compression::Zstd:
    return startDecoder<ZstdDecoder>();
  case Compression::Unknown:
  case Compression::None:
    break;
  }
  return nullptr;
}

} // namespace bough
