"""protoc-gen-plain: resolves a schema tree into the plain schema, and renders it by each language's template.

hints           the hints of proto/wirebed/options.proto, and the errors in them
class_names     the names of each class and enum, in each language
java            the names of protoc's Java classes and of the plain ones
wire_names      Java identifiers, which formats write, names of XML elements, and collisions of names
language_names  the names in the other languages, by the rules in their folders
resolve         descriptors -> wirebed.PlainSchema (proto/wirebed/plain.proto)
render          PlainSchema -> source files, by the templates that peer.yaml names
plugin          the same as a plugin of protoc
"""
