// See heap.h. This file is separate so that the compiler does not optimize new and delete away.
#include "heap.h"

#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

std::atomic<std::size_t> heap::allocated = 0;
std::atomic<std::size_t> heap::held = 0;
std::atomic<std::size_t> heap::peak = 0;

namespace {

// The block and the word before it in which malloc keeps its size.
std::size_t size_of(void* memory) { return malloc_usable_size(memory) + sizeof(std::size_t); }

}  // namespace

void* operator new(std::size_t size) {
  heap::allocated += size;
  void* memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  heap::held += size_of(memory);
  heap::peak = std::max(heap::peak.load(), heap::held.load());
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) heap::held -= size_of(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
