"""Makes the data folder of the bundled server and writes its configuration."""

from __future__ import annotations

import getpass
import os
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path

from engine.errors import EnvironmentProblem, UserFacingError
from engine.store import binaries
from engine.store.places import PORT, Places, disk_full, folder_problem, give

ROLE = "ordrett"
PASSWORD = "ordrett.password"  # a file in the data folder, readable by its owner alone
SPACE_NEEDED = 300 * 1024 * 1024  # a new data folder is 40 MB, and the first import should not fill the disk

SCANNER_SECONDS = 20.0

# A real UTF-8 locale, named in ASCII: with "C" the server neither lower-cases Å nor takes «» off a word, and
# initdb on Windows fails on names such as "Norwegian Bokmål". The first that the machine has is taken.
LOCALES = {
    "darwin": ("en_US.UTF-8", "C.UTF-8"),
    "win32": ("English_United States.1252", "en-US"),
}.get(sys.platform, ("C.UTF-8", "C.utf8", "en_US.UTF-8", "en_GB.UTF-8"))

# Settings of a desktop: one person, a laptop with 8 to 16 GB that does other things too.
SETTINGS = {
    "max_connections": "40",
    "shared_buffers": "128MB",
    "effective_cache_size": "1GB",
    "work_mem": "16MB",
    "maintenance_work_mem": "128MB",
    "random_page_cost": "1.1",  # SSD
    "jit": "off",  # compiling costs more than these short queries take
    "synchronous_commit": "on",  # what was reported as imported survives a power cut
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_wal_size": "512MB",  # a law archive is imported in two or three checkpoints
    "min_wal_size": "80MB",
    "wal_compression": "on",
    "checkpoint_timeout": "10min",
    "autovacuum_naptime": "30s",
    "timezone": "'UTC'",
    "datestyle": "'iso, ymd'",
    "password_encryption": "'scram-sha-256'",
    "default_text_search_config": "'pg_catalog.simple'",
    # the log holds no text of documents: no statements, no parameters, no details of failed rows
    "lc_messages": "'C'",
    "log_min_messages": "log",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_parameter_max_length_on_error": "0",
    "log_checkpoints": "off",
    "log_autovacuum_min_duration": "-1",
    "log_timezone": "'UTC'",
    "log_line_prefix": "'%m '",
}


def exists(places: Places) -> bool:
    return (places.data / "PG_VERSION").exists()


def check_version(places: Places) -> None:
    """Refuses a data folder of another PostgreSQL major version with a plain sentence."""
    text = (places.data / "PG_VERSION").read_text(encoding="utf-8").strip()
    ours = binaries.major_version()
    if text.isdigit() and int(text) > ours:
        raise UserFacingError(
            f"The data in “{places.data}” was made by a newer version of Ordrett (PostgreSQL {text}, this one has "
            f"{ours}); install that version or choose another folder with --home."
        )
    if text != str(ours):
        raise UserFacingError(
            f"The data in “{places.data}” is of PostgreSQL {text or 'an unknown version'} and this version of "
            f"Ordrett has {ours}; make a backup with the version that made it and restore it here."
        )


def create(places: Places) -> None:
    """Runs initdb beside the data folder and moves the result there: an interrupted first start leaves no half."""
    free = shutil.disk_usage(places.base).free
    if free < SPACE_NEEDED:
        raise EnvironmentProblem(
            f"The disk that holds “{places.base}” has {free // 2**20} MB free and Ordrett needs "
            f"{SPACE_NEEDED // 2**20} MB to start; free some space and start again."
        )
    making = places.base / "postgres.new"
    password = places.base / "postgres.password"
    try:
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        give(making, places.account)
        password.unlink(missing_ok=True)
        write_private(password, secrets.token_urlsafe(32) + "\n")
        give(password, places.account)
        _initdb(places, making, password)
        password.rename(making / PASSWORD)
        method = "host all all 127.0.0.1/32" if sys.platform == "win32" else "local all all"
        (making / "pg_hba.conf").write_text(f"{method} scram-sha-256\n", encoding="utf-8")
        _move(making, places.data)
    except OSError as error:
        raise folder_problem(places.home, error) from error


def _move(source: Path, target: Path) -> None:
    """Renames a folder; on Windows a virus scanner may hold its new files for some seconds."""
    until = time.monotonic() + (SCANNER_SECONDS if sys.platform == "win32" else 0)
    while True:
        try:
            source.rename(target)
            return
        except PermissionError:
            if time.monotonic() >= until:
                raise
            time.sleep(0.2)


def _initdb(places: Places, making: Path, password: Path) -> None:
    program = binaries.folder_for(places.account) / f"initdb{binaries.EXE}"
    common = ["--encoding=UTF8", "--auth=scram-sha-256", f"--username={ROLE}", "--no-instructions"]
    for locale in LOCALES:
        done = subprocess.run(
            [program, f"--pgdata={making}", f"--pwfile={password}", f"--locale={locale}", *common],
            env=binaries.environment(),
            cwd=places.base,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            **binaries.account_options(places.account),  # type: ignore[call-overload]
        )
        if done.returncode == 0:
            (making / "locale.txt").write_text(f"{locale}\n", encoding="utf-8")
            return
        if "locale" not in done.stderr:
            break
    if "No space left on device" in done.stderr:
        raise disk_full(places.base)
    reason = next((x for x in done.stderr.splitlines() if "error:" in x or "FATAL" in x), done.stderr.strip())
    raise EnvironmentProblem(
        f"The database could not be made in “{places.base}” ({reason.strip()}); choose another folder with --home."
    )


def configure(places: Places, port: int = PORT) -> None:
    """Writes the whole configuration anew; called before each start, so that a moved home works."""
    lines = [f"{key} = {value}" for key, value in SETTINGS.items()]
    lines.append(f"port = {port}")
    if places.sockets is None:
        lines += ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''"]
    else:
        # a list of names: each in double quotes (commas, blanks), the whole in single quotes
        name = str(places.sockets).replace('"', '""').replace("'", "''").replace("\\", "\\\\")
        lines += ["listen_addresses = ''", f"unix_socket_directories = '\"{name}\"'"]
        lines.append("unix_socket_permissions = 0700")
    path = places.data / "postgresql.conf"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogateescape")
    give(path, places.account)


def password(places: Places) -> str:
    try:
        return (places.data / PASSWORD).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        raise UserFacingError(
            f"The file “{places.data / PASSWORD}” is missing, and without it the database cannot be opened; "
            "put it back from a backup."
        ) from None


def write_private(path: Path, text: str) -> None:
    """A new file that only the person may read; on Windows inherited rights are taken off it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
    if sys.platform == "win32":
        subprocess.run(
            ["icacls", str(path), "/inheritance:r", "/grant:r", f"{getpass.getuser()}:F"],
            check=True,
            capture_output=True,
        )
