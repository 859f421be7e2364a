#pragma once

#include "codegen/ir/Program.h"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

/// What every reader of the IR asks of an op, written once with all ops named.
namespace bough::ir {

/// How the op is spelled, as Ops.def says: "add.checked".
std::string_view spelling(const Op &op);
/// "i64", "time", "count", "bool", "wide".
std::string_view spelling(ValueType type);
/// "tick", "entry", "arrival", "shed", "batch"; nothing for `on @s`.
std::string_view spelling(Trigger trigger);
/// "count", "flag", "min", "max", "sum".
std::string_view spelling(ValueKind kind);

/// The value that the op defines for the ops after it. The variables of `for`, `each` and `match`
/// live in their region only and are not results.
std::optional<ValueId> resultOf(const Op &op);
/// The variables that the op defines inside its region: of `for`, `each`, `match` and `expire`, in
/// printed order.
std::vector<ValueId> variablesOf(const Op &op);
/// The synopsis that the op reads, changes or ages.
std::optional<SynopsisId> synopsisOf(const Op &op);
/// The buffer that the op reads, changes or empties.
std::optional<BufferId> bufferOf(const Op &op);
/// The table that the op goes through.
std::optional<TableId> tableOf(const Op &op);
/// The dictionary that the op looks into.
std::optional<DictionaryId> dictionaryOf(const Op &op);

/// Calls `visit` for each operand, in printed order; not for those inside its regions.
void forEachOperand(const Op &op, const std::function<void(const Operand &)> &visit);
void forEachOperand(Op &op, const std::function<void(Operand &)> &visit);
/// Calls `visit` for each region, in printed order.
void forEachRegion(const Op &op, const std::function<void(const Region &)> &visit);
void forEachRegion(Op &op, const std::function<void(Region &)> &visit);
/// Calls `visit` for each op of a region and of the regions inside it, in printed order.
void forEachOp(const Region &region, const std::function<void(const Op &)> &visit);
/// How many ops the program has, inner ones included.
std::size_t countOps(const Program &program);

/// Whether the op computes a value, and stops the query when that does not fit.
bool isChecked(const Op &op);
/// Whether the op has to do with the shedder and stands in `on entry` only: `asks`, `utility`,
/// `shed`.
bool isShedding(const Op &op);
/// Whether the op only gives order to the ops inside it: `when`, `for`, `each`, `match`.
bool isStructure(const Op &op);
/// Whether the op runs its region again and again: `for`, `each`, `match`, `expire`.
bool isLoop(const Op &op);
/// Whether the op makes one value of all that its region yields: `sum`, `least`.
bool isReduction(const Op &op);
/// Whether the op reads what a synopsis holds: `load`, `total`, `extreme`, `amount`, `match`.
bool readsSynopsis(const Op &op);
/// Whether the op brings something into a synopsis: `bump`, `put`, `accumulate`.
bool fillsSynopsis(const Op &op);
/// Whether the op is one that readers of the synopsis come before: `bump`, `put`, `accumulate`,
/// `take`.
bool writesSynopsis(const Op &op);
/// Whether the op changes what a synopsis holds for a key: `bump`, `put`, `accumulate`, `take`,
/// `clear`.
bool changesSynopsis(const Op &op);
/// Whether the op moves the ages of a synopsis on: `age`, `expire`.
bool agesSynopsis(const Op &op);
/// Whether the op only defines a value: it neither changes state nor emits nor can stop the query.
/// A `sum` or `least` is judged by its own kind, since its region must be pure anyway.
bool isPure(const Op &op);

/// The type of the op's result, from the types of its operands (codegen/ir/README.md, Types); for
/// a `for`, the type of its variable unless it says otherwise. Nothing for the other ops.
std::optional<ValueType> inferredType(const Op &op, const Handler &handler);

/// The types of the variables of an `each` over a table with so many operands.
std::vector<ValueType> scannedTypes(const Table &table, std::size_t keys);
/// The types of the variables of a `match`, the count or extreme last.
std::vector<ValueType> matchedTypes(const Synopsis &synopsis);
/// The types of the variables of an `expire`, the count last.
std::vector<ValueType> expiredTypes(const Synopsis &synopsis);

} // namespace bough::ir
