// Writes and reads the elements of a document: one for each field, element of a collection and entry of a
// map.
#include "codec/xml_jaxb.h"

#include <unordered_set>

#include "bridge/plain_value.h"
#include "codec/xml_jaxb_text.h"
#include "codec/xsd_text.h"
#include "map_entries.h"
#include "values.h"

namespace wirebed {

namespace {

using meta::Class;
using meta::Container;
using meta::Field;
using meta::Held;
using meta::Kind;
using meta::Type;
using pugi_codec::refuse;
using Node = pugi::xml_node;
// The structs that are being written, of the types that can contain themselves.
using Open = std::unordered_set<const void*>;

// A document's element is called like its message, without the package.
std::string root_tag(std::string_view message) { return std::string(message.substr(message.rfind('.') + 1)); }

void write(const Class& type, const void* object, Node element, Open& open);

void write_object(const Class& type, const Object& object, const char* tag, Node parent, Open& open) {
  const bool shared = object.use_count() > 1;
  if (shared && !open.insert(object.get()).second)
    throw Refusal(FailureStage::kWrite, "an object stands inside itself");
  write(type, object.get(), parent.append_child(tag), open);
  if (shared) open.erase(object.get());
}

// A null value has no element.
template <class V>
void write_value(const Type& type, const Held<V>& value, const char* tag, Node parent, Open& open) {
  if constexpr (meta::kEmptyByItself<V>) {
    if (!value) return;
  }
  if constexpr (V::kind == Kind::kMessage) {
    write_object(*type.message, value, tag, parent, open);
  } else {
    if constexpr (V::kind == Kind::kDecimal) {
      if (value.text.empty()) return;
    }
    const std::string text = xml_jaxb_text::from_value<V>(type, value);
    parent.append_child(tag).append_child(pugi::node_pcdata).set_value(text.c_str());
  }
}

void write_map(const Field& field, const void* place, Node all, Open& open) {
  meta::MapEntries(field, place).each([&](const void* key, const void* value) {
    const Node entry = Node(all).append_child("entry");
    meta::visit_key(field.key, [&]<class K>(K) {
      write_value<K>(field.type, *static_cast<const Held<K>*>(key), "key", entry, open);
    });
    meta::visit(field.type, [&]<class V>(V) {
      write_value<V>(field.type, *static_cast<const Held<V>*>(value), "value", entry, open);
    });
  });
}

template <class V>
void write_field(const Field& field, const void* place, Node parent, Open& open) {
  const char* tag = field.xml.data();
  const auto write_all = [&](const auto& values) {
    for (const Held<V>& value : values) write_value<V>(field.type, value, tag, parent, open);
  };
  if (field.container == Container::kSingle) {
    const Held<V>* value = plain_value::find<V>(field, place);
    if (value != nullptr) write_value<V>(field.type, *value, tag, parent, open);
  } else if (field.container != Container::kSet) {
    write_all(*static_cast<const std::vector<Held<V>>*>(place));
  } else if constexpr (meta::kInSets<V>) {
    write_all(*static_cast<const std::set<Held<V>>*>(place));
  }
}

void write(const Class& type, const void* object, Node element, Open& open) {
  for (const Field& field : type.fields) {
    const void* place = meta::at(object, field);
    if (field.container == Container::kMap) {
      write_map(field, place, element.append_child(field.xml.data()), open);
    } else {
      meta::visit(field.type, [&]<class V>(V) { write_field<V>(field, place, element, open); });
    }
  }
}

// White space counts as text. Nodes beside the root are kept by the parser, to be refused.
constexpr unsigned kFlags =
    pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment | pugi::parse_ws_pcdata;

// Refuses what may not stand beside the root.
Node only_root(const pugi::xml_document& document) {
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
  return root;
}

std::string text_of(Node element) {
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

Node child_of(Node entry, const char* tag) {
  const Node child = entry.child(tag);
  if (!child) refuse("an entry without its " + std::string(tag));
  return child;
}

void read(const Class& type, Node element, void* object, int depth);

template <class V>
void read_value(const Type& type, Node element, Held<V>& value, int depth) {
  if constexpr (V::kind == Kind::kMessage) {
    read(*type.message, element, type.message->make_in(value), depth + 1);
  } else {
    xml_jaxb_text::to_value<V>(type, text_of(element), value);
  }
}

void read_map(const Field& field, Node element, void* place, int depth) {
  const meta::MapEntries entries(field, place);
  entries.clear();
  for (const Node entry : element.children("entry")) {
    meta::visit_key(field.key, [&]<class K>(K) {
      Held<K> key{};
      read_value<K>(field.type, child_of(entry, "key"), key, depth);
      meta::visit(field.type, [&]<class V>(V) {
        const Node child = child_of(entry, "value");
        read_value<V>(field.type, child, *static_cast<Held<V>*>(entries.add(key).value), depth);
      });
    });
  }
}

// If a single field has several elements, the last one counts.
template <class V>
void read_field(const Field& field, Node element, void* place, int depth) {
  const auto read_one = [&](auto& values) {
    Held<V> value{};
    read_value<V>(field.type, element, value, depth);
    values.insert(values.end(), std::move(value));
  };
  if (field.container == Container::kSingle) {
    read_value<V>(field.type, element, meta::hold<V>(field, place), depth);
  } else if (field.container != Container::kSet) {
    read_one(*static_cast<std::vector<Held<V>>*>(place));
  } else if constexpr (meta::kInSets<V>) {
    read_one(*static_cast<std::set<Held<V>>*>(place));
  }
}

void read(const Class& type, Node element, void* object, int depth) {
  if (depth > view::kMaxDepth) refuse("the elements are nested too deep");
  for (const Node child : element) {
    if (child.type() != pugi::node_element) continue;
    const std::string_view name = child.name();
    for (const Field& field : type.fields) {
      if (field.xml != name) continue;
      void* place = meta::at(object, field);
      if (field.container == Container::kMap) {
        read_map(field, child, place, depth);
      } else {
        meta::visit(field.type, [&]<class V>(V) { read_field<V>(field, child, place, depth); });
      }
      break;
    }
  }
}

// The name of the root must be that of the message.
void read_root(const Class& type, Node root, void* object) {
  const std::string tag = root_tag(type.message);
  if (tag != root.name()) refuse("<" + std::string(root.name()) + "> where <" + tag + "> should be");
  read(type, root, object, 0);
}

}  // namespace

About XmlJaxb::about() {
  return {.format = "xml-jaxb",
          .library = "pugixml",
          .version = pugi_codec::version(),
          .library_packages = {pugi_codec::kNamespace},
          .function = pugi_codec::function(),
          .typed_errors = pugi_codec::typed_errors(),
          .settings = {
              pugi_codec::walk(),
              StatedSetting::option(
                  "load_buffer", "parse_ws_pcdata",
                  "White space is a text like any other. By itself pugixml drops a text of nothing else."),
              pugi_codec::kept_to_refuse(),
              StatedSetting::option("save", "format_raw",
                                    "The documents of JAXB have no white space between elements."),
              pugi_codec::depth_guard(),
          }};
}

std::string_view XmlJaxb::encode(const Class& type, const void* object, const Options&, Reused& reused) {
  pugi::xml_document document;
  Open open{object};
  write(type, object, document.append_child(root_tag(type.message).c_str()), open);
  pugi_codec::save(document, "", pugi::format_raw, reused);
  return reused;
}

void XmlJaxb::decode(const Class& type, std::string_view wire, const Options&, void* object) {
  pugi::xml_document document;
  pugi_codec::load(wire, kFlags, document);
  read_root(type, only_root(document), object);
}

About XmlJaxbDefault::about() {
  About about = XmlJaxb::about();
  about.library = "pugixml-default";
  about.encodes = false;
  about.settings = {pugi_codec::walk(), pugi_codec::depth_guard()};
  return about;
}

void XmlJaxbDefault::decode(const Class& type, std::string_view wire, const Options&, void* object) {
  pugi::xml_document document;
  pugi_codec::load(wire, pugi::parse_default, document);
  read_root(type, document.document_element(), object);
}

}  // namespace wirebed
