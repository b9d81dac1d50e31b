// The tree of values: built by a reader, and walked for a writer.
#include "hessian2/value.h"

#include <unordered_map>

namespace hessian2 {

Type Document::Type(std::string_view name) {
  if (name.empty()) return {};
  const auto known = types_.find(name);
  return hessian2::Type(known != types_.end() ? *known : *types_.emplace(name).first);
}

const Class* Document::NewClass(std::string name, std::vector<std::string> fields) {
  const auto [place, fresh] = classes_.try_emplace({std::move(name), std::move(fields)});
  if (fresh) place->second = {place->first.first, place->first.second};
  return &place->second;
}

namespace {

class Builder {
 public:
  Builder(Reader& reader, Document& document)
      : reader_(reader), document_(document), before_(document.size()) {}

  Value Read() {
    switch (reader_.Peek()) {
      case Reader::Kind::kNull:
        return reader_.ReadNull(), Null{};
      case Reader::Kind::kBool:
        return reader_.ReadBool();
      case Reader::Kind::kInt:
        return reader_.ReadInt();
      case Reader::Kind::kLong:
        return reader_.ReadLong();
      case Reader::Kind::kDouble:
        return reader_.ReadDouble();
      case Reader::Kind::kDate:
        return Date{reader_.ReadDate()};
      case Reader::Kind::kString:
        return Text();
      case Reader::Kind::kBinary:
        return Bytes();
      case Reader::Kind::kList:
        return ReadList();
      case Reader::Kind::kMap:
        return ReadMap();
      case Reader::Kind::kObject:
        return ReadObject();
      default:
        return document_.at(before_ + reader_.ReadRef());
    }
  }

 private:
  Value Text() {
    std::string text;
    reader_.ReadString(text);
    return text;
  }

  Value Bytes() {
    Binary bytes;
    reader_.ReadBinary(bytes);
    return bytes;
  }

  Value ReadList() {
    const Reader::ListHead head = reader_.ReadList();
    List* list = document_.NewList();
    list->type = TypeOf(head.type);
    if (head.count < 0) {
      while (!reader_.AtEnd()) list->values.emplace_back(Read());
    }
    for (std::int32_t i = 0; i < head.count; ++i) list->values.emplace_back(Read());
    reader_.Leave();
    return list;
  }

  Value ReadMap() {
    Map* map = document_.NewMap();
    map->type = TypeOf(reader_.ReadMap());
    while (!reader_.AtEnd()) {
      Value key = Read();
      map->entries.emplace_back(std::move(key), Read());
    }
    reader_.Leave();
    return map;
  }

  Value ReadObject() {
    const std::uint32_t index = reader_.ReadObject();
    Object* object = document_.NewObject(ClassOf(index));
    for (std::size_t i = 0; i < object->type->fields.size(); ++i) object->values.emplace_back(Read());
    reader_.Leave();
    return object;
  }

  // The reader returns the same text for all types that have the same number, so it is not compared again.
  Type TypeOf(std::string_view type) {
    if (type.empty()) return {};
    const auto [at, fresh] = types_.try_emplace(type.data());
    if (fresh) at->second = document_.Type(type);
    return at->second;
  }

  const Class* ClassOf(std::uint32_t index) {
    if (index >= classes_.size()) classes_.resize(index + 1);
    if (classes_[index] == nullptr) {
      const Reader::Class& known = reader_.class_at(index);
      classes_[index] =
          document_.NewClass(std::string(known.name), {known.fields().begin(), known.fields().end()});
    }
    return classes_[index];
  }

  Reader& reader_;
  Document& document_;
  // The number of values before this one: a ref counts from here.
  const std::size_t before_;
  std::vector<const Class*> classes_;
  std::unordered_map<const char*, Type> types_;
};

class Printer {
 public:
  Printer(Writer& writer, Limits limits) : writer_(writer), limits_(limits) {}

  void operator()(Null) { writer_.Null(); }
  void operator()(bool value) { writer_.Bool(value); }
  void operator()(std::int32_t value) { writer_.Int(value); }
  void operator()(std::int64_t value) { writer_.Long(value); }
  void operator()(double value) { writer_.Double(value); }
  void operator()(Date value) { writer_.Date(value.milliseconds); }
  void operator()(const std::string& value) { writer_.String(value); }
  void operator()(const Binary& value) { writer_.Binary(value); }

  void operator()(const List* list) {
    if (writer_.Ref(list)) return;
    writer_.List(list->values.size(), list->type);
    Enter();
    for (const Value& value : list->values) std::visit(*this, value);
    --depth_;
  }

  void operator()(const Map* map) {
    if (writer_.Ref(map)) return;
    writer_.Map(map->type);
    Enter();
    for (const auto& [key, value] : map->entries) {
      std::visit(*this, key);
      std::visit(*this, value);
    }
    writer_.EndMap();
    --depth_;
  }

  void operator()(const Object* object) {
    if (writer_.Ref(object)) return;
    const Class& type = *object->type;
    if (object->values.size() != type.fields.size()) Refuse("an object without a value for each field");
    writer_.Object(&type, type.name, type.fields);
    Enter();
    for (const Value& value : object->values) std::visit(*this, value);
    --depth_;
  }

 private:
  void Enter() {
    if (++depth_ > limits_.depth) Refuse("deeper than " + std::to_string(limits_.depth) + " levels");
  }

  [[noreturn]] void Refuse(const std::string& reason) {
    throw Error(Error::Kind::kUnwritable, writer_.bytes().size(), reason);
  }

  Writer& writer_;
  Limits limits_;
  std::uint32_t depth_ = 0;
};

}  // namespace

void ReadValue(Reader& reader, Document& document) { document.root = Builder(reader, document).Read(); }

Document ReadDocument(std::span<const std::uint8_t> input, Limits limits) {
  limits.rewind = false;
  Reader reader(input, limits);
  Document document;
  ReadValue(reader, document);
  reader.Finish();
  return document;
}

void WriteValue(Writer& writer, const Value& value, Limits limits) {
  std::visit(Printer(writer, limits), value);
}

}  // namespace hessian2
