"""pickle/stdlib: `pickle.dumps` of the dataclass, with protocol 4, the default of Python 3.8 to 3.13.

A pickle is a program that calls the functions it names. This reader runs one only if the pickler of protocol 4 could
have written each of its instructions at this place, and if every name is in the list of what plain objects consist of.
A name yields an immutable stand-in that makes the object. An allow-list alone would yield the class itself, whose
attributes BUILD can set. A pickle also gets the constants of enums, of which a process has one each; they refuse a
state.
"""

from __future__ import annotations

import datetime
import decimal
import pickle
from io import BytesIO
from typing import Any

from wirebed_protocol import peer_pb2

from wirebed_peer.codec import Bound, Codec, Options
from wirebed_peer.codec.pickle_code import PickleError, check
from wirebed_peer.codec.setting import guard, option
from wirebed_peer.failures import calls_library
from wirebed_peer.refusal import Unsupported
from wirebed_peer.tree import Tree

PROTOCOL = 4
_OTHERS = (
    'pickle.UnpicklingError: "Note that other exceptions may also be raised during unpickling, including (but not '
    'necessarily limited to) AttributeError, EOFError, ImportError, and IndexError."'
)
_OF_PROTOCOL = (
    ()
    if pickle.DEFAULT_PROTOCOL == PROTOCOL
    else (option("protocol", PROTOCOL, "The bytes are those of Python 3.8 to 3.13, whose default it is."),)
)
_IMMUTABLE = (datetime.datetime, datetime.timedelta, datetime.timezone, decimal.Decimal)


class PickleStdlib(Codec):
    format = "pickle"
    library = "stdlib"
    # The C code of the module pickle has a module of its own.
    library_packages = ("pickle", "_pickle")
    typed_errors = {
        "_pickle.UnpicklingError": (
            'pickle.UnpicklingError: "This exception is raised when there is a problem unpickling an object, such as a '
            'security violation."'
        ),
        "_pickle.PicklingError": (
            'pickle.PicklingError: "This exception is raised when an unpicklable object is passed to the dump() '
            'method."'
        ),
        **dict.fromkeys(("AttributeError", "EOFError", "ImportError", "IndexError"), _OTHERS),
    }
    settings = (
        *_OF_PROTOCOL,
        guard("Unpickler.find_class", "A pickle calls whatever it names.", "stand-ins for the classes of the tree"),
        guard(
            "instructions that the pickler does not write for plain objects are refused first",
            "The library reserves the memory that a pickle claims, and hashes nested tuples without limit.",
        ),
    )
    model = peer_pb2.PLAIN

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        self._allowed: dict[tuple[str, str], type] = {}

    @calls_library
    def encoder(self, message: str, options: Options) -> Bound:
        dumps = pickle.dumps
        return Bound(lambda value: dumps(value, PROTOCOL), "nothing is kept; Pickler and bytes are new")

    def reusing_encoder(self, message: str, options: Options) -> Bound:
        out = BytesIO()
        pickler = pickle.Pickler(out, protocol=PROTOCOL)

        def encode(value: Any) -> bytes:
            # `getvalue` returns the buffer itself, and the Pickler then writes into a new one.
            out.seek(0)
            out.truncate()
            pickler.clear_memo()
            pickler.dump(value)
            return out.getvalue()

        return Bound(encode, "the Pickler is kept, its memo cleared; the buffer is new, and is what is returned")

    @calls_library
    def decoder(self, message: str, options: Options) -> Bound:
        allowed = self._allowed = self._allowed or _allowed(self.tree)

        def decode(data: bytes) -> Any:
            check(data)
            return _Reader(data, allowed).load()

        return Bound(decode, "what is allowed is kept; the pickle is checked first, Unpickler and objects are new")

    def reusing_decoder(self, message: str, options: Options) -> Bound:
        raise Unsupported("an Unpickler that is kept goes on with its memo, which the next pickle does not know")


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, allowed: dict[tuple[str, str], type]) -> None:
        super().__init__(BytesIO(data))
        self._allowed = allowed

    def find_class(self, module: str, name: str) -> type:
        known = self._allowed.get((module, name))
        if known is None:
            raise PickleError(f"{module}.{name} is not allowed")
        return known


class _Unchangeable(type):
    """The metaclass of stand-ins: a pickle cannot set their attributes."""

    def __setattr__(cls, name: str, value: object) -> None:
        raise PickleError(f"{cls.__name__}.{name} cannot be set")


def _allowed(tree: Tree) -> dict[tuple[str, str], type]:
    """Stand-ins for the plain classes and their enums, and the immutable types that they hold, by module and name."""
    allowed: dict[tuple[str, str], type] = {(kind.__module__, kind.__qualname__): kind for kind in _IMMUTABLE}
    for entry in tree.plain.classes:
        allowed[entry.names["python"].package, entry.names["python"].name] = _stand_in_of_class(
            tree.python_class(entry)
        )
    members: dict[type, Any] = {}
    for enum in tree.plain.enums:
        kind = tree.python_class(enum)
        kind.__setstate__ = _refuse_state
        stand_in = allowed[enum.names["python"].package, enum.names["python"].name] = _stand_in_of_enum(kind)
        members[stand_in] = kind.__members__
    allowed["builtins", "getattr"] = _stand_in_of_getattr(members)
    return allowed


def _refuse_state(constant: Any, state: object) -> None:
    """Refuses a state. Without this `__setstate__`, BUILD would set attributes."""
    raise PickleError(f"{constant!r} cannot be changed")


def _stand_in_of_class(plain: type) -> type:
    def new(_: type) -> Any:
        return object.__new__(plain)

    return _Unchangeable(plain.__name__, (), {"__slots__": (), "__new__": new})


def _stand_in_of_enum(enum: Any) -> type:
    def new(_: type, number: object) -> Any:
        # An enum quotes an unknown value in its error, and the text of nested lists can be longer than any memory.
        if type(number) is not int:
            raise PickleError(f"{enum.__name__} by something else than a number")
        try:
            return enum(number)
        except ValueError as error:
            # By a class of ours, as where a Python goes by the name of the constant (_stand_in_of_getattr).
            raise PickleError(str(error)) from None

    return _Unchangeable(enum.__name__, (), {"__slots__": (), "__new__": new})


def _stand_in_of_getattr(members: dict[type, Any]) -> type:
    """A stand-in for getattr that yields only constants of enums, which Python 3.11.2 pickles by it."""

    def new(_: type, *arguments: Any) -> Any:
        enum, name = arguments if len(arguments) == 2 else (None, None)
        constants = members.get(enum, {}) if isinstance(enum, type) else {}
        if isinstance(name, str) and name in constants:
            return constants[name]
        raise PickleError("builtins.getattr of anything but an enum's constant is not allowed")

    return _Unchangeable("getattr", (), {"__slots__": (), "__new__": new})
