// Counts the calls of malloc and its family. The program defines these functions, so its libraries and
// `new` use them, too.
#include "bench/allocated.h"

#include <cerrno>
#include <cstddef>

namespace {

constinit wirebed::bench::Allocated total;

void count(std::size_t size) {
  total.bytes += size;
  ++total.count;
}

}  // namespace

namespace wirebed::bench {

const Allocated& allocated() { return total; }

}  // namespace wirebed::bench

// glibc's own functions, under the names that it provides for this purpose.
extern "C" {

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);

void* malloc(std::size_t size) {
  count(size);
  return __libc_malloc(size);
}
void* calloc(std::size_t number, std::size_t size) {
  count(number * size);
  return __libc_calloc(number, size);
}
void* realloc(void* memory, std::size_t size) {
  count(size);
  return __libc_realloc(memory, size);
}
void* memalign(std::size_t alignment, std::size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) { return memalign(alignment, size); }
int posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}
void free(void* memory) { __libc_free(memory); }

}  // extern "C"
