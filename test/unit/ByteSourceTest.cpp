// Compressed inputs that a pipe brings in pieces, and random damage.
#include "runtime/ByteSource.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

namespace bough {
namespace {

std::string gzip(const std::string &text) {
  z_stream stream{};
  EXPECT_EQ(::deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string result(::deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef *>(result.data());
  stream.avail_out = static_cast<uInt>(result.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  result.resize(stream.total_out);
  ::deflateEnd(&stream);
  return result;
}

std::string zstd(const std::string &text) {
  std::string result(::ZSTD_compressBound(text.size()), '\0');
  result.resize(::ZSTD_compress(result.data(), result.size(), text.data(), text.size(), 3));
  return result;
}

struct Read {
  std::string text;
  ByteSource::Result end = ByteSource::Result::Data;
};

/// Reads bytes that come through a pipe, `piece` at a time; 0 leaves it open after all of them.
Read readThroughPipe(const std::string &bytes, std::size_t piece, std::size_t capacity,
                     int stopDescriptor = -1) {
  const std::string path = "byte-source." + std::to_string(::getpid()) + ".fifo";
  EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] {
    std::FILE *file = std::fopen(path.c_str(), "wb");
    std::setvbuf(file, nullptr, _IONBF, 0);
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      std::fwrite(bytes.data() + at, 1, std::min(piece, bytes.size() - at), file);
    if (stopDescriptor >= 0) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      ::eventfd_write(stopDescriptor, 1);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    std::fclose(file);
  });
  Read read;
  {
    ByteSource source;
    source.stopOn(stopDescriptor);
    EXPECT_EQ(source.open(path), ByteSource::Result::Data);
    std::string buffer(capacity, '\0');
    for (std::size_t count = 0;;) {
      read.end = source.read(buffer.data(), capacity, count);
      if (read.end != ByteSource::Result::Data)
        break;
      EXPECT_GT(count, 0u);
      read.text.append(buffer, 0, count);
    }
    writer.join();
  }
  ::unlink(path.c_str());
  return read;
}

std::string someText(std::size_t size) {
  std::mt19937 random(7);
  std::string text;
  while (text.size() < size)
    text += std::to_string(random() % 1000) + ",\n";
  return text;
}

TEST(ByteSource, PiecesOfAnySize) {
  const std::string text = someText(5000);
  for (const std::string &bytes :
       {text, gzip(text), zstd(text), gzip(text.substr(0, 9)) + gzip("") + gzip(text.substr(9)),
        zstd(text.substr(0, 9)) + zstd("") + zstd(text.substr(9))})
    for (std::size_t piece : {1, 2, 3, 7, 100000})
      for (std::size_t capacity : {1, 5, 100000}) {
        const Read read = readThroughPipe(bytes, piece, capacity);
        EXPECT_EQ(read.end, ByteSource::Result::End);
        EXPECT_EQ(read.text, text);
      }
}

TEST(ByteSource, BeginsOfCompressedFilesAreText) {
  for (const std::string bytes : {"", "\x1f", "\x28", "\x28\xb5", "\x28\xb5\x2f", "(a", "\x1f,"}) {
    const Read read = readThroughPipe(bytes, 1, 100);
    EXPECT_EQ(read.end, ByteSource::Result::End);
    EXPECT_EQ(read.text, bytes);
  }
}

TEST(ByteSource, CutOffAnywhere) {
  const std::string text = someText(300);
  for (const auto &[bytes, magic] :
       {std::pair(gzip(text), std::size_t{2}), std::pair(zstd(text), std::size_t{4})})
    for (std::size_t length = magic; length < bytes.size(); ++length) {
      const Read read = readThroughPipe(bytes.substr(0, length), 100, 100);
      EXPECT_EQ(read.end, ByteSource::Result::Damaged) << length;
      EXPECT_TRUE(text.starts_with(read.text));
    }
}

TEST(ByteSource, RandomDamage) {
  std::mt19937 random(7);
  const std::string text = someText(2000);
  for (const std::string &good : {gzip(text), zstd(text)})
    for (int i = 0; i < 200; ++i) {
      std::string bytes = good;
      for (unsigned n = 1 + random() % 3; n > 0; --n)
        bytes[4 + random() % (bytes.size() - 4)] = static_cast<char>(random());
      const Read read = readThroughPipe(bytes, 1000, 1000);
      EXPECT_TRUE(read.end == ByteSource::Result::Damaged || read.end == ByteSource::Result::End);
    }
}

TEST(ByteSource, StopsWhileItWaits) {
  const std::string text = someText(2000);
  for (const std::string &bytes : {text, gzip(text), zstd(text)}) {
    const int stop = ::eventfd(0, EFD_CLOEXEC);
    const Read read = readThroughPipe(bytes, 100, 100, stop);
    EXPECT_EQ(read.end, ByteSource::Result::Stopped);
    EXPECT_EQ(read.text, text);
    ::close(stop);
  }
}

} // namespace
} // namespace bough
