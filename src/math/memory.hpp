#pragma once

namespace mha {

// From now on memory that is freed stays with the program, for the next matrix. Else the system takes that of each
// large matrix back, and gives it out anew, filled with zeros page by page: for one that is as large as scores of 512
// tokens this takes longer than calculating its numbers. Where the C library has no way to say so, nothing happens.
void keep_freed_memory();

}  // namespace mha
