"""Measurements: one module each, run by ``packaging/dev.py bench NAME`` (which is ``python -m tests.bench.NAME``).

A bench prints a table, writes the same as JSON to ``bench-output/NAME.json`` and, with ``--keep``, replaces its
section of RESULTS.md, with date, machine and commit. Speed is stated as a ratio within one run, since machines
differ and are shared; memory as the peak of the process and its children. Corpora lie outside the repository, see
``tests/helpers/corpora.py``. What is shared by benches stands in ``report.py``; nothing here is collected by pytest.
"""
