#include "runtime/shedding/ByteWriter.h"
#include "runtime/shedding/Crc32.h"
#include "runtime/shedding/RegressionTreeBuilder.h"
#include "runtime/shedding/ShedModelFile.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace bough {
namespace {

constexpr std::uint64_t query = 0x0123456789abcdef;

ShedModel withoutContent(ShedKind kind) {
  ShedModel model;
  model.query = query;
  model.kind = kind;
  model.features.types = {{"A", 0, -1}, {"B", 1, 3}};
  model.features.attributes = {{"price", 0, 1, 10, -3, 5}};
  model.features.paneLength = 20;
  model.features.frequencyBinSize = 2;
  model.seed = 77;
  model.statistics = {100, 60, 7, 0};
  return model;
}

RegressionForest forest(const ShedFeatures &features, std::uint32_t count) {
  RegressionForest result;
  for (std::uint32_t type = 0; type < 2; ++type) {
    RegressionTreeBuilder builder(features, type, count);
    result.trees.emplace_back();
    for (std::uint32_t tree = 0; tree < count; ++tree)
      result.trees.back().push_back(
          *builder.build(builder.split(type, tree + 1, builder.leaf(0.5), builder.leaf(tree))));
  }
  return result;
}

/// One of each kind.
ShedModel modelOf(ShedKind kind) {
  ShedModel model = withoutContent(kind);
  switch (kind) {
  case ShedKind::GspiceH:
    model.content =
        UtilityTable({{0, 5, 500000, 40}, {0, 9, 0, 30}, {1, 5, 1000000, 30}}, {285714, 1000000});
    break;
  case ShedKind::GspiceT:
    model.content = forest(model.features, 1);
    break;
  case ShedKind::GspiceF:
    model.content = forest(model.features, 10);
    break;
  case ShedKind::ESpice:
    model.content = PositionUtilities{{10, 5, 0, {1}}, {1, 2, 3, 4}};
    break;
  case ShedKind::TypeWeights:
    model.content = TypeWeightTable{{0, 7}, {100, 200}};
    break;
  case ShedKind::Random:
    break;
  }
  if (kind != ShedKind::GspiceH)
    model.distribution = UtilityDistribution({{-5, 10}, {0, 20}, {9, 70}});
  return model;
}

constexpr ShedKind kinds[] = {ShedKind::GspiceH, ShedKind::GspiceT,     ShedKind::GspiceF,
                              ShedKind::ESpice,  ShedKind::TypeWeights, ShedKind::Random};

/// The only message, or "read".
std::string parse(std::string_view bytes, std::uint64_t forQuery = query) {
  DiagnosticEngine diagnostics;
  const bool isRead = parseShedModel(bytes, "q.model", forQuery, diagnostics).has_value();
  EXPECT_EQ(isRead, diagnostics.all().empty());
  EXPECT_LE(diagnostics.all().size(), 1u);
  if (isRead)
    return "read";
  const std::string message = diagnostics.renderAll(false);
  return message.substr(message.find("error: "));
}

/// With a checksum that is right.
std::string sealed(std::string bytes) {
  bytes.resize(bytes.size() - 4);
  ByteWriter checksum;
  checksum.integer<std::uint32_t>(crc32(bytes));
  return bytes + checksum.all();
}

TEST(ShedModel, EveryKindComesBack) {
  for (ShedKind kind : kinds) {
    const ShedModel model = modelOf(kind);
    ASSERT_FALSE(model.fault()) << *model.fault();
    DiagnosticEngine diagnostics;
    const std::string bytes = shedModelBytes(model);
    const auto read = parseShedModel(bytes, "q.model", query, diagnostics);
    ASSERT_TRUE(read) << diagnostics.renderAll(false);
    EXPECT_TRUE(*read == model);
    EXPECT_EQ(shedModelBytes(*read), bytes);
    EXPECT_EQ(shedKindOf(nameOf(kind)), kind);

    const Zobrist zobrist(read->features, read->seed);
    std::unique_ptr<Shedder> shedder = makeShedder(*read, zobrist);
    const std::vector<std::int64_t> values = {7};
    shedder->beginInterval({1, 2});
    for (std::uint32_t type : {0u, 1u, 0u}) {
      shedder->drops({type, values});
      shedder->shift({type, values});
    }
    EXPECT_GT(shedder->memoryBytes(), 0u);
  }
  EXPECT_FALSE(shedKindOf("gspice"));
}

TEST(ShedModel, EveryFlippedByteIsRefused) {
  for (ShedKind kind : kinds) {
    const std::string bytes = shedModelBytes(modelOf(kind));
    for (std::size_t i = 0; i < bytes.size(); ++i)
      for (int change : {1, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ change);
        EXPECT_NE(parse(damaged), "read");
        // Nor does it do harm when the checksum is made for it.
        parse(sealed(damaged));
      }
  }
}

TEST(ShedModel, EveryPartOfAFileIsRefused) {
  for (ShedKind kind : kinds) {
    const std::string bytes = shedModelBytes(modelOf(kind));
    for (std::size_t size = 0; size < bytes.size(); ++size)
      EXPECT_NE(parse(std::string_view(bytes).substr(0, size)), "read");
  }
}

TEST(ShedModel, MessagesSayWhatIsWrong) {
  const std::string bytes = shedModelBytes(modelOf(ShedKind::Random));
  EXPECT_EQ(parse(""), "error: 'q.model' is no model of load shedding [B0932]\n");
  EXPECT_EQ(parse("a,b,count\n1,2,1\n"), "error: 'q.model' is no model of load shedding [B0932]\n");
  std::string newer = bytes;
  newer[8] = 2;
  EXPECT_EQ(parse(newer),
            "error: the model 'q.model' is of version 2; this Bough reads version 1 [B0933]\n");
  const std::string size = std::to_string(bytes.size());
  EXPECT_EQ(parse(bytes.substr(0, 100)),
            "error: the model 'q.model' has 100 bytes and should have " + size + " [B0934]\n");
  EXPECT_EQ(parse(bytes.substr(0, 10)),
            "error: the model 'q.model' has 10 bytes and should have 24 [B0934]\n");
  EXPECT_EQ(parse(bytes + "x"), "error: the model 'q.model' has " +
                                    std::to_string(bytes.size() + 1) + " bytes and should have " +
                                    size + " [B0934]\n");
  std::string damaged = bytes;
  damaged[30] ^= 1;
  const std::string message = parse(damaged);
  EXPECT_NE(message.find("is damaged: its checksum is "), std::string::npos);
  EXPECT_NE(message.find(" [B0935]\n"), std::string::npos);
  EXPECT_EQ(parse(bytes, 7), "error: the model 'q.model' was trained for another query: it has the "
                             "hash 0123456789abcdef, the query 0000000000000007 [B0937]\n");
}

std::string malformed(const ShedModel &model) {
  const std::string message = parse(shedModelBytes(model));
  EXPECT_NE(message.find(" [B0936]\n"), std::string::npos);
  const std::size_t begin = message.find("bytes: ") + 7;
  return message.substr(begin, message.find(" [") - begin);
}

TEST(ShedModel, ContentsHaveToMakeSense) {
  ShedModel model = modelOf(ShedKind::GspiceH);
  model.features.paneLength = 0;
  EXPECT_EQ(malformed(model), "the pane has 0 rows; 1 to 100000 are possible");
  model = modelOf(ShedKind::GspiceH);
  model.content = UtilityTable({}, {1});
  EXPECT_EQ(malformed(model), "there are tables for 1 types of 2");
  model.content = UtilityTable({{0, 5, -1, 1}}, {1, 2});
  EXPECT_EQ(malformed(model), "a utility is -1");
  model.content = UtilityTable({{0, 5, 1, 1}, {0, 5, 1, 1}}, {1, 2});
  EXPECT_EQ(malformed(model), "the keys are not in order");
  model = modelOf(ShedKind::GspiceT);
  model.content = forest(model.features, 2);
  EXPECT_EQ(malformed(model), "gspice-t has 2 trees for a type");
  model = modelOf(ShedKind::ESpice);
  model.content = PositionUtilities{{10, 5, 0, {1}}, {1, 2, 3}};
  EXPECT_EQ(malformed(model), "there are 3 utilities of positions, not 4");
  model = modelOf(ShedKind::TypeWeights);
  model.content = TypeWeightTable{{0, 7}, {100}};
  EXPECT_EQ(malformed(model), "there are 2 weights and 1 numbers of rows for 2 types");
  model = modelOf(ShedKind::Random);
  model.kind = static_cast<ShedKind>(9);
  EXPECT_EQ(malformed(model), "there is no shedder 9");
  model.kind = ShedKind::TypeWeights; // whose content is missing
  EXPECT_NE(malformed(model), "");
}

TEST(ShedModel, SizesAreCheckedBeforeMemoryIsTaken) {
  // A number of types, of keys or of nodes far beyond the file.
  const std::string bytes = shedModelBytes(modelOf(ShedKind::GspiceH));
  for (std::size_t i = 40; i + 8 <= bytes.size() - 4; ++i) {
    std::string huge = bytes;
    huge.replace(i, 8, 8, '\x7f');
    EXPECT_NE(parse(sealed(huge)), "");
  }
}

TEST(ShedModel, FilesAreWrittenInWholeOrNotAtAll) {
  const char *folder = std::getenv("TEST_TMPDIR");
  const std::string path = std::string(folder != nullptr ? folder : ".") + "/shed-test.model";
  const ShedModel model = modelOf(ShedKind::GspiceF);
  DiagnosticEngine diagnostics;
  ASSERT_TRUE(writeShedModel(model, path, diagnostics)) << diagnostics.renderAll(false);
  const auto read = readShedModel(path, query, diagnostics);
  ASSERT_TRUE(read) << diagnostics.renderAll(false);
  EXPECT_TRUE(*read == model);
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));

  EXPECT_FALSE(readShedModel(path, query + 1, diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "B0937");
  std::filesystem::resize_file(path, 50);
  EXPECT_FALSE(readShedModel(path, query, diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "B0934");
  std::ofstream(path) << "text";
  EXPECT_FALSE(readShedModel(path, query, diagnostics));
  EXPECT_EQ(diagnostics.all().back().code, "B0932");
  std::filesystem::remove(path);
  EXPECT_FALSE(readShedModel(path, query, diagnostics));
  EXPECT_EQ(diagnostics.all().back().message,
            "cannot read the model '" + path + "': No such file or directory");
  EXPECT_EQ(diagnostics.all().back().code, "B0930");
  EXPECT_FALSE(readShedModel("/", query, diagnostics));
  EXPECT_EQ(diagnostics.all().back().message, "cannot read the model '/': Is a directory");

  EXPECT_FALSE(writeShedModel(model, "/nowhere/q.model", diagnostics));
  EXPECT_EQ(diagnostics.all().back().message,
            "cannot write the model '/nowhere/q.model': No such file or directory");
  EXPECT_EQ(diagnostics.all().back().code, "B0931");
}

TEST(ShedModel, TheChecksumIsThatOfTheStandard) { EXPECT_EQ(crc32("123456789"), 0xcbf43926u); }

} // namespace
} // namespace bough
