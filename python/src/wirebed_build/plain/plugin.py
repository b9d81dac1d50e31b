"""protoc-gen-plain as a plugin of protoc: `protoc --plain_out=peer=<language folder>:<out> …`."""

import sys
from pathlib import Path

from google.protobuf.compiler import plugin_pb2
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import load
from wirebed_build.plain.language_names import of_peers
from wirebed_build.plain.render import render
from wirebed_build.plain.resolve import resolve


def respond(request: plugin_pb2.CodeGeneratorRequest) -> plugin_pb2.CodeGeneratorResponse:
    response = plugin_pb2.CodeGeneratorResponse(
        supported_features=plugin_pb2.CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL
        | plugin_pb2.CodeGeneratorResponse.FEATURE_SUPPORTS_EDITIONS,
        minimum_edition=998,
        maximum_edition=1001,
    )
    try:
        parameters = dict(part.partition("=")[::2] for part in request.parameter.split(",") if part)
        peer = load(Path(parameters["peer"]) / "peer.yaml") if "peer" in parameters else None
        files = FileDescriptorSet(file=request.proto_file)
        schema = resolve(files, request.file_to_generate, spellings=of_peers([peer] if peer else []))
        if peer:
            for name, content in render(schema, peer).items():
                response.file.add(name=name, content=content)
        else:
            # Without a language, the output is the resolved schema itself.
            response.file.add(name="plain.txtpb", content=str(schema))
    except UserError as error:
        response.error = str(error)
    return response


def run() -> None:
    request = plugin_pb2.CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
    sys.stdout.buffer.write(respond(request).SerializeToString())
