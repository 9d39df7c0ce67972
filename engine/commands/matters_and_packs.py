"""``ordrett matter …`` and ``ordrett pack …``: what there is, making, changing and deleting it."""

from __future__ import annotations

import argparse
from typing import Any

from engine.commands import vocabulary
from engine.commands.shared import Parsers, as_json, command, matter_of, open_workspace, print_json, print_rows
from engine.errors import UserFacingError
from engine.wire import matter_json, pack_json

SETTINGS = {"stemmer", "description", "on"}


def add(parsers: Parsers) -> None:
    matters = parsers.add_parser("matter", help="the matters: list, create, delete").add_subparsers(required=True)
    command(matters, "list", list_matters, "list the matters")
    command(matters, "create", create_matter, "create a matter").add_argument("name")
    command(matters, "delete", delete_matter, "delete a matter with all its documents").add_argument("name")
    text = "the packs: list, show, create, set, on, off, delete, synonyms, dictionary"
    packs = parsers.add_parser("pack", help=text).add_subparsers(required=True)
    vocabulary.add_to_pack(packs)
    command(packs, "list", list_packs, "list the packs in reach of the matter")
    command(packs, "show", show_pack, "show one pack").add_argument("name")
    create = command(packs, "create", create_pack, "create a pack")
    create.add_argument("name")
    create.add_argument("--kind", choices=["documents", "law", "statistics"], default="documents")
    create.add_argument("settings", nargs="*", metavar="KEY=VALUE")
    change = command(packs, "set", set_pack, "change settings: stemmer=… description=…")
    change.add_argument("name")
    change.add_argument("settings", nargs="+", metavar="KEY=VALUE")
    command(packs, "on", switch_on, "search the pack again").add_argument("name")
    command(packs, "off", switch_off, "leave the pack out of every search").add_argument("name")
    command(packs, "delete", delete_pack, "delete a pack with all its documents").add_argument("name")


def list_matters(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        print_rows(options, map(matter_json, workspace.matters()), lambda m: str(m["name"]))
    return 0


def create_matter(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        made = workspace.create_matter(options.name)
        print_rows(options, [matter_json(made)], lambda m: f"Created {m['name']}")
    return 0


def delete_matter(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        workspace.delete_matter(options.name)
        print_rows(options, [{"deleted": options.name}], lambda m: f"Deleted {m['deleted']}")
    return 0


def list_packs(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        print_rows(options, map(pack_json, workspace.packs(matter_of(workspace, options))), _line)
    return 0


def show_pack(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        _show(options, pack_json(workspace.pack(matter_of(workspace, options), options.name)))
    return 0


def create_pack(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        matter = matter_of(workspace, options)
        _show(
            options, pack_json(workspace.create_pack(matter, options.name, options.kind, **_settings(options.settings)))
        )
    return 0


def set_pack(options: argparse.Namespace) -> int:
    settings = _settings(options.settings)
    if unknown := sorted(settings.keys() - SETTINGS):
        raise UserFacingError(f"A pack has no setting “{unknown[0]}”; it has {', '.join(sorted(SETTINGS))}.")
    return _change(options, settings)


def switch_on(options: argparse.Namespace) -> int:
    return _change(options, {"on": True})


def switch_off(options: argparse.Namespace) -> int:
    return _change(options, {"on": False})


def delete_pack(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        workspace.delete_pack(matter_of(workspace, options), options.name)
        print_rows(options, [{"deleted": options.name}], lambda m: f"Deleted {m['deleted']}")
    return 0


def _change(options: argparse.Namespace, settings: dict[str, Any]) -> int:
    with open_workspace(options) as workspace:
        _show(options, pack_json(workspace.set_pack(matter_of(workspace, options), options.name, **settings)))
    return 0


def _settings(pairs: list[str]) -> dict[str, str]:
    out = {}
    for pair in pairs:
        key, sign, value = pair.partition("=")
        if not sign:
            raise UserFacingError(f"“{pair}” is not a setting; write it as key=value, for example stemmer=norwegian.")
        out[key] = value
    return out


def _show(options: argparse.Namespace, pack: dict[str, Any]) -> None:
    if as_json(options):
        print_json(pack)
        return
    for key, value in pack.items():
        print(f"{key}: {value}")


def _line(pack: dict[str, Any]) -> str:
    state = "on" if pack["on"] else "off"
    return f"{pack['name']}  ({pack['kind']}, {state}, {pack['documents']} documents, {pack['passages']} passages)"
