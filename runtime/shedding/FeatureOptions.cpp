#include "runtime/shedding/FeatureOptions.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace bough {

namespace {

/// The values of a column, as machines see them.
struct CellRange {
  std::int64_t lo = 0, hi = 0;
};

CellRange rangeOf(const MachineColumn &column, const MachineSchema &schema) {
  if (column.format.isCoded()) {
    const std::uint64_t values = schema.domains[column.format.domain].capacity;
    return {0, static_cast<std::int64_t>(values) - 1};
  }
  std::int64_t lo = column.lo, hi = column.hi;
  // Factors come from DECIMALs, which have at most 18 digits.
  return {lo * column.format.factor, hi * column.format.factor};
}

class Declaration {
public:
  Declaration(const FeatureOptions &options, const MachineSchema &schema,
              DiagnosticEngine &diagnostics)
      : options_(options), schema_(schema), diagnostics_(diagnostics) {}

  std::optional<ShedFeatures> make() {
    std::vector<std::optional<std::uint32_t>> typeColumns(schema_.streams.size());
    bool isValid = true;
    for (const std::string &option : options_.types) {
      std::optional<Place> place = placeOf(option, option);
      if (place && typeColumns[place->stream])
        place = refuse(option, "the types of this stream were given before");
      if (place)
        typeColumns[place->stream] = place->column;
      isValid = isValid && place;
    }
    if (!isValid)
      return std::nullopt;
    features_.paneLength = options_.paneLength;
    features_.frequencyBinSize = options_.frequencyBinSize;
    for (std::uint32_t stream = 0; stream < schema_.streams.size(); ++stream)
      if (schema_.streams[stream].used && !addTypes(stream, typeColumns[stream]))
        return std::nullopt;
    for (const std::string &option : options_.attributes)
      isValid = addAttribute(option) && isValid;
    if (!isValid)
      return std::nullopt;
    if (std::optional<std::string> fault = features_.fault()) {
      diagnostics_.reportIn(nullptr, diag::featuresUnusable, {}, *fault);
      return std::nullopt;
    }
    return std::move(features_);
  }

private:
  struct Place {
    std::uint32_t stream = 0, column = 0;
  };

  std::nullopt_t refuse(std::string_view option, std::string_view reason) {
    diagnostics_.reportIn(nullptr, diag::featureUnusable, {}, option, reason);
    return std::nullopt;
  }

  std::optional<Place> placeOf(std::string_view name, std::string_view option) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos)
      return refuse(option, "it is not of the form STREAM.COLUMN");
    for (std::uint32_t stream = 0; stream < schema_.streams.size(); ++stream) {
      const MachineStream &declared = schema_.streams[stream];
      if (declared.name != name.substr(0, dot))
        continue;
      if (!declared.used)
        return refuse(option, "the query does not read the stream");
      for (std::uint32_t column = 0; column < declared.columns.size(); ++column)
        if (declared.columns[column].name == name.substr(dot + 1))
          return Place{stream, column};
      return refuse(option, "the stream has no such column");
    }
    return refuse(option, "there is no such stream");
  }

  bool addTypes(std::uint32_t stream, std::optional<std::uint32_t> column) {
    const MachineStream &declared = schema_.streams[stream];
    if (!column) {
      features_.types.push_back({declared.name, stream, -1});
      return true;
    }
    const MachineColumn &typed = declared.columns[*column];
    const CellRange range = rangeOf(typed, schema_);
    const std::uint64_t span =
        static_cast<std::uint64_t>(range.hi) - static_cast<std::uint64_t>(range.lo);
    if (typed.isTime || span >= ShedFeatures::mostTypes) {
      refuse(fmt::format("{}.{}", declared.name, typed.name),
             fmt::format("it can have more than {} values; CHECK bounds them",
                         ShedFeatures::mostTypes));
      return false;
    }
    for (std::uint64_t i = 0; i <= span; ++i)
      features_.types.push_back({typeName(typed, range.lo + static_cast<std::int64_t>(i)), stream,
                                 static_cast<std::int32_t>(*column)});
    return true;
  }

  std::string typeName(const MachineColumn &column, std::int64_t cell) const {
    if (!column.format.isCoded())
      return showValue(column.format, cell / column.format.factor);
    const MachineDomain &domain = schema_.domains[column.format.domain];
    const auto code = static_cast<std::size_t>(cell);
    if (code < domain.texts.size())
      return domain.texts[code];
    if (code < domain.integers.size())
      return std::to_string(domain.integers[code]);
    return fmt::format("#{}", code); // numbered as they come
  }

  /// A cell of the column from its text.
  std::optional<std::int64_t> cellOf(const MachineColumn &column, std::string_view text) const {
    std::int64_t value = 0;
    std::size_t used = 0;
    CellFormat format = column.format;
    if (format.isCoded())
      format = {};
    if (format.kind == CellFormat::Kind::Date || column.isTime)
      format = {}; // days, ticks
    if (parseValue(format, text, value, used) != CellFault::None ||
        __builtin_mul_overflow(value, format.factor, &value))
      return std::nullopt;
    return value;
  }

  bool addAttribute(std::string_view option) {
    std::string_view rest = option;
    auto part = [&] {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      std::string_view first = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      return first;
    };
    const std::string_view name = part();
    std::optional<Place> place = placeOf(name, option);
    if (!place)
      return false;
    const MachineColumn &column = schema_.streams[place->stream].columns[place->column];
    CellRange range = rangeOf(column, schema_);
    std::int64_t bin = column.format.factor;
    while (!rest.empty()) {
      const std::string_view clause = part();
      if (clause.starts_with("bin=")) {
        std::optional<std::int64_t> size = cellOf(column, clause.substr(4));
        if (!size || *size < 1) {
          refuse(option, "the size of a bin is a number above 0");
          return false;
        }
        bin = *size;
      } else if (clause.starts_with("range=") && clause.find("..") != std::string_view::npos) {
        const std::size_t dots = clause.find("..");
        std::optional<std::int64_t> lo = cellOf(column, clause.substr(6, dots - 6));
        std::optional<std::int64_t> hi = cellOf(column, clause.substr(dots + 2));
        if (!lo || !hi || *lo > *hi) {
          refuse(option, "the range goes from a value of the column to one that is not less");
          return false;
        }
        range = {*lo, *hi};
      } else {
        refuse(option, "only bin=SIZE and range=LO..HI can follow");
        return false;
      }
    }
    ShedAttribute attribute{std::string(name), place->stream, place->column, bin, 0, 0};
    attribute.lowestBin = floorOf(range.lo, bin);
    attribute.highestBin = floorOf(range.hi, bin);
    const std::uint64_t bins = attribute.bins();
    if (bins == 0 || bins > ShedFeatures::mostNumbers) {
      refuse(option, "it has too many bins; add :range=LO..HI, or :bin=SIZE");
      return false;
    }
    features_.attributes.push_back(std::move(attribute));
    return true;
  }

  static std::int64_t floorOf(std::int64_t value, std::int64_t bin) {
    return value / bin - (value % bin < 0 ? 1 : 0);
  }

  const FeatureOptions &options_;
  const MachineSchema &schema_;
  DiagnosticEngine &diagnostics_;
  ShedFeatures features_;
};

} // namespace

std::optional<ShedFeatures> declareFeatures(const FeatureOptions &options,
                                            const MachineSchema &schema,
                                            DiagnosticEngine &diagnostics) {
  return Declaration(options, schema, diagnostics).make();
}

RowFeatures::RowFeatures(const ShedFeatures &features, const MachineSchema &schema)
    : streams_(schema.streams.size()) {
  for (std::uint32_t type = 0; type < features.typeCount(); ++type) {
    const ShedType &declared = features.types[type];
    Types &stream = streams_[declared.stream];
    if (stream.count++ == 0) {
      stream.first = type;
      if (declared.typeColumn >= 0) {
        stream.column = static_cast<std::uint32_t>(declared.typeColumn);
        stream.lowest = rangeOf(schema.streams[declared.stream].columns[*stream.column], schema).lo;
      }
    }
    typeValues_.push_back(stream.lowest + static_cast<std::int64_t>(type - stream.first));
  }
  for (const ShedAttribute &attribute : features.attributes)
    streams_[attribute.stream].attributes.push_back(attribute.column);
}

ShedRow RowFeatures::row(std::uint32_t stream, const std::int64_t *cells) {
  const Types &known = streams_[stream];
  ShedRow row;
  row.type = known.first;
  if (known.column)
    row.type += static_cast<std::uint32_t>(cells[*known.column] - known.lowest);
  values_.clear();
  for (std::uint32_t column : known.attributes)
    values_.push_back(cells[column]);
  row.attributes = values_;
  return row;
}

} // namespace bough
