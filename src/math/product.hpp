// The product of two matrices as fast as the machine multiplies, and still bit for bit the textbook's three loops:
//
//   for each cell (i, j):  c = 0;  for k = 0, 1, 2, …:  c = c + a(i, k) · b(k, j)
//
// A cell has one accumulator, its terms are added from the first to the last, and a product is rounded before it is
// added (no fused multiply-add). What makes it fast leaves that alone:
//
// * Vectors run across the columns. The cells of a row have nothing to do with each other, so that a register of eight
//   doubles is eight cells at once, each with its own sum; a wider or narrower register cannot change one.
// * A tile of cells stays in registers while k runs: a number that has been loaded is used for the whole tile.
// * Where k is long it is taken in blocks, so that what a tile reads stays in the cache. Between two blocks the sums
//   wait in the result, as doubles, which is what they were in the registers.
// * Both operands are copied ("packed") into the order in which the tiles read them. A copy changes no number.
// * Threads have columns of their own.
#pragma once

#include <cstddef>

namespace mha {

// A matrix to read: cell (i, j) is cells[i · row_step + j · column_step]. Transposed, the steps change places.
struct Operand {
  const double* cells;
  std::size_t row_step;
  std::size_t column_step;
};

// c += a · b, where a is rows × depth, b is depth × columns, and c is rows × columns, row by row, and not part of them.
// With c = 0 it is the product above. What is too small to be worth packing is calculated by the three loops
// themselves.
void add_product(std::size_t rows, std::size_t depth, std::size_t columns, Operand a, Operand b, double* c);

}  // namespace mha
