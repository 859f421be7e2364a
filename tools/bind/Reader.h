#pragma once

#include "tools/bind/Bind.h"

namespace bough::bind {

class Reader final : public BindReader {
public:
  std::optional<emit::Binding> read(const MachineSchema &schema, const BindRequest &request,
                                    DiagnosticEngine &diagnostics) override;
};

} // namespace bough::bind
