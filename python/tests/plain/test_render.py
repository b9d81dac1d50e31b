"""Templates see classes nested as declared; protoc-gen-plain gives protoc what `make build` writes."""

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.compiler import plugin_pb2

from wirebed.bed import ROOT
from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import Peer, PlainTemplate
from wirebed_build.plain.language_names import Spelling
from wirebed_build.plain.plugin import respond
from wirebed_build.plain.render import render, render_one

NO_RULES = Spelling({})
SCHEMA = """package p;
enum Top { Z = 0; }
message A { B b = 1; message B { enum E { Y = 0; } E e = 1; } }
"""


@pytest.fixture
def template(tmp_path):
    def write(text: str) -> Path:
        path = tmp_path / "plain.txt.j2"
        path.write_text(text)
        return path

    return write


def test_one_file_for_each_top_level_class(tree, template):
    text = (
        "{% macro show(c) %}{{ c.simple }}({% for n in c.classes + c.enums %}{{ show(n) }}{% endfor %}){% endmacro %}"
    )
    one = PlainTemplate(template(f"{text}{{{{ show(top) }}}}"), "class", "{{ top.package }}/{{ top.simple }}")
    files = render_one(tree(SCHEMA).schema, one, "java", NO_RULES)
    assert files == {"p.plain/Top": "Top()", "p.plain/A": "A(B(E()))"}


def test_one_file_for_each_module(tree, template):
    files = {
        "a.proto": 'package a; import "b.proto"; message A { b.c.B b = 1; }',
        "b.proto": "package b.c; message B {}",
    }
    text = "{% for c in module.classes %}{{ c.names.python.name }}{% endfor %} {{ module.imports }}"
    rendered = render_one(
        tree(files).schema, PlainTemplate(template(text), "module", "{{ module.name }}"), "python", NO_RULES
    )
    assert rendered == {"plain.b.c": "B []", "plain.a": "A ['plain.b.c']"}


def test_one_file_for_each_proto(tree, template):
    files = {
        "d/a-1.proto": 'package a; import "b_.proto"; message A { b.c.B b = 1; A a = 2; } enum E { Z = 0; }',
        "b_.proto": "package b.c; message B {}",
    }
    text = "{{ file.id }} {% for c in file.classes + file.enums %}{{ c.names.cpp.name }} {% endfor %}{{ file.imports }}"
    rendered = render_one(
        tree(files).schema, PlainTemplate(template(text), "file", "{{ file.stem }}.h"), "cpp", NO_RULES
    )
    assert rendered == {
        "b_.h": "b_5f_ B []",
        "d/a-1.h": "d_2f_a_2d_1 A E ['b_']",
    }


def test_one_file_for_the_tree(tree, template):
    text = "{{ schema.classes | length }} {{ class_of('p.A.B').names.cpp.name }} {{ enum_of('p.Top').java_class }}"
    rendered = render_one(tree(SCHEMA).schema, PlainTemplate(template(text), "tree", "all"), "cpp", NO_RULES)
    assert rendered == {"all": "2 A_B p.plain.Top"}


def test_several_templates_that_share_macros(tree, tmp_path):
    (tmp_path / "names.j2").write_text("{% macro loud(text) %}{{ text | upper }}{% endmacro %}")
    for name in ("one", "two"):
        (tmp_path / name).write_text(f'{{% from "names.j2" import loud %}}{{{{ loud(top.simple) }}}} {name}')
    schema = tree("message M {}").schema
    one, two = ({"template": name, "each": "class", "path": f"{name}/{{{{ top.simple }}}}"} for name in ("one", "two"))
    assert render(schema, Peer(tmp_path, {"name": "x", "plain": [one, two]})) == {"one/M": "M one", "two/M": "M two"}
    with pytest.raises(UserError, match="another template makes two/M, too"):
        render(schema, Peer(tmp_path, {"name": "x", "plain": [two, two]}))


def test_a_template_asks_for_a_rule(tree, template):
    one = PlainTemplate(template("{{ spell('accessor', 'Class') }} {{ spell('none', 'Class') }}"), "tree", "all")
    rules = Spelling({"rules": {"accessor": {"words": ["class if"], "lower": True}}})
    assert render_one(tree(SCHEMA).schema, one, "x", rules) == {"all": "class_ Class"}


def test_a_template_with_an_error_names_its_line(tree, template):
    with pytest.raises(UserError, match=r"plain.txt.j2:2: "):
        render_one(tree(SCHEMA).schema, PlainTemplate(template("\n{% if %}"), "tree", "all"), "cpp", NO_RULES)


@pytest.mark.parametrize("peer", sorted(path.parent.name for path in ROOT.glob("*/peer.yaml")))
def test_the_plugin_renders_every_language(peer, tmp_path):
    (tmp_path / "a.proto").write_text(f'syntax = "proto3";\n{SCHEMA}')
    out = tmp_path / "out"
    out.mkdir()
    plugin = Path(sys.executable).parent / "protoc-gen-plain"
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{tmp_path}", f"--plugin=protoc-gen-plain={plugin}"]
    subprocess.run([*command, f"--plain_out=peer={ROOT / peer}:{out}", "a.proto"], check=True)
    assert [path for path in out.rglob("*") if path.is_file()]


def test_the_plugin_reports_errors_to_protoc():
    request = plugin_pb2.CodeGeneratorRequest(file_to_generate=["a.proto"], parameter="peer=/nowhere")
    request.proto_file.add(name="a.proto").message_type.add(name="M")
    assert "/nowhere/peer.yaml" in respond(request).error
