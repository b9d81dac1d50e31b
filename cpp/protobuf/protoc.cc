// protoc with the generator for C++ alone.
#include <google/protobuf/compiler/command_line_interface.h>
#include <google/protobuf/compiler/cpp/generator.h>

int main(int count, char** words) {
  google::protobuf::compiler::CommandLineInterface protoc;
  google::protobuf::compiler::cpp::CppGenerator generator;
  protoc.RegisterGenerator("--cpp_out", "--cpp_opt", &generator, "Generate C++ header and source.");
  return protoc.Run(count, words);
}
