// One document of pugixml while structs are written into it or read out of it, and the references between its
// elements: `reference="../Price[2]"` is the way from an element to the one that stands for the object.
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

// A name, and which of the elements of this name it is, from 1.
struct Step {
  std::string_view tag;
  std::size_t index;
  bool operator==(const Step&) const = default;
};
using Path = std::vector<Step>;

class Writing {
 public:
  Writing(std::string_view root, const void* object);
  // Null for an object that was written before: then the element refers to that.
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
  // Parses; refuses what is not one element, and a DOCTYPE.
  Reading(std::string_view wire, std::string_view tag);
  pugi::xml_node root() const { return root_; }

  // What has been made of an element; `kind` says what it is, by its address.
  void keep(pugi::xml_node element, const void* kind, const void* what, Object object = nullptr);
  struct Made {
    const void* kind;
    const void* what;
    Object object;
  };
  // What an element refers to, null when it does not. The only attribute that there may be is `reference`.
  const Made* referred(pugi::xml_node element, const void* kind);
  // Copies that references make, in bytes, must not be far larger than the document.
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

// The text of an element that has nothing but text.
std::string text_of(pugi::xml_node element);
// Throws for text that is not white space between elements; true for an element.
bool is_element(pugi::xml_node node);

}  // namespace wirebed::xstream_tree
