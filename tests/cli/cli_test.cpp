#include "cli/cli.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "cli/outcome.hpp"
#include "text/unicode.hpp"

using namespace mha;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("alone, the program prints its help, on one screen and with three examples") {
  const Outcome o = mha_with({"--lang", "en", "--help"});
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(has(o.out, "Usage: mha --config CONFIG [--trace] [options]\n"));
  CHECK(std::ranges::count(o.out, '\n') <= 33);
  for (const char* language : {"en", "zh"}) {
    std::istringstream lines(mha_with({"--lang", language, "--help"}).out);
    for (std::string line; std::getline(lines, line);) CHECK_MESSAGE(display_width(line) <= 80, line);
  }
  CHECK(has(o.out, "Examples:\n  mha --config wo-ai-ni --trace "));
  CHECK(mha_with({}).status == 0);
  CHECK(has(mha_with({}).out, "mha --config CONFIG"));
}

TEST_CASE("a lesson is found with and without its ending, and is what is computed without --config") {
  const Outcome o = mha_with({"--config", "wo-ai-ni.json", "--lang", "en"});
  CHECK(o.status == 0);
  CHECK(o.out.starts_with(
      "# mha 1.0 · wo-ai-ni · decimals 4\n# 我爱你: two heads, one block — 3 tokens, d_model 4, 2 heads"));
  CHECK(mha_with({"--config", "wo-ai-ni", "--lang", "en"}).out == o.out);
  CHECK(mha_with({"--lang", "en", "-p", "4"}).out == o.out);
}

TEST_CASE("the number of threads changes nothing that is printed") {
  const std::string out = mha_with({"--trace", "-f", "json"}).out;
  for (const char* count : {"1", "2", "256"}) CHECK(mha_with({"--trace", "-f", "json", "--threads", count}).out == out);
}

TEST_CASE("a config comes from standard input with -") {
  const Outcome o = mha_with({"--config", "-"}, R"({"input": [[1]], "norm": "none", "residual": false,
    "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
  CHECK(o.status == 0);
  CHECK(has(o.out, "## X1  [1×1]  mha\n#         1\nt1   1.0000\n"));
}

TEST_CASE("--only shows the steps it names, and implies --trace") {
  const Outcome o = mha_with({"--only", "block1.head1.scores", "--only", "*.mha", "-f", "json"});
  CHECK(has(o.out, "\"id\": \"block1.head1.scores\""));
  CHECK(has(o.out, "\"id\": \"block1.mha\""));
  CHECK_FALSE(has(o.out, "\"id\": \"X0\""));
}

TEST_CASE("bad usage is one message on standard error, exit status 2, and nothing on standard output") {
  const std::string no_tokens = R"({"init": {}})";
  struct Row {
    std::vector<std::string> args;
    std::string err;
  };
  const std::vector<Row> table = {
      {{"--trac"}, "mha: --trac: no such option; did you mean \"--trace\"?\n"},
      {{"--trace", "--trace"}, "mha: --trace: stands twice\n"},
      {{"--trace=1"}, "mha: --trace: takes no value\n"},
      {{"--config", "a", "--config", "b"}, "mha: --config: stands twice\n"},
      {{"--config"}, "mha: --config: needs a value: --config CONFIG\n"},
      {{"--config", ""}, "mha: --config: is empty, but needs a value: --config CONFIG\n"},
      {{"--config", "no/such.json"},
       "mha: no/such.json: no such file, and no lesson of that name; known are \"causal\", \"fused-heads\", "
       "\"fused-heads-split\", \"gelu\", \"ninety-six\", \"positions\", \"pre-norm\", \"reshape\", \"six-two\", "
       "\"wo-ai-ni\", "
       "\"wo-ai-ni-one-head\", \"wo-ai-ni-three-blocks\", \"xiao-ming\"\n"},
      {{"--config", "wo-ai"}, "mha: wo-ai: no such file, and no lesson of that name; did you mean \"wo-ai-ni\"?\n"},
      {{"--config", "-"},
       "mha: standard input: input: is missing, and to draw it \"tokens\" and \"d_model\" have to say how "
       "large it is\n"},
      {{"-p", "16"}, "mha: --precision: is \"16\", but needs a whole number from 0 to 15\n"},
      {{"--round", "x"}, "mha: --round: is \"x\", but needs a whole number from 0 to 15\n"},
      {{"--threads", "0"}, "mha: --threads: is \"0\", but needs a whole number from 1 to 256\n"},
      {{"check", "--threads", "257"}, "mha: --threads: is \"257\", but needs a whole number from 1 to 256\n"},
      {{"new", "--threads", "2"}, "mha: --threads: no such option of mha new; did you mean \"--heads\"?\n"},
      {{"-f", "jsn"}, "mha: --format: unknown word \"jsn\"; did you mean \"json\"?\n"},
      {{"--lang", "fr"}, "mha: --lang: unknown word \"fr\"; known are \"en\", \"zh\"\n"},
      {{"--only", "block9.*"}, "mha: --only: no step has the id \"block9.*\"; did you mean \"block1.*\"?\n"},
      {{"lst"}, "mha: \"lst\": is no command; did you mean \"list\"? (a config stands after --config)\n"},
      {{"--trace", "list"}, "mha: \"list\": the command stands first: mha list …\n"},
      {{"list", "--", "-x"}, "mha: \"-x\": mha list takes no words, only options\n"},
      {{"new", "--heads", "3"},
       "mha: --heads: 3 heads do not divide d_model 4: give \"d_k\", the width of a head's Q and K\n"},
      {{"new", "--low", "2"}, "mha: --low: is 2, but needs at most high, 1\n"},
      {{"new", "--low", "-1e308", "--high", "1e308"},
       "mha: --high: high − low is beyond the largest number that can be calculated with\n"},
      {{"new", "--mask", "causl"}, "mha: --mask: unknown word \"causl\"; did you mean \"causal\"?\n"},
      {{"--only", "X0", "X1"},
       "mha: \"X1\": is no command; known are \"check\", \"worksheet\", \"lint\", \"new\", \"cost\", \"list\", "
       "\"schema\" (a config stands after --config)\n"},
      {{"--lang", "en", "list"}, "mha: \"list\": the command stands first: mha list …\n"},
      {{"--config", "wo-ai-ni", "--", "--trace"},
       "mha: \"--trace\": is no command; known are \"check\", \"worksheet\", \"lint\", \"new\", \"cost\", \"list\", "
       "\"schema\" (a config stands after --config)\n"},
      {{"trace"}, "mha: \"trace\": is no command; did you mean \"--trace\"?\n"},
      {{"new", "--sentence", "a b", "--tokens", "2"}, "mha: --tokens: the sentence says how many tokens there are\n"},
      {{"cost", "--heads", "3"}, "mha: --d-model: is missing: without it nothing can be counted\n"},
      {{"cost", "--tokens", "3", "--d-model", "5", "--heads", "2"},
       "mha: --heads: 2 heads do not divide d_model 5: give --d-k, the width of a head's Q and K\n"},
      {{"cost", "--config", "wo-ai-ni", "--heads", "3"},
       "mha: --config: the dims come from the config: give either it or them\n"},
  };
  for (const Row& row : table) {
    CAPTURE(row.err);
    const Outcome o = mha_with(row.args, no_tokens);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(o.err == row.err);
  }
}

TEST_CASE("a new config is complete, and the same for the same seed") {
  const std::vector<std::string> args = {"new", "--sentence", "我 爱 你", "--heads",  "2",        "--d-ff",
                                         "3",   "--seed",     "7",        "--biases", "--layers", "2"};
  const Outcome made = mha_with(args);
  CHECK(made.status == 0);
  CHECK(mha_with(args).out == made.out);
  CHECK_FALSE(has(made.out, "init"));
  const Outcome used = mha_with({"--config", "-", "-f", "json"}, made.out);
  CHECK(used.status == 0);
  CHECK(has(used.out,
            R"("tokens": ["我", "爱", "你"], "d_model": 4, "heads": 2, "d_k": 2, "d_v": 2, "d_ff": 3, "layers": 2)"));
}

TEST_CASE("the rows of positions say how many tokens there are, and the final norm is counted") {
  const std::string config = R"({"positions": [[1, 2], [3, 4]], "d_model": 2, "final_norm": true, "init": {}})";
  CHECK(has(mha_with({"--config", "-", "--lang", "en"}, config).out, " — 2 tokens, d_model 2, 1 head, "));
  // γ and β: 2 · 2 parameters; two multiplications for each of 2 · 2 numbers
  CHECK(has(mha_with({"cost", "--config", "-", "--lang", "en"}, config).out,
            "final LayerNorm                  4              8           4                    8\n"));
}

TEST_CASE("a worksheet has blanks for all that is computed, and the header that lets it be marked") {
  const Outcome o = mha_with({"worksheet", "--config", "wo-ai-ni", "--lang", "en", "--round", "2", "-p", "2"});
  CHECK(o.status == 0);
  CHECK(o.out.starts_with("# mha 1.0 · wo-ai-ni · decimals 2 · round 2\n"));
  CHECK(has(o.out, "## X0  [3×4]  given\n#        1      2      3      4\n我    0.10  -0.20   0.30   0.10\n"));
  CHECK(has(o.out, "## block1.head1.sum  [3×1]  Σ exp\n#           1\n我          _\n爱          _\n你          _\n"));
  CHECK(has(o.out, "## block1.head1.Wq "));
  CHECK_FALSE(has(mha_with({"worksheet", "--hide-weights"}).out, "## block1.head1.Wq "));
}

TEST_CASE("--blank leaves all other steps filled in") {
  const Outcome o = mha_with({"worksheet", "--blank", "*.weights", "-p", "2"});
  CHECK(has(o.out,
            "## block1.head1.weights  [3×3]  exp / sum\n#          我        爱        你\n我          _         _     "
            "    _\n"));
  CHECK(has(o.out, "## block1.head1.Q  [3×2]  X0 · Wq\n#        1      2\n我    0.44  -0.84\n"));
  CHECK(mha_with({"worksheet", "--blank", "*.weight"}).err ==
        "mha: --blank: no step has the id \"*.weight\"; did you mean \"*.weights\"?\n");
}

TEST_CASE("a class gets one config for each name, and all names are different") {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / ("mha-new-" + std::to_string(std::random_device{}()));
  fs::create_directory(folder);
  std::ofstream(folder / "names.txt") << "小明\n\n  a/b \r\n";
  const Outcome o = mha_with({"new", "--for", (folder / "names.txt").string(), "-o", folder.string(), "--heads", "2"});
  CHECK(o.status == 0);
  CHECK(fs::exists(folder / "小明.json"));
  CHECK(fs::exists(folder / "a_b.json"));
  const Outcome used = mha_with({"--config", (folder / "小明.json").string()});
  CHECK(used.status == 0);
  CHECK(has(used.out, "# 小明 — "));
  std::ofstream(folder / "names.txt") << "x\nx\n";
  CHECK(mha_with({"new", "--for", (folder / "names.txt").string(), "-o", folder.string()}).err ==
        "mha: --for: \"x\" stands twice\n");
  fs::remove_all(folder);
}

TEST_CASE("every lesson is in the list, in both languages") {
  CHECK(has(mha_with({"list", "--lang", "en"}).out, "  xiao-ming\n"));
  CHECK(has(mha_with({"list", "--lang", "zh"}).out, "课程"));
}

TEST_CASE("the schema is JSON and knows every key") {
  const Outcome o = mha_with({"schema"});
  CHECK(o.status == 0);
  CHECK(has(o.out, "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""));
  CHECK(has(o.out, "\"transposed_weights\""));
}
