// What people do with the viewer, done in a real browser on vtrace's real output.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary, end, here, open, root, scratch, serve, texts, vtrace } from "./harness.mjs";

const bank = join(here, "programs/bank.go");
const workers = join(here, "programs/workers.go");
const star = join(root, "examples/protocols/star.dcj");
const formula = 'G F "worker_2_ RECV *"';
let url, id, standing;

before(async () => {
  const report = JSON.parse(vtrace("check", "--format", "json", bank));
  ({ id, standing } = report.findings[0]);
  url = await serve("view", "--no-open");
});
after(end);

const counter = (page) => page.textContent(".counter");
const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};

test("a finding is told in one sentence, and its end is in sight", async () => {
  const { page, close } = await open(url);
  assert.match(await page.textContent(".verdict h1"), /Main and goroutine 1 wait for each other's locks/);
  assert.equal(await page.textContent(".standing"), standing);
  const stands = await texts(page, ".stand.wrong .reason");
  assert.ok(stands.some((text) => text.includes("waits for ada.mu, held by goroutine 1")), String(stands));
  assert.match(await page.textContent(".circle"), /They wait for each other/);
  assert.deepEqual(await texts(page, ".lane-head b"), ["main", "goroutine 1"]);
  await close();
});

test("keys move through the run, and the source follows", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  assert.match(await counter(page), /^step 0 of/);
  await press(page, "j", "ArrowDown", "d");
  assert.match(await counter(page), /^step 3 of/);
  assert.match(await page.textContent(".line.now code"), /jobs <- 20/);
  await press(page, "k");
  assert.match(await page.textContent(".line.now code"), /jobs <- 10/);
  await press(page, "End");
  const last = await counter(page);
  await press(page, "S");
  assert.notEqual(await counter(page), last);
  await press(page, "Home", "s");
  assert.equal(await page.textContent(".lane-numbers .selected"), "⇄ 6");
  await close();
});

test("values are shown at every step, and changes are marked", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "j");
  const row = await page.textContent(".state tr.changed:has(th:text-is('jobs'))");
  assert.match(row, /\[10\] 1 of 2.*→.*\[10 20\] 2 of 2/);
  await press(page, "j", "j");
  assert.match(await page.textContent(".state tr.changed:has(th:text-is('grace.mu'))"), /held by main/);
  await page.click("[aria-label='pin grace.mu']");
  assert.equal((await texts(page, ".group h3"))[0], "Pinned");
  await close();
});

test("a click on an event goes there, a click on a line shows when it ran", async () => {
  const { page, close } = await open(url);
  await page.click("#row-4 .hit", { position: { x: 300, y: 10 } });
  assert.match(await counter(page), /^step 5 of/);
  await page.click(".line[data-line='33'] .gutter");
  assert.match(await counter(page), /^step 3 of/);
  assert.match(await page.textContent(".hits"), /line 33 ran in 1 step/);
  await close();
});

test("a link leads back to the step", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "j", "j");
  const link = page.url();
  assert.match(link, new RegExp(`#${id}@`));
  const where = await counter(page);
  await close();
  const again = await open(link);
  await again.page.waitForSelector(".counter");
  assert.equal(await counter(again.page), where);
  await again.close();
});

test("search, filter, hide and collapse", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "/");
  await page.keyboard.type("locks");
  assert.equal(await page.textContent(".hits"), "2 matches");
  await page.keyboard.press("Enter");
  assert.match(await counter(page), /^step 5 of/);
  await page.click("text=Only matches");
  assert.equal(await page.locator(".lanes-svg .row").count(), 2);
  await page.click("text=Only matches");
  await page.fill("input[type=search]", "");
  assert.equal(await page.locator("text=Only matches").isVisible(), false);
  await page.selectOption(".toolbar select", "send receive close");
  assert.equal(await page.locator(".lanes-svg .row").count(), 4);
  await page.selectOption(".toolbar select", "");
  await page.hover(".lane-head:last-child");
  await page.click("[aria-label='hide goroutine 1']");
  assert.deepEqual(await texts(page, ".lane-head b"), ["main"]);
  await page.click(".chip");
  assert.equal(await page.locator(".lane-head b").count(), 2);
  await close();
});

test("what happened before a step is told from what is concurrent with it", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "j", "j", "j", "j", "h");
  // The receive of the first job: its send happened before it, the second send did not.
  const class_of = (row) => page.getAttribute(`#row-${row} .act`, "class");
  assert.match(await class_of(5), /\bit\b/);
  assert.match(await class_of(1), /earlier/);
  assert.match(await class_of(2), /apart/);
  assert.match(await class_of(6), /later/);
  await close();
});

test("another choice is taken, and the engine goes on from there", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "j", "j", "j", "j");
  const other = await page.textContent(".choices li");
  assert.match(other, /main locks/);
  await page.click(".choices .take button:has-text('run on')");
  await page.waitForSelector(".back");
  assert.match(await page.textContent(".verdict"), /all goroutines come to their ends/);
  assert.ok((await page.locator(".lanes-svg .row").count()) > 10);
  await page.click(".back");
  await page.waitForSelector(".verdict .kind");
  await press(page, "Home", "j", "j", "j", "j", "j", "j");
  await page.click(".choices .take button:text-is('take')");
  await page.waitForSelector(".back");
  assert.match(await page.textContent(".choices"), /then|What else could happen here|Nothing/);
  await close();
});

test("help, themes, the index and the menu are at the keyboard", async () => {
  const { page, close } = await open(url);
  await press(page, "?");
  await page.waitForSelector("dialog[open]");
  await press(page, "Escape");
  assert.equal(await page.locator("dialog").count(), 0);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await press(page, "t");
  assert.notEqual(await paper(), light);
  await press(page, "t", "i");
  assert.match(await page.textContent(".index h1"), /1 finding/);
  await page.click(".card");
  await page.waitForSelector(".verdict h1");
  await close();
});

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

test("roles, names and contrast are there for everybody", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await open(url, { colorScheme });
    const unnamed = await page.$$eval("button, input, select", (all) => all.filter((e) => !(e.textContent || "").trim() && !e.getAttribute("aria-label")).length);
    assert.equal(unnamed, 0);
    const options = await page.$$eval("[role=listbox] [role=option]", (all) => all.map((e) => e.getAttribute("aria-label")));
    assert.ok(options.some((label) => label.includes("main locks grace.mu")), String(options));
    // WCAG AA: 4.5 for text.
    const low = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const rgb = (name) => {
        const hex = style.getPropertyValue(name).trim().slice(1);
        return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
      };
      const luminance = (name) => {
        const [r, g, b] = rgb(name).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a, b) => {
        const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
        return (x + 0.05) / (y + 0.05);
      };
      const pairs = [["--ink", "--paper"], ["--ink-2", "--paper"], ["--ink-2", "--paper-2"], ["--ink-3", "--paper"], ["--ink-3", "--paper-2"], ["--later", "--paper"], ["--bad", "--bad-soft"], ["--accent", "--paper"], ["--warn", "--warn-soft"], ["--good", "--good-soft"]];
      for (let lane = 0; lane < 8; lane++) pairs.push([`--lane-${lane}`, "--paper"]);
      return pairs.map(([a, b]) => [a, b, contrast(a, b)]).filter(([, , ratio]) => ratio < 4.5);
    });
    assert.deepEqual(low, []);
    await close();
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

test("a transition system is drawn, walked through and searched", async () => {
  const file = join(scratch, "queue.aut");
  const made = vtrace("lts", "generate", "ms-queue", "-n", "2", "-m", "2", "-o", file);
  const states = Number(/(\d+) states/.exec(made)[1]);
  assert.ok(states > 2000, made);
  const address = await serve("view", "--no-open", file, "--trace", "CALL !ENQ !1 !1", "RET !ENQ !1");
  const { page, close } = await open(address);
  assert.equal(await page.locator(".state-node").count(), states);
  const steps = await page.locator(".walk li").count();
  assert.ok(steps > 2, "silent steps between the two labels");
  await press(page, "End");
  assert.equal(await page.locator(".edge.walked").count(), steps);
  await press(page, "Home");
  await page.click(".leaving button >> nth=0");
  assert.equal(await page.locator(".walk li").count(), 1);
  await page.fill(".graph-side input", "DEQ_E");
  assert.ok((await page.locator(".edge.found").count()) > 0);
  await close();
});

test("a protocol's counterexample is a run, a path in its graph, and a network", async () => {
  const address = await serve("view", "--no-open", star, "-p", "n=3", "-f", formula);
  const { page, close } = await open(`${address}#run`);
  assert.match(await page.textContent(".verdict h1"), /violates/);
  assert.match(await page.textContent(".loop-text"), /for ever/);
  await press(page, "Home", "v", "j", "j");
  assert.equal(await page.locator(".network-svg .node").count(), 3);
  await page.click(".network-svg [data-lane='0']");
  assert.equal(await page.textContent(".network-detail h3"), "worker[0]");
  assert.deepEqual(await texts(page, ".bar b"), ["1", "0"]);
  await press(page, "Home", " ");
  await page.waitForSelector(".network-svg .message");
  await page.selectOption(".which", "graph");
  await page.waitForSelector(".state-node");
  await press(page, "End");
  assert.ok((await page.locator(".edge.walked").count()) >= 4);
  await close();
});

test("a check is watched while it runs, and shows what it found when it is over", async () => {
  const address = await serve("check", "--watch", "--no-cache", "--budget", "6s", workers);
  const { page, close } = await open(address, { wait: ".progress, .top" });
  await page.waitForFunction(() => /states\/s/.test(document.querySelector(".now")?.textContent || ""));
  assert.match(await page.textContent(".now"), /main: [\d,]+ states?, [\d,]+ states\/s, depth \d+/);
  assert.match(await page.textContent(".entries"), /running/);
  await page.waitForSelector(".index", { timeout: 60_000 });
  assert.match(await page.textContent(".entries"), /bounded|found|proved/);
  await close();
});

const simulates = spawnSync(binary, ["sim", "--help"]).status === 0;

test("a simulation is shown as a network with faults", { skip: !simulates && "this vtrace has no sim" }, async () => {
  const file = join(scratch, "ring.json");
  writeFileSync(file, vtrace("sim", join(root, "examples/distributed/ring"), "-q", "A<> terminated", "--crash", "1", "--format", "json"));
  const { page, close } = await open(await serve("view", "--no-open", file));
  assert.match(await page.textContent(".verdict h1"), /violated: A<> terminated/i);
  assert.equal(await page.locator(".network-svg .node").count(), 3);
  assert.equal(await page.locator(".network-svg .node.panicked").count(), 1);
  await press(page, "Home");
  assert.equal(await page.locator(".network-svg .node.panicked").count(), 0);
  await page.click(".network-svg [data-lane='1']");
  await page.click("[aria-label='watch leader']");
  assert.equal(await page.locator(".network-svg .pinned").count(), 3);
  await press(page, " ");
  await page.waitForSelector(".network-svg .message");
  await close();
});
