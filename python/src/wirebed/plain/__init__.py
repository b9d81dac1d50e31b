"""protoc-gen-plain: resolves a schema tree into the plain schema, and renders it by each language's template.

names     identifiers of each language
java      the class names that protoc gives to Java, and the plain ones
hints     the hints of proto/wirebed/options.proto, and what is wrong with them
resolve   descriptors -> wirebed.PlainSchema (proto/wirebed/plain.proto)
render    PlainSchema -> source files, by the templates that peer.yaml names
plugin    the same as a plugin of protoc
"""
