"""Models: which are here, which one words the answers, adding a file by button or drag and drop."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QDialog, QFileDialog, QHeaderView, QProgressBar, QTableView, QWidget

from desktop.context import Context
from desktop.jobs import Job
from desktop.models.model_table import MODEL, ModelTable
from desktop.texts import size, tr
from desktop.views.drop_overlay import local_paths
from desktop.views.parts import button, column, row
from desktop.views.words import label
from engine.types import ModelInfo

ROW_HEIGHT = 38


class ModelsDialog(QDialog):
    """Without a model Ordrett answers with quotes only; that is said here."""

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._context = context
        self.setWindowTitle(tr("Models"))
        self.setMinimumSize(720, 460)
        self.setAcceptDrops(True)
        self.model = ModelTable(self)
        self.table = self._make_table()
        self.description = label("", "muted", wrap=True)
        self.description.setMinimumHeight(40)
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(tr("Progress"))
        self.progress_text = label("", "small")
        self.progress.hide()
        self.use = button(tr("Use this model"), self._use, "primary")
        self.remove = button(tr("Remove"), self._remove)
        add = button(tr("Add a file …"), self._choose)
        why = label(
            tr(
                "A model words the answer; the quotes come from the sources with or without one. Drop a GGUF file here to add it. Nothing is fetched by itself."
            ),
            "muted",
            wrap=True,
        )
        self.setLayout(
            column(label(tr("Models"), "title"), why, self.table, self.description, self.progress, self.progress_text,
                   row(add, self.remove, None, self.use, button(tr("Close"), self.accept)), spacing=12, margins=(24, 22, 24, 18))
        )  # fmt: skip
        self._chosen()
        self._load()

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        table.horizontalHeader().setHighlightSections(False)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.setAccessibleName(tr("Models"))
        table.selectionModel().currentRowChanged.connect(lambda *_: self._chosen())
        return table

    def _load(self) -> None:
        work = self._context.workspace.models
        self._context.jobs.run(lambda _: work(), self._show, on_error=self._context.failed.emit, owner=self)

    def _show(self, models: list[ModelInfo]) -> None:
        shown = sorted((m for m in models if m.role != "test" or m.path), key=lambda m: (not m.active, m.path is None))
        self.model.set_models(tuple(shown))
        if shown:
            self.table.selectRow(0)
        self._chosen()

    def _current(self) -> ModelInfo | None:
        index: QModelIndex = self.table.currentIndex()
        return index.data(MODEL) if index.isValid() else None

    def _chosen(self) -> None:
        model = self._current()
        self.description.setText(model.description if model else "")
        self.use.setEnabled(model is not None and model.path is not None and not model.active)
        self.remove.setEnabled(model is not None and model.path is not None)

    def _use(self) -> None:
        model = self._current()
        if model is not None:
            self._change(lambda: self._context.workspace.use_model(model.name))

    def _remove(self) -> None:
        model = self._current()
        if model is not None:
            self._change(lambda: self._context.workspace.remove_model(model.name))

    def _change(self, work: object) -> None:
        self._context.jobs.run(
            lambda _: work(),
            lambda _: self._load(),
            on_error=self._context.failed.emit,
            lane="serial",
            owner=self,  # type: ignore[operator]
        )

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Add a model"), "", tr("Models (*.gguf)"))
        if name:
            self.add(Path(name))

    def add(self, path: Path) -> None:
        """Copy a model file into the home, with progress."""
        self.progress.setRange(0, 0)
        self.progress.show()

        def work(job: Job) -> ModelInfo:
            return self._context.workspace.add_model(
                str(path), on_progress=lambda done, whole: job.report((done, whole))
            )

        self._context.jobs.run(
            work,
            lambda _: self._added(),
            on_error=self._add_failed,
            on_progress=self._progress,
            lane="serial",
            owner=self,
        )

    def _progress(self, progress: tuple[int, int]) -> None:
        done, whole = progress
        self.progress.setRange(0, 1000)
        self.progress.setValue(round(1000 * done / max(1, whole)))
        self.progress_text.setText(tr("{done} of {seen}", done=size(done), seen=size(whole)))

    def _added(self) -> None:
        self.progress.hide()
        self.progress_text.setText("")
        self._load()

    def _add_failed(self, error: BaseException) -> None:
        self.progress.hide()
        self._context.failed.emit(error)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(path.suffix.lower() == ".gguf" for path in local_paths(event.mimeData())):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        for path in local_paths(event.mimeData()):
            if path.suffix.lower() == ".gguf":
                self.add(path)
