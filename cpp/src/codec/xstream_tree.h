// The state of writing structs to a document of pugixml, and of reading them, with the references between its
// elements: `reference="../Price[2]"` is the path from an element to the element of the same object.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codec.h"
#include "endpoint.h"

namespace wirebed::xstream_tree {

// An element's name and its position among the elements of this name, from 1.
struct Step {
  std::string_view tag;
  std::size_t index;
  bool operator==(const Step&) const = default;
};
using Path = std::vector<Step>;

class Writing {
 public:
  Writing(std::string_view root, const void* object);
  // Returns null for an object that was written before. Its element then has a reference.
  pugi::xml_node begin(pugi::xml_node parent, const Step& step, const void* object, bool shared);
  pugi::xml_node begin(pugi::xml_node parent, const Step& step);
  void end() { path_.pop_back(); }
  pugi::xml_node root() { return document_.first_child(); }
  void save(std::string& wire) const;

 private:
  pugi::xml_document document_;
  Path path_;
  std::unordered_map<const void*, Path> seen_;
};

void set_text(pugi::xml_node element, const std::string& text);

class Reading {
 public:
  // Parses a document. Refuses one without exactly one root, or with a DOCTYPE.
  Reading(std::string_view wire, std::string_view tag);
  pugi::xml_node root() const { return root_; }

  // The object that was read from an element. The address of `kind` identifies its type.
  void keep(pugi::xml_node element, const void* kind, const void* what, Object object = nullptr);
  struct Made {
    const void* kind;
    const void* what;
    Object object;
  };
  // The object that an element refers to, or null. `reference` is the only attribute that is accepted.
  const Made* referred(pugi::xml_node element, const void* kind);
  // Counts the bytes of copies that references make: these must not be far larger than the document.
  void spend(std::size_t bytes);

  void enter();
  void leave() { --depth_; }

 private:
  pugi::xml_node walk(pugi::xml_node element, std::string_view reference);
  const std::vector<pugi::xml_node>& named(pugi::xml_node parent, std::string_view tag);

  using Named = std::unordered_map<std::string_view, std::vector<pugi::xml_node>>;
  pugi::xml_document document_;
  pugi::xml_node root_;
  bool needed_;
  std::size_t budget_;
  int depth_ = 0;
  std::unordered_map<const void*, Made> made_;
  std::unordered_map<const void*, Named> named_;
};

// The text of an element, which may hold nothing else.
std::string text_of(pugi::xml_node element);
// Whether a node is an element. Throws for text between elements other than white space.
bool is_element(pugi::xml_node node);

}  // namespace wirebed::xstream_tree
