"""Opens pages in Chromium, and prints as JSON what is wrong with them.

python look.py URL < {"pages": [...], "play": {...}, "walks": [...], "axe": PATH, "shots": FOLDER}
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SIZES = {"wide": (1280, 860), "phone": (390, 800), "picture": (1080, 640)}
WORST = {"serious", "critical"}
STILL = """const set = window.setTimeout;
    window.setTimeout = (run, ms, ...more) => (ms >= 1000 ? 0 : set(run, ms, ...more));"""
"""Keeps a page that looks again by itself from going away while it is looked at."""


def main():
    url = sys.argv[1]
    asked = json.load(sys.stdin)
    wrong = []
    axe = Path(asked["axe"]).read_text("utf-8") if asked["axe"] else None
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        pages = {
            (size, scheme): opened(browser, url, size, scheme, wrong)
            for size in SIZES
            for scheme in ("light", "dark")
        }
        for entry in asked["pages"]:
            page = pages[entry["size"], entry["scheme"]]
            look(page, url, entry, axe, asked["shots"], wrong)
        if asked["play"]:
            asked["played"] = play(pages["picture", "light"], url, asked["play"], axe, wrong)
        for walk in asked.get("walks", []):
            walked(opened(browser, url, walk["size"], walk["scheme"], wrong), url, walk, wrong)
        browser.close()
    json.dump({"wrong": wrong, "played": asked.get("played")}, sys.stdout)


def opened(browser, url, size, scheme, wrong):
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    context.add_init_script(STILL)
    page = context.new_page()
    page.on("console", lambda message: noted(page, message, wrong))
    page.on("pageerror", lambda error: wrong.append([page.url, str(error)]))
    page.on("request", lambda r: r.url.startswith(url) or wrong.append([page.url, f"asks {r.url}"]))
    page.set_default_timeout(120_000)
    return page


def noted(page, message, wrong):
    is_own_status = message.location.get("url") == page.url and "status of" in message.text
    if message.type in {"error", "warning"} and not is_own_status:  # that one is compared in `look`
        wrong.append([page.url, message.text])


def look(page, url, entry, axe, shots, wrong):
    reply = page.goto(url + entry["path"])
    if page.query_selector("[data-plot=scatter]"):  # its points are asked for once it is loaded
        page.wait_for_selector("[data-plot=scatter] canvas")
    page.wait_for_selector("[aria-busy]", state="detached")  # what comes after its page
    if reply.status != entry.get("status", 200):
        wrong.append([entry["path"], f"status {reply.status}"])
    if entry.get("hovers"):
        page.hover(entry["hovers"])
    for selector in entry.get("clicks", []):
        page.click(selector)
    if entry.get("shows"):  # what the clicks show in place
        page.wait_for_selector(entry["shows"])
    if entry.get("type"):  # a list that follows what one types
        page.fill("[data-live] [type=search]", entry["type"])
        page.wait_for_url(lambda address: "q=" in address)
    audited(page, f"{entry['path']} {entry['scheme']} {entry['size']}", axe, wrong)
    if shots and entry.get("shot"):
        page.screenshot(path=f"{shots}/{entry['shot']}.png", full_page=True)
    if entry.get("picture"):
        picture(page, entry)


def picture(page, entry):
    """Take a picture for the docs: of the page from `top` on."""
    page.evaluate("top => document.querySelector(top).scrollIntoView()", entry.get("top", "body"))
    page.screenshot(path=entry["picture"])


def audited(page, name, axe, wrong):
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > page.viewport_size["width"]:
        wrong.append([name, f"is {width} wide"])
    if axe is None:
        return
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    for violation in found["violations"]:
        if violation["impact"] in WORST:
            at = [node["html"][:120] for node in violation["nodes"][:2]]
            wrong.append([name, f"{violation['id']}: {violation['help']}: {at}"])


def play(page, url, asked, axe, wrong):
    page.goto(f"{url}/task/{asked['task']}")
    page.click("text=Play it by hand")
    for call in asked["calls"]:
        form = page.locator("form", has=page.locator(f"h2:text-is('{call['tool']}')"))
        for name, value in call["fields"].items():
            form.locator(f"[name={name}]").fill(value)
        form.locator("button.primary").click()
        page.wait_for_load_state()
        audited(page, f"the play after {call['tool']}", axe, wrong)
    page.fill("[name=answer]", asked["answer"])
    page.click("text=Hand it in")
    page.wait_for_selector("#verdict")
    audited(page, "the verdict", axe, wrong)
    if asked.get("picture"):
        picture(page, {**asked, "top": "h1"})
    return page.inner_text("#verdict h2")


# By keyboard alone ------------------------------------------------------------------------------

BEFORE = """() => {
    const element = document.activeElement;
    window.focusedBefore = element === document.body ? null : element;
}"""
FOCUSED = """() => {
    const element = document.activeElement, style = getComputedStyle(element);
    const box = element.getBoundingClientRect(), before = window.focusedBefore;
    const first = document.querySelector("a[href], button, input, select, textarea");
    if (element === document.body || (before && element === first))
        return {html: "<body>", isEnd: true};
    return {
        html: element.cloneNode(false).outerHTML.slice(0, 160),
        isAfter: !before ||
            Boolean(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
        isSeen: box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight &&
            box.right > 0 && box.left < innerWidth,
        isOutlined: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1,
    };
}"""
"""What has the focus: whether it follows what had it before, and whether a person sees it."""
_MOST_TABS = 400


def walked(page, url, walk, wrong):
    """Walk through a page by keys; each step is `to` (by Tab), `press`, `type`, `at` or `shows`."""
    step = None
    try:
        page.goto(url + walk["path"])
        page.wait_for_load_state("networkidle")
        for step in walk["steps"]:
            walk_step(page, step, f"{walk['path']} by keys, {step}", wrong)
    except Exception as error:  # each walk is told of, whatever fails in it
        message = f"{type(error).__name__}: {str(error)[:300]}"
        wrong.append([f"{walk['path']} by keys, {step}", message])
    page.context.close()


def walk_step(page, step, name, wrong):
    if "to" in step:
        tabbed(page, step["to"], name, wrong)
    elif "tabs" in step:
        for _ in range(step["tabs"]):
            if tab(page, name, wrong).get("isEnd"):
                break
    elif "press" in step:
        page.keyboard.press(step["press"])
        page.wait_for_load_state("networkidle")
    elif "type" in step:
        page.keyboard.type(step["type"])
    elif "shows" in step:
        page.wait_for_selector(step["shows"], timeout=20_000)
    elif "hides" in step:
        page.wait_for_selector(step["hides"], state="hidden", timeout=20_000)
    elif "in" in step and not page.evaluate(
        "selector => Boolean(document.activeElement.closest(selector))", step["in"]
    ):
        wrong.append([name, f"has the focus: {page.evaluate(FOCUSED)['html']}"])
    elif "at" in step:
        page.wait_for_url(lambda address: step["at"] in address, timeout=20_000)


def tab(page, name, wrong):
    page.evaluate(BEFORE)
    page.keyboard.press("Tab")
    state = page.evaluate(FOCUSED)
    failed = [check for check in ("isAfter", "isSeen", "isOutlined") if not state.get(check)]
    if failed and not state.get("isEnd"):
        wrong.append([name, f"Tab: not {failed}: {state['html']}"])
    return state


def tabbed(page, selector, name, wrong):
    """Press Tab until what a selector means has the focus, to the page's end and from its top."""
    ends = 0
    for _ in range(_MOST_TABS):
        ends += tab(page, name, wrong).get("isEnd", False)
        if ends > 1:
            break
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    wrong.append([name, "is not reached by Tab"])


main()
