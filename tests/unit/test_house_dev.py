"""The set-up command: standard library only, finds its Python, names what is missing, does nothing twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.helpers.tree import ROOT, imports

PACKAGING = ROOT / "packaging"
IN_THE_ENVIRONMENT = {"lock.py", "licences.py", "settings_table.py"}
"""These run with the tree's packages, after the set-up; all else must start on a bare Python."""


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """dev.py and, through it, its parts."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import dev

    return dev


def test_it_stands_on_the_standard_library_alone() -> None:
    siblings = {path.stem for path in PACKAGING.glob("*.py")}
    for path in PACKAGING.glob("*.py"):
        roots = {dotted.split(".")[0] for dotted in imports(path)} - siblings
        if path.name not in IN_THE_ENVIRONMENT:
            assert roots <= sys.stdlib_module_names, path.name


def test_no_part_hides_a_module_of_the_standard_library() -> None:
    assert not {path.stem for path in PACKAGING.glob("*.py")} & sys.stdlib_module_names


def test_help_names_every_command() -> None:
    command = [sys.executable, "-S", str(PACKAGING / "dev.py"), "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for name in ("run", "test", "setup", "check", "bench", "screenshots", "lock", "licences", "settings", "clean"):
        assert name in shown.split()


def test_continuous_integration_calls_exactly_the_test_command() -> None:
    lines = [line for line in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    assert lines == ["set -euo pipefail", 'cd "$(dirname "$0")/.."', "exec python3 packaging/dev.py test"]


def test_a_fitting_python_is_found_and_a_missing_one_is_not(dev: ModuleType) -> None:
    assert dev.interpreter.find() == [sys.executable]
    assert dev.interpreter.version_of([sys.executable]) == sys.version_info[:2]
    assert dev.interpreter.version_of(["no-such-python"]) is None


def test_no_fitting_python_is_said_plainly(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.interpreter, "WANTED", ((2, 9),))
    with pytest.raises(dev.Trouble, match=r"needs Python 3\.11 or 3\.12"):
        dev.interpreter.find()


@pytest.mark.skipif(sys.platform != "linux", reason="apt is Debian's")
def test_without_rights_the_one_command_is_named(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = dev.environment.system_parts
    monkeypatch.setattr(parts, "QT_LIBRARIES", {"libNoSuchThing.so.9": "libnosuch9"})
    monkeypatch.setattr(parts, "apt_prefix", lambda: None)
    monkeypatch.setattr(parts.shutil, "which", lambda name: f"/usr/bin/{name}")
    with pytest.raises(dev.Trouble, match=r"sudo apt-get install -y .*libnosuch9"):
        parts.ensure(compiler=False)


@pytest.mark.skipif(sys.platform != "linux", reason="the libraries are Linux's")
def test_a_library_that_is_there_is_not_missing(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = dev.environment.system_parts
    monkeypatch.setattr(parts, "QT_LIBRARIES", {"libc.so.6": "libc6", "libNoSuchThing.so.9": "libnosuch9"})
    missing = parts.missing_packages(compiler=False)
    assert "libnosuch9" in missing
    assert "libc6" not in missing


def test_a_wheel_is_kept_by_version_and_processor(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ORDRETT_CACHE", str(tmp_path))
    wheel = dev.environment.llama_wheel
    here = wheel.folder()
    assert here.parent == tmp_path / "wheels"
    assert wheel.VERSION in here.name
    monkeypatch.setattr(wheel, "_processor_words", lambda: ["another"])
    assert wheel.folder() != here
    assert wheel.cached() is None


def test_a_second_run_installs_nothing(dev: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The stamp is compared with the lock, the project file, the Python and the wheel; pip is not started."""
    environment = dev.environment
    done: list[str] = []
    monkeypatch.setenv("ORDRETT_CACHE", str(tmp_path))
    monkeypatch.setattr(environment, "STAMP", tmp_path / "stamp.json")
    monkeypatch.setattr(environment, "LOCK", tmp_path / "lock.txt")
    monkeypatch.setattr(environment, "venv_python", lambda: Path(sys.executable))
    monkeypatch.setattr(environment, "_pip", lambda *arguments: done.append(arguments[0]))
    monkeypatch.setattr(environment.system_parts, "ensure", lambda **_: done.append("system"))
    environment.LOCK.write_text("a==1\n", encoding="utf-8")
    environment.ensure(runtime=False)
    assert done
    done.clear()
    environment.ensure(runtime=False)
    assert not done
    environment.LOCK.write_text("a==2\n", encoding="utf-8")
    environment.ensure(runtime=False)
    assert done
