#include "math/product.hpp"

#include <algorithm>
#include <memory>
#include <new>

#include "math/team.hpp"
#include "math/vectors.hpp"

namespace mha {
namespace {

// What is packed at a time: so many terms of so many rows of a (1 MiB), and the same terms of a tile's columns of b.
constexpr std::size_t block_depth = 256;
constexpr std::size_t block_rows = 512;

// Room for packed numbers, on a boundary of 64 bytes.
class Packed {
 public:
  explicit Packed(std::size_t count)
      : cells_(static_cast<double*>(::operator new[](count * sizeof(double), std::align_val_t{64}))) {}
  double* get() const { return cells_.get(); }

 private:
  struct Free {
    void operator()(double* cells) const { ::operator delete[](cells, std::align_val_t{64}); }
  };
  std::unique_ptr<double, Free> cells_;
};

// Rows `first` … `first + count` of a (of b: columns, b being given transposed), `depth` cells each, side by side:
// their cells 0, then their cells 1, …; filled up with zeros to `width`.
void pack(Operand a, std::size_t count, std::size_t depth, std::size_t width, double* out) {
  if (a.row_step == 1) {
    for (std::size_t k = 0; k < depth; ++k, out += width) {
      const double* const cells = a.cells + k * a.column_step;
      std::fill(std::copy(cells, cells + count, out), out + width, 0.0);
    }
    return;
  }
  if (count < width) std::fill_n(out, depth * width, 0.0);
  for (std::size_t i = 0; i < count; ++i) {
    const double* const cells = a.cells + i * a.row_step;
    for (std::size_t k = 0; k < depth; ++k) out[k * width + i] = cells[k * a.column_step];
  }
}

Operand part(Operand a, std::size_t row, std::size_t column) {
  return {a.cells + row * a.row_step + column * a.column_step, a.row_step, a.column_step};
}

Operand transposed(Operand a) { return {a.cells, a.column_step, a.row_step}; }

// One tile of c, `Rows` rows by `Vectors` vectors of `Width` doubles: c += a · b, from a's packed rows and b's packed
// columns.
template <std::size_t Width, std::size_t Rows, std::size_t Vectors>
[[gnu::always_inline]] inline void tile(std::size_t depth, const double* a, const double* b, double* c,
                                        std::size_t row_step) {
  typedef double Vector [[gnu::vector_size(Width * sizeof(double)), gnu::may_alias]];
  typedef Vector Unaligned [[gnu::aligned(alignof(double)), gnu::may_alias]];
  Vector sums[Rows][Vectors];
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < Vectors; ++v) {
      sums[i][v] = *reinterpret_cast<const Unaligned*>(c + i * row_step + v * Width);
    }
  }
  for (std::size_t k = 0; k < depth; ++k, a += Rows, b += Vectors * Width) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 4
      for (std::size_t v = 0; v < Vectors; ++v) {
        sums[i][v] += a[i] * *reinterpret_cast<const Vector*>(b + v * Width);
      }
    }
  }
#pragma GCC unroll 16
  for (std::size_t i = 0; i < Rows; ++i) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < Vectors; ++v) {
      *reinterpret_cast<Unaligned*>(c + i * row_step + v * Width) = sums[i][v];
    }
  }
}

// The tiles of one vector width.
using Tile = void (*)(std::size_t depth, const double* a, const double* b, double* c, std::size_t row_step);
struct Tiles {
  std::size_t width, rows;
  Tile by_vectors[3];  // of 1, 2 and 3 vectors
};

template <std::size_t Vectors>
void tile_2(std::size_t depth, const double* a, const double* b, double* c, std::size_t row_step) {
  tile<2, 4, Vectors>(depth, a, b, c, row_step);
}
constexpr Tiles tiles_2{2, 4, {tile_2<1>, tile_2<2>, tile_2<3>}};

#ifdef MHA_WIDE_VECTORS
template <std::size_t Vectors>
[[gnu::target("avx2")]] void tile_4(std::size_t depth, const double* a, const double* b, double* c,
                                    std::size_t row_step) {
  tile<4, 4, Vectors>(depth, a, b, c, row_step);
}
template <std::size_t Vectors>
[[gnu::target("avx512f")]] void tile_8(std::size_t depth, const double* a, const double* b, double* c,
                                       std::size_t row_step) {
  tile<8, 8, Vectors>(depth, a, b, c, row_step);
}
constexpr Tiles tiles_4{4, 4, {tile_4<1>, tile_4<2>, tile_4<3>}};
constexpr Tiles tiles_8{8, 8, {tile_8<1>, tile_8<2>, tile_8<3>}};
#endif

const Tiles& tiles_of([[maybe_unused]] VectorWidth width) {
#ifdef MHA_WIDE_VECTORS
  if (width == VectorWidth::four) return tiles_4;
  if (width == VectorWidth::eight) return tiles_8;
#endif
  return tiles_2;
}

// A tile at the right or lower edge of c: calculated beside it, and what belongs to c is copied.
void edge_tile(Tile tile, std::size_t depth, const double* a, const double* b, double* c, std::size_t row_step,
               std::size_t rows, std::size_t columns, std::size_t width) {
  double beside[8 * 24] = {};
  for (std::size_t i = 0; i < rows; ++i) std::copy_n(c + i * row_step, columns, beside + i * width);
  tile(depth, a, b, beside, width);
  for (std::size_t i = 0; i < rows; ++i) std::copy_n(beside + i * width, columns, c + i * row_step);
}

void add_packed_product(std::size_t rows, std::size_t depth, std::size_t columns, Operand a, Operand b, double* c,
                        std::size_t row_step, const Tiles& tiles) {
  const std::size_t panel = 3 * tiles.width;
  const Packed packed_a((std::min(rows, block_rows) + tiles.rows) * std::min(depth, block_depth));
  const Packed packed_b(panel * std::min(depth, block_depth));
  for (std::size_t top = 0; top < rows; top += block_rows) {
    const std::size_t bottom = std::min(rows, top + block_rows);
    for (std::size_t k = 0; k < depth; k += block_depth) {
      const std::size_t terms = std::min(block_depth, depth - k);
      for (std::size_t i = top; i < bottom; i += tiles.rows) {
        pack(part(a, i, k), std::min(tiles.rows, bottom - i), terms, tiles.rows, packed_a.get() + (i - top) * terms);
      }
      for (std::size_t j = 0; j < columns; j += panel) {
        const std::size_t count = std::min(panel, columns - j);
        const std::size_t vectors = (count + tiles.width - 1) / tiles.width;
        pack(transposed(part(b, k, j)), count, terms, vectors * tiles.width, packed_b.get());
        for (std::size_t i = top; i < bottom; i += tiles.rows) {
          const Tile tile = tiles.by_vectors[vectors - 1];
          const double* const tile_a = packed_a.get() + (i - top) * terms;
          double* const tile_c = c + i * row_step + j;
          const std::size_t height = std::min(tiles.rows, bottom - i);
          if (height == tiles.rows && count == vectors * tiles.width) {
            tile(terms, tile_a, packed_b.get(), tile_c, row_step);
          } else {
            edge_tile(tile, terms, tile_a, packed_b.get(), tile_c, row_step, height, count, vectors * tiles.width);
          }
        }
      }
    }
  }
}

// The three loops. Where the cells of a row of b are neighbours, the loop over the columns is the inner one: each cell
// still adds its terms from the first to the last. A strip of columns at a time keeps its part of b in the cache.
void add_plain_product(std::size_t rows, std::size_t depth, std::size_t columns, Operand a, Operand b, double* c) {
  constexpr std::size_t strip = 512;
  for (std::size_t first = 0; first < columns; first += strip) {
    const std::size_t count = std::min(strip, columns - first);
    for (std::size_t i = 0; i < rows; ++i) {
      double* const sums = c + i * columns + first;
      for (std::size_t k = 0; k < depth; ++k) {
        const double factor = *part(a, i, k).cells;
        const double* const cells = part(b, k, first).cells;
        if (b.column_step == 1) {
          for (std::size_t j = 0; j < count; ++j) sums[j] += factor * cells[j];
        } else {
          for (std::size_t j = 0; j < count; ++j) sums[j] += factor * cells[j * b.column_step];
        }
      }
    }
  }
}

}  // namespace

void add_product(std::size_t rows, std::size_t depth, std::size_t columns, Operand a, Operand b, double* c) {
  const bool is_small = rows < 4 || rows * depth * columns < 4096;
  if (is_small) {
    add_plain_product(rows, depth, columns, a, b, c);
  } else {
    const Tiles& tiles = tiles_of(vector_width());
    const std::size_t panel = 3 * tiles.width;
    const std::size_t panels = (columns + panel - 1) / panel;
    share_range(panels, rows * depth * panel / 16, [&](std::size_t first, std::size_t last) {
      const std::size_t left = first * panel;
      const std::size_t right = std::min(columns, last * panel);
      add_packed_product(rows, depth, right - left, a, part(b, 0, left), c + left, columns, tiles);
    });
  }
}

}  // namespace mha
