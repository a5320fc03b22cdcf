# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds wheel and sdist (PEP 517) by the standard library alone, so that `pip install DIRECTORY` needs no network.

The wheel has libassay-engine and assay-launcher inside: those that ASSAY_LIBRARY_DIR names, else those of the tree around, built where they
are not (./compile build program). In an sdist, which has no tree around, those that are installed (pkg-config libassay-engine); where there are
none the wheel is of Python alone, and takes the library of the system, as it is with ASSAY_WHEEL=python. With ASSAY_WHEEL=whole it has what the
library needs inside, too.
"""
import base64
import hashlib
import os
import pathlib
import platform
import subprocess
import sys
import tarfile
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parent
NAME, VERSION = "assay", "0.1.0"
LIBRARY = "libassay-engine.so.0"


def _pkg_config(variable):
    try:
        done = subprocess.run(["pkg-config", f"--variable={variable}", "libassay-engine"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() or None


def _in_tree():
    return (TREE / "include/assay/engine.h").exists() and (TREE / "compile").exists()


def _include():
    if _in_tree():
        return TREE / "include"
    return HERE / "include"


def _library():
    """(library, launcher), or None."""
    if os.environ.get("ASSAY_WHEEL") == "python":
        return None
    named = os.environ.get("ASSAY_LIBRARY_DIR")
    if named is None and _in_tree():
        named = TREE / "build/program/door"
        if not (named / LIBRARY).exists():
            subprocess.run([TREE / "compile", "build", "program"], check=True, stdout=sys.stderr)
    places = [pathlib.Path(named)] if named else [pathlib.Path(p) for p in [_pkg_config("libdir")] if p]
    for place in places:
        for launcher in (place / "assay-launcher", place / "assay/assay-launcher"):
            if (place / LIBRARY).exists() and launcher.exists():
                return (place / LIBRARY).resolve(), launcher
        if named:
            raise FileNotFoundError(f"{place}: there is no {LIBRARY} with its assay-launcher")
    return None


OF_EVERY_SYSTEM = ("linux-vdso", "ld-linux", "libc.", "libm.", "libdl.", "libpthread.", "librt.")


def _needed(library):
    """What the library needs that not every system has, for a whole wheel (ASSAY_WHEEL=whole): it runs where nothing was installed."""
    if os.environ.get("ASSAY_WHEEL") != "whole":
        return []
    told = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout
    found = [line.split()[::2][:2] for line in told.splitlines() if "=>" in line]
    return [(name, pathlib.Path(path)) for name, path in found if not name.startswith(OF_EVERY_SYSTEM)]


def _metadata():
    readme = (HERE / "README.md").read_text()
    return (f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n"
            "Summary: Measures programs and functions, keeps every value, and says what changed and how sure that is\n"
            "License: GPL-3.0-or-later\nRequires-Python: >=3.9\nProvides-Extra: analysis\n"
            'Requires-Dist: numpy; extra == "analysis"\nRequires-Dist: pandas; extra == "analysis"\n'
            f"Description-Content-Type: text/markdown\n\n{readme}")


def _tag(library):
    return "py3-none-any" if library is None else f"py3-none-linux_{platform.machine()}"


def _written(zipped, name, data, mode=0o644):
    info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    info.external_attr = (0o100000 | mode) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    zipped.writestr(info, data)
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


def _about(library):
    place = f"{NAME}-{VERSION}.dist-info"
    return {f"{place}/METADATA": _metadata(),
            f"{place}/WHEEL": f"Wheel-Version: 1.0\nGenerator: assay\nRoot-Is-Purelib: {'true' if library is None else 'false'}\nTag: {_tag(library)}\n",
            f"{place}/entry_points.txt": "[pytest11]\nassay = assay.pytest_plugin\n"}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _library()
    name = f"{NAME}-{VERSION}-{_tag(library)}.whl"
    with tempfile.TemporaryDirectory() as scratch:
        staged = pathlib.Path(scratch) / NAME
        subprocess.run([sys.executable, HERE / "stage", staged, _include(), *(library or ())], check=True)
        for needed, path in _needed(library[0]) if library else ():
            (staged / "lib" / "needed").mkdir(exist_ok=True)
            (staged / "lib" / "needed" / needed).write_bytes(path.read_bytes())
        with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w") as zipped:
            record = [_written(zipped, str(path.relative_to(scratch)), path.read_bytes(), path.stat().st_mode & 0o755 | 0o644)
                      for path in sorted(staged.rglob("*")) if path.is_file()]
            record += [_written(zipped, file, text.encode()) for file, text in _about(library).items()]
            place = f"{NAME}-{VERSION}.dist-info/RECORD"
            _written(zipped, place, "\n".join([*record, f"{place},,", ""]).encode())
    return name


def build_sdist(sdist_directory, config_settings=None):
    root = f"{NAME}-{VERSION}"
    with tarfile.open(pathlib.Path(sdist_directory) / f"{root}.tar.gz", "w:gz", dereference=True) as tar, \
            tempfile.TemporaryDirectory() as scratch:
        for name in ("pyproject.toml", "README.md", "backend.py", "stage", "generate"):
            tar.add(HERE / name, f"{root}/{name}")
        for path in sorted((HERE / "assay").iterdir()):
            if path.is_file():
                tar.add(path, f"{root}/assay/{path.name}")
        for header in ("engine.h", "status.h"):
            tar.add(_include() / "assay" / header, f"{root}/include/assay/{header}")
        about = pathlib.Path(scratch) / "PKG-INFO"
        about.write_text(_metadata())
        tar.add(about, f"{root}/PKG-INFO")
    return f"{root}.tar.gz"


def get_requires_for_build_wheel(config_settings=None):
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []
