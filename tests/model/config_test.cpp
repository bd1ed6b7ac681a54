#include "model/config.hpp"

#include <doctest/doctest.h>

#include "error.hpp"
#include "trace/forward.hpp"
#include "trace/run.hpp"

using namespace mha;

namespace {

// Two tokens with two numbers each; further keys, and further keys of its block.
std::string config(const std::string& keys = "", const std::string& block_keys = "") {
  return R"({"input": [[1, 0], [0, 2]], )" + keys + (keys.empty() ? "" : ", ") + R"("weights": [{)" + block_keys +
         (block_keys.empty() ? "" : ", ") + R"("Wk": "identity", "Wv": "identity", "Wo": "identity"}]})";
}
std::string with_key(const std::string& key) { return config(key, R"("Wq": "identity")"); }
std::string in_block(const std::string& key) { return config("", R"("Wq": "identity", )" + key); }

Model read(const std::string& text) { return read_config(text, "my.json", "my"); }

// The message of reading the config, of planning its steps or of calculating them, whichever fails first.
std::string message(const std::string& text) {
  try {
    const Model model = read(text);
    Plan plan = forward(model);
    run(plan, std::nullopt, [](const Step&, std::size_t, const Values&) {});
    return "no error";
  } catch (const Error& e) {
    return e.what();
  }
}

struct Bad {
  std::string text;
  const char* message;
};

void check_messages(const std::vector<Bad>& table) {
  for (const Bad& bad : table) {
    CAPTURE(bad.text);
    CHECK(message(bad.text) == bad.message);
  }
}

}  // namespace

TEST_CASE("a config that leaves everything else out has the defaults") {
  const Model m = read(config("", R"("Wq": "identity")"));
  CHECK(m.title == "my");
  CHECK(m.tokens == std::vector<std::string>{"t1", "t2"});
  CHECK(m.d_model == 2);
  CHECK(m.heads == 1);
  CHECK(m.d_k == 2);
  CHECK(m.d_v == 2);
  CHECK(m.d_ff == 0);
  CHECK(m.layers == 1);
  CHECK(m.activation->name == "relu");
  CHECK(m.norm == Norm::post);
  CHECK(m.norm_epsilon == 1e-5);
  CHECK(m.residual);
  CHECK(m.positions == Positions::none);
  CHECK(m.mask == Mask::none);
  CHECK(m.scale == Scale::sqrt_d_k);
  CHECK_FALSE(m.final_norm);
}

TEST_CASE("dims come from the keys, else from the matrices, else from each other") {
  SUBCASE("d_k and d_v from the fused matrices") {
    const Model m = read(R"({"input": [[1, 2]], "heads": 2, "weights": [{"Wq": [[1,2,3,4,5,6], [1,2,3,4,5,6]],
                             "Wk": [[1,2,3,4,5,6], [1,2,3,4,5,6]], "Wv": [[1,2,3,4], [1,2,3,4]], "Wo": "none"}]})");
    CHECK(m.d_k == 3);
    CHECK(m.d_v == 2);
  }
  SUBCASE("d_v from an identity Wv, not from d_k") {
    const Model m = read(R"({"input": [[1, 2]], "weights": [{"Wq": [[1,2,3], [1,2,3]], "Wk": [[1,2,3], [1,2,3]],
                             "Wv": "identity", "Wo": "identity"}]})");
    CHECK(m.d_k == 3);
    CHECK(m.d_v == 2);
  }
  SUBCASE("d_ff from W2 where W1 is drawn") {
    CHECK(read(R"({"tokens": ["a"], "d_model": 2, "weights": [{"W2": [[1,2], [1,2], [1,2]]}], "init": {}})").d_ff == 3);
  }
  SUBCASE("d_model from a given step") { CHECK(read(R"({"given": {"block1.add1": [[1, 2, 3]]}})").d_model == 3); }
  SUBCASE("2.0 and 20e-1 are whole numbers") { CHECK(read(with_key(R"("heads": 20e-1, "d_k": 1.0)")).heads == 2); }
  SUBCASE("layers from the number of blocks") {
    CHECK(read(R"({"input": [[1]], "weights": [{}, {}, {}], "init": {}})").layers == 3);
  }
}

TEST_CASE("transposed weights are turned to in × out") {
  const Model m = read(R"({"input": [[1, 2]], "transposed_weights": true, "d_k": 3,
    "weights": [{"Wq": [[1, 2], [3, 4], [5, 6]], "Wk": [[1, 2], [3, 4], [5, 6]], "Wv": "identity", "Wo": "none"}]})");
  CHECK(m.blocks[0].Wq.parts[0].matrix == Matrix{{1, 3, 5}, {2, 4, 6}});
}

TEST_CASE("a mask may be of 1 and 0, of true and false, and of both") {
  const Matrix lower{{1, 0}, {1, 1}};
  CHECK(read(with_key(R"("mask": [[1, 0], [1, 1]])")).mask_matrix == lower);
  CHECK(read(with_key(R"("mask": [[true, false], [true, true]])")).mask_matrix == lower);
  CHECK(read(with_key(R"("mask": [[1, false], [true, 1.0]])")).mask_matrix == lower);
}

TEST_CASE("an unknown key gets the right one, also from the names of other libraries") {
  check_messages({
      {with_key(R"("head": 2)"), "my.json: unknown key \"head\"; did you mean \"heads\"?"},
      {with_key(R"("Norm": "pre")"), "my.json: unknown key \"Norm\"; did you mean \"norm\"?"},
      {in_block(R"("wo": 1)"), "my.json: weights[0]: unknown key \"wo\"; did you mean \"Wo\"?"},
      {with_key(R"("hidden_size": 2)"), "my.json: unknown key \"hidden_size\"; here it is called \"d_model\""},
      {with_key(R"("num_attention_heads": 2)"),
       "my.json: unknown key \"num_attention_heads\"; here it is called \"heads\""},
      {with_key(R"("n_layer": 2)"), "my.json: unknown key \"n_layer\"; here it is called \"layers\""},
      {with_key(R"("intermediate_size": 2)"), "my.json: unknown key \"intermediate_size\"; here it is called \"d_ff\""},
      {with_key(R"("hidden_act": "gelu")"), "my.json: unknown key \"hidden_act\"; here it is called \"activation\""},
      {with_key(R"("eps": 1)"), "my.json: unknown key \"eps\"; here it is called \"norm_epsilon\""},
      {with_key(R"("x": [[1]])"), "my.json: unknown key \"x\"; here it is called \"input\""},
      {with_key(R"("norm_first": true)"),
       "my.json: unknown key \"norm_first\"; here it is called \"norm\" (\"pre\" or \"post\")"},
      {with_key(R"("attn_mask": [[1]])"),
       "my.json: unknown key \"attn_mask\"; here it is called \"mask\" (take care: in PyTorch True means that a token "
       "may "
       "*not* look, here 1 means that it may)"},
      {in_block(R"("q_proj": [[1]])"),
       "my.json: weights[0]: unknown key \"q_proj\"; here it is called \"Wq\" (PyTorch stores it transposed: "
       "\"transposed_weights\": true)"},
      {with_key(R"("q_proj": [[1]])"),
       "my.json: unknown key \"q_proj\"; here it is called \"Wq\", in \"weights\", one object per block (PyTorch "
       "stores it "
       "transposed: \"transposed_weights\": true)"},
      {in_block(R"("in_proj_weight": [[1]])"),
       "my.json: weights[0]: unknown key \"in_proj_weight\"; here it is called \"Wq\" (PyTorch and GPT-2 stack q, k "
       "and v in "
       "one matrix: split it in three (PyTorch's is also transposed: \"transposed_weights\"))"},
      {in_block(R"("n_heads": 2)"),
       "my.json: weights[0]: unknown key \"n_heads\"; here it is called \"heads\", a key of the "
       "whole config"},
      {with_key(R"("init": {"sead": 1})"), "my.json: init: unknown key \"sead\"; did you mean \"seed\"?"},
      {with_key(R"("final_norm": {"gama": [1, 1]})"),
       "my.json: final_norm: unknown key \"gama\"; did you mean \"gamma\"?"},
      {with_key(R"("scale": {"divideby": 2})"),
       "my.json: scale: unknown key \"divideby\"; did you mean \"divide_by\"?"},
      {"{\"heads\": 2,\n \"heads\": 2}", "my.json: the key \"heads\" stands twice, in line 1 and in line 2"},
  });
}

TEST_CASE("a value of the wrong type is said to be what it is") {
  check_messages({
      {with_key(R"("title": null)"), "my.json: title: is null, but needs a string"},
      {with_key(R"("tokens": "ab")"), "my.json: tokens: is \"ab\", but needs a list of strings, one for each token"},
      {with_key(R"("tokens": [1, 2])"),
       "my.json: tokens: has numbers in it, but needs strings: write the labels in quotes"},
      {with_key(R"("tokens": ["a", null])"), "my.json: tokens[1]: is null, but needs a string"},
      {with_key(R"("heads": "2")"), "my.json: heads: is \"2\", but needs a whole number from 1 to 2147483647"},
      {with_key(R"("heads": 0)"), "my.json: heads: is 0, but needs a whole number from 1 to 2147483647"},
      {with_key(R"("heads": -1)"), "my.json: heads: is -1, but needs a whole number from 1 to 2147483647"},
      {with_key(R"("heads": 2.5)"), "my.json: heads: is 2.5, but needs a whole number from 1 to 2147483647"},
      {with_key(R"("d_k": 1e300)"), "my.json: d_k: is 1e+300, but needs a whole number from 1 to 2147483647"},
      {with_key(R"("residual": "yes")"), "my.json: residual: is \"yes\", but needs true or false"},
      {with_key(R"("transposed_weights": 1)"), "my.json: transposed_weights: is 1, but needs true or false"},
      {with_key(R"("norm_epsilon": -1)"),
       "my.json: norm_epsilon: is -1, but needs a number of at least 0: it stands under a root"},
      {with_key(R"("norm_epsilon": "0")"), "my.json: norm_epsilon: is \"0\", but needs a number"},
      {with_key(R"("final_norm": 1)"),
       "my.json: final_norm: is 1, but needs true, false or {\"gamma\": […], \"beta\": […]}"},
      {with_key(R"("given": [])"), "my.json: given: is an empty list, but needs an object: step id → matrix"},
      {with_key(R"("init": true)"), "my.json: init: is true, but needs an object: { … }"},
      {with_key(R"("init": {"seed": -1})"),
       "my.json: init.seed: is -1, but needs a whole number from 0 to 9007199254740992"},
      {with_key(R"("init": {"decimals": 16})"), "my.json: init.decimals: is 16, but needs a whole number from 0 to 15"},
      {with_key(R"("init": {"low": 2})"), "my.json: init.low: is 2, but needs at most high, 1"},
      {with_key(R"("scale": 8)"),
       "my.json: scale: is 8, but needs one of \"sqrt_d_k\", \"none\", or {\"divide_by\": x}"},
      {with_key(R"("scale": {"divide_by": 0})"), "my.json: scale.divide_by: is 0, but needs a number above 0"},
      {with_key(R"("scale": {})"), "my.json: scale: is an empty object, but needs {\"divide_by\": x}"},
      {R"({"weights": {"Wq": 1}})", "my.json: weights: is an object, but needs a list with one object for each block"},
      {R"({"weights": [5]})", "my.json: weights[0]: is 5, but needs an object: { … }"},
      {with_key(R"("init": {"low": -1e308, "high": 1e308})"),
       "my.json: init.high: high − low is beyond the largest number that can be calculated with"},
      {R"({"weights": [[1]]})", "my.json: weights[0]: is a list, but needs an object: { … }"},
      {"[]", "my.json: is an empty list, but needs an object: { … }"},
      {"3", "my.json: is 3, but needs an object: { … }"},
  });
}

TEST_CASE("an unknown word gets the nearest, or the list") {
  check_messages({
      {with_key(R"("activation": "ReLU")"), "my.json: activation: unknown word \"ReLU\"; did you mean \"relu\"?"},
      {with_key(R"("activation": "gelu_new")"),
       "my.json: activation: unknown word \"gelu_new\"; here it is called \"gelu_tanh\""},
      {with_key(R"("activation": "swish")"), "my.json: activation: unknown word \"swish\"; here it is called \"silu\""},
      {with_key(R"("activation": 3)"),
       "my.json: activation: is 3, but needs one of \"relu\", \"gelu\", \"gelu_tanh\", \"silu\""},
      {with_key(R"("norm": "Pre")"), "my.json: norm: unknown word \"Pre\"; did you mean \"pre\"?"},
      {with_key(R"("norm": "sometimes")"),
       "my.json: norm: unknown word \"sometimes\"; known are \"post\", \"pre\", \"none\""},
      {with_key(R"("mask": "casual")"),
       "my.json: mask: unknown word \"casual\"; did you mean \"causal\"? (an n × n matrix of 1 "
       "(may look) and 0 may stand here too)"},
      {with_key(R"("positions": "learned")"),
       "my.json: positions: unknown word \"learned\"; known are \"none\", \"sinusoidal\" "
       "(an n × d_model matrix may stand here too)"},
      {config("", R"("Wq": "Identity")"),
       "my.json: weights[0].Wq: unknown word \"Identity\"; did you mean \"identity\"? (a matrix may stand here too)"},
  });
}

TEST_CASE("a matrix that is none is shown where it goes wrong") {
  check_messages({
      {config("", R"("Wq": [])"),
       "my.json: weights[0].Wq: is an empty list, but needs a matrix: a list of rows, each a list of numbers"},
      {config("", R"("Wq": [1, 2])"),
       "my.json: weights[0].Wq: is a list, but needs a matrix: a list of rows, each a list of numbers"},
      {config("", R"("Wq": [[1, 2], []])"),
       "my.json: weights[0].Wq[1]: is an empty list, but needs a row of a matrix: a list of numbers"},
      {config("", R"("Wq": [[1, 2], [1]])"),
       "my.json: weights[0].Wq[1]: row 2 has 1 number, but row 1 has 2: the rows of a matrix have the same length"},
      {config("", R"("Wq": [[1, "2"], [1, 2]])"), "my.json: weights[0].Wq[0][1]: is \"2\", but needs a number"},
      {config("", R"("Wq": [[1, 2], [1, null]])"), "my.json: weights[0].Wq[1][1]: is null, but needs a number"},
      {in_block(R"("bq": 1)"), "my.json: weights[0].bq: is 1, but needs a list of numbers"},
      {in_block(R"("bq": [1, true])"), "my.json: weights[0].bq[1]: is true, but needs a number"},
      {with_key(R"("mask": [[1, 0.5], [0, 1]])"),
       "my.json: mask[0][1]: is 0.5, but needs 1 (may look) or 0 (may not), or true or false"},
      {with_key(R"("mask": [[1, 0], [0, 0]])"),
       "my.json: mask[1]: row 2 has only 0: a token that may look at nothing has no attention weights (1 = may look)"},
      {with_key(R"("given": {"block1.head1.Q": [[1, "-inf"], [0, 0]]})"),
       "my.json: given[\"block1.head1.Q\"][0][1]: is \"-inf\", but needs a number"},
  });
}

TEST_CASE("a shape that does not fit is named with the shape that is needed, and why") {
  const auto perceptron = [](const std::string& keys) {
    return R"({"input": [[1, 0], [0, 2]], "heads": 2, "d_ff": 3, "init": {}, "weights": [{)" + keys + "}]}";
  };
  check_messages({
      {perceptron(R"("Wq": [[1, 2]])"),
       "my.json: weights[0].Wq: is 1×2, but needs 2×2 (d_model × heads·d_k): each token has 2 numbers"},
      {perceptron(R"("Wk": [[1, 2, 3], [1, 2, 3]])"),
       "my.json: weights[0].Wk: is 2×3, but needs 2×2 (d_model × heads·d_k): each token has 2 numbers"},
      {perceptron(R"("Wq": [[[1], [2]], [[1], [2]]], "Wk": [[[1], [2]], [[1, 1], [2, 2]]])"),
       "my.json: weights[0].Wk[1]: is 2×2, but needs 2×1 (d_model × d_k): each token has 2 numbers"},
      {perceptron(R"("Wv": [[[1], [2]], [[1], [2]], [[1], [2]]])"),
       "my.json: weights[0].Wv: is a list of 3, but needs 2: one for each head"},
      {perceptron(R"("Wo": [[1, 2], [1, 2], [1, 2]], "Wv": "identity")"),
       "my.json: weights[0].Wo: is 3×2, but needs 2×2 (heads·d_v × d_model): 2 heads give 1 numbers each"},
      {perceptron(R"("W1": [[1, 2, 3]])"),
       "my.json: weights[0].W1: is 1×3, but needs 2×3 (d_model × d_ff): each token has 2 numbers"},
      {perceptron(R"("W1": [[1, 2], [1, 2]])"),
       "my.json: weights[0].W1: is 2×2, but needs 2×3 (d_model × d_ff): each token has 2 numbers"},
      {perceptron(R"("W2": [[1, 2], [1, 2]])"),
       "my.json: weights[0].W2: is 2×2, but needs 3×2 (d_ff × d_model): W1 makes 3 numbers of each token"},
      {perceptron(R"("bq": [1])"), "my.json: weights[0].bq: has 1 number, but needs 2 (heads·d_k)"},
      {perceptron(R"("bk": [[1], [1, 2]])"), "my.json: weights[0].bk[1]: has 2 numbers, but needs 1 (d_k)"},
      {perceptron(R"("bv": [1, 2, 3])"), "my.json: weights[0].bv: has 3 numbers, but needs 2 (heads·d_v)"},
      {perceptron(R"("bo": [1])"), "my.json: weights[0].bo: has 1 number, but needs 2 (d_model)"},
      {perceptron(R"("b1": [1])"), "my.json: weights[0].b1: has 1 number, but needs 3 (d_ff)"},
      {perceptron(R"("b2": [1])"), "my.json: weights[0].b2: has 1 number, but needs 2 (d_model)"},
      {perceptron(R"("gamma1": [1])"), "my.json: weights[0].gamma1: has 1 number, but needs 2 (d_model)"},
      {perceptron(R"("beta1": [1, 2, 3])"), "my.json: weights[0].beta1: has 3 numbers, but needs 2 (d_model)"},
      {perceptron(R"("gamma2": [1])"), "my.json: weights[0].gamma2: has 1 number, but needs 2 (d_model)"},
      {perceptron(R"("beta2": [1])"), "my.json: weights[0].beta2: has 1 number, but needs 2 (d_model)"},
      {with_key(R"("final_norm": {"gamma": [1]})"), "my.json: final_norm.gamma: has 1 number, but needs 2 (d_model)"},
      {with_key(R"("d_model": 5)"), "my.json: input: is 2×2, but needs 2×5 (n × d_model)"},
      {with_key(R"("tokens": ["a"])"), "my.json: tokens: has 1 label, but the input has 2 rows: each row needs one"},
      {with_key(R"("positions": [[1, 2]])"),
       "my.json: positions: is 1×2, but needs 2×2 (n × d_model): they are added to the token vectors"},
      {with_key(R"("mask": [[1, 0, 1], [0, 1, 1]])"),
       "my.json: mask: is 2×3, but needs 2×2 (n × n: who looks × at whom)"},
      {with_key(R"("layers": 2)"), "my.json: weights: has 1 block, but layers is 2"},
      {with_key(R"("d_k": 3)"),
       "my.json: weights[0].Wq: \"identity\" stands for a square matrix, but this one is 2×3 (d_model × "
       "heads·d_k)"},
      {R"({"input": [[1, 2]], "transposed_weights": true, "init": {}, "weights": [{"Wq": [[1, 2, 3], [1, 2, 3]]}]})",
       "my.json: weights[0].Wq: is 2×3, but needs 2×2 (heads·d_k × d_model, since transposed_weights is true): each "
       "token has 2 "
       "numbers"},
      {R"({"tokens": ["a"], "d_model": 4, "heads": 3, "init": {}})",
       "my.json: heads: 3 heads do not divide d_model 4: give \"d_k\", the width of a head's Q and K"},
      {R"({"input": [[1, 1]], "weights": [{"Wq": "identity", "Wk": "identity", "Wv": [[1, 2, 3], [1, 2, 3]], "Wo": "none"}]})",
       "my.json: block1.add1 cannot add X0 (1×2) and block1.mha (1×3): both need the same shape; with \"Wo\": \"none\" "
       "that "
       "means heads·d_v = d_model"},
  });
}

TEST_CASE("what is needed and not there is asked for") {
  check_messages({
      {config(), "my.json: weights[0].Wq: is missing: give it, or \"init\" to draw what is not given"},
      {R"({"input": [[1]]})", "my.json: weights[0].Wq: is missing: give it, or \"init\" to draw what is not given"},
      {R"({"weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "identity"}]})",
       "my.json: input: is missing: the token vectors, one row for each token (or \"init\" to draw them)"},
      {R"({"init": {}})",
       "my.json: input: is missing, and to draw it \"tokens\" and \"d_model\" have to say how large it is"},
      {R"({"tokens": ["a"], "init": {}})",
       "my.json: input: is missing, and to draw it \"tokens\" and \"d_model\" have to say how large it is"},
      {R"({"given": {"block1.head1.scores": [[1]], "block1.head1.V": [[1]]}, "norm": "none", "residual": false,
           "weights": [{"Wo": "none"}]})",
       "my.json: scale: block1.head1.scaled divides by √d_k, but nothing tells d_k: give \"d_k\", or another "
       "\"scale\""},
  });
}

TEST_CASE("a weight that nothing uses is an error") {
  check_messages({
      {R"({"input": [[1, 0]], "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none", "bo": [1, 2]}]})",
       "my.json: weights[0].bo: nothing uses it: with \"Wo\": \"none\" there is no output projection"},
      {config(R"("norm": "none")", R"("Wq": "identity", "gamma1": [1, 1])"),
       "my.json: weights[0].gamma1: nothing uses it: with \"norm\": \"none\" there is no LayerNorm"},
      {in_block(R"("b2": [1, 1])"),
       "my.json: weights[0].b2: nothing uses it: without W1 or d_ff a block has no feed-forward network"},
      {in_block(R"("beta2": [1, 1])"),
       "my.json: weights[0].beta2: nothing uses it: without W1 or d_ff a block has no feed-forward network"},
  });
}

TEST_CASE("a given step has to be one, and of the right shape") {
  check_messages({
      {with_key(R"("given": {"block1.head1.q": [[1, 2], [1, 2]]})"),
       "my.json: given[\"block1.head1.q\"]: is no step of this calculation; did you mean \"block1.head1.Q\"?"},
      {with_key(R"("given": {"block1.head1.Q": [[1, 2, 3], [1, 2, 3]]})"),
       "my.json: given[\"block1.head1.Q\"]: is 2×3, but needs 2×2 (queries × d_k)"},
      {with_key(R"("given": {"block1.mha": [[1, 2]]})"),
       "my.json: given[\"block1.mha\"]: is 1×2, but needs 2×2 (queries × d_model)"},
      {with_key(R"("given": {"block1.Wq": [[1, 2], [1, 2]]})"),
       "my.json: given[\"block1.Wq\"]: is not computed, it has a key of its own: weights[0].Wq"},
      {with_key(R"("given": {"X0": [[1, 2], [1, 2]]})"),
       "my.json: given[\"X0\"]: is not computed, it has a key of its own: input"},
      {with_key(R"("given": {"block1.head1.K": [[1, 2], [1, 2], [3, 4]]})"),
       "my.json: given[\"block1.head1.K\"]: has 3 rows, but block1.head1.V has 2: each row of K has its own row of V"},
      {with_key(R"("given": {"block1.head1.Q": [[1, 2]]})"),
       "my.json: block1.add1 cannot add X0 (2×2) and block1.mha (1×2): both need the same shape; \"residual\": false "
       "leaves the "
       "sum out"},
      {R"({"given": {"block1.head1.Q": [[1]], "block1.head1.K": [[1], [2]], "block1.head1.V": [[1], [2]]}, "mask": "causal",
           "norm": "none", "residual": false, "weights": [{"Wo": "none"}]})",
       "my.json: mask: \"causal\" needs as many queries as keys, but block1.head1.scaled is 1×2: write the mask out, 1 "
       "where a "
       "query may look"},
  });
}

TEST_CASE("a calculation that would be too large is refused before anything is allocated") {
  check_messages({
      // 4 matrices of 100,000² doubles are 298.02 GiB
      {R"({"tokens": ["a"], "d_model": 100000, "init": {}})",
       "my.json: the matrices of this calculation need 298.1 GiB together, but at most 4 GiB are allowed: "
       "block1.head1.Wq "
       "alone is 100000×100000"},
      {R"({"tokens": ["a"], "d_model": 4, "layers": 1000000000, "init": {}})",
       "my.json: layers: 1,000,000,000 blocks of 1 head make about 32,000,000,000 steps, but at most 300,000 are "
       "allowed"},
      {R"({"tokens": ["a"], "d_model": 4, "heads": 100000, "d_k": 1, "init": {}})",
       "my.json: heads: 1 block of 100,000 heads make about 1,200,020 steps, but at most 300,000 are allowed"},
      {R"({"tokens": ["a"], "d_model": 4, "d_ff": 4000000, "init": {}})",
       "my.json: d_ff: is 4,000,000, but a matrix may be at most 100,000 columns wide"},
      {R"({"tokens": ["a"], "d_model": 4, "heads": 2, "d_k": 50001, "init": {}})",
       "my.json: d_k: is 50,001 for each of 2 heads, but a matrix may be at most 100,000 columns wide"},
      {R"({"tokens": ["a"], "d_model": 4, "heads": 20000, "d_k": 1, "d_v": 6, "init": {}})",
       "my.json: heads: d_v is 6 for each of 20,000 heads, but a matrix may be at most 100,000 columns wide"},
  });
}

TEST_CASE("a text of millions of empty lists is refused before it eats the memory") {
  std::string text = R"({"input": [)";
  for (int i = 0; i < 4'000'001; ++i) text += "[],";
  CHECK(message(text + "[]]}") ==
        "my.json: has more than 4,000,000 lists, strings and single numbers: that is no config");
}

TEST_CASE("a number that grows beyond all bounds, or becomes none, names the step and the cell") {
  check_messages({
      {R"({"input": [[1e200, 0]], "norm": "none", "residual": false,
           "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})",
       "my.json: block1.head1.scores[t1,t1]: is beyond the largest number that can be calculated with (about 1.8e308): "
       "the numbers of the steps before it are too large"},
      {R"({"input": [[1, 1]], "norm_epsilon": 0, "residual": false,
           "weights": [{"Wq": "identity", "Wk": "identity", "Wv": "identity", "Wo": "none"}]})",
       "my.json: block1.ln1.normalized[t1,1]: is divided by 0: the std of its row is 0, or was rounded to it"},
  });
}

TEST_CASE("a long or dangerous name in a message is cut and escaped") {
  CHECK(message("{\"" + std::string(5000, 'k') + "\": 1}").size() < 1000);
  CHECK(message(R"({"head\u001b": 1})") == "my.json: unknown key \"head\\u001b\"; did you mean \"heads\"?");
}
