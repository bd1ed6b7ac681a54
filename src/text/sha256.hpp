// SHA-256, for the Content-Security-Policy of a page: it names the page's own script and style by their hash.
#pragma once

#include <string>
#include <string_view>

namespace mha {

std::string sha256_base64(std::string_view text);  // "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" of nothing

}  // namespace mha
