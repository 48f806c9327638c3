#!/usr/bin/env python3
"""Opens pages in a real browser and looks whether they are what they should be.

    browse.py CHROMIUM FOLDER PAGE.html...

Speaks the DevTools protocol over a pipe, with nothing but Python. For each page: no message on the
console, no request but for the file itself, no page that scrolls sideways at three widths in light
and dark, tables that sort by mouse and by keyboard, words that open their entry, and on paper no
table, picture or row that is cut. Screenshots and the PDF are left in FOLDER.
"""

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

WIDTHS = {360: 780, 900: 1100, 1600: 1000}
# A4 less the margins of the page, in CSS pixels.
PAPER = round((210 - 2 * 12) / 25.4 * 96)
PATIENCE = 30


class Browser:
    """A browser, and the pipe to it."""

    def __init__(self, program):
        down, up = os.pipe(), os.pipe()
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)

        def inherit():
            # The browser reads from 3 and writes to 4.
            read, write = os.dup(down[0]), os.dup(up[1])
            os.dup2(read, 3)
            os.dup2(write, 4)

        # A root user has no sandbox to run in.
        rootless = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            [program, "--headless=new", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-extensions", "--hide-scrollbars", "--disable-dev-shm-usage",
             f"--user-data-dir={self.folder.name}", *rootless, "about:blank"],
            preexec_fn=inherit, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(down[0])
        os.close(up[1])
        self.write, self.read = os.fdopen(down[1], "wb", 0), os.fdopen(up[0], "rb", 0)
        self.buffer, self.number, self.events, self.session = b"", 0, [], None

    def close(self):
        self.write.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()

    def message(self):
        while b"\0" not in self.buffer:
            more = self.read.read(1 << 16)
            if not more:
                raise SystemExit("the browser has gone")
            self.buffer += more
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def ask(self, method, **parameters):
        self.number += 1
        asked = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            asked["sessionId"] = self.session
        self.write.write(json.dumps(asked).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, event):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for at, message in enumerate(self.events):
                if message.get("method") == event:
                    del self.events[at]
                    return message
            self.events.append(self.message())
        raise SystemExit(f"no {event} in {PATIENCE} s")

    def run(self, script):
        result = self.ask("Runtime.evaluate", expression=script, returnByValue=True,
                          awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"{script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def begin(self):
        page = self.ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self.ask("Target.attachToTarget", targetId=page, flatten=True)
        self.session = attached["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "DOM"]:
            self.ask(f"{domain}.enable")

    def size(self, width, height, dark=False, media=""):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 500)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", media=media, features=[scheme])

    def point(self, kind, x, y):
        self.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if kind !=
                 "mouseMoved" else "none", clickCount=0 if kind == "mouseMoved" else 1,
                 pointerType="mouse")

    def press(self, key, code):
        for kind in ["keyDown", "keyUp"]:
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode=code, text="\r" if kind == "keyDown" else "")

    def shot(self, file):
        picture = self.ask("Page.captureScreenshot", format="png")
        file.write_bytes(base64.b64decode(picture["data"]))


# Elements that are wider than the page, and scroll in no box of their own.
SIDEWAYS = """(() => {
  const page = document.documentElement, wide = [];
  if (page.scrollWidth > page.clientWidth) wide.push(`the page: ${page.scrollWidth}`);
  for (const box of document.querySelectorAll('.wide, .picture'))
    if (box.getBoundingClientRect().right > page.clientWidth + 1) wide.push(box.className);
  return wide;
})()"""

# Tables and pictures that would be cut on paper, and rows that a page could break.
CUT = """(() => {
  const cut = [], right = document.body.getBoundingClientRect().right;
  for (const it of document.querySelectorAll('.wide > table, .picture > svg')) {
    if (it.closest('details')) continue;
    const box = it.getBoundingClientRect();
    if (box.right > right + 1) cut.push(`${it.tagName} at ${box.right} of ${right}`);
    if (it.tagName !== 'TABLE') continue;
    for (const cell of it.querySelectorAll('th, td'))
      if (cell.scrollWidth > cell.clientWidth + 1) { cut.push(`a cell: ${cell.textContent}`); break; }
    // A button is painted in the first of the repeated headers only.
    const named = [...it.tHead.querySelectorAll('.head')].every((name) => name.offsetWidth > 0);
    const pressed = it.tHead.querySelector('button')?.offsetWidth > 0;
    if (getComputedStyle(it.tHead).display !== 'table-header-group' || !named || pressed)
      cut.push('a header');
    if (getComputedStyle(it.rows[1]).breakInside !== 'avoid') cut.push('a row');
  }
  return cut;
})()"""

# Sorts by each column of each table and looks whether its numbers are in order.
SORTS = """((press) => {
  const wrong = [], tables = [...document.querySelectorAll('table')];
  let sorted = 0;
  for (const table of tables) {
    const text = () => [...table.tBodies[0].rows].map((row) => row.textContent).join('|');
    const written = text();
    [...table.tHead.rows[0].cells].forEach((head, at) => {
      const button = head.querySelector('button');
      if (!button || head.getAttribute('aria-sort') !== 'none') { wrong.push('no button'); return; }
      const column = () => [...table.tBodies[0].rows]
        .map((row) => row.cells[at]?.dataset.value).filter((value) => value !== undefined);
      for (const order of ['ascending', 'descending']) {
        button.click();
        const values = column().map(Number);
        const sign = order === 'ascending' ? 1 : -1;
        const right = values.every((value, i) => i === 0 || sign * (value - values[i - 1]) >= 0);
        if (!right || head.getAttribute('aria-sort') !== order)
          wrong.push(`${head.textContent} ${order}`);
        if (values.length > 1) sorted += 1;
      }
      button.click();
      if (text() !== written) wrong.push(`${head.textContent}: not as it was written`);
    });
  }
  return [wrong, sorted];
})()"""

# Scrolling closes what is open, and is told a frame later.
PLACE = """(async (it) => {
  it.scrollIntoView({ block: 'center', behavior: 'instant' });
  for (const _ of [1, 2, 3]) await new Promise((next) => requestAnimationFrame(next));
  const box = it.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, it.textContent, it.dataset.words ?? ''];
})(document.querySelector(%s))"""

TOLD = """(() => {
  const tip = document.getElementById('tip');
  return tip.matches(':popover-open') ? tip.textContent : '';
})()"""


def look(browser, page, folder):
    """What is wrong with a page."""
    wrong = []
    browser.events.clear()
    browser.size(900, 1100)
    address = page.resolve().as_uri()
    browser.ask("Page.navigate", url=address)
    browser.wait("Page.loadEventFired")
    name = page.stem
    for width, height in WIDTHS.items():
        for dark in [False, True]:
            browser.size(width, height, dark)
            wide = browser.run(SIDEWAYS)
            wrong += [f"{width} pixels: {one} is too wide" for one in wide]
            browser.shot(folder / f"{name}-{width}{'-dark' if dark else ''}.png")
    browser.size(900, 1100)
    unsorted, count = browser.run(SORTS)
    wrong += unsorted
    several = "!!document.querySelector('tbody tr:nth-child(2) [data-value]')"
    if count == 0 and browser.run(several):
        wrong.append("nothing was sorted")
    if browser.run("!!document.querySelector('a[data-words]')"):
        wrong += words(browser, folder / f"{name}-word.png")
    else:
        wrong.append("no word has an entry")
    wrong += keyboard(browser)
    lost = browser.run("""[...document.querySelectorAll('a[href^="#"]')]
        .map((link) => link.getAttribute('href').slice(1))
        .filter((id) => !document.getElementById(id))""")
    wrong += [f"#{one} leads nowhere" for one in lost]
    browser.size(PAPER, 1000, media="print")
    wrong += [f"on paper: {one}" for one in browser.run(CUT)]
    browser.size(900, 1100)
    pdf = browser.ask("Page.printToPDF", preferCSSPageSize=True, printBackground=False)
    pdf = base64.b64decode(pdf["data"])
    if not pdf.startswith(b"%PDF-"):
        wrong.append("no PDF")
    (folder / f"{name}.pdf").write_bytes(pdf)
    for event in browser.events:
        method, told = event.get("method"), event.get("params", {})
        if method in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]:
            wrong.append(f"on the console: {json.dumps(told)[:300]}")
        if method == "Network.requestWillBeSent":
            url = told["request"]["url"]
            if url != address and not url.startswith("data:"):
                wrong.append(f"a request: {url}")
        if method == "Page.javascriptDialogOpening":
            wrong.append("a script of another ran")
    if browser.run("window.pwned !== undefined"):
        wrong.append("a script of another ran")
    return wrong


def words(browser, shot):
    """Whether words open their entries, under the mouse and by a click."""
    wrong = []
    x, y, text, _ = browser.run(PLACE % "'main a[data-words]'")
    browser.point("mouseMoved", x, y)
    told = browser.run(TOLD)
    if not told:
        wrong.append(f"`{text}` says nothing under the mouse")
    browser.shot(shot)
    browser.point("mouseMoved", 2, 2)
    if browser.run(TOLD):
        wrong.append(f"`{text}` goes on when the mouse has gone")
    for kind in ["mouseMoved", "mousePressed", "mouseReleased"]:
        browser.point(kind, x, y)
    browser.point("mouseMoved", 2, 2)
    if browser.run(TOLD) != told:
        wrong.append(f"`{text}` does not stay when it is clicked")
    browser.press("Escape", 27)
    if browser.run(TOLD):
        wrong.append(f"`{text}` does not go with Escape")
    return wrong


def keyboard(browser):
    """Whether a header sorts by the keyboard, and says so."""
    browser.run("document.querySelector('button.sort').focus()")
    browser.press("Enter", 13)
    order = "document.querySelector('button.sort').closest('th').getAttribute('aria-sort')"
    if browser.run(order) != "ascending":
        return ["the keyboard sorts nothing"]
    return []


def main():
    program, folder, *pages = sys.argv[1:]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    browser, failed = Browser(program), False
    try:
        browser.begin()
        for page in map(pathlib.Path, pages):
            wrong = look(browser, page, folder)
            print(f"{page.name}: {'; '.join(wrong) if wrong else 'as it should be'}")
            failed |= bool(wrong)
    finally:
        browser.close()
    sys.exit(1 if failed else 0)


main()
