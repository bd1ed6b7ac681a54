// A document for xelatex: a heading, the formula and the labelled matrix of each step, and the arithmetic as equations.
#include "text/latex.hpp"

#include <algorithm>

#include "render/latex_equation.hpp"
#include "render/outline.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/formula.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/explain.hpp"

namespace mha {
namespace {

constexpr std::string_view preamble = R"(\documentclass[10pt,a4paper,fleqn]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath,graphicx,fontspec,xeCJK}
% Chinese in the first of these fonts that is there: Linux, TeX's own, Windows, macOS.
\defaultCJKfontfeatures{}
\newcommand\chinese[2][]{\setCJKmainfont[#1]{#2}\setCJKmonofont[#1]{#2}}
\IfFontExistsTF{Noto Serif CJK SC}{\chinese{Noto Serif CJK SC}}{%
\IfFontExistsTF{FandolSong-Regular.otf}{\chinese[BoldFont=FandolSong-Bold.otf]{FandolSong-Regular.otf}}{%
\IfFontExistsTF{SimSun}{\chinese[AutoFakeBold]{SimSun}}{%
\IfFontExistsTF{Songti SC}{\chinese{Songti SC}}{}}}}
% These belong to every script, not to Chinese alone: middle dot, dashes, quotes, dots.
\xeCJKDeclareCharClass{Default}{"00B7,"2013,"2014,"2018,"2019,"201C,"201D,"2026}
% And these are in the Chinese fonts, not in the Latin one: Greek, Cyrillic, arrows, signs.
\xeCJKDeclareCharClass{CJK}{"0370->"03FF,"0400->"04FF,"2190->"22FF,"25A0->"27BF}
\setlength\mathindent{0pt}
\setlength\parindent{0pt}
\setlength\parskip{4pt}
\setlength\emergencystretch{3em}
\renewcommand\arraystretch{1.15}
\allowdisplaybreaks
\raggedbottom
% Mathematics that is made smaller where it is wider than #1, or broken into lines.
\newcommand\shrunk[2]{\sbox0{$\displaystyle #2$}\ifdim\wd0>#1\resizebox{#1}{!}{\usebox0}\else\usebox0\fi}
\newcommand\broken[2]{\sbox0{$\displaystyle #2$}\ifdim\wd0>#1\parbox[t]{#1}{\raggedright$\displaystyle #2$}\else\usebox0\fi}
\newcommand\tofill{\underline{\hspace{3.5em}}}
\begin{document}
\setlength\abovedisplayskip{6pt}\setlength\belowdisplayskip{6pt}
)";

// Points, at the font size of the document: roughly, \shrunk sees to the rest.
constexpr double page_width = 480, digit_width = 5, column_gap = 13;
constexpr std::size_t most_rows = 40, most_rows_to_fill_in = 25;
constexpr std::size_t most_equations = 60;  // aligned with each other: TeX keeps them all in its memory

double width_of(std::string_view text) { return digit_width * static_cast<double>(display_width(escaped(text))); }

std::string label_in_math(const Labels& labels, std::size_t i) {
  return labels ? "\\text{" + latex_escaped((*labels)[i]) + "}" : std::to_string(i + 1);
}

std::string fixed_in_math(double x, int decimals) {
  const std::string shown = fixed(x, decimals);
  return shown == "-inf" ? "-\\infty" : shown;
}

// Some rows and columns of a matrix, with their labels.
struct Part {
  std::size_t first_row, rows, first_column, columns;
};

class LatexRenderer : public Renderer {
 public:
  explicit LatexRenderer(const RenderOptions& options) : options_(options), outline_(options.language) {}

  std::string begin(const Plan& plan) override {
    return fmt::format("% {}\n{}{{\\LARGE\\bfseries\\raggedright {}\\par\\medskip}}\n{}\\par\n{}\\par\n",
                       run_in_words(options_), preamble, latex_escaped(plan.model->title),
                       latex_escaped(run_in_words(options_)),
                       latex_escaped(dims_in_words(*plan.model, options_.language)));
  }

  void step(const StepView& view, const Write& write) override {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    std::string out = "\n";
    for (const Heading& h : outline_.before(step.id)) out += heading(h.level, h.text);
    out += heading(Outline::level(step.id), fmt::format("\\texttt{{{}}}\\quad {}", step.id,
                                                        latex_escaped(step_in_words(step.id, options_.language))));
    out += fmt::format("${}\\qquad {}\\times {}$\n", latex_formula(step.formula), values.rows(), values.cols());
    const std::size_t columns = columns_beside(step, values);
    const std::size_t rows = view.is_blank ? most_rows_to_fill_in : most_rows;
    for (std::size_t i = 0; i < values.rows(); i += rows) {
      for (std::size_t j = 0; j < values.cols(); j += columns) {
        out += matrix(view, {i, std::min(rows, values.rows() - i), j, std::min(columns, values.cols() - j)});
      }
    }
    write(out + explanations(view));
  }

  std::string end(const Plan&) override { return "\n\\end{document}\n"; }

 private:
  static std::string heading(int level, const std::string& text) {
    return fmt::format("\\{}section*{{{}}}\n", level == 1 ? "" : level == 2 ? "sub" : "subsub", text);
  }

  // How many columns stand beside each other on the page; the others follow below.
  std::size_t columns_beside(const Step& step, const Matrix& values) const {
    double of_cells = 0, of_labels = 0;
    for (const double x : values.cells()) of_cells = std::max(of_cells, width_of(fixed(x, options_.precision)));
    for (std::size_t j = 0; j < values.cols(); ++j)
      of_cells = std::max(of_cells, width_of(label_of(step.column_labels, j)));
    for (std::size_t i = 0; i < values.rows(); ++i)
      of_labels = std::max(of_labels, width_of(label_of(step.row_labels, i)));
    const double count = (page_width - of_labels - column_gap) / (of_cells + column_gap);
    return count < 1 ? 1 : static_cast<std::size_t>(count);
  }

  std::string matrix(const StepView& view, const Part& part) const {
    const Step& step = view.step();
    const Matrix& values = view.matrix();
    std::string out = fmt::format("\\[\\shrunk{{\\linewidth}}{{{}\\begin{{array}}{{@{{}}r|*{{{}}}{{r}}@{{}}}}\n",
                                  view.is_blank ? "\\renewcommand\\arraystretch{1.8}" : "", part.columns);
    for (std::size_t j = 0; j < part.columns; ++j)
      out += " & " + label_in_math(step.column_labels, part.first_column + j);
    out += " \\\\ \\hline\n";
    for (std::size_t i = part.first_row; i < part.first_row + part.rows; ++i) {
      out += label_in_math(step.row_labels, i);
      for (std::size_t j = 0; j < part.columns; ++j) {
        out += " & ";
        out += view.is_blank ? "\\tofill" : fixed_in_math(values(i, part.first_column + j), options_.precision);
      }
      out += " \\\\\n";
    }
    return out + "\\end{array}}\\]\n";
  }

  std::string explanations(const StepView& view) const {
    std::string out;
    std::size_t count = 0;
    for (const CellPlace cell : view.explained) {
      const Explanation e = explain(view.plan, view.place, view.values, cell, {options_.precision, options_.round});
      if (e.sides.empty() || view.is_blank) continue;
      const bool is_first = count++ % most_equations == 0;
      if (is_first && count > 1) out += "\n\\end{align*}\n";
      out += is_first ? "\\begin{align*}\n" : " \\\\[4pt]\n";
      out += latex_equation(e, options_.language);
    }
    return out.empty() ? out : out + "\n\\end{align*}\n";
  }

  RenderOptions options_;
  Outline outline_;
};

}  // namespace

std::unique_ptr<Renderer> make_latex_renderer(const RenderOptions& options) {
  return std::make_unique<LatexRenderer>(options);
}

}  // namespace mha
