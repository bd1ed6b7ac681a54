#include "text/suggest.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "text/unicode.hpp"

namespace mha {
namespace {

using Words = std::vector<std::string>;

const Words keys = {"title",    "tokens",    "input", "d_model",    "heads",      "d_k",
                    "d_v",      "layers",    "d_ff",  "activation", "norm",       "norm_epsilon",
                    "residual", "positions", "mask",  "scale",      "final_norm", "transposed_weights",
                    "weights",  "given",     "init"};

// The definition, whole table: restricted Damerau–Levenshtein.
std::size_t textbook_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

TEST_CASE("the distance counts letters put in, left out, changed and swapped with the next") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("heads", "heads") == 0);
  CHECK(edit_distance("head", "heads") == 1);
  CHECK(edit_distance("haeds", "heads") == 1);
  CHECK(edit_distance("", "heads") == 5);
  CHECK(edit_distance("kitten", "sitting") == 3);  // k→s, e→i, +g
  CHECK(edit_distance("ca", "abc") == 3);          // restricted: a swapped pair is not changed again
  CHECK(edit_distance("我爱你", "我你") == 1);     // letters, not bytes
  CHECK(edit_distance("Heads", "heads") == 1);
  CHECK(edit_distance("\xff", "\xfe") == 1);
}

TEST_CASE("the distance is that of the whole table") {
  std::mt19937_64 generator(1);
  for (int i = 0; i < 20000; ++i) {
    std::string words[2];
    for (std::string& word : words) {
      word.resize(generator() % 8);
      for (char& c : word) c = static_cast<char>('a' + generator() % 3);
    }
    CAPTURE(words[0]);
    CAPTURE(words[1]);
    REQUIRE(edit_distance(words[0], words[1]) == textbook_distance(words[0], words[1]));
  }
}

TEST_CASE("a misspelled word finds the one that was meant") {
  const Words values = {"relu", "gelu", "gelu_tanh", "silu"};
  const Words weights = {"Wq", "Wk", "Wv", "bq", "bk", "bv", "Wo", "bo", "W1", "b1", "W2", "b2"};
  struct Row {
    const char* word;
    Words known;
    Words near;
  };
  for (const Row& row : std::vector<Row>{
           {"dk", keys, {"d_k"}},
           {"D_MODEL", keys, {"d_model"}},
           {"d-model", keys, {"d_model"}},
           {"dmodel", keys, {"d_model"}},
           {"d model", keys, {"d_model"}},
           {"headss", keys, {"heads"}},
           {"head", keys, {"heads"}},
           {"nom", keys, {"norm"}},
           {"msak", keys, {"mask"}},
           {"d_ffn", keys, {"d_ff"}},
           {"weigths", keys, {"weights"}},
           {"non", Words{"none", "causal"}, {"none"}},
           {"Causal", Words{"none", "causal"}, {"causal"}},
           {"relu_", values, {"relu"}},
           {"ReLU", values, {"relu"}},
           {"W_q", weights, {"Wq"}},
           {"wo", weights, {"Wo"}},
           {"attention_heads", keys, {"heads"}},
           {"attention_mask", keys, {"mask"}},
           {"mean", Words{"block1.ln1.mean", "block1.ln1.var"}, {"block1.ln1.mean"}},
       }) {
    CAPTURE(row.word);
    CHECK(nearest(row.word, row.known) == row.near);
  }
}

TEST_CASE("words of nine letters are near where the distance is three or less") {
  std::mt19937_64 generator(2);
  for (int i = 0; i < 20000; ++i) {
    std::string words[2];
    for (std::string& word : words) {
      word.resize(9);
      for (char& c : word) c = static_cast<char>('a' + generator() % 2);
    }
    CAPTURE(words[0]);
    CAPTURE(words[1]);
    REQUIRE(nearest(words[0], {words[1]}).size() == (textbook_distance(words[0], words[1]) <= 3 ? 1 : 0));
  }
}

TEST_CASE("words as near as each other come in the order they are known, no more than wanted") {
  const Words heads = {"block1.head1.Q", "block1.head2.Q", "block1.head3.Q", "block1.head4.Q"};
  CHECK(nearest("block1.head9.Q", heads) == Words{"block1.head1.Q", "block1.head2.Q", "block1.head3.Q"});
  CHECK(nearest("block1.head9.Q", heads, 1) == Words{"block1.head1.Q"});
  CHECK(nearest("block1.head9.Q", heads, 0).empty());
}

TEST_CASE("a word that is like nothing is near nothing") {
  for (const char* word : {"", "_", "注意力", "x", "zzz", "vocabulary", "\xff\xfe"}) {
    CAPTURE(word);
    CHECK(nearest(word, keys).empty());
  }
  CHECK(nearest("q", {"k", "v"}).empty());  // one letter for another: nothing of the word is left
  CHECK(nearest("heads", {}).empty());
}

TEST_CASE("a hundred thousand steps are searched at once, whatever is asked") {
  Words steps;
  for (int block = 1; block <= 100; ++block) {
    for (int head = 1; head <= 1000; ++head) {
      steps.push_back("block" + std::to_string(block) + ".head" + std::to_string(head) + ".scores");
    }
  }
  CHECK(nearest("block77.head888.score", steps) == Words{"block77.head888.scores"});
  CHECK(nearest("block77.hed888.sorces", steps) == Words{"block77.head888.scores"});
  CHECK(nearest(std::string(21, 'x'), steps).empty());
  CHECK(nearest(std::string(1000000, 'x'), steps).empty());
}

TEST_CASE("did_you_mean names what is near, in quotes") {
  CHECK(did_you_mean("head", keys) == R"(; did you mean "heads"?)");
  CHECK(did_you_mean("selu", {"relu", "silu"}) == R"(; did you mean "relu" or "silu"?)");
  CHECK(did_you_mean("elu", {"relu", "gelu", "silu", "none"}) == R"(; did you mean "relu" or "gelu"?)");
  CHECK(did_you_mean("Wx", {"Wq", "Wk", "Wv"}) == R"(; did you mean "Wq", "Wk" or "Wv"?)");
}

TEST_CASE("did_you_mean lists what is known where nothing is near, and not too much of it") {
  CHECK(did_you_mean("swish", {"relu", "gelu"}) == R"(; known are "relu", "gelu")");
  CHECK(did_you_mean("swish", {}) == "");
  CHECK(did_you_mean("zzz", {"a\x1b[31m\u202E"}) == R"(; known are "a\u001b[31m\u202e")");
  const Words many(1000, "block1.head1.scores");
  const std::string list = did_you_mean("zzz", many);
  CHECK(list.ends_with("\"block1.head1.scores\", …"));
  CHECK(display_width(list) <= 220);
  CHECK(display_width(did_you_mean("zzz", {std::string(100000, 'a')})) < 100);
}

}  // namespace mha
