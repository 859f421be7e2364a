#ifndef BOUGH_BOUGH_HPP
#define BOUGH_BOUGH_HPP

/* The C++17 side of libbough: bough/bough.h with owners, strings and functions. Header only; all
 * that is said there of time, threads and lifetimes holds here. Errors are values; nothing throws
 * but the standard library's own containers when there is no memory, and callbacks must not throw.
 *
 *   bough::CompiledText text = bough::compile(sql);
 *   if (text.verdict() != bough::Verdict::Bounded)
 *     return fail(text.text());
 *   bough::Loaded loaded = text.load({}, [](const bough::Result &row) { ...; return true; });
 *   if (!loaded)
 *     return fail(loaded.error);
 *   bough::Query &query = *loaded.query;
 *   if (query.feed(text.stream("t"), trades, bough::member(&Trade::b),
 *                  bough::member(&Trade::time)) != bough::Code::Done)
 *     return fail(query.text()); */

#include "bough/bough.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace bough {
inline namespace v0 {

enum class Verdict {
  Bounded = BOUGH_BOUNDED,
  Unbounded = BOUGH_UNBOUNDED,
  NotProven = BOUGH_NOT_PROVEN,
  Invalid = BOUGH_INVALID
};
enum class Code {
  Done = BOUGH_DONE,
  Refused = BOUGH_REFUSED,
  Halted = BOUGH_HALTED,
  Misused = BOUGH_MISUSED
};
enum class Engine { Jit = BOUGH_ENGINE_JIT, Interpreter = BOUGH_ENGINE_INTERPRETER };
enum class Optimisation {
  Default = BOUGH_OPTIMISATION_DEFAULT, ///< -O2, or -O0 for long programs
  O0 = BOUGH_OPTIMISATION_O0,
  O1 = BOUGH_OPTIMISATION_O1,
  O2 = BOUGH_OPTIMISATION_O2,
  O3 = BOUGH_OPTIMISATION_O3
};

struct CompileOptions {
  std::string name = "query.sql";
  std::vector<std::string> tables; ///< "NAME=FILE"
  std::vector<std::string> rates;  ///< "STREAM.RATE=N"
  std::uint64_t maxBytes = 0;      ///< 0 is no limit
  bool repairs = false;            ///< look for changes that make a rejected query bounded
};

/// How structures of the program's own that hold rows of a stream lie in memory; made by
/// bough::structs.
struct StructFormat {
  std::size_t stream = 0;
  std::size_t size = 0;            ///< of a structure
  std::vector<bough_field> fields; ///< one for each declared column
};

struct LoadOptions {
  Engine engine = Engine::Jit;
  Optimisation optimisation = Optimisation::Default; ///< of machine code
  /// For Query::feedStructs, which reads arrays in place; they need Engine::Jit.
  std::vector<StructFormat> structs = {};
};

/// A row of a result; its texts live as long as the query, all else until the callback returns.
class Result {
public:
  explicit Result(const bough_result &result) : result_(result) {}
  std::size_t result() const { return result_.result; } ///< index of the query of the text
  std::int64_t time() const { return result_.time; }
  std::uint64_t count() const { return result_.count; }
  std::size_t size() const { return result_.value_count; }
  std::int64_t integer(std::size_t column) const { return result_.values[column].integer; }
  std::string_view text(std::size_t column) const {
    return {result_.values[column].text, result_.values[column].length};
  }

private:
  const bough_result &result_;
};

/// A result that has waited; its texts live as long as the query.
struct WaitingResult {
  std::size_t result; ///< index of the query of the text
  std::int64_t time;
  std::uint64_t count;
  std::vector<bough_value> values;
  std::int64_t integer(std::size_t column) const { return values[column].integer; }
  std::string_view text(std::size_t column) const {
    return {values[column].text, values[column].length};
  }
};

/// False stops the query.
using Callback = std::function<bool(const Result &)>;

namespace detail {

template <typename T> constexpr bough_layout layoutOf() {
  using Value = std::remove_cv_t<T>;
  static_assert(std::is_integral_v<Value> || std::is_enum_v<Value> ||
                    std::is_same_v<Value, bough_text>,
                "a column is made of integers, booleans, enumerations, or texts as bough_text");
  if constexpr (std::is_same_v<Value, bough_text>)
    return BOUGH_TEXT_VIEWS;
  else if constexpr (std::is_enum_v<Value>)
    return layoutOf<std::underlying_type_t<Value>>();
  else if constexpr (sizeof(Value) == 1)
    return std::is_signed_v<Value> ? BOUGH_INT8 : BOUGH_UINT8;
  else if constexpr (sizeof(Value) == 2)
    return std::is_signed_v<Value> ? BOUGH_INT16 : BOUGH_UINT16;
  else if constexpr (sizeof(Value) == 4)
    return std::is_signed_v<Value> ? BOUGH_INT32 : BOUGH_UINT32;
  else
    return std::is_signed_v<Value> ? BOUGH_INT64 : BOUGH_UINT64;
}

} // namespace detail

/// A member of a structure, as a column of rows.
template <typename Row, typename T> struct Member {
  T Row::*member;
};
template <typename Row, typename T> Member<Row, T> member(T Row::*pointer) { return {pointer}; }

namespace detail {

/// Where a member lies in a structure. No structure is made: it would need a constructor.
template <typename Row, typename T> std::size_t offsetOf(T Row::*member) {
  union Place {
    Place() {}
    ~Place() {}
    char nothing;
    Row row;
  } place;
  return static_cast<std::size_t>(
      reinterpret_cast<const volatile char *>(std::addressof(place.row.*member)) -
      reinterpret_cast<const volatile char *>(std::addressof(place)));
}

} // namespace detail

/// The format of structures `Row`, given a member for each declared column of a stream, in their
/// order: integers, booleans and enumerations, also of bases of `Row`.
///
///   options.structs = {bough::structs<Trade>(text.stream("t"), bough::member(&Trade::b),
///                                            bough::member(&Trade::time))};
template <typename Row, typename... Rows, typename... Ts>
StructFormat structs(std::size_t stream, Member<Rows, Ts>... members) {
  static_assert((!std::is_same_v<std::remove_cv_t<Ts>, bough_text> && ...),
                "texts are told by their codes, which Query::enter gives");
  return {stream,
          sizeof(Row),
          {bough_field{detail::offsetOf<Row, Ts>(members.member), detail::layoutOf<Ts>()}...}};
}

/// An array of such structures, for Query::feedStructs; it must live until the call returns.
template <typename Row>
bough_struct_rows array(std::size_t stream, const Row *rows, std::size_t count) {
  return {stream, rows, count, sizeof(Row)};
}
template <typename Row> bough_struct_rows array(std::size_t stream, const std::vector<Row> &rows) {
  return array(stream, rows.data(), rows.size());
}

/// A column whose values lie side by side; they must live until the call returns.
template <typename T> bough_column column(const T *values) {
  bough_column result{};
  result.values = values;
  result.layout = detail::layoutOf<T>();
  return result;
}
template <typename T> bough_column column(const std::vector<T> &values) {
  bough_column result = column(values.empty() ? nullptr : values.data());
  result.count = values.size();
  return result;
}

/// A value of a single row: an integer or a text.
struct Value : bough_value {
  template <typename T, typename = std::enable_if_t<std::is_integral_v<T>>>
  Value(T number) : bough_value{static_cast<std::int64_t>(number), nullptr, 0} {}
  Value(std::string_view view)
      : bough_value{0, view.data() != nullptr ? view.data() : "", view.size()} {}
  Value(const char *string) : Value(std::string_view(string)) {}
  Value(const std::string &string) : Value(std::string_view(string)) {}
};

/// A machine with its state, for one thread at a time.
class Query {
public:
  /// Rows of a stream: a column for each declared one.
  struct Rows {
    std::size_t stream;
    std::vector<bough_column> columns;
    std::size_t rows;
    /// What columns of std::string and std::string_view are given as.
    std::vector<std::shared_ptr<const std::vector<bough_text>>> texts = {};
  };

  Code feed(const std::vector<Rows> &inputs) {
    std::vector<bough_rows> given;
    for (const Rows &input : inputs)
      given.push_back({input.stream, input.columns.data(), input.columns.size(), input.rows});
    return static_cast<Code>(bough_feed(query_.get(), given.data(), given.size()));
  }
  Code feed(std::size_t stream, const std::vector<bough_column> &columns, std::size_t rows) {
    const bough_rows given{stream, columns.data(), columns.size(), rows};
    return static_cast<Code>(bough_feed(query_.get(), &given, 1));
  }
  /// An array of structures: a member for each declared column, in their order, also of bases of
  /// `Row`: integers, booleans, enumerations, and as texts bough_text, std::string_view or
  /// std::string. Nothing is copied but the members.
  template <typename Row, typename... Bases, typename... Ts>
  Code feed(std::size_t stream, const Row *rows, std::size_t count, Member<Bases, Ts>... members) {
    return feed(std::vector<Rows>{rowsOf(stream, rows, count, members...)});
  }
  /// The same as rows for a call with several streams.
  template <typename Row, typename... Bases, typename... Ts>
  static Rows rows(std::size_t stream, const std::vector<Row> &rows, Member<Bases, Ts>... members) {
    return rowsOf(stream, rows.data(), rows.size(), members...);
  }
  template <typename Row, typename... Bases, typename... Ts>
  Code feed(std::size_t stream, const std::vector<Row> &rows, Member<Bases, Ts>... members) {
    return feed(stream, rows.data(), rows.size(), members...);
  }
  Code feedRow(std::size_t stream, std::initializer_list<Value> values) {
    std::vector<bough_value> given(values.begin(), values.end());
    return static_cast<Code>(bough_feed_row(query_.get(), stream, given.data(), given.size()));
  }
  Code feedArrow(std::size_t stream, const ArrowSchema &schema, const ArrowArray &array) {
    return static_cast<Code>(bough_feed_arrow(query_.get(), stream, &schema, &array));
  }
  /// Rows that the machine reads where they lie, of the formats of LoadOptions::structs: whole
  /// batches, as bough_feed_structs says.
  Code feedStructs(const std::vector<bough_struct_rows> &arrays) {
    return static_cast<Code>(bough_feed_structs(query_.get(), arrays.data(), arrays.size()));
  }
  /// The code of a value of an ENUM, VARCHAR or KEYS column, as such structures hold it; -1 when
  /// the column cannot have it.
  std::int64_t enter(std::size_t stream, std::size_t column, const Value &value) {
    return bough_enter(query_.get(), stream, column, &value);
  }
  Code advance(std::size_t stream, std::int64_t time) {
    return static_cast<Code>(bough_advance(query_.get(), stream, time));
  }
  Code finish() { return static_cast<Code>(bough_finish(query_.get())); }
  /// The same, and gives out what waits for the end of its window.
  Code end() { return static_cast<Code>(bough_end(query_.get())); }

  /// What the last call that was not Done has to say, and its code.
  const char *text() const { return bough_query_text(query_.get()); }
  const char *code() const { return bough_query_code(query_.get()); }
  /// The row that it refuses: in which of the call's arrays, and where in it, from 0; SIZE_MAX when
  /// it refuses none.
  std::size_t refusedInput() const { return bough_query_input(query_.get()); }
  std::size_t refusedRow() const { return bough_query_row(query_.get()); }

  /// How many results wait, of a query that was loaded without a callback; and the first of them,
  /// which wait no more.
  std::size_t waiting() const { return bough_waiting(query_.get()); }
  std::vector<WaitingResult> take(std::size_t most = SIZE_MAX) {
    std::vector<WaitingResult> taken;
    std::vector<bough_result> results(64);
    std::vector<bough_value> values(1024);
    while (taken.size() < most && waiting() != 0) {
      const std::size_t room = most - taken.size() < 64 ? most - taken.size() : 64;
      const std::size_t count =
          bough_take(query_.get(), results.data(), room, values.data(), values.size());
      if (count == 0)
        values.resize(values.size() * 2);
      for (std::size_t i = 0; i < count; ++i)
        taken.push_back({results[i].result,
                         results[i].time,
                         results[i].count,
                         {results[i].values, results[i].values + results[i].value_count}});
    }
    return taken;
  }
  /// The state, a block of bytes.
  const void *state() const { return bough_state(query_.get()); }
  std::size_t stateBytes() const { return bough_state_bytes(query_.get()); }
  std::uint64_t rowsTaken(std::size_t stream) const {
    return bough_rows_taken(query_.get(), stream);
  }
  bough_query *get() const { return query_.get(); }

private:
  friend class CompiledText;
  struct Unload {
    void operator()(bough_query *query) const { bough_unload(query); }
  };
  Query() = default;

  template <typename Row, typename... Bases, typename... Ts>
  static Rows rowsOf(std::size_t stream, const Row *rows, std::size_t count,
                     Member<Bases, Ts>... members) {
    Rows result{stream, {}, count};
    (addColumn(result, rows, members), ...);
    return result;
  }
  template <typename Row, typename Base, typename T>
  static void addColumn(Rows &to, const Row *rows, Member<Base, T> member) {
    static_assert(std::is_base_of_v<Base, Row>, "the member is not one of these structures");
    using Value = std::remove_cv_t<T>;
    bough_column result{};
    if constexpr (std::is_same_v<Value, std::string> || std::is_same_v<Value, std::string_view>) {
      auto texts = std::make_shared<std::vector<bough_text>>();
      for (std::size_t row = 0; row < to.rows && rows != nullptr; ++row)
        texts->push_back({(rows[row].*member.member).data(), (rows[row].*member.member).size()});
      result = column(*texts);
      to.texts.push_back(std::move(texts));
    } else {
      result.values = rows == nullptr ? nullptr : &(rows->*member.member);
      result.layout = detail::layoutOf<T>();
      result.stride = sizeof(Row);
    }
    to.columns.push_back(result);
  }

  std::unique_ptr<Callback> callback_; ///< at one address, also when the query is moved
  std::unique_ptr<bough_query, Unload> query_;
};

/// A query, or why there is none.
struct Loaded {
  std::optional<Query> query;
  std::string error;
  explicit operator bool() const { return query.has_value(); }
};

/// Never changes, and may be shared by threads. A copy shares what it owns.
class CompiledText {
public:
  explicit CompiledText(bough_compilation *compilation)
      : compilation_(compilation, [](bough_compilation *c) { bough_compilation_free(c); }) {}

  Verdict verdict() const { return static_cast<Verdict>(bough_compilation_verdict(get())); }
  bool isBounded() const { return verdict() == Verdict::Bounded; }
  /// Of a loaded query's state and dictionaries.
  std::uint64_t bytes() const { return bough_compilation_bytes(get()); }
  /// All messages, as the command prints them.
  const char *text() const { return bough_compilation_text(get()); }
  std::vector<bough_message> messages() const {
    std::vector<bough_message> list;
    for (std::size_t i = 0; i < bough_compilation_message_count(get()); ++i)
      list.push_back(bough_compilation_message(get(), i));
    return list;
  }

  std::size_t streams() const { return bough_stream_count(get()); }
  const char *streamName(std::size_t stream) const { return bough_stream_name(get(), stream); }
  /// Whether a query reads it.
  bool isUsed(std::size_t stream) const { return bough_stream_is_used(get(), stream) != 0; }
  /// Ticks per day of the times of results.
  std::int64_t ticksPerDay() const { return bough_ticks_per_day(get()); }
  /// The index of a stream; SIZE_MAX when there is none of that name.
  std::size_t stream(const char *name) const { return bough_stream_find(get(), name); }
  std::vector<bough_column_info> streamColumns(std::size_t stream) const {
    std::vector<bough_column_info> list;
    for (std::size_t c = 0; c < bough_stream_column_count(get(), stream); ++c)
      list.push_back(bough_stream_column(get(), stream, c));
    return list;
  }
  std::size_t results() const { return bough_result_count(get()); }
  const char *resultName(std::size_t result) const { return bough_result_name(get(), result); }
  std::vector<bough_column_info> resultColumns(std::size_t result) const {
    std::vector<bough_column_info> list;
    for (std::size_t c = 0; c < bough_result_column_count(get(), result); ++c)
      list.push_back(bough_result_column(get(), result, c));
    return list;
  }

  /// Results go to the callback; without one they wait for Query::take.
  Loaded load(const LoadOptions &options = {}, Callback callback = {}) const {
    Query query;
    bough_load_options given{};
    given.size = sizeof given;
    given.engine = static_cast<bough_engine>(options.engine);
    given.optimisation = static_cast<bough_optimisation>(options.optimisation);
    std::vector<bough_struct_format> formats;
    for (const StructFormat &each : options.structs)
      formats.push_back({each.stream, each.size, each.fields.data(), each.fields.size()});
    given.struct_formats = formats.data();
    given.struct_format_count = formats.size();
    if (callback) {
      query.callback_ = std::make_unique<Callback>(std::move(callback));
      given.context = query.callback_.get();
      given.callback = [](void *context, const bough_result *result) {
        return (*static_cast<Callback *>(context))(Result(*result)) ? 0 : 1;
      };
    }
    std::string error(4096, '\0');
    query.query_.reset(bough_load(get(), &given, error.data(), error.size()));
    error.resize(error.find('\0'));
    Loaded loaded;
    loaded.error = std::move(error);
    if (query.query_)
      loaded.query.emplace(std::move(query));
    return loaded;
  }
  bough_compilation *get() const { return compilation_.get(); }

private:
  std::shared_ptr<bough_compilation> compilation_;
};

inline CompiledText compile(std::string_view sql, const CompileOptions &options = {}) {
  std::vector<const char *> tables, rates;
  for (const std::string &table : options.tables)
    tables.push_back(table.c_str());
  for (const std::string &rate : options.rates)
    rates.push_back(rate.c_str());
  bough_compile_options given{};
  given.size = sizeof given;
  given.name = options.name.c_str();
  given.tables = tables.data();
  given.table_count = tables.size();
  given.rates = rates.data();
  given.rate_count = rates.size();
  given.max_bytes = options.maxBytes;
  given.repairs = options.repairs ? 1 : 0;
  return CompiledText(bough_compile(sql.data(), sql.size(), &given));
}

} // namespace v0
} // namespace bough

#endif
