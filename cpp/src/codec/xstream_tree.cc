// The parts of XStream's documents that do not depend on the struct.
#include "codec/xstream_tree.h"

#include <charconv>

#include "bridge/view.h"
#include "codec/pugi.h"

namespace wirebed::xstream_tree {

using pugi_codec::refuse;

namespace {

std::string relative(const Path& here, const Path& there) {
  std::size_t common = 0;
  while (common < here.size() && common < there.size() && here[common] == there[common]) ++common;
  std::string path;
  for (std::size_t i = common; i < here.size(); ++i) path += path.empty() ? ".." : "/..";
  for (std::size_t i = common; i < there.size(); ++i) {
    if (!path.empty()) path += '/';
    path += there[i].tag;
    if (there[i].index > 1) path += "[" + std::to_string(there[i].index) + "]";
  }
  return path;
}

// Readers in other languages share a list where C++ copies it. So some copies are always allowed.
constexpr std::size_t kFreeCopies = 16 << 20;

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

}  // namespace

Writing::Writing(std::string_view root, const void* object) : path_{{root, 1}} {
  document_.append_child(std::string(root).c_str());
  seen_.emplace(object, path_);
}

pugi::xml_node Writing::begin(pugi::xml_node parent, const Step& step) {
  path_.push_back(step);
  return parent.append_child(std::string(step.tag).c_str());
}

pugi::xml_node Writing::begin(pugi::xml_node parent, const Step& step, const void* object, bool shared) {
  pugi::xml_node element = begin(parent, step);
  if (!shared) return element;
  const auto [at, first] = seen_.emplace(object, path_);
  if (first) return element;
  element.append_attribute("reference").set_value(relative(path_, at->second).c_str());
  return {};
}

void Writing::save(std::string& wire) const {
  pugi_codec::save(document_, "  ", pugi::format_indent | pugi::format_no_declaration, wire);
}

void set_text(pugi::xml_node element, const std::string& text) {
  element.append_child(pugi::node_pcdata).set_value(text.c_str());
}

Reading::Reading(std::string_view wire, std::string_view tag)
    : needed_(wire.find("reference") != std::string_view::npos), budget_(kFreeCopies + 4 * wire.size()) {
  constexpr unsigned kFlags =
      pugi::parse_default | pugi::parse_doctype | pugi::parse_fragment | pugi::parse_ws_pcdata_single;
  pugi_codec::load(wire, kFlags, document_);
  for (const pugi::xml_node node : document_) {
    if (node.type() == pugi::node_doctype) refuse("a DOCTYPE");
    if (!is_element(node)) continue;
    if (root_) refuse("a second element after the root");
    root_ = node;
  }
  if (!root_) refuse("no element");
  if (root_.name() != tag)
    refuse("<" + std::string(root_.name()) + "> where <" + std::string(tag) + "> should be");
}

void Reading::keep(pugi::xml_node element, const void* kind, const void* what, Object object) {
  if (needed_) made_[element.internal_object()] = {kind, what, std::move(object)};
}

const Reading::Made* Reading::referred(pugi::xml_node element, const void* kind) {
  const pugi::xml_attribute reference = element.first_attribute();
  if (!reference) return nullptr;
  if (std::string_view(reference.name()) != "reference" || reference.next_attribute() ||
      element.first_child())
    refuse("attributes of <" + std::string(element.name()) + ">");
  const auto at = made_.find(walk(element, reference.value()).internal_object());
  if (at == made_.end() || kind == nullptr || at->second.kind != kind)
    refuse("a reference to nothing of this type: " + std::string(reference.value()).substr(0, 80));
  return &at->second;
}

pugi::xml_node Reading::walk(pugi::xml_node element, std::string_view reference) {
  while (element) {
    const std::size_t slash = reference.find('/');
    std::string_view step = reference.substr(0, slash);
    if (step == "..") {
      element = element.parent();
    } else {
      std::size_t index = 1;
      if (step.ends_with(']')) {
        const std::size_t bracket = step.find('[');
        if (bracket == std::string_view::npos) return {};
        const auto [end, error] =
            std::from_chars(step.data() + bracket + 1, step.data() + step.size() - 1, index);
        if (error != std::errc() || end != step.data() + step.size() - 1) return {};
        step = step.substr(0, bracket);
      }
      const std::vector<pugi::xml_node>& found = named(element, step);
      element = index > 0 && index <= found.size() ? found[index - 1] : pugi::xml_node();
    }
    if (slash == std::string_view::npos) return element;
    reference.remove_prefix(slash + 1);
  }
  return {};
}

// The children of an element are sorted by name once.
const std::vector<pugi::xml_node>& Reading::named(pugi::xml_node parent, std::string_view tag) {
  static const std::vector<pugi::xml_node> kNone;
  const auto [at, fresh] = named_.try_emplace(parent.internal_object());
  if (fresh) {
    for (const pugi::xml_node child : parent) at->second[child.name()].push_back(child);
  }
  const auto found = at->second.find(tag);
  return found == at->second.end() ? kNone : found->second;
}

void Reading::spend(std::size_t bytes) {
  if (bytes > budget_) refuse("references that make far more of the document than it is");
  budget_ -= bytes;
}

void Reading::enter() {
  if (++depth_ > view::kMaxDepth) refuse("the elements are nested too deep");
}

std::string text_of(pugi::xml_node element) {
  std::string text;
  for (const pugi::xml_node node : element) {
    if (node.type() != pugi::node_pcdata && node.type() != pugi::node_cdata)
      refuse("elements in <" + std::string(element.name()) + ">, where text should be");
    text += node.value();
  }
  return text;
}

bool is_element(pugi::xml_node node) {
  if (node.type() == pugi::node_element) return true;
  if (!is_blank(node.value())) refuse("text between elements: " + std::string(node.value()).substr(0, 80));
  return false;
}

}  // namespace wirebed::xstream_tree
