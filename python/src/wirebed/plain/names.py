"""One escaping rule for each language (proto/README.md, "Plain classes"), and what to do when two names meet."""

import keyword
import re
from collections.abc import Callable, Iterable

JAVA_WORDS = frozenset(
    """abstract assert boolean break byte case catch char class const continue default do double else enum extends
    final finally float for goto if implements import instanceof int interface long native new package private
    protected public return short static strictfp super switch synchronized this throw throws transient try void
    volatile while true false null _ var yield record sealed permits non-sealed""".split()
)
# A field or class of these names would hide the packages that generated code names in full.
JAVA_PACKAGES = frozenset({"java", "javax", "com", "wirebed"})

PYTHON_WORDS = frozenset(keyword.kwlist) | frozenset(
    """bool bytes dict float int list set str dataclass dataclasses datetime decimal enum field
    plain typing""".split()
)
# Members that an enum.IntEnum has itself.
PYTHON_ENUM_WORDS = frozenset({"mro", "name", "value", *dir(int)})

CPP_WORDS = frozenset(
    """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class
    co_await co_return co_yield compl concept const const_cast consteval constexpr constinit continue decltype
    default delete do double dynamic_cast else enum explicit export extern false float for friend goto if inline int
    long mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
    reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch template
    this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
    while xor xor_eq""".split()
)
# Names that the C library defines as macros, which no namespace keeps apart.
CPP_MACROS = frozenset(
    """assert errno linux unix major minor makedev offsetof setjmp signal stderr stdin stdout va_arg va_copy va_end
    va_start BUFSIZ DOMAIN EDOM EILSEQ EOF ERANGE FILENAME_MAX FOPEN_MAX HUGE HUGE_VAL INFINITY LC_ALL L_tmpnam NAN
    NULL OVERFLOW RAND_MAX SEEK_CUR SEEK_END SEEK_SET SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_ERR
    SIG_IGN SING TMP_MAX TLOSS PLOSS UNDERFLOW CHAR_BIT CHAR_MAX CHAR_MIN INT_MAX INT_MIN LONG_MAX LONG_MIN
    SHRT_MAX SHRT_MIN UCHAR_MAX UINT_MAX ULONG_MAX USHRT_MAX INT8_MAX INT8_MIN INT16_MAX INT16_MIN INT32_MAX
    INT32_MIN INT64_MAX INT64_MIN UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX INTPTR_MAX INTPTR_MIN UINTPTR_MAX
    SIZE_MAX DBL_MAX DBL_MIN DBL_EPSILON FLT_MAX FLT_MIN FLT_EPSILON M_PI M_E""".split()
)


def identifier(name: str) -> str:
    """Only letters, digits and `_`, and no digit in front."""
    name = re.sub(r"[^0-9A-Za-z_]", "_", name)
    return f"_{name}" if not name or name[0].isdigit() else name


def java(name: str) -> str:
    name = identifier(name)
    return f"{name}_" if name in JAVA_WORDS or name in JAVA_PACKAGES else name


def java_field(name: str) -> str:
    """Also not `Class`, whose getter would be Object.getClass."""
    name = java(name)
    return f"{name}_" if name == "Class" else name


def java_package(package: str) -> str:
    return ".".join(f"{part}_" if part in JAVA_WORDS else part for part in package.split(".")) if package else ""


def python(name: str) -> str:
    name = identifier(name)
    return f"{name}_" if name in PYTHON_WORDS else _unmangled(name)


def python_enum_value(name: str) -> str:
    name = identifier(name)
    if name in PYTHON_ENUM_WORDS or keyword.iskeyword(name) or re.fullmatch(r"_[^_].*[^_]_|_[^_]_", name):
        return f"{name}_"
    return _unmangled(name)


def _unmangled(name: str) -> str:
    """A class body mangles `__x`, and gives `__x__` a meaning; with three underscores at its end it does neither."""
    return f"{name.rstrip('_') or '_'}___" if name.startswith("__") else name


def python_module(package: str) -> str:
    parts = [f"{part}_" if keyword.iskeyword(part) else part for part in package.split(".") if part]
    return ".".join(["plain", *parts])


def cpp(name: str) -> str:
    name = identifier(name)
    return f"{name}_" if name in CPP_WORDS or name in CPP_MACROS else name


def protoc_cpp(name: str) -> str:
    """What protoc calls a field in its accessors: `set_` and so on stand before it."""
    name = name.lower()
    return f"{name}_" if name in CPP_WORDS or name == "assert" else name


def cpp_class(name: str) -> str:
    """Also not `std`, which would hide the namespace."""
    name = cpp(name)
    return f"{name}_" if name in ("std", "wirebed", "plain") else name


def cpp_namespace(package: str) -> str:
    return "".join(f"::{cpp_class(part)}" for part in package.split(".") if part)


def xml(name: str) -> str:
    """A name that XML 1.0 and its namespaces take, of ASCII letters, digits and `_.-` alone."""
    name = re.sub(r"[^A-Za-z0-9_.-]", "_", name)
    return f"_{name}" if not name or name[0] in "0123456789.-" else name


class Names:
    """The names of one scope: the later of two that meet gets `_` until they differ."""

    def __init__(self, taken: Iterable[str] = (), key: Callable[[str], str] = lambda name: name):
        self._key = key
        self._taken = {key(name) for name in taken}

    def take(self, name: str) -> str:
        while self._key(name) in self._taken:
            name += "_"
        self._taken.add(self._key(name))
        return name


def accessor(name: str) -> str:
    """What two Java fields may not share: the name of the getter."""
    return name[:1].upper() + name[1:]
