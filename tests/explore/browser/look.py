"""Opens pages in Chromium, and prints as JSON what is wrong with them.

python look.py URL < {"pages": [...], "play": {...}, "axe": PATH, "shots": FOLDER}
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

SIZES = {"wide": (1280, 860), "phone": (390, 800)}
WORST = {"serious", "critical"}


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
            asked["played"] = play(pages["wide", "light"], url, asked["play"])
            audited(pages["wide", "light"], "the verdict", axe, wrong)
        browser.close()
    json.dump({"wrong": wrong, "played": asked.get("played")}, sys.stdout)


def opened(browser, url, size, scheme, wrong):
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
    page = context.new_page()
    page.on(
        "console", lambda m: m.type in {"error", "warning"} and wrong.append([page.url, m.text])
    )
    page.on("pageerror", lambda error: wrong.append([page.url, str(error)]))
    page.on("request", lambda r: r.url.startswith(url) or wrong.append([page.url, f"asks {r.url}"]))
    page.set_default_timeout(120_000)
    return page


def look(page, url, entry, axe, shots, wrong):
    reply = page.goto(url + entry["path"])
    if page.query_selector("[data-plot=scatter]"):  # its points are asked for once it is loaded
        page.wait_for_selector("[data-plot=scatter] canvas")
    if reply.status != 200:
        wrong.append([entry["path"], f"status {reply.status}"])
    if entry.get("fetch"):  # a reply that is shown in place
        page.click(".timeline summary")
        page.click("a[data-fetch]")
        page.wait_for_selector(".timeline .paper")
    if entry.get("type"):  # a list that follows what one types
        page.fill("[data-live] [type=search]", entry["type"])
        page.wait_for_url(lambda address: "q=" in address)
    width = page.evaluate("document.documentElement.scrollWidth")
    if width > SIZES[entry["size"]][0]:
        wrong.append([entry["path"], f"is {width} wide on {entry['size']}"])
    audited(page, f"{entry['path']} {entry['scheme']} {entry['size']}", axe, wrong)
    if shots and entry.get("shot"):
        page.screenshot(path=f"{shots}/{entry['shot']}.png", full_page=True)


def audited(page, name, axe, wrong):
    if axe is None:
        return
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    for violation in found["violations"]:
        if violation["impact"] in WORST:
            at = [node["html"][:120] for node in violation["nodes"][:2]]
            wrong.append([name, f"{violation['id']}: {violation['help']}: {at}"])


def play(page, url, asked):
    page.goto(f"{url}/task/{asked['task']}")
    page.click("text=Play it by hand")
    for call in asked["calls"]:
        form = page.locator("form", has=page.locator(f"h2:text-is('{call['tool']}')"))
        for name, value in call["fields"].items():
            form.locator(f"[name={name}]").fill(value)
        form.locator("button.primary").click()
        page.wait_for_load_state()
    page.fill("[name=answer]", asked["answer"])
    page.click("text=Hand it in")
    page.wait_for_selector("#verdict")
    return page.inner_text("#verdict h2")


main()
