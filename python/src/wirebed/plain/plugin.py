"""protoc-gen-plain as a plugin of protoc: `protoc --plain_out=peer=<language folder>:<out> …`."""

import sys
from pathlib import Path

from google.protobuf.compiler import plugin_pb2
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from wirebed.build.spec import load
from wirebed.errors import UserError
from wirebed.plain.render import render
from wirebed.plain.resolve import resolve


def respond(request: plugin_pb2.CodeGeneratorRequest) -> plugin_pb2.CodeGeneratorResponse:
    response = plugin_pb2.CodeGeneratorResponse(
        supported_features=plugin_pb2.CodeGeneratorResponse.FEATURE_PROTO3_OPTIONAL
        | plugin_pb2.CodeGeneratorResponse.FEATURE_SUPPORTS_EDITIONS,
        minimum_edition=998,
        maximum_edition=1001,
    )
    try:
        schema = resolve(FileDescriptorSet(file=request.proto_file), request.file_to_generate)
        parameters = dict(part.partition("=")[::2] for part in request.parameter.split(",") if part)
        if "peer" in parameters:
            plain = load(Path(parameters["peer"]) / "peer.yaml").plain
            for name, content in render(schema, plain).items():
                response.file.add(name=name, content=content)
        else:
            # Without a language: the resolved schema itself, to look at.
            response.file.add(name="plain.txtpb", content=str(schema))
    except UserError as error:
        response.error = str(error)
    return response


def run() -> None:
    request = plugin_pb2.CodeGeneratorRequest.FromString(sys.stdin.buffer.read())
    sys.stdout.buffer.write(respond(request).SerializeToString())
