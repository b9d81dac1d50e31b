// View <-> protobuf message, by reflection. A plan holds what the descriptor says of a message.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bridge/view.h"

namespace wirebed {

class MessagePlan {
 public:
  // The plan of a message of this program (message_types.h); throws UnsupportedError for an unknown name.
  static const MessagePlan& of(const std::string& message);

  std::unique_ptr<google::protobuf::Message> create() const;
  // `defaults`: the view includes the values that absent fields read as.
  void write(const google::protobuf::Message& message, view::Writer& to, bool defaults = false) const;
  // Fails with kBuild if a message cannot hold the view: a cycle, an unknown number of a closed enum.
  void read(std::string_view view, google::protobuf::Message& message) const;
  void edit(google::protobuf::Message& message, std::string_view set,
            const std::vector<std::uint32_t>& clear) const;

 private:
  struct FieldPlan {
    const google::protobuf::FieldDescriptor* field;
    std::uint32_t number;
    google::protobuf::FieldDescriptor::CppType type;
    bool map;
    bool repeated;  // a map is not
    bool set;       // hinted as SET
    bool presence;
    bool shows_default;          // absent, it reads as a scalar or enum that the bytes do not say
    const MessagePlan* message;  // of the field's own type, for maps of the entry
  };
  struct Building {
    view::Reader from;
    struct Seen {
      std::uint32_t offset;
      google::protobuf::Message* message;
      bool open;  // the end is not read yet, so a reference to it is a cycle
    };
    std::vector<Seen> seen;
    int depth = 0;
    bool replace = false;
  };

  static const MessagePlan& of(const google::protobuf::Descriptor* descriptor);
  explicit MessagePlan(const google::protobuf::Descriptor* descriptor);
  void resolve();
  static FieldPlan plan(const google::protobuf::FieldDescriptor* field);
  static FieldPlan with_message(FieldPlan plan);

  // The state of writing a view: its depth, and whether it includes the values of absent fields.
  struct Place {
    int depth;
    bool defaults;
  };

  void write(const google::protobuf::Message& message, view::Writer& to, Place place) const;
  void write_field(const google::protobuf::Message& message, const FieldPlan& plan, view::Writer& to,
                   Place place) const;
  void write_map(const google::protobuf::Message& message, const FieldPlan& plan, view::Writer& to,
                 Place place) const;
  void write_element(const google::protobuf::Message& message, const FieldPlan& plan, int index,
                     view::Writer& to, Place place) const;
  void write_value(const google::protobuf::Message& message, const FieldPlan& plan, view::Writer& to,
                   Place place) const;

  void read_all(Building from, google::protobuf::Message& message) const;
  void read(Building& from, google::protobuf::Message& message) const;
  void read_fields(Building& from, google::protobuf::Message& message) const;
  const google::protobuf::FieldDescriptor* extension(std::uint32_t number) const;
  FieldPlan find(std::uint32_t number, std::size_t& cursor, const view::Reader& from) const;
  void read_field(Building& from, google::protobuf::Message& message, const FieldPlan& plan) const;
  void read_value(Building& from, google::protobuf::Message& message, const FieldPlan& plan) const;

  const google::protobuf::Descriptor* descriptor_;
  const google::protobuf::Reflection* reflection_;
  const google::protobuf::Message* prototype_;
  std::vector<FieldPlan> fields_;  // in order of declaration
};

}  // namespace wirebed
