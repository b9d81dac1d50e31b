// See heap.h. In a file of its own, so that the compiler does not see through new and delete.
#include "heap.h"

#include <cstdlib>
#include <new>

std::atomic<std::size_t> heap::allocated = 0;

void* operator new(std::size_t size) {
  heap::allocated += size;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
