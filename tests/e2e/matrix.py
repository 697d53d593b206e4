"""The end-to-end tests on several versions of AstrBot, as a table: python -m tests.e2e.matrix 4.26.8 4.27.5 ..."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(version: str) -> tuple[bool, str]:
    """Whether all passed, and pytest's closing line. The whole output is kept beside the environment."""
    environment = ROOT / f".venv-{version}"
    command = [sys.executable, "-m", "pytest", "tests/e2e", "-q", "--color=no"]
    env = {**os.environ, "ASTRBOT_PYTHON": str(environment / "bin" / "python")}
    output = environment / "e2e.log"
    with output.open("w", encoding="utf-8") as log:
        code = subprocess.run(command, cwd=ROOT, env=env, stdout=log, stderr=subprocess.STDOUT, check=False)
    lines = output.read_text("utf-8").splitlines()
    return code.returncode == 0, lines[-1] if lines else f"no output, see {output}"


def main(versions: list[str]) -> int:
    _line("AstrBot", "result", "seconds", "pytest")
    results = []
    for version in versions:
        began = time.monotonic()
        passed, closing = run(version)
        results.append(passed)
        seconds = time.monotonic() - began
        _line(version, "ok" if passed else "FAILED", f"{seconds:.0f}", closing)
    return 0 if all(results) else 1


def _line(version: str, result: str, seconds: str, closing: str) -> None:
    sys.stdout.write(f"{version:10} {result:8} {seconds:>8}  {closing}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
