#include "analysis/Natural.h"

#include <algorithm>
#include <fmt/format.h>

namespace bough {

Natural &Natural::operator+=(const Natural &other) {
  digits_.resize(std::max(digits_.size(), other.digits_.size()));
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < digits_.size(); ++i) {
    carry += digits_[i] + (i < other.digits_.size() ? other.digits_[i] : 0);
    digits_[i] = static_cast<std::uint32_t>(carry % base);
    carry /= base;
  }
  if (carry != 0)
    digits_.push_back(static_cast<std::uint32_t>(carry));
  return *this;
}

Natural operator*(const Natural &a, const Natural &b) {
  Natural product;
  product.digits_.resize(a.digits_.size() + b.digits_.size());
  for (std::size_t i = 0; i < a.digits_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
      std::uint64_t factor = j < b.digits_.size() ? b.digits_[j] : 0;
      carry += product.digits_[i + j] + a.digits_[i] * factor;
      product.digits_[i + j] = static_cast<std::uint32_t>(carry % Natural::base);
      carry /= Natural::base;
    }
  }
  while (!product.digits_.empty() && product.digits_.back() == 0)
    product.digits_.pop_back();
  return product;
}

std::uint64_t Natural::clampTo(std::uint64_t limit) const {
  std::uint64_t value = 0;
  for (std::size_t i = digits_.size(); i-- > 0;) {
    if (value > (limit - std::min<std::uint64_t>(limit, digits_[i])) / base)
      return limit;
    value = value * base + digits_[i];
  }
  return std::min(value, limit);
}

std::string Natural::toString() const {
  if (isZero())
    return "0";
  std::string text = fmt::format("{}", digits_.back());
  for (std::size_t i = digits_.size() - 1; i-- > 0;)
    text += fmt::format("{:09}", digits_[i]);
  return text;
}

} // namespace bough
