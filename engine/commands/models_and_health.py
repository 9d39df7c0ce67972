"""``ordrett models …`` and ``ordrett doctor``."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from engine.commands.shared import Parsers, command, open_workspace, print_rows
from engine.wire import model_json


def add(parsers: Parsers) -> None:
    models = parsers.add_parser("models", help="the models: list, add, use, remove").add_subparsers(required=True)
    command(models, "list", list_models, "list the models, here and known")
    command(models, "add", add_model, "add a model by its file, or fetch one by name").add_argument(
        "model", metavar="FILE|NAME"
    )
    command(models, "use", use_model, "answer with this model").add_argument("model", metavar="NAME")
    command(models, "remove", remove_model, "remove a model from this machine").add_argument("model", metavar="NAME")
    command(parsers, "doctor", doctor, "check what Ordrett needs, one line each")


def list_models(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        print_rows(options, map(model_json, workspace.models()), _line)
    return 0


def add_model(options: argparse.Namespace) -> int:
    def show(done: int, whole: int) -> None:
        if sys.stderr.isatty() and whole:
            print(f"\r{100 * done // whole} %", end="", file=sys.stderr, flush=True)

    with open_workspace(options) as workspace:
        print_rows(options, [model_json(workspace.add_model(options.model, show))], _line)
    return 0


def use_model(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        workspace.use_model(options.model)
    print_rows(options, [{"using": options.model}], lambda row: f"Using {row['using']}")
    return 0


def remove_model(options: argparse.Namespace) -> int:
    with open_workspace(options) as workspace:
        workspace.remove_model(options.model)
    print_rows(options, [{"removed": options.model}], lambda row: f"Removed {row['removed']}")
    return 0


def doctor(options: argparse.Namespace) -> int:
    """Exit 1 when something that Ordrett needs is missing."""
    with open_workspace(options) as workspace:
        checks = workspace.doctor()
    rows = [{"check": c.name, "ok": c.ok, "detail": c.detail} for c in checks]
    print_rows(options, rows, lambda row: f"{'ok     ' if row['ok'] else 'MISSING'}  {row['check']}: {row['detail']}")
    return 0 if all(c.ok for c in checks) else 1


def _line(model: dict[str, Any]) -> str:
    state = "in use" if model["active"] else "installed" if model["installed"] else "not here"
    return f"{model['name']}  ({state}, {model['bytes'] / 1e9:.1f} GB, {model['licence']})  {model['description']}"
