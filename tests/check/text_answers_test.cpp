#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "check/answers.hpp"
#include "error.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

// The steps as "Q: a 1 2; b 3 4", cells as they were written (blanks as ?), labels before them.
std::string plainly(const Answers& answers) {
  std::string out;
  for (const Answer& step : answers.steps) {
    out += (out.empty() ? "" : " // ") + step.name + ":";
    for (const AnswerRow& row : step.rows) {
      if (&row != &step.rows.front()) out += ";";
      if (row.label) out += " '" + *row.label + "'";
      for (const Cell& cell : row.cells) out += " " + (cell.kind == Cell::Kind::blank ? "?" : cell.written);
    }
  }
  return out;
}

std::string read(std::string_view text) { return plainly(read_answers(text, "my.txt")); }

std::string error_of(std::string_view text) {
  try {
    read_answers(text, "my.txt");
  } catch (const Error& e) {
    const std::string message = e.what();
    CHECK(message.size() <= 3000);
    CHECK(std::ranges::count(message, '\n') < 6);
    CHECK(first_invalid_utf8(message) == std::string::npos);
    return message;
  }
  return "";
}

struct Text {
  std::string_view written;
  std::string_view read;  // or the message
};

}  // namespace

TEST_CASE("rows are read however their numbers are divided") {
  constexpr Text table[] = {
      {"## Q\n1 2\n3 4\n", "Q: 1 2; 3 4"},
      {"## Q\n\n\n  1\t2  \n\n 3\u30004\n\n", "Q: 1 2; 3 4"},
      {"## Q\r\n1 2\r\n3 4", "Q: 1 2; 3 4"},
      {"## Q\r1 2\r3 4\r", "Q: 1 2; 3 4"},
      {"\uFEFF## Q\n1 2", "Q: 1 2"},
      {"## Q\n1, 2\n3,4,\n", "Q: 1 2; 3 4"},
      {"## Q\n1，2\n3、4\n", "Q: 1 2; 3 4"},
      {"## Q\n1; 2\n3； 4\n", "Q: 1 2; 3 4"},
      {"## Q\n1 & 2 \\\\\n3 & 4 \\\\\n", "Q: 1 2; 3 4"},
      {"## Q\n1 & 2 \\\\ 3 & 4\n", "Q: 1 2; 3 4"},
      {"## Q\n1 | 2\n| 3 | 4 |\n", "Q: 1 2; 3 4"},
      {"## Q\n1 2 # as on page 3\n# and this\n3 4\n", "Q: 1 2; 3 4"},
      {"## Q\n≈ 1 ≈2\n= 3, = 4\n", "Q: 1 2; 3 4"},
      {"## Q\n1 -inf\n? _\n", "Q: 1 -inf; ? ?"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(read(each.written) == each.read);
  }
}

TEST_CASE("rows are read from all kinds of brackets") {
  constexpr Text table[] = {
      {"## Q\n[1 2]\n[3 4]\n", "Q: 1 2; 3 4"},
      {"## Q\n(1, 2), (3, 4)\n", "Q: 1 2; 3 4"},
      {"## Q\n[1, 2],\n[3, 4]\n", "Q: 1 2; 3 4"},
      {"## Q\n[[1, 2], [3, 4]]\n", "Q: 1 2; 3 4"},
      {"## Q\n[[1. 2.]\n [3. 4.]]\n", "Q: 1. 2.; 3. 4."},
      {"## Q\n[[1. 2.\n  5.]\n [3. 4.\n  6.]]\n", "Q: 1. 2. 5.; 3. 4. 6."},
      {"## Q\n[1 2\n 3 4]\n", "Q: 1 2; 3 4"},
      {"## Q\n[1 2; 3 4]\n", "Q: 1 2; 3 4"},
      {"## Q\n[1; 3];\n", "Q: 1; 3"},
      {"## Q\n{{1, 2}, {3, 4}}\n", "Q: 1 2; 3 4"},
      {"## Q\n［［１，２］，［３，４］］\n", "Q: １ ２; ３ ４"},
      {"## Q\n[\n  [1, 2],\n  [3, 4],\n]\n", "Q: 1 2; 3 4"},
      {"## Q\narray([[1., 2.],\n       [3., 4.]])\n", "Q: 1. 2.; 3. 4."},
      {"## Q\narray([[1., 2.],\n       [3., 4.]], dtype=float32)\n", "Q: 1. 2.; 3. 4."},
      {"## Q\ntensor([[1., 2.]], dtype=torch.float64, grad_fn=<MmBackward0>)\n", "Q: 1. 2."},
      {"## Q\nnp.array([1, 2])\n", "Q: 1 2"},
      {"## Q\n[[\"-inf\", 0.5], [\"1/3\", null]]\n", "Q: -inf 0.5; 1/3 ?"},
      {"## Q\n\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}\n", "Q: 1 2; 3 4"},
      {"## Q\n$$\n\\begin{pmatrix}\n1 & 2 \\\\\n3 & -\\infty\n\\end{pmatrix}\n$$\n", "Q: 1 2; 3 -\\infty"},
      {"## Q\n\\left[\\begin{array}{cc} 1 & 2 \\\\ 3 & 4 \\end{array}\\right]\n", "Q: 1 2; 3 4"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(read(each.written) == each.read);
  }
}

TEST_CASE("nothing between two separators is a cell that is not filled in") {
  constexpr Text table[] = {
      {"## Q\n1,,2\n", "Q: 1 ? 2"},         {"## Q\n,1\n", "Q: ? 1"},
      {"## Q\n| 1 |  | 2 |\n", "Q: 1 ? 2"}, {"## Q\n 1 & & \\\\\n& 2 & 3 \\\\\n", "Q: 1 ? ?; ? 2 3"},
      {"## Q\n我, , 2\n", "Q: '我' ? 2"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(read(each.written) == each.read);
  }
}

TEST_CASE("a row may have a label before its numbers") {
  constexpr Text table[] = {
      {"## Q\n我 1 2\n爱 3 4\n", "Q: '我' 1 2; '爱' 3 4"},
      {"## Q\n\"New York\" 1\n\"\" 2\n\"3\" 4\n\"-inf\" 5\n", "Q: 'New York' 1; '' 2; '3' 4; '-inf' 5"},
      {"## Q\n\"\\u001b\\\"\\\\\" 1\n", "Q: '\x1b\"\\' 1"},
      {"## Q\n我: 1 2\n爱 = 3 4\n你： [5 6]\n", "Q: '我' 1 2; '爱' 3 4; '你' 5 6"},
      {"## Q\n我 & 1 & 2 \\\\\n", "Q: '我' 1 2"},
      {"## Q\n| 我 | 1 | 2 |\n", "Q: '我' 1 2"},
      {"## Q\n[我 1 2]\n", "Q: '我' 1 2"},
      {"## Q\nQ = [1 2]\n    [3 4]\n", "Q: 'Q' 1 2; 3 4"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(read(each.written) == each.read);
  }
}

TEST_CASE("a Markdown table is read without its column labels") {
  CHECK(read("## Q\n\n|  | 1 | 2 |\n|---|---:|---:|\n| 我 | 0.1 | 0.2 |\n| 3 | | 0.4 |\n") ==
        "Q: '我' 0.1 0.2; '3' ? 0.4");
  CHECK(read("## Q\n| a | b |\n|:--|--:|\n| 0.1 | 0.2 |\n|  | 0.4 |\n") == "Q: 0.1 0.2; ? 0.4");
  CHECK(read("## Q\n| | a |\n|--|--|\n|  | 0.2 |\n") == "Q: 0.2");
  CHECK(read("## Q\n| | a |\n|--|--|\n| x | 0.2 |\n## K\n| | 1 |\n") == "Q: 'x' 0.2 // K: ? 1");
}

TEST_CASE("a heading is the id, whatever is behind it") {
  for (const std::string_view heading :
       {"## block1.ln1", "##block1.ln1", "### block1.ln1", "##   block1.ln1  [3×4]  γ · x + β", "＃＃ block1.ln1",
        "## block1.ln1:", "## block1.ln1：", "## block1.ln1[3×4]", "## block1.ln1 = γ", "## `block1.ln1`",
        "## **block1.ln1** (mine)", "## \x1b[1mblock1.ln1\x1b[0m  [1×1]", "  ## block1.ln1"}) {
    CAPTURE(heading);
    const Answers answers = read_answers(std::string("# a comment\n\n") + std::string(heading) + "\n1\n", "my.txt");
    REQUIRE(answers.steps.size() == 1);
    CHECK(answers.steps[0].name == "block1.ln1");
    CHECK(answers.steps[0].line == 3);
    CHECK(answers.steps[0].rows[0].line == 4);
  }
}

TEST_CASE("a step may also be named before its brackets") {
  constexpr Text table[] = {
      {"Q = [[1, 2], [3, 4]]\nK = [[5]]\n", "Q: 1 2; 3 4 // K: 5"},
      {"Q = [1, 2]\n", "Q: 1 2"},
      {"sum: 3\n", "sum: 3"},
      {"Q =\n[[1 2]\n [3 4]]\nK:\n5 6\n", "Q: 1 2; 3 4 // K: 5 6"},
      {"Q = np.array([[1, 2]])\n", "Q: 1 2"},
      {"## block1.head1.Q\nQ = [[1, 2]]\n", "block1.head1.Q: 1 2"},
      {"## Q\nhead1.Q = [[1, 2]]\n", "Q: 1 2"},
      {"## Q\nK = [[1, 2]]\n", "Q: // K: 1 2"},
      {"## Q\nQ = \\begin{bmatrix}1\\end{bmatrix}\n", "Q: 1"},
      {"## Q\nQ = [1 2]\n[3 4]\n", "Q: 'Q' 1 2; 3 4"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(read(each.written) == each.read);
  }
}

TEST_CASE("the first line says which config the answers are about") {
  const auto header = [](const std::string& line) { return read_answers(line + "\n# t\n\n## Q\n1\n", "my.txt"); };
  Answers answers = header("# mha 1.0 · wo-ai-ni · decimals 4 · round 2");
  CHECK(answers.config == "wo-ai-ni");
  CHECK(answers.round == 2);
  answers = header("# mha 1.0 · wo-ai-ni · decimals 4");
  CHECK(answers.config == "wo-ai-ni");
  CHECK_FALSE(answers.round);
  answers = header("# mha 1.0 · \"my · round 3 \\\"x\\\".json\" · decimals 4 · round 0");
  CHECK(answers.config == "my · round 3 \"x\".json");
  CHECK(answers.round == 0);
  answers = header("# mha is my calculator");
  CHECK_FALSE(answers.config);
  CHECK_FALSE(read_answers("## Q\n1\n# mha 1.0 · wo-ai-ni · round 2\n", "my.txt").config);
}

TEST_CASE("what cannot be read is an error that shows the place") {
  const std::string start = "my.txt: ";
  const Text table[] = {
      {"## Q\na 1 0\nb 0 x\n",
       "line 3, column 5: \"x\" is no number (0.5, -2, 1/3, 1e-3 and -inf are; ? is a cell that is not "
       "filled in)\n  3 | b 0 x\n    |     ^"},
      {"## Q\nNew York 1\n",
       "line 2, column 5: \"York\" is no number; a label with spaces is written in quotes\n"
       "  2 | New York 1\n    |     ^"},
      {"## Q\n1 2\n3\n",
       "line 3, column 1: this row has 1 number, but the first one of its step (line 2) has 2 numbers\n"
       "  3 | 3\n    | ^"},
      {"## Q\n0,5 1\n1 2\n",
       "line 3, column 1: this row has 2 numbers, but the first one of its step (line 2) has 3 numbers; a "
       "comma stands between numbers: write 0.5, not 0,5\n  3 | 1 2\n    | ^"},
      {"1 2\n",
       "line 1, column 1: this stands before any step: a step is a line such as ## block1.head1.Q, its rows below\n"
       "  1 | 1 2\n    | ^"},
      {"## Q\nb 1=1\n",
       "line 2, column 4: \"=\" stands where a number is needed: a cell holds the result alone\n"
       "  2 | b 1=1\n    |    ^"},
      {"## Q\n1 ≈\n", "line 2, column 3: a number is needed behind this\n  2 | 1 ≈\n    |   ^"},
      {"## Q\na\n", "line 2, column 1: \"a\" stands alone: a row needs its numbers behind the label\n  2 | a\n    | ^"},
      {"## Q\n[1 2\n## K\n", "line 2, column 1: this bracket is not closed\n  2 | [1 2\n    | ^"},
      {"## Q\n[[1 2]\n", "line 2, column 1: this bracket is not closed\n  2 | [[1 2]\n    | ^"},
      {"## Q\n1 2]\n", "line 2, column 4: this bracket was not opened\n  2 | 1 2]\n    |    ^"},
      {"## Q\n[1 2)\n",
       "line 2, column 5: this closes another kind of bracket than was opened in line 2, column 1\n"
       "  2 | [1 2)\n    |     ^"},
      {"## Q\n1 (2)\n",
       "line 2, column 3: a bracket opens in the middle of a row: it may stand around all rows, or around "
       "each\n  2 | 1 (2)\n    |   ^"},
      {"## Q\n[[[[[[[[[1]]]]]]]]]\n",
       "line 2, column 9: brackets stand more than 8 deep\n  2 | [[[[[[[[[1]]]]]]]]]\n    |         ^"},
      {"## Q\n\"a 1\n", "line 2, column 1: this \" has no second one in its line\n  2 | \"a 1\n    | ^"},
      {"## Q\n\"\\a\" 1\n",
       "line 2, column 1: this is no JSON string: a \\ is written \\\\, and a \" \\\"\n  2 | \"\\a\" 1\n    | ^"},
      {"##\n1\n", "line 1, column 1: a heading needs the id of a step: ## block1.head1.Q\n  1 | ##\n    | ^"},
      {"# mha 1.0 · a · decimals 4 · round 16\n",
       "line 1, column 36: round needs a whole number from 0 to 15\n"
       "  1 | # mha 1.0 · a · decimals 4 · round 16\n"
       "    |                                    ^"},
      {"", "there are no answers in it: a step is a line such as ## block1.head1.Q with its rows below"},
      {"# nothing\n\n", "there are no answers in it: a step is a line such as ## block1.head1.Q with its rows below"},
      {"## Q\n## K\n", "there are no answers in it: no step has a number below its heading"},
  };
  for (const Text& each : table) {
    CAPTURE(each.written);
    CHECK(error_of(each.written) == start + std::string(each.read));
  }
}

TEST_CASE("a comma is never the point of a number") { CHECK(read("## Q\n0,5 0,25\n") == "Q: 0 5 0 25"); }

TEST_CASE("bytes that are no text are an error") {
  CHECK(error_of("## Q\n1 \xff\n").starts_with("my.txt: line 2, column 3: the text is not UTF-8"));
  CHECK(error_of(std::string_view("## Q\n1\0\n", 8)).starts_with("my.txt: line 2, column 2: found a NUL character"));
  CHECK(error_of("<html>\n## Q\n").starts_with("my.txt: line 1, column 1: this stands before any step"));
  CHECK(plainly(read_answers(std::string_view("\xFF\xFE#\0#\0 \0Q\0\n\0001\0", 14), "my.txt")) == "Q: 1");
}

TEST_CASE("a text of any length is read or refused once") {
  const std::string many = "## Q\n" + std::string(9'000'000, '|');
  CHECK(error_of(many) == "my.txt: has more than 4000000 numbers, but at most 4000000 are read");
  for (const char c : std::string("[(\"=#a1-")) {
    CAPTURE(c);
    CHECK(error_of("## Q\n" + std::string(100'000, c)) != "");
  }
}

}  // namespace mha
