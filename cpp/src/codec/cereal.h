// cereal, as its users write it: a function for each struct that archives its members in order of
// declaration, here from the list of its fields. PortableBinary and not Binary: its first byte gives the
// order of the others, so that the bytes mean the same on every machine.
//
// cereal does all of the writing, but only reads the numbers. Its own functions for strings, vectors and
// pointers allocate any size that the bytes claim, and cast a pointer to any class that the reader expects.
#pragma once

#include <cereal/archives/portable_binary.hpp>
#include <cereal/types/chrono.hpp>
#include <cereal/types/map.hpp>
#include <cereal/types/memory.hpp>
#include <cereal/types/optional.hpp>
#include <cereal/types/set.hpp>
#include <cereal/types/string.hpp>
#include <cereal/types/vector.hpp>
#include <istream>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>

#include "bridge/plain.h"
#include "bridge/plain_value.h"
#include "codec.h"
#include "meta.h"

namespace wirebed {

// The state of reading structs from bytes. Every claimed size is checked against the bytes that are left.
class CerealReading {
 public:
  // A stream over bytes, which can be set to other bytes.
  class Source {
   public:
    Source() : stream_(&bytes_) {}

   private:
    friend CerealReading;
    struct Bytes : std::streambuf {
      std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
      void start(std::string_view wire);
    };
    Bytes bytes_;
    std::istream stream_;
  };

  CerealReading(Source& source, std::string_view wire);

  template <class Number>
  void number(Number& value) {
    archive_(value);
  }
  bool flag();
  // Reads the number of elements, each of which has at least `bytes` bytes.
  std::size_t count(std::size_t bytes);
  void text(std::string& value);
  template <class Number>
  void numbers(std::vector<Number>& values) {
    values.resize(count(sizeof(Number)));
    archive_(cereal::binary_data(values.data(), values.size() * sizeof(Number)));
  }
  void decimal(Decimal& value);

  // The number of a pointer: of null, of an object that was read before, or of the object that follows.
  struct Pointer {
    std::uint32_t id;
    bool follows;
  };
  Pointer pointer();
  // The address of an object's message name identifies its class, which cereal itself does not check.
  void remember(Pointer pointer, const std::string_view* message, const Object& object);
  const Object& known(Pointer pointer, const std::string_view* message) const;

  void begin();
  void end() { --depth_; }
  void at_end() const;

 private:
  struct Known {
    const std::string_view* message;
    Object object;
  };

  Source::Bytes& bytes_;
  cereal::PortableBinaryInputArchive archive_;
  std::unordered_map<std::uint32_t, Known> known_;
  int depth_ = 0;
};

struct Cereal {
  using Output = cereal::PortableBinaryOutputArchive;

  static About about();

  // An archive serves for one value only: it numbers the objects that it has seen.
  struct Reused {
    std::ostringstream out;
    CerealReading::Source in;
  };
  static constexpr Kept kept{.encoding = "the stream", .decoding = "the stream"};

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::string_view encode(const T& object, const Options& options, Reused& reused);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options, Reused& reused);

    static void save(Output& archive, const T& object);
    static void load(CerealReading& from, std::shared_ptr<T>& object);

   private:
    static void save(std::ostream& stream, const T& root);
    static std::shared_ptr<T> load(CerealReading::Source& source, std::string_view wire);
    template <class... Fs>
    static void save_fields(meta::List<Fs...>, [[maybe_unused]] Output& archive,
                            [[maybe_unused]] const T& object) {
      (archive(Fs::get(object)), ...);
    }
    template <class... Fs>
    static void load_fields(meta::List<Fs...>, [[maybe_unused]] CerealReading& from,
                            [[maybe_unused]] T& object) {
      (load_field<Fs>(from, Fs::get(object)), ...);
    }
    template <class F>
    static void load_field(CerealReading& from, typename F::Member& member);
    template <class V, class Held>
    static void load_value(CerealReading& from, Held& value);
  };
};

template <class T>
concept PlainStruct = requires {
  meta::Class<T>::message;
};

}  // namespace wirebed

// cereal finds the functions for types that it does not know in this namespace.
namespace cereal {

template <wirebed::PlainStruct T>
void save(PortableBinaryOutputArchive& archive, const T& object) {
  wirebed::Cereal::Of<T>::save(archive, object);
}

inline void save(PortableBinaryOutputArchive& archive, const wirebed::Decimal& decimal) {
  archive(decimal.text);
}

}  // namespace cereal

namespace wirebed {

template <class T>
std::string Cereal::Of<T>::encode(const T& object, const Options&) {
  std::ostringstream stream;
  save(stream, object);
  return std::move(stream).str();
}

template <class T>
std::string_view Cereal::Of<T>::encode(const T& object, const Options&, Reused& reused) {
  reused.out.seekp(0);
  save(reused.out, object);
  return reused.out.view().substr(0, static_cast<std::size_t>(reused.out.tellp()));
}

template <class T>
void Cereal::Of<T>::save(std::ostream& stream, const T& root) {
  Output archive(stream);
  // The root is written as a pointer, so that references to it are references. This pointer does not own it.
  archive(std::shared_ptr<const T>(std::shared_ptr<void>(), &root));
}

template <class T>
std::shared_ptr<T> Cereal::Of<T>::decode(std::string_view wire, const Options&) {
  CerealReading::Source source;
  return load(source, wire);
}

template <class T>
std::shared_ptr<T> Cereal::Of<T>::decode(std::string_view wire, const Options&, Reused& reused) {
  return load(reused.in, wire);
}

template <class T>
std::shared_ptr<T> Cereal::Of<T>::load(CerealReading::Source& source, std::string_view wire) {
  std::shared_ptr<T> root;
  std::vector<Object> parts;  // what was read before a refusal may be a cycle
  try {
    CerealReading from(source, wire);
    load(from, root);
    from.at_end();
    if (root == nullptr) throw Refusal(FailureStage::kParse, "null where an object is expected");
    return root;
  } catch (...) {
    if (root != nullptr) PlainView<T>::unlink(*root, parts);
    throw;
  }
}

template <class T>
void Cereal::Of<T>::save(Output& archive, const T& object) {
  save_fields(typename meta::Class<T>::Fields{}, archive, object);
}

template <class T>
void Cereal::Of<T>::load(CerealReading& from, std::shared_ptr<T>& object) {
  const CerealReading::Pointer pointer = from.pointer();
  if (!pointer.follows) {
    if (pointer.id != 0) object = std::static_pointer_cast<T>(from.known(pointer, &meta::Class<T>::message));
    return;
  }
  object = std::make_shared<T>();
  from.remember(pointer, &meta::Class<T>::message, object);
  from.begin();
  load_fields(typename meta::Class<T>::Fields{}, from, *object);
  from.end();
}

template <class T>
template <class F>
void Cereal::Of<T>::load_field(CerealReading& from, typename F::Member& member) {
  using V = typename F::Element;
  using meta::Container;
  if constexpr (F::container == Container::kSingle) {
    if constexpr (plain_value::in_optional<F>()) {
      if (from.flag()) return;
    }
    load_value<V>(from, plain_value::hold<F>(member));
  } else if constexpr (F::container == Container::kMap) {
    for (std::size_t left = from.count(1); left > 0; --left) {
      typename F::Member::key_type key{};
      load_value<typename F::Key>(from, key);
      const auto [entry, added] = member.try_emplace(std::move(key));
      if (!added) throw Refusal(FailureStage::kParse, "a key stands twice in a map");
      load_value<V>(from, entry->second);
    }
  } else {
    using Held = typename F::Member::value_type;
    constexpr bool in_one = F::container != Container::kSet && std::is_arithmetic_v<Held>;
    if constexpr (in_one && !std::is_same_v<Held, bool>) {
      from.numbers(member);
    } else {
      for (std::size_t left = from.count(1); left > 0; --left) {
        if constexpr (V::kind == meta::Kind::kMessage) {
          load_value<V>(from, member.emplace_back());
        } else {
          Held value{};
          load_value<V>(from, value);
          member.insert(member.end(), std::move(value));
        }
      }
    }
  }
}

template <class T>
template <class V, class Held>
void Cereal::Of<T>::load_value(CerealReading& from, Held& value) {
  using meta::Kind;
  if constexpr (V::kind == Kind::kMessage) {
    Of<typename Held::element_type>::load(from, value);
  } else if constexpr (V::kind == Kind::kBool) {
    value = from.flag();
  } else if constexpr (V::kind == Kind::kString) {
    from.text(value);
  } else if constexpr (V::kind == Kind::kBytes) {
    from.numbers(value);
  } else if constexpr (V::kind == Kind::kDecimal) {
    from.decimal(value);
  } else if constexpr (V::kind == Kind::kEnum) {
    std::int32_t number = 0;
    from.number(number);
    value = static_cast<Held>(number);
  } else if constexpr (V::kind == Kind::kDate) {
    if (from.flag()) return;
    std::int64_t milliseconds = 0;
    from.number(milliseconds);
    value = Date(std::chrono::milliseconds(milliseconds));
  } else if constexpr (V::kind == Kind::kWrapper) {
    if (from.flag()) return;
    load_value<meta::Value<V::wrapped>>(from, value.emplace());
  } else {
    from.number(value);
  }
}

}  // namespace wirebed
