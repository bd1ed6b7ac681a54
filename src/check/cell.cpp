#include "check/cell.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/rounding.hpp"

namespace mha {
namespace {

constexpr double large_negative = -1e9;

double unit_of(const Cell& cell) { return std::pow(10.0, -cell.decimals); }

// Two programs that both calculate in double differ by so much.
double noise(double value) { return 1e-13 * std::max(1.0, std::abs(value)); }

bool is_number(const Cell& cell, double value) { return cell.kind == Cell::Kind::number && std::isfinite(value); }

// As a whole number of units; beyond 15 decimals nothing is rounded.
double rounded(double value, int decimals) { return round_to(value, std::min(decimals, max_decimals)); }

}  // namespace

bool is_right(const Cell& cell, double value) {
  if (value == -std::numeric_limits<double>::infinity()) {
    return cell.kind == Cell::Kind::minus_infinity || (cell.kind == Cell::Kind::number && cell.value <= large_negative);
  }
  if (!is_number(cell, value)) return false;
  const double off = std::abs(cell.value - value);
  if (cell.is_exact) return off <= 1e-9 * std::max(1.0, std::abs(value));
  return off <= 0.51 * unit_of(cell) + noise(value);
}

bool is_last_digit(const Cell& cell, double value) {
  if (!is_number(cell, value) || cell.is_exact || cell.decimals > max_decimals) return false;
  const double unit = unit_of(cell);
  const double nearest = rounded(value, cell.decimals);
  if (std::abs(value - nearest) <= 1e-9 * unit + noise(value)) return false;
  return std::abs(cell.value - nearest) <= 1.001 * unit + noise(value);
}

bool is_cut_off(const Cell& cell, double value) {
  if (!is_number(cell, value) || cell.is_exact || cell.decimals > max_decimals) return is_right(cell, value);
  const double unit = unit_of(cell);
  const double nearest = rounded(value, cell.decimals);
  const bool is_further = std::abs(nearest) > std::abs(value) + 1e-9 * unit + noise(value);
  const double cut = is_further ? nearest - std::copysign(unit, value) : nearest;
  return std::abs(cell.value - cut) <= 1e-3 * unit + noise(value);
}

double value_of(const Cell& cell, double computed) {
  switch (cell.kind) {
    case Cell::Kind::blank: return computed;
    case Cell::Kind::minus_infinity: return -std::numeric_limits<double>::infinity();
    case Cell::Kind::number:
      if (std::isinf(computed) && is_right(cell, computed)) return computed;
      return cell.value;
  }
  return computed;
}

}  // namespace mha
