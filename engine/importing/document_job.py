from engine.importing.run import Run


def import_documents(run: Run) -> None: ...
