// What one takes away from the viewer, and who can use it: pictures and documents, pages without a server, paper, and everybody's eyes and hands.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hardToRead } from "./contrast.mjs";
import { end, here, open, press, scratch, serve, serveBank, vtrace } from "./harness.mjs";

const bank = join(here, "programs/bank.go");
let url, id;

before(async () => ({ url, finding: { id } } = await serveBank()));
after(end);

test("views are exported as SVG, PNG, Mermaid and JSON", async () => {
  const { page, close } = await open(url);
  const take = async (name) => {
    await page.click("text=Export");
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(`.menu button:has-text('${name}')`)]);
    await page.waitForSelector(".menu", { state: "hidden" });
    return readFileSync(await file.path());
  };
  const svg = (await take("SVG")).toString();
  assert.match(svg, /^<svg xmlns=.*locks ada\.mu/s);
  const png = await take("PNG");
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.length > 5000);
  const mermaid = (await take("Mermaid")).toString();
  assert.match(mermaid, /^sequenceDiagram\n    participant L0 as main/);
  assert.match(mermaid, /L0-->>L1: receives 10 on jobs/);
  assert.equal(JSON.parse((await take("JSON")).toString()).form, "run");
  await close();
});

test("every view is exported as it is seen: both sides, the network, a graph", async () => {
  const { page, close } = await open(url);
  await page.click("[role=tab]:text-is('Compare')");
  const [sides] = await take(page, "SVG");
  assert.equal(sides.text.match(/class="lanes-svg"/g).length, 2);
  assert.match(sides.text, /main locks ada\.mu/);
  assert.equal((await take(page, "PNG"))[0].text.slice(1, 4), "PNG");
  await page.click("[role=tab]:text-is('Network')");
  assert.match((await take(page, "SVG"))[0].text, /class="network-svg"[\s\S]*class="node/);
  await close();
  const graph = await open(`${await serve("view", "--no-open", join(here, "../../examples/protocols/star.dcj"), "-p", "n=3")}#graph`);
  assert.match((await take(graph.page, "SVG"))[0].text, /class="graph-svg"[\s\S]*class="state-node/);
  assert.match((await take(graph.page, "Mermaid"))[0].text, /^stateDiagram-v2\n    \[\*\] --> s0/);
  assert.equal((await take(graph.page, "PNG"))[0].text.slice(1, 4), "PNG");
  await graph.close();
});

test("the command that plays a finding back is copied by a click", async () => {
  const { page, close } = await open(url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.locator(".command").first();
  await button.click();
  await page.waitForFunction(() => document.querySelector(".command").textContent === "copied");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), `vtrace replay ${id}`);
  await close();
});

test("in a narrow window everything stands one below the other, and nothing is cut off", async () => {
  const { page, close } = await open(url, { viewport: { width: 400, height: 800 } });
  const box = (selector) => page.locator(selector).first().boundingBox();
  const [lanes, source, values, choices] = await Promise.all([".lanes", ".source", ".pane.state", ".choices"].map(box));
  assert.ok(lanes.y + lanes.height <= source.y + 1 && source.y + source.height <= values.y + 1 && values.y + values.height <= choices.y + 1, JSON.stringify([lanes, source, values, choices]));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is not wider than the window");
  const transport = await box(".transport");
  assert.equal(Math.round(transport.y + transport.height), 800, "the controls stay in sight");
  await close();
});

test("roles, names and contrast are there for everybody", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(url, { colorScheme });
    const unnamed = await page.$$eval("button, input, select", (all) => all.filter((e) => !(e.textContent || "").trim() && !e.getAttribute("aria-label")).length);
    assert.equal(unnamed, 0);
    const options = await page.$$eval("[role=listbox] [role=option]", (all) => all.map((e) => e.getAttribute("aria-label")));
    assert.ok(options.some((label) => label.includes("main locks grace.mu")), String(options));
    for (const keys of [["End"], ["Home", "j", "j", "j", "j", "o"], ["v"], ["v"], ["p"], ["Escape", "?"], ["Escape", "i"]]) {
      await press(page, ...keys);
      assert.deepEqual(await page.evaluate(hardToRead), [], `${colorScheme}, after ${keys}`);
    }
    await close();
    const graph = await open(`${await serve("view", "--no-open", join(here, "../../examples/protocols/star.dcj"), "-p", "n=3", "-f", 'G F "worker_2_ RECV *"')}#graph`, { colorScheme });
    await press(graph.page, "j", "j");
    assert.deepEqual(await graph.page.evaluate(hardToRead), [], `${colorScheme}, a graph`);
    await graph.close();
  }
});

test("an exported page works from disk, and asks nobody", async () => {
  const file = join(scratch, "page.html");
  vtrace("view", id, "--export", file);
  const { page, close } = await open(`file://${file}`);
  assert.match(await page.textContent(".verdict h1"), /wait for each other's locks/);
  await press(page, "Home", "j", "j", "j", "j", "j", "j");
  assert.match(await page.textContent(".choices"), /this page is a copy/);
  await page.emulateMedia({ media: "print" });
  assert.ok((await page.pdf()).length > 10_000);
  await close();
});

test("a report is enough, also where its program is not", async () => {
  const report = join(scratch, "report.json");
  vtrace("check", "--format", "json", "--output", report, bank);
  const moved = JSON.parse(readFileSync(report, "utf8"));
  const text = JSON.stringify(moved).replaceAll("bank.go", "gone.go");
  const gone = join(scratch, "gone.json");
  writeFileSync(gone, text);
  const { page, close } = await open(await serve("view", "--no-open", gone));
  assert.match(await page.textContent(".note"), /Values are not shown/);
  assert.ok((await page.locator(".lanes-svg .row").count()) >= 7);
  await close();
});

/** Opens the menu and takes what has this name; gives the files. */
async function take(page, name) {
  await page.click("header button:text-is('Export')");
  /** @type {any[]} */ const got = [];
  page.on("download", (file) => got.push(file));
  await page.click(`.menu button:has-text('${name}')`);
  // The menu closes when all files are on their way.
  await page.waitForSelector(".menu", { state: "hidden" });
  await page.waitForTimeout(500);
  page.removeAllListeners("download");
  return Promise.all(got.map(async (file) => ({ name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") })));
}

test("a run is taken to ShiViz, with clocks that know what happened before", async () => {
  const { page, close } = await open(url);
  const [{ text }] = await take(page, "ShiViz");
  const lines = text.trim().split("\n");
  const clocks = lines.filter((_, index) => index % 2 === 0).map((line) => /^(\S+) (\{.*\})$/.exec(line)).map(([, host, clock]) => ({ host, clock: JSON.parse(clock) }));
  assert.equal(clocks.length, 7);
  // Each host counts its own events by one, and the receive of the first job knows two of main's.
  for (const host of new Set(clocks.map((each) => each.host))) assert.deepEqual(clocks.filter((each) => each.host === host).map((each) => each.clock[host]), clocks.filter((each) => each.host === host).map((_, index) => index + 1));
  const received = clocks[lines.filter((_, index) => index % 2 === 1).findIndex((what) => what.startsWith("receives"))];
  assert.deepEqual(received.clock, { main: 2, 1: 1 });
  await close();
});

test("a finding is taken to code review as SARIF, from the server and from a page on disk", async () => {
  const { page, close } = await open(url);
  const [{ name, text }] = await take(page, "SARIF");
  assert.equal(name, `${id}.sarif`);
  const sarif = JSON.parse(text);
  assert.equal(sarif.version, "2.1.0");
  assert.equal(sarif.runs[0].results.length, 1);
  await close();
  const file = join(scratch, "sarif.html");
  vtrace("view", id, "--export", file);
  const copy = await open(`file://${file}`);
  assert.deepEqual(JSON.parse((await take(copy.page, "SARIF"))[0].text), sarif);
  await copy.page.click("header button:text-is('Export')");
  assert.equal(await copy.page.locator(".menu button:has-text('Go test')").count(), 0, "a copy has no Go to try a test with");
  await copy.close();
});

test("a finding is taken along as a Go test, which fails as long as the bug is there", { timeout: 240_000 }, async () => {
  const module = join(scratch, "module");
  mkdirSync(module);
  writeFileSync(join(module, "go.mod"), "module example.com/bank\n\ngo 1.22\n");
  writeFileSync(join(module, "main.go"), readFileSync(bank));
  vtrace("check", "--format", "json", "./module");
  const { page, close } = await open(await serve("view", "--no-open"));
  page.setDefaultTimeout(200_000);
  const files = await take(page, "Go test");
  const dir = join(module, "shown");
  mkdirSync(dir);
  for (const { name, text } of files) writeFileSync(join(dir, name), text);
  const ran = spawnSync("go", ["test", "./shown"], { cwd: module, encoding: "utf8", timeout: 120_000 });
  assert.equal(ran.status, 1, ran.stdout + ran.stderr);
  assert.match(ran.stdout, /the bug is there/, ran.stderr);
  await close();
});

test("the whole run is printed, and nothing that only a screen can use", async () => {
  const { page, close } = await open(url, { viewport: { width: 1000, height: 420 } });
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.locator(".lanes-svg .row").count(), 7);
  for (const useless of [".transport", ".toolbar", ".minimap", ".choices"]) assert.equal(await page.locator(useless).first().isVisible(), false, useless);
  assert.equal(await page.locator(".verdict h1").isVisible(), true);
  const last = await page.$eval(".lanes-svg .ending", (end) => end.getBoundingClientRect().bottom);
  assert.ok(last > 300, "the end is on the paper, too");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  assert.equal(await page.locator(".toolbar").isVisible(), true);
  await close();
});

test("everything is reached by the Tab key, and what has the focus is seen", async () => {
  const { page, close } = await open(url);
  await page.focus(".brand");
  const reached = new Set();
  const unseen = [];
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const style = getComputedStyle(element);
      const shown = style.outlineStyle !== "none" || style.borderLeftColor !== "rgba(0, 0, 0, 0)";
      return { name: element.getAttribute("aria-label") || element.textContent?.trim().slice(0, 30) || "", role: element.getAttribute("role") || element.tagName.toLowerCase(), shown };
    });
    if (!at) break;
    reached.add(`${at.role} ${at.name}`);
    if (!at.shown) unseen.push(at.name);
  }
  assert.deepEqual(unseen, []);
  const all = [...reached].join("\n");
  for (const wanted of [/button Export/, /tab Lanes/, /input Search the run/, /select Show only/, /listbox The run/, /region Source/, /region Values/, /button play/, /input Step/]) assert.match(all, wanted);
  await close();
});

test("menus, tabs and the line between the columns are moved by arrow keys, and the run is not", async () => {
  const { page, close } = await open(url);
  const focus = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.getAttribute("aria-label"));
  const where = await page.textContent(".counter");
  await page.focus("header button:text-is('Export')");
  await press(page, "Enter");
  assert.equal(await focus(), "SVG picture");
  await press(page, "ArrowDown");
  assert.equal(await focus(), "PNG picture");
  await press(page, "End", "ArrowDown", "ArrowUp");
  assert.equal(await focus(), "Print…");
  await press(page, "Escape");
  assert.equal(await page.locator(".menu").isVisible(), false);
  assert.equal(await focus(), "Export");
  await page.focus("[role=tab]:text-is('Lanes')");
  await press(page, "ArrowRight");
  assert.equal(await page.locator(".network-svg").count(), 1);
  await press(page, "ArrowLeft");
  assert.equal(await page.locator(".lanes-scroll").count(), 1);
  const width = () => page.$eval(".main", (main) => main.getBoundingClientRect().width);
  const before = await width();
  await page.focus(".divider");
  await press(page, "ArrowLeft", "ArrowLeft");
  assert.ok((await width()) < before - 30);
  assert.equal(await page.textContent(".counter"), where);
  await press(page, "p", "Escape");
  // One Escape closes it.
  await page.waitForSelector("dialog", { state: "detached" });
  await close();
});

test("dark or light is as the system says, until somebody chooses", async () => {
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await open(url, { colorScheme: "dark" });
  assert.equal(await paper(dark.page), "rgb(18, 23, 29)");
  await press(dark.page, "t");
  assert.equal(await paper(dark.page), "rgb(255, 255, 255)");
  await dark.page.reload();
  await dark.page.waitForSelector(".top");
  assert.equal(await paper(dark.page), "rgb(255, 255, 255)", "it is remembered");
  await dark.close();
});
