#include <doctest/doctest.h>

#include <algorithm>

#include "render/rendered.hpp"

using namespace mha;

TEST_CASE("latex is a document: title, block, step, each with its labelled matrix") {
  RenderOptions options;
  options.precision = 2;
  const std::string text = rendered("latex", two_tokens("我", "b"), options);
  CHECK(text.starts_with("% mha 1.0 · my.json · decimals 2\n\\documentclass"));
  CHECK(text.substr(text.find("{\\LARGE")) ==
        R"({\LARGE\bfseries\raggedright T\par\medskip}
mha 1.0 · my.json · decimals 2\par
2 tokens,{} d\_model 2,{} 1 head,{} d\_k 2,{} d\_v 2,{} 1 block\par

\section*{Block 1}
\subsection*{\texttt{block1.concat}\quad heads side by side}
$\mathrm{given}\qquad 2\times 2$
\[\shrunk{\linewidth}{\begin{array}{@{}r|*{2}{r}@{}}
 & 1 & 2 \\ \hline
\text{我} & 0.29 & -3.00 \\
\text{b} & 0.00 & 12.00 \\
\end{array}}\]

\subsection*{\texttt{block1.mha}\quad output projection}
$\mathrm{concat}\qquad 2\times 2$
\[\shrunk{\linewidth}{\begin{array}{@{}r|*{2}{r}@{}}
 & 1 & 2 \\ \hline
\text{我} & 0.29 & -3.00 \\
\text{b} & 0.00 & 12.00 \\
\end{array}}\]

\section*{\texttt{X1}\quad output of block 1}
$\mathrm{mha}\qquad 2\times 2$
\[\shrunk{\linewidth}{\begin{array}{@{}r|*{2}{r}@{}}
 & 1 & 2 \\ \hline
\text{我} & 0.29 & -3.00 \\
\text{b} & 0.00 & 12.00 \\
\end{array}}\]

\end{document}
)");
}

TEST_CASE("latex writes the arithmetic as aligned equations") {
  RenderOptions options;
  options.explain = true;
  const std::string text = rendered("latex", two_tokens("a", "b"), options);
  CHECK(has(text, R"(\begin{align*}
\shrunk{.22\linewidth}{\mathrm{X1}_{\text{a},\,1}} &= \shrunk{.75\linewidth}{\mathrm{mha}_{\text{a},\,1} = 0.2850} \\[4pt]
)"));
}

TEST_CASE("no label or title is a LaTeX command") {
  const std::string harmless = rendered("latex", two_tokens("a", "b"));
  const auto count_commands = [](const std::string& text, std::string_view escapes) {
    std::size_t n = 0;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
      if (text[i] != '\\') continue;
      ++i;
      if (escapes.find(text[i]) == std::string_view::npos && !text.substr(i).starts_with("textbackslash{}") &&
          !text.substr(i).starts_with("textasciicircum{}") && !text.substr(i).starts_with("textasciitilde{}")) {
        ++n;
      }
    }
    return n;
  };
  for (const char* label : harmful_labels) {
    CAPTURE(label);
    const std::string text = rendered("latex", two_tokens(label, label, label));
    CHECK(count_commands(text, "{}$&%#_") == count_commands(harmless, "{}$&%#_"));
    CHECK(std::ranges::count(text, '\n') == std::ranges::count(harmless, '\n'));
    CHECK(std::ranges::count(text, '^') == std::ranges::count(harmless, '^'));
  }
}

TEST_CASE("a wide matrix is continued below") {
  std::string row = "0.1";
  for (int i = 1; i < 30; ++i) row += ", 0.1";
  const std::string text = rendered("latex", R"({"tokens": ["a"], "d_model": 30, "norm": "none", "residual": false,
      "weights": [{"Wo": "none"}], "given": {"block1.concat": [[)" +
                                                 row + "]]}}");
  // A column of 6 digits takes 6·5 + 13 = 43 points, the labels 18: (480 − 18) / 43 = 10.7
  CHECK(has(text, " & 10 \\\\ \\hline\n"));
  CHECK(has(text, "\n & 11 & 12 & 13"));
}
