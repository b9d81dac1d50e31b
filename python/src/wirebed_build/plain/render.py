"""The plain schema -> source files, by the templates that a language's peer.yaml names.

A template gets `schema`, the PlainSchema, and, depending on `each` of peer.yaml's `plain`:

    class    `top`: a top-level Java class or enum with all that is nested in it    one file for each
    module   `module`: its `name`, `classes`, `enums`, and the modules it `imports`  one file for each
    file     `file`: its `stem`, `classes`, `enums`, `imports` (stems), an `id`       one file for each .proto
    message  `cls`: a class                                                          one file for each
    tree     nothing else                                                            one file

A module is one `package` of the language's own names (wirebed.PlainName). A class or enum has the fields of its
PlainClass or PlainEnum, `is_enum`, the parts `package` and `simple` of its Java name, and its nested `classes` and
`enums`. `class_of(name)` and `enum_of(name)` look up by protobuf name; `reachable(cls)` gives a class with all classes
and enums that its fields hold, directly or not; `spell(rule, name)` spells a name by one of the rules of the language
(wirebed_build.plain.language_names).
"""

import functools
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jinja2
from wirebed_protocol import plain_pb2
from wirebed_protocol.plain_pb2 import PlainClass, PlainEnum, PlainSchema, PlainType

from wirebed.errors import UserError
from wirebed_build.languages.peer_yaml import Peer, PlainTemplate
from wirebed_build.plain.language_names import Spelling


class Class:
    """A plain class or enum with its nested types, for templates."""

    def __init__(self, plain: PlainClass | PlainEnum) -> None:
        self.plain = plain
        self.is_enum = isinstance(plain, PlainEnum)
        self.classes: list[Class] = []
        self.enums: list[Class] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plain, name)

    @property
    def package(self) -> str:
        return self.plain.java_class.rpartition(".")[0]

    @property
    def simple(self) -> str:
        return self.plain.java_class.rpartition(".")[2].rpartition("$")[2]


@dataclass
class Module:
    name: str
    classes: list[Class] = field(default_factory=list)
    enums: list[Class] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)


@dataclass
class File:
    """The types that one .proto file declares."""

    stem: str  # its import name without .proto
    classes: list[Class] = field(default_factory=list)
    enums: list[Class] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """An identifier that no other file has."""
        return "".join(c if c.isascii() and c.isalnum() else f"_{ord(c):x}_" for c in self.stem)


def render(schema: PlainSchema, peer: Peer) -> dict[str, str]:
    """File name -> content, by all templates of a peer."""
    rendered: dict[str, str] = {}
    for plain in peer.plain:
        for name, content in render_one(schema, plain, peer.names_key, Spelling(peer.names)).items():
            if name in rendered:
                raise UserError(f"another template makes {name}, too", plain.template)
            rendered[name] = content
    return rendered


def render_one(schema: PlainSchema, plain: PlainTemplate, language: str, spelling: Spelling) -> dict[str, str]:
    """File name -> content, by one template, which can import macros of the templates beside it."""
    template = plain.template
    environment = _environment(template.parent)
    enums = {enum.name: Class(enum) for enum in schema.enums}
    wanted = (plain_class for plain_class in schema.classes if plain_class.java_message or plain.of != "messages")
    classes = {plain_class.message: Class(plain_class) for plain_class in wanted}
    common = {
        "schema": schema,
        "class_of": classes.__getitem__,
        "enum_of": enums.__getitem__,
        "reachable": lambda cls: _reachable(cls, classes, enums),
        "spell": spelling.spell,
        "PlainType": plain_pb2.PlainType,
        "PlainField": plain_pb2.PlainField,
    }
    try:
        page = environment.get_template(template.name)
        file_name = environment.from_string(plain.path)
        rendered: dict[str, str] = {}
        for variables in _each(plain.each, language, classes, enums):
            context = {**common, **variables}
            content = page.render(context)
            if content.strip():  # a template may render nothing for an enum
                rendered[file_name.render(context).strip()] = content
    except jinja2.TemplateSyntaxError as error:
        raise UserError(str(error), error.filename or template, error.lineno) from error
    return rendered


@functools.cache
def _environment(folder: Path) -> jinja2.Environment:
    """For the templates of a folder, which are compiled once in a process, and again after an edit."""
    return jinja2.Environment(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        loader=jinja2.FileSystemLoader(folder),
    )


def _each(each: str, language: str, classes: dict[str, Class], enums: dict[str, Class]) -> list[dict[str, Any]]:
    if each == "tree":
        return [{}]
    if each == "message":
        return [{"cls": view} for view in classes.values()]
    if each == "class":
        return [{"top": view} for view in _nest([*enums.values(), *classes.values()])]
    if each == "module":
        return [{"module": module} for module in _modules(language, classes, enums)]
    if each == "file":
        return [{"file": file} for file in _files(classes, enums)]
    raise UserError(f'plain.each is "{each}" in peer.yaml: known are class, module, file, message, tree')


def _reachable(start: Class, classes: dict[str, Class], enums: dict[str, Class]) -> list[Class]:
    """A class and all types that its fields hold, directly or not, in order of discovery."""
    reached = {start.message: start}
    waiting = [start]
    while waiting:
        for type_ in [member.type for member in waiting.pop().fields]:
            name = type_.name
            view = classes.get(name) if type_.kind == PlainType.MESSAGE else enums.get(name)
            if view is not None and name not in reached:
                reached[name] = view
                waiting += [] if view.is_enum else [view]
    return list(reached.values())


def _nest(views: list[Class]) -> list[Class]:
    """The top-level types; puts the others into their outer types."""
    top = []
    by_name = {view.java_class: view for view in views}
    for view in views:
        outer = by_name.get(view.java_class.rpartition("$")[0])
        if outer is None:
            top.append(view)
        else:
            (outer.enums if view.is_enum else outer.classes).append(view)
    return top


def _modules(language: str, classes: dict[str, Class], enums: dict[str, Class]) -> list[Module]:
    modules: dict[str, Module] = {}
    for view in [*enums.values(), *classes.values()]:
        package = view.names[language].package
        module = modules.setdefault(package, Module(package))
        (module.enums if view.is_enum else module.classes).append(view)
    for module in modules.values():
        used = {view.names[language].package for view in _used(module, classes, enums)}
        module.imports = sorted(used - {module.name})
    return list(modules.values())


def _files(classes: dict[str, Class], enums: dict[str, Class]) -> list[File]:
    files: dict[str, File] = {}
    for view in [*enums.values(), *classes.values()]:
        stem = view.file.removesuffix(".proto")
        file = files.setdefault(stem, File(stem))
        (file.enums if view.is_enum else file.classes).append(view)
    for file in files.values():
        used = {view.file.removesuffix(".proto") for view in _used(file, classes, enums)}
        file.imports = sorted(used - {file.stem})
    return list(files.values())


def _used(group: Module | File, classes: dict[str, Class], enums: dict[str, Class]) -> list[Class]:
    """The types that the fields of a group of classes hold."""
    names = [field.type.name for view in group.classes for field in view.fields]
    return [view for name in names if (view := classes.get(name) or enums.get(name))]
