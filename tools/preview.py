"""Makes the picture that links to Spiritboard show in other programs: `python -m tools.preview`.

It is the scene of the home page, with the name, as `static/preview.jpg`.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

import spiritboard.server
from tests.server.chromium import launch
from tests.server.running import serving

PICTURE = Path(spiritboard.server.__file__).parent / "static" / "preview.jpg"
SIZE: ViewportSize = {"width": 1200, "height": 630}  # as most programs show it
STYLE = """
.top, .foot, .band, .hero-words > :not(h1) { display: none !important; }
.hero { position: fixed; inset: 0; max-height: none; height: 630px; margin: 0; border-radius: 0; z-index: 50; }
.hero .night-scene { height: 630px; }
.hero-words { position: absolute; left: 64px; top: 96px; }
.hero-words h1 { font-size: 92px; max-width: 9em; }
"""


def main() -> None:
    with serving() as server, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce", color_scheme="dark", bypass_csp=True)
        page.goto(server.url)
        page.add_style_tag(content=STYLE)
        page.locator(".hero-words h1").evaluate("(title) => { title.textContent = 'Spiritboard'; }")
        page.screenshot(path=PICTURE, type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
