"""Starts the Chromium of this machine without a window."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]

# Lets a page believe that its browser has left a lesson at a step, counted from 0.
KEEP_STEP = """async ([address, step]) => {
  const { keepProgress } = await import("/static/progress.js");
  keepProgress(address, { step, done: false });
}"""


def chromium() -> str:
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if (found := shutil.which(name)) is not None:
            return found
    raise AssertionError("There is no Chromium on this machine: `make browser` installs it.")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
