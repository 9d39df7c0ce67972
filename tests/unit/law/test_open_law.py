"""Acts from a file, a folder and every kind of archive; unsafe and damaged archives are refused."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from engine.errors import UserFacingError
from engine.law import open_law
from engine.law.sources import is_archive, read_sources

DATA = Path(__file__).parents[2] / "data" / "law"
NAMES = ("nl-18880623-003.xml", "nl-20150619-063.xml")
IDS = ["LOV-1888-06-23-3", "LOV-2015-06-19-63"]


def tar(path: Path, mode: str, names: tuple[str, ...] = NAMES) -> Path:
    with tarfile.open(path, mode) as archive:
        for name in names:
            archive.add(DATA / name, f"nl/{name}")
        archive.add(DATA / "SOURCES.tsv", "nl/readme.txt")
    return path


@pytest.mark.parametrize(
    ("name", "mode"), [("a.tar", "w"), ("b.dat", "w:gz"), ("c.tar.bz2", "w:bz2"), ("d.txt", "w:xz")]
)
def test_tar_archives_whatever_their_name(tmp_path: Path, name: str, mode: str) -> None:
    path = tar(tmp_path / name, mode)
    assert is_archive(path)
    assert [act.source_id for act in open_law(path)] == IDS


def test_zip_folder_and_file(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "lov.zip", "w") as archive:
        for name in NAMES:
            archive.write(DATA / name, name)
    assert [act.source_id for act in open_law(tmp_path / "lov.zip")] == IDS
    folder = tmp_path / "lover" / "nl"
    folder.mkdir(parents=True)
    for name in NAMES:
        (folder / name).write_bytes((DATA / name).read_bytes())
    (folder / "notat.txt").write_text("ikke en lov", encoding="utf-8")
    acts = list(open_law(tmp_path / "lover"))
    assert [act.source_id for act in acts] == IDS
    assert acts[0].member == "nl/nl-18880623-003.xml"
    assert [act.source_id for act in open_law(folder / NAMES[0])] == IDS[:1]


def test_two_files_of_one_id_differ_by_language(tmp_path: Path) -> None:
    data = (DATA / NAMES[0]).read_bytes()
    (tmp_path / "nl-18880623-003-nn.xml").write_bytes(data.replace(b'lang="no"', b'lang="nn"'))
    (tmp_path / "nl-18880623-003.xml").write_bytes(data)
    (tmp_path / "zz.xml").write_bytes(data.replace(b'lang="no"', b'lang="nb"'))
    assert [act.source_id for act in open_law(tmp_path)] == [f"{IDS[0]}-nn", IDS[0], f"{IDS[0]}-nb"]


def test_unsafe_members_are_refused_and_links_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        for name in ("../out.xml", "/etc/x.xml", "ok.xml"):
            info = tarfile.TarInfo(name)
            info.size = 3
            archive.addfile(info, io.BytesIO(b"abc"))
        link = tarfile.TarInfo("link.xml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    sources = list(read_sources(path))
    assert [source.name for source in sources if source.problem is None] == ["ok.xml"]
    assert len(sources) == 3
    assert all(not source.data for source in sources if source.problem)


def test_damaged_archive_is_a_plain_message(tmp_path: Path) -> None:
    whole = tar(tmp_path / "a.tar.bz2", "w:bz2", tuple(p.name for p in sorted(DATA.glob("*.xml")))).read_bytes()
    (tmp_path / "half.tar.bz2").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UserFacingError, match=r"half\.tar\.bz2 is a damaged archive"):
        list(open_law(tmp_path / "half.tar.bz2"))


def test_office_files_are_no_archives(tmp_path: Path) -> None:
    path = tmp_path / "brev.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr("word/document.xml", "<w/>")
    assert not is_archive(path)
    assert list(open_law(path)) == []
