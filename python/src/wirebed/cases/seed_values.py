"""The values of the seed articles, as views: random Persons (S1), TargetObject (S0), Contacts (S4).

The views are written directly, since no message can hold some of these values: shared objects, and texts that are one
string object.
"""

from collections.abc import Callable, Sequence
from typing import TypedDict

from wirebed.cases.prng import SplitMix64
from wirebed.view import ViewWriter
from wirebed.view import grammar as g

_FIRST = ("Ada", "Blaise", "Chen", "Dörte", "Eka", "Fatima", "Grace", "Hồ", "Ivan", "José", "Kwame", "Łucja")
_LAST = ("Lovelace", "Pascal", "Wei", "Müller", "Sato", "Haddad", "Hopper", "Nguyễn", "Петров", "García", "Mensah")
_STREETS = ("Main Street", "Rue de l'Église", "Hauptstraße", "中山路", "Calle Mayor")
_CITIES = (("Springfield", "US"), ("Köln", "DE"), ("北京", "CN"), ("Sevilla", "ES"), ("São Paulo", "BR"))


class Person(TypedDict):
    id: str
    name: str
    age: int
    sex: int
    address: tuple[str, ...] | None
    children: list["Person"]
    friends: dict[str, "Person"]


def persons(count: int, seed: int, fan_out: int, depth: int, shared: int = 0) -> bytes:
    """`People` of `count` random Persons.

    A Person has 0 to `fan_out` children and 0 to `fan_out` friends, and so have these, down to `depth`. With `shared`,
    friends come from a pool of that many Persons without friends of their own, so that one object is in many places.
    """
    out = ViewWriter()
    written: dict[int, int] = {}
    out.record("interop.People")
    out.field(1)
    out.list(count)
    for person in _people(count, seed, fan_out, depth, shared):
        _write_person(out, person, written)
    out.end()
    return out.finish()


def each_person(count: int, seed: int, fan_out: int, depth: int, shared: int = 0) -> list[bytes]:
    """The same Persons, each a view of its own: what several of them share, each has."""
    views = []
    for person in _people(count, seed, fan_out, depth, shared):
        out = ViewWriter()
        _write_person(out, person, {})
        views.append(out.finish())
    return views


def _people(count: int, seed: int, fan_out: int, depth: int, shared: int) -> list[Person]:
    random = SplitMix64(seed)
    pool = [_person(random.split(), f"pool{n}", fan_out, 0, ()) for n in range(shared)]
    return [_person(random.split(), f"p{n}", fan_out, depth, pool) for n in range(count)]


def _person(random: SplitMix64, ident: str, fan_out: int, depth: int, pool: Sequence[Person]) -> Person:
    person: Person = {
        "id": ident,
        "name": f"{random.choice(_FIRST)} {random.choice(_LAST)}",
        "age": random.below(100),
        "sex": random.below(2),
        "address": None,
        "children": [],
        "friends": {},
    }
    if random.below(4):
        city, country = random.choice(_CITIES)
        street = f"{random.choice(_STREETS)} {1 + random.below(200)}"
        person["address"] = (street, city, f"{random.below(100000):05d}", country)
    if depth:
        for n in range(random.below(fan_out + 1)):
            person["children"].append(_person(random.split(), f"{ident}.{n}", fan_out, depth - 1, pool))
        for n in range(random.below(fan_out + 1)):
            friend = random.choice(pool) if pool else _person(random.split(), f"{ident}/{n}", fan_out, depth - 1, pool)
            person["friends"][friend["id"]] = friend
    return person


def _write_person(out: ViewWriter, person: Person, written: dict[int, int]) -> None:
    if id(person) in written:
        out.same_as(written[id(person)])
        return
    written[id(person)] = out.offset
    # Fields are written as constants: a call for each field would take most of the time of thousands of Persons.
    data = out.data
    data += _PERSON + _text_node(person["id"]) + _NAME + _text_node(person["name"])
    data += _AGE + g.I64.pack(person["age"]) + _SEX + g.I32.pack(person["sex"])
    if person["address"]:
        data += _ADDRESS
        for number, text in enumerate(person["address"], 1):
            data += g.U32.pack(number) + _text_node(text)
        data += _END
    data += _CHILDREN + g.U32.pack(len(person["children"]))
    for child in person["children"]:
        _write_person(out, child, written)
    data += _FRIENDS + g.U32.pack(len(person["friends"]))
    for name in sorted(person["friends"], key=_text_node):
        data += _text_node(name)
        _write_person(out, person["friends"][name], written)
    data += _END


def _record(name: str) -> bytes:
    return b"r" + g.U16.pack(len(name)) + name.encode()


_END = g.U32.pack(0)
_PERSON = _record("interop.Person") + g.U32.pack(1)
_NAME = g.U32.pack(2)
_AGE = g.U32.pack(3) + b"i"
_SEX = g.U32.pack(4) + b"e"
_ADDRESS = g.U32.pack(5) + _record("interop.Address")
_CHILDREN = g.U32.pack(6) + b"l"
_FRIENDS = g.U32.pack(7) + b"m"


def target_object(n: int, strings: str = "shared", message: str = "interop.TargetObject") -> bytes:
    """n times "Dummy text" and n times 0; `strings`: `shared` for one string object, `distinct` for n of them."""
    if strings not in ("shared", "distinct"):
        raise ValueError(f'strings: "{strings}" is neither "shared" nor "distinct"')
    out = ViewWriter()
    out.record(message)
    out.field(2)
    out.list(n)
    first = out.offset
    for index in range(n):
        if index and strings == "shared":
            out.same_as(first)
        else:
            out.text("Dummy text")
    out.field(1)
    out.list(n)
    for _ in range(n):
        out.integer(0)
    out.end()
    return out.finish()


def contacts(population: str, count: int) -> bytes:
    """Contacts with the elements of the published code (`code`, i from 1 to count-1) or `count` elements (`text`)."""
    if population == "code":
        emails = {f"email.{i}@ext.com" for i in range(min(150, count))}
        phones = {_phone(i) for i in range(1, count)}
    elif population == "text":
        emails = {f"email.{i}@ext.com" for i in range(count)}
        phones = {f"{600000000 + i}" for i in range(count)}
    else:
        raise ValueError(f'population: "{population}" is neither "code" nor "text"')
    out = ViewWriter()
    out.record("interop.Contacts")
    for number, texts in ((1, emails), (2, phones)):
        out.field(number)
        out.set(len(texts))
        for text in sorted(texts, key=_text_node):
            out.text(text)
    out.end()
    return out.finish()


def _phone(i: int) -> str:
    return f"{600000000 + i}" if i % 2 == 0 else f"+{100 // i}{600000000 + i}"


def _text_node(text: str) -> bytes:
    """The node of a text, which is also its sort key in a view."""
    raw = text.encode()
    return b"s" + g.U32.pack(len(raw)) + raw


POPULATIONS: dict[str, tuple[Callable[..., bytes], str]] = {
    "persons": (persons, "interop.People"),
    "target_object": (target_object, "interop.TargetObject"),
    "contacts": (contacts, "interop.Contacts"),
}
