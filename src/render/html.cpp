// One page that needs nothing else: the calculation as JSON, and a script that draws it (page/, in plain JavaScript).
// Every number stands in it once, in full precision; the script rounds it as text/number.hpp does and writes out the
// arithmetic of a cell as trace/explain.hpp does.
#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "error.hpp"
#include "render/page.hpp"
#include "render/render.hpp"
#include "text/format.hpp"
#include "text/label.hpp"
#include "text/number.hpp"
#include "text/sha256.hpp"
#include "text/unicode.hpp"

namespace mha {
namespace {

constexpr std::size_t most_numbers = 200'000;

// In this order they are one script.
constexpr auto scripts =
    std::to_array<std::string_view>({"words.js", "number.js", "expression.js", "explain.js", "page.js", "steps.js",
                                     "panel.js", "practice.js", "walk.js", "map.js", "looks.js", "begin.js"});

// As text between tags and in quoted attributes.
std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : escaped(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

// A browser takes a hash of what it has read, and it reads every line end as LF.
std::string page_file(std::string_view name) {
  std::string text(std::ranges::find(page_files(), name, &PageFile::name)->text);
  std::erase(text, '\r');
  return text;
}

// The text with something put in for each {{name}}.
std::string filled(std::string_view text, const std::map<std::string_view, std::string>& parts) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t open = text.find("{{", at);
    out += text.substr(at, open - at);
    if (open == std::string_view::npos) return out;
    const std::size_t close = text.find("}}", open);
    out += parts.at(text.substr(open + 2, close - open - 2));
    at = close + 2;
  }
}

class HtmlRenderer : public Renderer {
 public:
  explicit HtmlRenderer(const RenderOptions& options) : options_(options) {}

  std::string begin(const Plan& plan) override {
    places_.assign(plan.steps.size(), std::nullopt);
    return "";
  }

  void step(const StepView& view, const Write&) override {
    const Step& step = view.step();
    // What a cell was made from is needed to explain it, also where that is not shown as a step of its own.
    for (const std::size_t input : step.from) {
      if (!places_[input]) add(view, input, false);
    }
    const std::size_t cells = step.shape.rows * step.shape.cols;
    if (first_.empty() && !view.explained.empty() && view.explained.size() < cells) {
      first_ = fmt::format("[{}, {}, {}]", count_, view.explained[0].row, view.explained[0].column);
    }
    add(view, view.place, true);
  }

  std::string end(const Plan& plan) override {
    const Model& m = *plan.model;
    std::string data = fmt::format(
        "{{\"version\": \"{}\", \"config\": {}, \"title\": {}, \"language\": \"{}\", \"decimals\": {}, "
        "\"round\": {},\n\"dims\": {{\"en\": {}, \"zh\": {}}},\n\"divides_by_root\": {}, \"first\": {},\n"
        "\"labels\": [{}],\n\"steps\": [{}]}}",
        version, json_string(label(options_.config)), json_string(escaped(m.title)), lang(), options_.precision,
        options_.round ? std::to_string(*options_.round) : "null", json_string(dims_in_words(m, Language::en)),
        json_string(dims_in_words(m, Language::zh)), m.scale == Scale::sqrt_d_k, first_.empty() ? "null" : first_,
        labels_, steps_);
    for (std::size_t at = 0; (at = data.find('<', at)) != std::string::npos;) data.replace(at, 1, "\\u003c");

    const std::string style = page_file("page.css");
    std::string script;
    for (const std::string_view name : scripts) script += page_file(name);
    return filled(page_file("page.html"), {{"lang", lang()},
                                           {"title", html_escaped(m.title)},
                                           {"style_hash", sha256_base64(style)},
                                           {"script_hash", sha256_base64(script)},
                                           {"style", style},
                                           {"data", data},
                                           {"script", script}});
  }

 private:
  std::string lang() const { return options_.language == Language::zh ? "zh" : "en"; }

  void add(const StepView& view, std::size_t place, bool is_shown) {
    const Step& step = view.plan.steps[place];
    const Matrix& values = *view.values[place];
    numbers_ += values.cells().size();
    if (numbers_ > most_numbers) {
      throw Error("--format", fmt::format("html: a page holds at most {} numbers, and up to {} there are {}: choose "
                                          "steps with --only, such as --only '*.weights' (what they were made from "
                                          "counts too)",
                                          grouped(most_numbers), shortened(step.id, 60), grouped(numbers_)));
    }
    std::string out = fmt::format(
        "{}\n{{\"id\": {}, \"op\": \"{}\", \"formula\": {}, \"shape\": [{}, {}], \"rows\": {}, "
        "\"columns\": {}",
        steps_.empty() ? "" : ",", json_string(step.id), mha::name(step.op), json_string(step.formula), values.rows(),
        values.cols(), labels_of(step.row_labels), labels_of(step.column_labels));
    if (!is_shown) {
      out += ", \"hidden\": true";
    } else {
      std::string from;
      for (const std::size_t input : step.from) from += fmt::format("{}{}", from.empty() ? "" : ", ", *places_[input]);
      out += fmt::format(", \"from\": [{}]", from);
      if (step.op == Op::divide || step.op == Op::deviation) out += ", \"number\": " + shortest(step.number);
      if (step.first_column != 0) out += fmt::format(", \"first_column\": {}", step.first_column);
      if (step.has_gamma) out += ", \"has_gamma\": true";
      if (step.activation) out += fmt::format(", \"activation\": \"{}\"", step.activation->name);
      if (step.op == Op::mask && step.matrix) out += ", \"mask\": " + list_of(*step.matrix);
    }
    steps_ += out + ",\n\"values\": " + list_of(values) + "}";
    places_[place] = count_++;
  }

  // Row by row in one list; minus infinity, which JSON does not have, is null.
  static std::string list_of(const Matrix& values) {
    std::string out = "[";
    for (const double x : values.cells()) {
      if (out.size() > 1) out += ',';
      if (x - x == 0)
        append_shortest(out, x);
      else
        out += "null";
    }
    return out + ']';
  }

  // The number of the list among the page's lists of labels; each has its texts as they are shown and as they are
  // written in answers.
  std::string labels_of(const Labels& labels) {
    if (!labels) return "null";
    const auto [found, is_new] = label_lists_.emplace(*labels, label_lists_.size());
    if (is_new) {
      std::string shown, written;
      for (const std::string& text : *labels) {
        shown += (shown.empty() ? "" : ", ") + json_string(escaped(text));
        written += (written.empty() ? "" : ", ") + json_string(label(text));
      }
      labels_ += fmt::format("{}{{\"shown\": [{}], \"written\": [{}]}}", labels_.empty() ? "" : ",\n", shown, written);
    }
    return std::to_string(found->second);
  }

  RenderOptions options_;
  std::string steps_, labels_;  // so far, as JSON
  std::string first_;           // the cell that is looked at when the page opens
  std::size_t numbers_ = 0, count_ = 0;
  std::vector<std::optional<std::size_t>> places_;  // by the place in the plan: which step of the page it is
  std::map<std::vector<std::string>, std::size_t> label_lists_;
};

}  // namespace

std::unique_ptr<Renderer> make_html_renderer(const RenderOptions& options) {
  return std::make_unique<HtmlRenderer>(options);
}

}  // namespace mha
