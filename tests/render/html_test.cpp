#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "error.hpp"
#include "model/config.hpp"
#include "model/lessons.hpp"
#include "render/render.hpp"
#include "text/sha256.hpp"
#include "trace/forward.hpp"

using namespace mha;

namespace {

std::string page_of(const Model& model, RenderOptions options = {}) {
  options.config = "my.json";
  const std::unique_ptr<Renderer> renderer = make_renderer("html", options);
  Plan plan = forward(model);
  std::string out = renderer->begin(plan);
  run(plan, options.round, [&](const Step&, std::size_t place, const Values& values) {
    renderer->step({plan, place, values, {}}, [&](std::string_view piece) { out += piece; });
  });
  return out + renderer->end(plan);
}

std::string page_of(const std::string& config) { return page_of(read_config(config, "my.json", "my")); }

std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t begin = text.find(before);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = text.find(after, begin + before.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + before.size(), end - begin - before.size());
}

std::string data_of(const std::string& page) { return between(page, R"(type="application/json">)", "</script>"); }

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("SHA-256 of what FIPS 180-2 calculates, in base64") {
  // ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad
  CHECK(sha256_base64("abc") == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  // 248d6a61 d20638b8 e5c02693 0c3e6039 a33ce459 64ff2167 f6ecedd4 19db06c1
  CHECK(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  // cdc76e5c 9914fb92 81a1c7e2 84d73e67 f1809a48 a497200e 046d39cc c7112cd0
  CHECK(sha256_base64(std::string(1'000'000, 'a')) == "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=");
}

TEST_CASE("the page's Content-Security-Policy allows its own script and style and nothing else") {
  const std::string page = page_of(R"({"tokens": ["a"], "d_model": 1, "init": {}})");
  const std::string style = between(page, "<style>", "</style>");
  const std::string script = between(page, "<script>", "</script>");
  CHECK(between(page, R"(http-equiv="Content-Security-Policy" content=")", "\"") ==
        "default-src 'none'; script-src 'sha256-" + sha256_base64(script) + "'; style-src 'sha256-" +
            sha256_base64(style) + "'; img-src data:; base-uri 'none'; form-action 'none'");
  CHECK(count(page, "<script") == 2);  // the data and the script
  CHECK_FALSE(has(page, "style=\""));
  CHECK_FALSE(has(page, "http://www.w3.org/1999"));
}

TEST_CASE("titles and labels are text in a page") {
  const std::string page = page_of(
      R"({"title": "</script><b>\"it's\" & more\u0007\u202e", "tokens": ["</script><!--", "\"'\\"], "d_model": 1,
          "init": {}})");
  CHECK(count(page, "</script") == 2);
  CHECK_FALSE(has(page, "<b>"));
  CHECK_FALSE(has(page, "<!--"));
  CHECK(has(page, "<title>&lt;/script&gt;&lt;b&gt;&quot;it&#39;s&quot; &amp; more\\u0007\\u202e</title>"));
  CHECK(has(page, "<h1>&lt;/script&gt;&lt;b&gt;&quot;it&#39;s&quot; &amp; more\\u0007\\u202e</h1>"));
  CHECK(has(data_of(page), R"("title": "\u003c/script>\u003cb>\"it's\" & more\\u0007\\u202e")"));
  CHECK(has(data_of(page), R"({"shown": ["\u003c/script>\u003c!--", "\"'\\"], )"
                           R"("written": ["\u003c/script>\u003c!--", "\"\\\"'\\\\\""]})"));
}

TEST_CASE("a text that looks like a place to be filled in stays as it is") {
  const std::string page = page_of(R"({"title": "{{data}}", "tokens": ["a"], "d_model": 1, "init": {}})");
  CHECK(has(page, "<title>{{data}}</title>"));
}

TEST_CASE("every number of every lesson stands in its page in full precision") {
  for (const Lesson& lesson : lessons()) {
    CAPTURE(lesson.name);
    const Model model = read_config(lesson.text, std::string(lesson.name), std::string(lesson.name));
    const std::string data = data_of(page_of(model));
    Plan plan = forward(model);
    std::size_t at = 0;
    std::size_t different = 0;
    run(plan, std::nullopt, [&](const Step& step, std::size_t, const Values& values) {
      const std::string id = "\"id\": \"" + step.id + "\"";
      at = data.find(id, at);
      REQUIRE(at != std::string::npos);
      at = data.find("\"values\": [", at) + 11;
      for (const double x : values[static_cast<std::size_t>(&step - plan.steps.data())]->cells()) {
        if (data.compare(at, 4, "null") == 0) {
          different += x - x == 0;
          at += 5;
          continue;
        }
        char* end = nullptr;
        different += std::strtod(data.c_str() + at, &end) != x;
        at = static_cast<std::size_t>(end - data.c_str()) + 1;
      }
      CHECK(data[at - 1] == ']');
    });
    CHECK(different == 0);
  }
}

TEST_CASE("a page of more than 200,000 numbers is refused, with advice") {
  // X0 300·200, Wq 200·200, Q 300·200, Wk 200·200: 200,000; then K 300·200.
  const std::string config = R"({"d_model": 200, "tokens": [")" + [] {
    std::string tokens = "t";
    for (int i = 1; i < 300; ++i) tokens += "\", \"t";
    return tokens;
  }() + R"("], "init": {}})";
  CHECK_THROWS_WITH_AS(
      page_of(config),
      "--format: html: a page holds at most 200,000 numbers, and up to block1.head1.K there are "
      "260,000: choose steps with --only, such as --only '*.weights' (what they were made from counts too)",
      Error);
}
