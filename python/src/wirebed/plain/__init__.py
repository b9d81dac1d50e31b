"""protoc-gen-plain: resolves a schema tree into the plain schema, and renders it by each language's template.

names     identifiers of Java, which formats write, names of XML elements, and names that meet
java      the class names that protoc gives to Java, and the plain ones
spelling  the names of every other language, by the rules in its folder
naming    what each class and enum is called
hints     the hints of proto/wirebed/options.proto, and what is wrong with them
resolve   descriptors -> wirebed.PlainSchema (proto/wirebed/plain.proto)
render    PlainSchema -> source files, by the templates that peer.yaml names
plugin    the same as a plugin of protoc
"""
