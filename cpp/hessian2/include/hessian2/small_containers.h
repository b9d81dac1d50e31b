// Containers for a tree of values, made small: an input of n bytes may hold n lists.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace hessian2 {

// A value on the heap that is copied, moved and read like one in place.
template <class T>
class Boxed {
 public:
  template <std::convertible_to<T> From>
  Boxed(From&& from) : held_(std::make_unique<T>(std::forward<From>(from))) {}
  Boxed(const Boxed& other) : held_(std::make_unique<T>(*other)) {}
  Boxed(Boxed&&) noexcept = default;
  Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
  Boxed& operator=(Boxed&&) noexcept = default;

  const T& operator*() const { return *held_; }
  operator const T&() const { return *held_; }

 private:
  std::unique_ptr<T> held_;
};

// The part of std::vector that a tree needs. It takes the memory of a pointer while it is empty, and grows by
// a quarter once it is large.
template <class T>
class Sequence {
 public:
  Sequence() = default;
  Sequence(std::vector<T> values) { *this = std::move(values); }
  Sequence& operator=(std::vector<T> values) {
    held_ = values.empty() ? nullptr : std::make_unique<std::vector<T>>(std::move(values));
    return *this;
  }
  Sequence& operator=(std::initializer_list<T> values) { return *this = std::vector<T>(values); }

  std::size_t size() const { return held_ == nullptr ? 0 : held_->size(); }
  bool empty() const { return held_ == nullptr; }
  const T* begin() const { return held_ == nullptr ? nullptr : held_->data(); }
  const T* end() const { return begin() + size(); }
  T& operator[](std::size_t index) { return (*held_)[index]; }
  const T& operator[](std::size_t index) const { return (*held_)[index]; }
  const T& back() const { return held_->back(); }

  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    constexpr std::size_t kLarge = 1024;
    if (held_ == nullptr) held_ = std::make_unique<std::vector<T>>();
    const std::size_t size = held_->size();
    if (size == held_->capacity() && size >= kLarge) held_->reserve(size + size / 4);
    return held_->emplace_back(std::forward<Arguments>(arguments)...);
  }
  void push_back(T value) { emplace_back(std::move(value)); }

 private:
  std::unique_ptr<std::vector<T>> held_;
};

}  // namespace hessian2
