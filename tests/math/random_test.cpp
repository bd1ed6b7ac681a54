#include "math/random.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

namespace mha {

TEST_CASE("fnv1a gives the test vectors of its authors") {
  CHECK(fnv1a("") == 0xcbf29ce484222325);
  CHECK(fnv1a("a") == 0xaf63dc4c8601ec8c);
  CHECK(fnv1a("foobar") == 0x85944171f73967e8);
}

TEST_CASE("the generator is the one of the C++ standard") {
  // [rand.predef]: the 10000th number of a std::mt19937_64 with the default seed
  std::mt19937_64 generator;
  generator.discard(9999);
  CHECK(generator() == 9981545732273789042U);
}

TEST_CASE("drawn numbers are those that another program drew by the same rule") {
  CHECK(draw({.seed = 1}, "X0", {3, 4}) ==
        Matrix{{0.9, -0.2, 0.8, -0.5}, {-0.9, 1, 0.7, 0.1}, {-0.1, 0.1, -0.8, -0.1}});
  CHECK(draw({.seed = 20240607}, "X0", {4, 4}) ==
        Matrix{{1, -0.5, -0.1, 0}, {0.1, 0, 0.2, 0.4}, {-0.8, -1, -0.7, -0.9}, {-0.7, -0.4, -1, -0.7}});
  // There Wq and Wk came out with these products, for the X0 above.
  const Matrix x = draw({.seed = 1}, "X0", {3, 4});
  const Matrix q = matmul(x, draw({.seed = 1}, "block1.head1.Wq", {4, 2}));
  const Matrix k = matmul(x, draw({.seed = 1}, "block1.head1.Wk", {4, 2}));
  const Matrix expected_q{{-1.9, -0.06}, {1.28, 0.53}, {0.56, 0.06}};
  const Matrix expected_k{{0.61, 0.86}, {-0.99, -1.76}, {0.16, 0}};
  for (std::size_t i = 0; i < q.cells().size(); ++i) {
    CHECK(std::fabs(q.cells()[i] - expected_q.cells()[i]) < 1e-12);
    CHECK(std::fabs(k.cells()[i] - expected_k.cells()[i]) < 1e-12);
  }
}

TEST_CASE("a matrix depends on its seed and its id, not on its shape or on what else is drawn") {
  const Distribution d{.seed = 7, .decimals = 15};
  const Matrix a = draw(d, "block1.W1", {2, 3});
  CHECK(draw(d, "block1.W1", {2, 3}) == a);
  CHECK(draw(d, "block1.W2", {2, 3}) != a);
  CHECK(draw({.seed = 8, .decimals = 15}, "block1.W1", {2, 3}) != a);
  const Matrix longer = draw(d, "block1.W1", {3, 3});  // begins with the same rows
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 3; ++j) CHECK(longer(i, j) == a(i, j));
  }
}

TEST_CASE("drawn numbers lie between low and high and have no more decimals than wanted") {
  const Distribution d{.seed = 3, .low = 2, .high = 5, .decimals = 0};
  double sum = 0;
  bool seen[6] = {};
  const Matrix drawn = draw(d, "X0", {100, 100});
  for (const double x : drawn.cells()) {
    REQUIRE((x == 2 || x == 3 || x == 4 || x == 5));
    seen[static_cast<int>(x)] = true;
    sum += x;
  }
  CHECK((seen[2] && seen[3] && seen[4] && seen[5]));
  CHECK(std::fabs(sum / 10000 - 3.5) < 0.05);  // the middle; one standard error is 0.0096
  CHECK(draw({.low = 0.5, .high = 0.5}, "X0", {1, 2}) == Matrix{{0.5, 0.5}});
}

}  // namespace mha
