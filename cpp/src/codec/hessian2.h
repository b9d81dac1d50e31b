// Hessian 2 by our own library (cpp/hessian2): plain structs as Caucho writes and reads the Java beans of the
// same message, and values without a schema.
//
// Writing is in hessian2_write.h, reading in hessian2_read.h, and Java's names in hessian2_names.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bridge/plain.h"
#include "bridge/view.h"
#include "codec.h"
#include "codec/hessian2_names.h"
#include "codec/hessian2_state.h"
#include "meta.h"

namespace wirebed {

struct Hessian2 {
  using Writing = hessian2_codec::Writing;
  using Reading = hessian2_codec::Reading;

  static About about();

  struct Reused {
    Writing writing;
    Reading reading;
  };
  static constexpr Kept kept{.encoding = "the writer, with its buffer and tables",
                             .decoding = "the reader, with its tables"};
  // What the functions without an argument `reused` reuse: one for each thread.
  static Reused& reused();

  template <class T>
  struct Of {
    static std::string encode(const T& object, const Options& options);
    static std::string_view encode(const T& object, const Options& options, Reused& reused);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options);
    static std::shared_ptr<T> decode(std::string_view wire, const Options& options, Reused& reused);

    // Writes a null, an object, or a ref to one that was written before.
    static void write(const std::shared_ptr<T>& object, Writing& writing);
    // Reads the same into a place that holds null.
    static void read(Reading& reading, hessian2_codec::Place<T> place);

   private:
    static void write_fields(const T& object, Writing& writing);
    static void read_fields(T& object, std::uint32_t index, Reading& reading);
    template <class F>
    static void read_member(void* object, Reading& reading);
    template <class... Fs>
    static void plan(meta::List<Fs...>, hessian2_codec::Plan& plan, std::uint32_t index, Reading& reading);
  };

  static std::string encode_bare(view::Reader& from, const Options& options);
  static void decode_bare(std::string_view wire, const Options& options, view::Writer& to);
};

}  // namespace wirebed

#include "codec/hessian2_read.h"
#include "codec/hessian2_write.h"
