#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "cli/outcome.hpp"

using namespace mha;

namespace {

// A folder with an exercise and sheets of answers to it. Q is 4 7; 11 17.
class Class {
 public:
  Class() : path_(std::filesystem::temp_directory_path() / ("mha-" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directory(path_);
    write("exercise.json", R"({"input": [[1, 2], [3, 5]], "norm": "none", "residual": false,
      "weights": [{"Wq": [[2, -1], [1, 4]], "Wk": "identity", "Wv": "identity", "Wo": "none"}]})");
    write("right.txt", "# mha 1.0 · exercise.json · decimals 4\n## block1.head1.Q\n4 7\n11 17\n");
    write("wrong.txt", "# mha 1.0 · exercise.json · decimals 4\n## block1.head1.Q\n4 -7\n11 17\n");
  }
  ~Class() { std::filesystem::remove_all(path_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

Outcome check(std::vector<std::string> args, const std::string& input = "") {
  args.insert(args.begin(), "check");
  args.insert(args.end(), {"--lang", "en"});
  return mha_with(args, input);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("answers find their exercise by their first line, and the exit status says whether one is wrong") {
  const Class c;
  CHECK(check({c / "right.txt"}).status == 0);
  CHECK(check({c / "right.txt"}).out.starts_with("Nothing is wrong.\n"));
  CHECK(check({c / "wrong.txt"}).status == 1);
  CHECK(check({c / "wrong.txt"}).out.starts_with("The first wrong step is block1.head1.Q.\n  [t1,2] -7\n"));
  CHECK(check({"-", "--config", c / "exercise.json"}, "## Q\n4 7\n11 17\n").status == 0);
  CHECK(check({"-"}, "# mha 1.0 · wo-ai-ni · decimals 1\n## X0\n0.1 -0.2 0.3 0.1\n").status == 1);  // a row of three
}

TEST_CASE("several files give one report each, and one that cannot be read does not keep back the others") {
  const Class c;
  const Outcome text = check({c / "right.txt", c / "wrong.txt"});
  CHECK(text.status == 1);
  CHECK(has(text.out, "right.txt\nNothing is wrong."));
  CHECK(has(text.out, "wrong.txt\nThe first wrong step is block1.head1.Q."));

  c.write("unreadable.txt", "## Q\n4 seven\n");
  const Outcome csv = check({c / "wrong.txt", c / "unreadable.txt", c / "right.txt", "-f", "csv"});
  CHECK(csv.status == 2);
  CHECK(csv.out == "name,filled_in,right,follows,wrong,first_wrong,mistakes\n" +    //
                       (c / "wrong.txt") + ",1,0,0,1,block1.head1.Q,sign-slip\n" +  //
                       (c / "right.txt") + ",1,1,0,0,,\n");
  CHECK(has(csv.err, "unreadable.txt"));

  const Outcome json = check({c / "wrong.txt", c / "right.txt", "-f", "json"});
  CHECK(json.out.starts_with("[\n{"));
  CHECK(json.out.ends_with("}\n]\n"));
}

TEST_CASE("a first line may name a lesson or a file beside the answers, and nothing else") {
  const Class c;
  const auto with_config = [&](const std::string& config) {
    c.write("answers.txt", "# mha 1.0 · " + config + " · decimals 4\n## Q\n4 7\n11 17\n");
    const Outcome o = check({c / "answers.txt"});
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    return o.err;
  };
  const std::string place = "mha: " + (c / "answers.txt") + ": its first line names the config ";
  CHECK(with_config("../exercise.json") == place +
                                               "\"../exercise.json\", but only a lesson or a file in the same folder "
                                               "may stand there: give the config with --config\n");
  CHECK(has(with_config("/etc/passwd"), "only a lesson or a file in the same folder"));
  CHECK(has(with_config("nothing.json"), "there is no such file beside it, and no lesson of that name"));
  c.write("secret.json", "{\"password\": \"12345\"}");
  CHECK(with_config("secret.json") == place +
                                          "\"secret.json\", but that file is no config that can be calculated; mha "
                                          "--config shows why\n");
}

TEST_CASE("without answers, and without a config, nothing is marked") {
  CHECK(check({}).err ==
        "mha: ANSWERS: are missing: mha check ANSWERS… [--config CONFIG], with - for standard input\n");
  CHECK(check({"-"}, "## Q\n1\n").err ==
        "mha: standard input: its first line names no config (# mha 1.0 · wo-ai-ni): give the config with --config\n");
}
