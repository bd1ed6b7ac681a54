// How a number is written.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace mha {

// x rounded as at school to `decimals` (0 … 15): "0.29", "-0.13", "-inf". Never "-0.00", never an exponent.
std::string fixed(double x, int decimals);
void append_fixed(std::string& out, double x, int decimals);  // the same, at the end of out
char* write_fixed(char* end, double x, int decimals);         // the same, so that it ends there; where it begins
std::size_t fixed_width(double x, int decimals);              // how many characters that are

// The most characters that any of the numbers takes.
std::size_t widest_fixed(std::span<const double> numbers, int decimals);

// The shortest text that reads back to the same double: "0.1", "1e-05". −0 is "0".
std::string shortest(double x);
void append_shortest(std::string& out, double x);

// "1 row", "3 rows", for messages.
std::string counted(std::size_t n, std::string_view noun);

// 1234567 as "1,234,567".
std::string grouped(unsigned long long n);

}  // namespace mha
