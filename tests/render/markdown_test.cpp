#include <doctest/doctest.h>

#include <algorithm>

#include "render/rendered.hpp"

using namespace mha;

TEST_CASE("markdown is a document: title, block, step, each with its table") {
  RenderOptions options;
  options.precision = 2;
  options.round = 3;
  CHECK(rendered("markdown", two_tokens("我", "b"), options) ==
        "# T\n"
        "\n"
        "mha 1.0 · my\\.json · decimals 2 · round 3\n"
        "\n"
        "2 tokens, d\\_model 2, 1 head, d\\_k 2, d\\_v 2, 1 block\n"
        "\n"
        "## Block 1\n"
        "\n"
        "### `block1.concat`: heads side by side\n"
        "\n"
        "`given` (2×2)\n"
        "\n"
        "|  | 1 | 2 |\n"
        "| :-- | --: | --: |\n"
        "| **我** | 0.29 | -3.00 |\n"
        "| **b** | 0.00 | 12.00 |\n"
        "\n"
        "### `block1.mha`: output projection\n"
        "\n"
        "`concat` (2×2)\n"
        "\n"
        "|  | 1 | 2 |\n"
        "| :-- | --: | --: |\n"
        "| **我** | 0.29 | -3.00 |\n"
        "| **b** | 0.00 | 12.00 |\n"
        "\n"
        "## `X1`: output of block 1\n"
        "\n"
        "`mha` (2×2)\n"
        "\n"
        "|  | 1 | 2 |\n"
        "| :-- | --: | --: |\n"
        "| **我** | 0.29 | -3.00 |\n"
        "| **b** | 0.00 | 12.00 |\n");
}

TEST_CASE("markdown puts the arithmetic below the table") {
  RenderOptions options;
  options.explain = true;
  CHECK(has(rendered("markdown", two_tokens("a", "b"), options),
            "| **b** | 0.0000 | 12.0000 |\n"
            "\n"
            "```text\n"
            "X1[a,1] = mha[a,1] = 0.2850\n"
            "X1[a,2] = mha[a,2] = -3.0000\n"
            "X1[b,1] = mha[b,1] = 0.0000\n"
            "X1[b,2] = mha[b,2] = 12.0000\n"
            "```\n"));
}

TEST_CASE("in markdown a label is text: what could be markup has a backslash before it") {
  const std::pair<const char*, const char*> labels[] = {
      {"<script>", "\\<script\\>"},
      {"|", "\\|"},
      {"*a_b*", "\\*a\\_b\\*"},
      {"`", "\\`"},
      {"[a](b)", "\\[a\\](b)"},
      {"a\\nb", "a\\\\nb"},
      {"&amp;", "\\&amp;"},
      {"\\\\", "\\\\"},
      {"\\u001b[2J", "\\\\u001b\\[2J"},
      {"www.x.org", "www\\.x\\.org"},
      {":smile:", "\\:smile:"},
      {"1.5", "1.5"},
  };
  for (const auto& row : labels) {
    const std::string label = row.first, shown = row.second;
    CAPTURE(label);
    CHECK(has(rendered("markdown", two_tokens(label, "b", label)), "| **" + shown + "** | 0.2850 |"));
    CHECK(rendered("markdown", two_tokens("a", "b", label)).starts_with("# " + shown + "\n\n"));
  }
}

TEST_CASE("no label adds a line to a markdown document or a cell to its tables") {
  const std::string harmless = rendered("markdown", two_tokens("a", "b"));
  for (const char* label : harmful_labels) {
    CAPTURE(label);
    const std::string text = rendered("markdown", two_tokens(label, label, label));
    CHECK(std::ranges::count(text, '\n') == std::ranges::count(harmless, '\n'));
    std::string unescaped;  // without the characters that a backslash makes harmless
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\\')
        ++i;
      else
        unescaped += text[i];
    }
    CHECK(std::ranges::count(unescaped, '|') == std::ranges::count(harmless, '|'));
    CHECK(std::ranges::count(unescaped, '`') == std::ranges::count(harmless, '`'));
    CHECK(std::ranges::count(unescaped, '<') == 0);
  }
}
