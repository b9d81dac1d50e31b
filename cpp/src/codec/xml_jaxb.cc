// The parts of xml-jaxb that are not templates.
#include "codec/xml_jaxb.h"

#include "bridge/view.h"

namespace wirebed {

using pugi_codec::refuse;

About XmlJaxb::about() {
  return {.format = "xml-jaxb", .library = "pugixml", .version = pugi_codec::version()};
}

XmlJaxb::Node XmlJaxb::load(std::string_view wire, std::string_view message, pugi::xml_document& document) {
  // White space counts as text. Nodes beside the root are kept by the parser, to be refused here.
  constexpr unsigned kFlags =
      pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment | pugi::parse_ws_pcdata;
  const pugi::xml_parse_result result = document.load_buffer(wire.data(), wire.size(), kFlags);
  if (!result) refuse(std::string(result.description()) + " at byte " + std::to_string(result.offset));
  Node root;
  for (const Node node : document) {
    if (node.type() == pugi::node_doctype) refuse("a document type is refused");
    if (node.type() == pugi::node_element) {
      if (root) refuse("a second element beside the root");
      root = node;
    } else if (!xsd_text::trimmed(node.value()).empty()) {
      refuse("text beside the root");
    }
  }
  if (root_tag(message) != root.name())
    refuse("<" + std::string(root.name()) + "> where <" + root_tag(message) + "> should be");
  return root;
}

// A document's element is called like its message, without the package.
std::string XmlJaxb::root_tag(std::string_view message) {
  return std::string(message.substr(message.rfind('.') + 1));
}

void XmlJaxb::enter(const void* object, Open& open) {
  if (!open.insert(object).second) throw Refusal(FailureStage::kWrite, "an object stands inside itself");
}

void XmlJaxb::append(Node parent, const char* tag, const std::string& text) {
  parent.append_child(tag).append_child(pugi::node_pcdata).set_value(text.c_str());
}

std::string XmlJaxb::text_of(Node element) {
  const Node first = element.first_child();
  if (first.type() != pugi::node_element && !first.next_sibling()) return first.value();
  std::string text;
  for (const Node node : element) {
    if (node.type() == pugi::node_element)
      refuse("elements in <" + std::string(element.name()) + ">, where text should be");
    text += node.value();
  }
  return text;
}

XmlJaxb::Node XmlJaxb::child_of(Node entry, const char* tag) {
  const Node child = entry.child(tag);
  if (!child) refuse("an entry without its " + std::string(tag));
  return child;
}

void XmlJaxb::check_depth(int depth) {
  if (depth > view::kMaxDepth) refuse("the elements are nested too deep");
}

}  // namespace wirebed
