"""Check the engine in wheels: format, processor, imports and exports must fit the platform in the wheel's name.

python -m ci.checks.check_wheel dist/*.whl
"""

from __future__ import annotations

import re
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

import pefile
from elftools.elf.elffile import ELFFile
from macholib import mach_o
from macholib.MachO import MachO
from macholib.SymbolTable import SymbolTable

from ci import ROOT

HEADER = ROOT / "engine_c" / "include" / "mill.h"
FOLDER = "sanmill/engine"
TAG = re.compile(r"(manylinux|musllinux|macosx|win)(?:_(\d+)_(\d+))?_(\w+)")
MACHINES = {
    "EM_X86_64": "x86_64",
    "EM_AARCH64": "aarch64",
    "EM_ARM": "armv7l",
    0x01000007: "x86_64",  # Mach-O
    0x0100000C: "arm64",
    0x8664: "amd64",  # PE
}


@dataclass(frozen=True)
class System:
    """What wheels for a system contain and may rely on."""

    format: str
    library: str
    console: str
    imports: tuple[str, ...]  # patterns of libraries


SYSTEMS = {
    "manylinux": System("ELF", "libsanmill.so", "sanmill-uci", ("libc.so.6", "libpthread.so.0", "ld-linux*.so.*")),
    "musllinux": System("ELF", "libsanmill.so", "sanmill-uci", ("libc.so",)),
    "macosx": System("Mach-O", "libsanmill.dylib", "sanmill-uci", ("/usr/lib/libSystem.B.dylib",)),
    "win": System("PE", "libsanmill.dll", "sanmill-uci.exe", ("KERNEL32.dll", "api-ms-win-crt-*.dll")),
}


@dataclass(frozen=True)
class Binary:
    """Facts about a program or shared library."""

    format: str
    machine: str
    imports: frozenset[str]  # libraries
    exports: frozenset[str]  # functions
    needs: tuple[int, int] = (0, 0)  # version of glibc or macOS
    is_signed: bool = True


def read_binary(path: Path) -> Binary:
    """Read a file of any of the three formats."""
    with path.open("rb") as file:
        magic = file.read(4)
    if magic == b"\x7fELF":
        return _read_elf(path)
    if magic == b"\xcf\xfa\xed\xfe":
        return _read_mach_o(path)
    if magic[:2] == b"MZ":
        return _read_pe(path)
    return Binary("no program", "any machine", frozenset(), frozenset())


def _read_elf(path: Path) -> Binary:
    with path.open("rb") as file:
        elf = ELFFile(file)
        dynamic, symbols, versions = map(elf.get_section_by_name, (".dynamic", ".dynsym", ".gnu.version_r"))
        names = [part.name for _, parts in versions.iter_versions() for part in parts] if versions else []
        glibc = [tuple(map(int, name[6:].split(".")[:2])) for name in names if re.match(r"GLIBC_\d", name)]
        return Binary(
            "ELF",
            MACHINES.get(elf.header.e_machine, elf.header.e_machine),
            frozenset(tag.needed for tag in dynamic.iter_tags("DT_NEEDED")) if dynamic else frozenset(),
            frozenset(each.name for each in symbols.iter_symbols() if each["st_shndx"] != "SHN_UNDEF")
            if symbols
            else frozenset(),
            max(((major, minor) for major, minor in glibc), default=(0, 0)),
        )


def _read_mach_o(path: Path) -> Binary:
    file = MachO(str(path))
    (header,) = file.headers
    commands = {command.cmd: body for command, body, _ in header.commands}
    libraries = [data for command, _, data in header.commands if command.cmd == mach_o.LC_LOAD_DYLIB]
    oldest = int(commands[mach_o.LC_BUILD_VERSION].minos)  # xxxx.yy.zz
    return Binary(
        "Mach-O",
        MACHINES.get(int(header.header.cputype), hex(header.header.cputype)),
        frozenset(name.rstrip(b"\0").decode() for name in libraries),
        frozenset(name.decode()[1:] for _, name in SymbolTable(file, header).extdefsyms),
        (oldest >> 16, oldest >> 8 & 0xFF),
        mach_o.LC_CODE_SIGNATURE in commands,
    )


def _read_pe(path: Path) -> Binary:
    with pefile.PE(str(path)) as pe:
        exports = pe.DIRECTORY_ENTRY_EXPORT.symbols if hasattr(pe, "DIRECTORY_ENTRY_EXPORT") else []
        return Binary(
            "PE",
            MACHINES.get(pe.FILE_HEADER.Machine, hex(pe.FILE_HEADER.Machine)),
            frozenset(entry.dll.decode() for entry in pe.DIRECTORY_ENTRY_IMPORT),
            frozenset(symbol.name.decode() for symbol in exports if symbol.name),
        )


def functions() -> frozenset[str]:
    """The functions that mill.h declares."""
    return frozenset(re.findall(r"\b(mill_\w+)\(", HEADER.read_text(encoding="utf-8")))


def _check_binary(binary: Binary, system: System, machine: str, newest: tuple[int, int]) -> Iterator[str]:
    if (binary.format, binary.machine) != (system.format, machine):
        yield f"is {binary.format} for {binary.machine}, not {system.format} for {machine}"
        return
    if binary.needs > newest:
        yield f"needs version {binary.needs[0]}.{binary.needs[1]} of the system, the wheel {newest[0]}.{newest[1]}"
    if binary.format == "Mach-O" and machine == "arm64" and not binary.is_signed:
        yield "has no signature, without which macOS does not load it"
    for library in sorted(binary.imports):
        if not any(fnmatchcase(library, pattern) for pattern in system.imports):
            yield f"needs {library}, which the system need not have"


def check(wheel: Path) -> list[str]:
    """Complaints about a wheel, each ``file: what``."""
    tag = TAG.fullmatch(wheel.stem.split("-")[-1].split(".")[0])
    if not tag:
        return [f"{wheel.name}: the name has no known platform"]
    system, machine = SYSTEMS[tag[1]], tag[4]
    newest = (int(tag[2]), int(tag[3])) if tag[2] else (0, 0)
    complaints: list[str] = []
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory(prefix="sanmill-wheel-") as folder:
        for name in (system.library, system.console):
            place = f"{FOLDER}/{name}"
            if place not in archive.namelist():
                complaints.append(f"{place}: missing")
                continue
            binary = read_binary(Path(archive.extract(place, folder)))
            found = list(_check_binary(binary, system, machine, newest))
            if name == system.library:
                found += [f"does not export {function}" for function in sorted(functions() - binary.exports)]
            complaints += [f"{place}: {what}" for what in found]
    return complaints


def main(wheels: list[str]) -> int:
    failed = False
    for wheel in map(Path, wheels):
        complaints = check(wheel)
        failed |= bool(complaints)
        print(f"{wheel.name}: {'; '.join(complaints) or 'ok'}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
