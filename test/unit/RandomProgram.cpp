#include "test/unit/RandomProgram.h"

#include "codegen/ir/Builder.h"

#include <limits>

namespace bough::test {

using ir::Operand;
using ir::ValueType;

std::int64_t RandomProgram::number() {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  switch (draw(0, 11)) {
  case 0:
    return largest - draw(0, 2);
  case 1:
    return -largest - draw(-1, 1);
  default:
    return draw(-4, 8);
  }
}

/// The body of one handler: random statements over the values at hand.
class RandomProgram::HandlerWriter {
public:
  HandlerWriter(RandomProgram &random, const ir::Program &program, ir::Handler &handler)
      : random_(random), program_(program), build_(handler) {
    if (handler.trigger == ir::Trigger::Row)
      for (const ir::StreamColumn &column : program.streams[handler.stream].columns)
        remember(build_.parameter(column.name, column.type));
  }

  /// Synopses `from` and later may be loaded.
  void write(ir::SynopsisId from, int statements, std::function<void()> last) {
    firstLoaded_ = from;
    block(statements, 2);
    if (random_.oneIn(2))
      last();
    else
      build_.when(truth(), last);
  }

  Operand key(const ir::SynopsisKey &key) {
    ValueType type = key.kind == ir::KeyKind::Dense ? ValueType::I64 : ValueType::Time;
    if (random_.oneIn(3))
      return Operand::immediate(random_.draw(key.lo, key.hi));
    return build_.clamp("key", value(type), key.lo, key.hi);
  }
  std::vector<Operand> keys(ir::SynopsisId synopsis) {
    std::vector<Operand> result;
    for (const ir::SynopsisKey &each : program_.synopses[synopsis].keys)
      result.push_back(key(each));
    return result;
  }
  Operand count() {
    switch (random_.draw(0, 4)) {
    case 0:
      return Operand::immediate(random_.draw(0, 2));
    case 1:
      return Operand::immediate(random_.oneIn(6) ? std::numeric_limits<std::int64_t>::max() : 3);
    case 2:
      if (program_.synopses.size() > firstLoaded_)
        return load();
      return Operand::immediate(1);
    case 3:
      return build_.multiply("product", pick(ValueType::Count, 1), pick(ValueType::Count, 2));
    default:
      return pick(ValueType::Count, 1);
    }
  }
  Operand value(ValueType type) { return pick(type, random_.number()); }
  void result() { // the place of each result is another one
    ++place_;
    build_.at({place_, place_ + 5});
    std::vector<Operand> columns;
    for (const ir::ResultColumn &column : program_.results)
      columns.push_back(value(column.type));
    build_.emit(columns, count());
  }
  ir::Builder &build() { return build_; }

private:
  void remember(Operand operand) { values_.push_back(operand); }
  /// A value of the type that is defined here, or an immediate.
  Operand pick(ValueType type, std::int64_t otherwise) {
    std::vector<Operand> fitting;
    for (Operand each : values_)
      if (build_.typeOf(each) == type)
        fitting.push_back(each);
    if (fitting.empty() || random_.oneIn(5))
      return Operand::immediate(otherwise);
    return fitting[static_cast<std::size_t>(
        random_.draw(0, static_cast<std::int64_t>(fitting.size()) - 1))];
  }
  Operand load() {
    auto synopsis = static_cast<ir::SynopsisId>(
        random_.draw(firstLoaded_, static_cast<std::int64_t>(program_.synopses.size()) - 1));
    Operand loaded = build_.load("n", synopsis, keys(synopsis));
    remember(loaded);
    return loaded;
  }
  Operand truth() {
    ValueType type = random_.oneIn(2) ? ValueType::I64 : ValueType::Time;
    switch (random_.draw(0, 4)) {
    case 0:
      return build_.lessEqual("p", value(type), value(type), random_.number());
    case 1:
      return build_.equal("p", value(type), value(type), random_.number());
    case 2:
      return build_.notEqual("p", value(type), value(type), random_.number());
    case 3: {
      std::int64_t lo = random_.number();
      return build_.in("p", value(type), lo, std::max(lo, random_.number()));
    }
    default:
      return build_.nonzero("p", pick(ValueType::Count, 1));
    }
  }
  /// What is defined inside is forgotten after it.
  void scoped(const std::function<void()> &body) {
    std::vector<Operand> before = values_;
    body();
    values_ = std::move(before);
  }
  void block(int statements, int depth) {
    for (int i = 0; i < statements; ++i)
      statement(depth);
  }
  void statement(int depth) {
    ValueType type = random_.oneIn(3) ? ValueType::Time : ValueType::I64;
    switch (random_.draw(0, depth > 0 ? 12 : 8)) {
    case 0:
      return remember(build_.add("x", value(type), value(type)));
    case 1:
      return remember(build_.sub("x", value(type), value(type)));
    case 2:
      if (inSum_) // it can stop the query
        return;
      ++place_;
      build_.at({place_, place_ + 3});
      if (!random_.oneIn(3))
        return remember(build_.addChecked("x", pick(ValueType::I64, 1),
                                          Operand::immediate(random_.draw(-3, 3))));
      return remember(build_.addChecked("x", value(type), value(type)));
    case 3:
      return remember(build_.min("x", value(type), value(type)));
    case 4:
      return remember(build_.max("x", value(type), value(type)));
    case 5:
      return remember(build_.now());
    case 6:
      if (program_.synopses.size() > firstLoaded_)
        load();
      return;
    case 7:
      return remember(build_.multiply("m", count(), count()));
    case 8:
      if (inSum_)
        return build_.yield(count());
      return result();
    case 9:
      if (random_.oneIn(2))
        return build_.when(truth(), [&] { scoped([&] { block(2, depth - 1); }); });
      return build_.when(
          truth(), [&] { scoped([&] { block(2, depth - 1); }); },
          [&] { scoped([&] { block(1, depth - 1); }); });
    case 10:
    case 11: {
      Operand lo = build_.clamp("lo", value(type), -2, 2);
      Operand hi = build_.clamp("hi", value(type), -2, 3);
      return build_.forRange("i", lo, hi, [&](Operand variable) {
        scoped([&] {
          remember(variable);
          block(2, depth - 1);
        });
      });
    }
    default: {
      if (inSum_)
        return;
      inSum_ = true;
      Operand total = build_.sum("total", [&] {
        scoped([&] {
          block(2, depth - 1);
          build_.yield(count());
        });
      });
      inSum_ = false;
      return remember(total);
    }
    }
  }

  RandomProgram &random_;
  const ir::Program &program_;
  ir::Builder build_;
  std::vector<Operand> values_;
  ir::SynopsisId firstLoaded_ = 0;
  std::uint32_t place_ = 10;
  bool inSum_ = false;

public:
  /// The rows of a buffer.
  void each(ir::BufferId buffer) {
    build_.each(program_.buffers[buffer], buffer, [&](const std::vector<Operand> &columns) {
      scoped([&] {
        for (Operand column : columns)
          remember(column);
        block(1, 1);
        result();
      });
    });
  }
};

ir::Program RandomProgram::program() {
  ir::Program program;
  program.name = "random";
  program.results = {{"x", ValueType::I64}, {"y", ValueType::Time}};
  for (std::int64_t i = draw(1, 3); i > 0; --i) {
    ir::Stream stream;
    stream.name = "s" + std::to_string(i);
    for (std::int64_t column = draw(1, 2); column > 0; --column)
      stream.columns.push_back({"c" + std::to_string(column), ValueType::I64});
    stream.timestampColumn =
        static_cast<unsigned>(draw(0, static_cast<std::int64_t>(stream.columns.size())));
    stream.columns.insert(stream.columns.begin() + stream.timestampColumn, {"t", ValueType::Time});
    program.streams.push_back(std::move(stream));
  }
  for (std::int64_t i = draw(0, 3); i > 0; --i) {
    ir::Synopsis synopsis;
    synopsis.name = "S" + std::to_string(i);
    for (std::int64_t key = draw(0, 3); key > 0; --key) {
      auto kind = static_cast<ir::KeyKind>(draw(0, 2));
      std::int64_t lo = kind == ir::KeyKind::Dense ? draw(-3, 1) : 0;
      synopsis.keys.push_back({"k" + std::to_string(key), kind, lo, lo + draw(1, 3)});
      if (kind == ir::KeyKind::Expiring && oneIn(3))
        synopsis.keys.back().hi = 0;
    }
    program.synopses.push_back(std::move(synopsis));
  }
  auto anyStream = [&] {
    return static_cast<ir::StreamId>(
        draw(0, static_cast<std::int64_t>(program.streams.size()) - 1));
  };
  if (oneIn(2)) {
    ir::StreamId stream = anyStream();
    std::vector<ir::StreamColumn> columns = program.streams[stream].columns;
    program.buffers.push_back({"B", std::move(columns), stream, draw(2, 6)});
  }

  ir::Handler tick;
  tick.trigger = ir::Trigger::Tick;
  {
    ir::Builder build(tick);
    for (ir::SynopsisId id = 0; id < program.synopses.size(); ++id)
      for (const ir::SynopsisKey &key : program.synopses[id].keys)
        if (key.kind != ir::KeyKind::Dense) {
          build.age(id);
          break;
        }
    for (ir::BufferId id = 0; id < program.buffers.size(); ++id)
      build.reset(id);
  }
  if (!tick.body.ops.empty())
    program.handlers.push_back(std::move(tick));

  auto addRow = [&](ir::StreamId stream, const std::function<void(ir::Handler &)> &write) {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Row;
    handler.stream = stream;
    write(handler);
    program.handlers.push_back(std::move(handler));
  };
  for (ir::BufferId id = 0; id < program.buffers.size(); ++id)
    addRow(program.buffers[id].stream, [&](ir::Handler &handler) {
      ir::Builder build(handler);
      std::vector<Operand> columns;
      for (const ir::StreamColumn &column : program.buffers[id].columns)
        columns.push_back(build.parameter(column.name, column.type));
      build.at({1, 2});
      build.push(id, columns);
    });
  for (ir::BufferId id = 0; id < program.buffers.size(); ++id) {
    ir::Handler handler;
    handler.trigger = ir::Trigger::Batch;
    HandlerWriter(*this, program, handler).each(id);
    program.handlers.push_back(std::move(handler));
  }
  for (std::int64_t i = draw(0, 2); i > 0; --i)
    addRow(anyStream(), [&](ir::Handler &handler) {
      HandlerWriter writer(*this, program, handler);
      writer.write(0, 3, [&] { writer.result(); });
    });
  // The handler that writes a synopsis may read those that are written after it.
  for (ir::SynopsisId id = 0; id < program.synopses.size(); ++id)
    addRow(anyStream(), [&](ir::Handler &handler) {
      HandlerWriter writer(*this, program, handler);
      writer.write(id + 1, static_cast<int>(draw(0, 2)), [&] {
        std::vector<Operand> keys = writer.keys(id);
        writer.build().bump(id, keys, writer.count());
      });
    });
  return program;
}

std::vector<InputRow> RandomProgram::rows(const ir::Program &program, std::size_t batches) {
  std::vector<InputRow> rows;
  std::int64_t time = draw(-1, 2);
  if (time < 0 && !oneIn(10))
    time = 0;
  for (std::size_t batch = 0; batch < batches; ++batch) {
    for (std::int64_t i = oneIn(2) ? 1 : draw(1, 5); i > 0; --i) {
      InputRow row;
      row.stream =
          static_cast<unsigned>(draw(0, static_cast<std::int64_t>(program.streams.size()) - 1));
      for (const ir::StreamColumn &column : program.streams[row.stream].columns)
        row.cells.push_back(column.type == ValueType::Time ? time : number());
      rows.push_back(std::move(row));
    }
    time += oneIn(12) ? draw(1, 100) : draw(1, 2);
    if (oneIn(200))
      time -= 5;
  }
  return rows;
}

} // namespace bough::test
