// A Python script that computes the same with PyTorch, step by step, and holds every step against the numbers here.
#include "render/pytorch.hpp"

#include <algorithm>
#include <cmath>

#include "render/render.hpp"
#include "text/format.hpp"
#include "text/number.hpp"
#include "text/unicode.hpp"
#include "trace/compute.hpp"

namespace mha {
namespace {

// The helpers that every script has. The second line keeps a title from naming another encoding.
constexpr std::string_view beginning = R"(#!/usr/bin/env python3
# -*- coding: utf-8 -*-
# {0}
# {1}
#
# Computes every step with PyTorch in float64 and holds it against the numbers that mha calculated: they have to agree
# to {2} (of the largest number of the step, where that is above 1).
import sys
{3}from math import {4}inf, sqrt

import torch
import torch.nn.functional as F
from torch import nn

torch.set_default_dtype(torch.float64)
checked, wrong = 0, 0


def matrix(rows):
    return torch.tensor(rows, dtype=torch.float64)


def agrees(found, expected):
    expected = matrix(expected)
    if found.shape != expected.shape:
        return False
    largest = expected[expected.isfinite()].abs().max().item() if expected.isfinite().any() else 0
    return torch.allclose(found, expected, rtol=0, atol={2} * max(1, largest))


def check(step, found, expected):
    global checked, wrong
    checked += 1
    if not agrees(found, expected):
        wrong += 1
        print(f"{{step}} differs:\n{{found}}\nis not\n{{matrix(expected)}}")

)";

constexpr std::string_view rounding_helper = R"(
def rounded(x):
    """To {0} decimals as at school: half away from zero, and less than 1e-9 below half is half."""

    def cell(value):
        units = floor(Fraction(abs(value)) * 10**{0} + Fraction(1, 2) + Fraction(1, 10**9))
        return copysign(units / 10**{0}, value)

    return matrix([[value if value == -inf else cell(value) for value in row] for row in x.tolist()])

)";

// Up to so many decimals, a sum that comes out another way in its last bit is still rounded to the same number. Beyond,
// what is a tie on paper may fall to either side, and what follows differs by some units of the last decimal.
constexpr int most_exact_decimals = 6;

std::string tolerance(std::optional<int> round) {
  return round && *round > most_exact_decimals ? fmt::format("1e-{}", *round - 2) : "1e-12";
}

constexpr std::string_view positions_helper = R"(
def sinusoidal(n, d_model):
    column = torch.arange(d_model)
    angle = torch.arange(n).double().unsqueeze(1) / 10000 ** ((column - column % 2).double() / d_model)
    return torch.where(column % 2 == 0, torch.sin(angle), torch.cos(angle))

)";

std::string rows_of(const Matrix& m) {
  std::string out = "[\n";
  for (std::size_t i = 0; i < m.rows(); ++i) {
    out += "    [";
    for (std::size_t j = 0; j < m.cols(); ++j) {
      if (j) out += ", ";
      append_shortest(out, m(i, j));
    }
    out += "],\n";
  }
  return out + "]";
}

class PytorchRenderer : public Renderer {
 public:
  explicit PytorchRenderer(const RenderOptions& options) : options_(options) {}

  std::string begin(const Plan& plan) override {
    is_written_.resize(plan.steps.size());
    std::string out = fmt::format(beginning, run_in_words(options_),
                                  escaped(plan.model->title) + " — " + dims_in_words(*plan.model, options_.language),
                                  tolerance(options_.round), options_.round ? "from fractions import Fraction\n" : "",
                                  options_.round ? "copysign, floor, " : "");
    if (options_.round) out += fmt::format(rounding_helper, *options_.round);
    const bool has_sinusoidal = std::ranges::any_of(plan.steps, [](const Step& s) { return s.op == Op::sinusoidal; });
    if (has_sinusoidal) out += positions_helper;
    return out;
  }

  void step(const StepView& view, const Write& take) override {
    std::string out = write_inputs(view.plan, view.place);
    const Step& step = view.step();
    out += fmt::format("\n# {}: {}\n", step.id, step_in_words(step.id, options_.language));
    for (const CellPlace cell : view.explained) {
      if (const std::string line = explanation(view, cell, options_); !line.empty()) out += "#   " + line + '\n';
    }
    out += write(view.plan, view.place);
    if (!is_given(step.op)) {
      out += fmt::format("check(\"{}\", {}, {})\n", step.id, torch_name(step.id), rows_of(view.matrix()));
    }
    if (view.place == view.plan.output && !options_.round) {
      out += torch_encoder(view.plan);
      has_encoder_ = fits_torch_encoder(view.plan);
    }
    take(out);
  }

  std::string end(const Plan&) override {
    std::string out = "\nprint(f\"{checked - wrong} of {checked} steps agree\")\n";
    if (has_encoder_) {
      out +=
          "print(\"nn.TransformerEncoderLayer agrees\" if encoder_agrees else \"nn.TransformerEncoderLayer "
          "differs\")\n";
      return out + "sys.exit(0 if wrong == 0 and encoder_agrees else 1)\n";
    }
    return out + "sys.exit(0 if wrong == 0 else 1)\n";
  }

 private:
  // What this step is made from and what that is made from, as far as it is not there yet.
  std::string write_inputs(const Plan& plan, std::size_t place) {
    std::vector<std::size_t> missing{place};
    for (std::size_t next = 0; next < missing.size(); ++next) {
      for (const std::size_t input : torch_inputs(plan, missing[next], options_.round.has_value())) {
        if (!is_written_[input] && std::ranges::find(missing, input) == missing.end()) missing.push_back(input);
      }
    }
    missing.erase(missing.begin());
    std::ranges::sort(missing);
    std::string out;
    for (const std::size_t input : missing) out += "\n# " + plan.steps[input].id + '\n' + write(plan, input);
    return out;
  }

  // Its line, unless it is there.
  std::string write(const Plan& plan, std::size_t place) {
    if (is_written_[place]) return "";
    is_written_[place] = true;
    const Step& step = plan.steps[place];
    std::string value;
    if (step.op == Op::given || step.op == Op::drawn)
      value = "matrix(" + rows_of(compute(step, {})) + ")";
    else
      value = torch_call(plan, place, options_.round.has_value());
    if (options_.round && !is_given(step.op)) value = "rounded(" + value + ")";
    return torch_name(step.id) + " = " + value + "\n";
  }

  RenderOptions options_;
  std::vector<bool> is_written_;
  bool has_encoder_ = false;
};

}  // namespace

std::unique_ptr<Renderer> make_pytorch_renderer(const RenderOptions& options) {
  return std::make_unique<PytorchRenderer>(options);
}

}  // namespace mha
