// A finding, walked through in a real browser: the sentence, the lanes, the source, the values.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { counter, end, here, open, press, scratch, serve, serveBank, texts, vtrace } from "./harness.mjs";

let url, id, standing;

before(async () => ({ url, finding: { id, standing } } = await serveBank()));
after(end);

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

test("arrows say what leads to what: messages, starts, and the order that locks make", async () => {
  const { page, close } = await open(url);
  // An arrow has one tip, whatever it crosses.
  assert.equal(await page.locator(".tip.message").count(), 1, "the first job");
  assert.equal(await page.locator(".tip.spawn").count(), 1);
  assert.equal(await page.locator(".tip.order").count(), 0, "no lock is given back");
  await press(page, "Home", "j", "j", "j", "j", "j", "j");
  await page.click(".choices .take button:has-text('run on')");
  await page.waitForSelector(".back");
  assert.ok((await page.locator(".tip.order").count()) >= 2, "where it ends well, locks change hands");
  await close();
});

test("g goes along one goroutine, and the stacks of all are there", async () => {
  const { page, close } = await open(url);
  await press(page, "End", "G");
  assert.equal(await counter(page), "step 6 of 7");
  await press(page, "g");
  assert.equal(await counter(page), "step 7 of 7");
  const frames = await texts(page, ".frame");
  assert.ok(frames.some((frame) => /^transfer line \d+/.test(frame)) && frames.some((frame) => /^main line \d+/.test(frame)), String(frames));
  assert.equal(await page.locator(".goroutine").count(), 2);
  const now = await page.textContent(".line.now .gutter");
  await page.click(".frame:has-text('main line')");
  assert.notEqual(await page.textContent(".line.now .gutter"), now);
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

test("help, themes, the index and the menu are at the keyboard", async () => {
  const { page, close } = await open(url);
  await press(page, "?");
  await page.waitForSelector("dialog[open]");
  await press(page, "Escape");
  await page.waitForSelector("dialog", { state: "detached" });
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

test("the run is zoomed by keys, buttons and the wheel, and what is in the middle stays there", async () => {
  const { page, close } = await open(url);
  const height = () => page.$eval("#row-2 .hit", (row) => row.getBoundingClientRect().height);
  await press(page, "Home");
  assert.equal(await height(), 30);
  await press(page, "+");
  assert.equal(await height(), 36);
  await page.click("[aria-label='smaller (-)']");
  assert.equal(await height(), 30);
  await page.hover("#row-2 .hit", { position: { x: 300, y: 10 } });
  await page.keyboard.down("Control");
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, 100);
  await page.keyboard.up("Control");
  await page.waitForFunction(() => document.querySelector("#row-2 .hit").getBoundingClientRect().height < 25);
  // Small rows have no room for words; they still have their names.
  assert.equal(await page.locator(".lanes-svg .what").count(), 0);
  assert.match(await page.getAttribute("#row-2", "aria-label"), /main sends 20 on jobs/);
  await press(page, "0");
  assert.equal(await height(), 30);
  await close();
});

test("the run is panned with the middle button, and by the strip of the whole run", async () => {
  const { page, close } = await open(url, { viewport: { width: 1000, height: 420 } });
  await press(page, "Home");
  const top = () => page.$eval(".lanes-scroll", (scroller) => scroller.scrollTop);
  assert.equal(await top(), 0);
  await page.mouse.move(200, 330);
  await page.mouse.down({ button: "middle" });
  await page.mouse.move(200, 250, { steps: 4 });
  await page.mouse.up({ button: "middle" });
  assert.ok((await top()) > 40, `${await top()}`);
  const strip = await page.locator(".minimap").boundingBox();
  await page.mouse.click(strip.x + 10, strip.y + 6);
  await page.waitForFunction(() => document.querySelector(".lanes-scroll").scrollTop < 10);
  await page.mouse.click(strip.x + 10, strip.y + strip.height - 4);
  await page.waitForFunction(() => document.querySelector(".lanes-scroll").scrollTop > 40);
  await close();
});

test("the slider goes to any step, and the run plays at the speed that is chosen", async () => {
  const { page, close } = await open(url);
  await page.fill("input[type=range]", "2");
  assert.match(await counter(page), /^step 2 of 7/);
  await page.focus("input[type=range]");
  await press(page, "ArrowRight");
  assert.match(await counter(page), /^step 3 of 7/);
  await press(page, "Home");
  const speed = page.locator("[aria-label=speed]");
  assert.equal(await speed.textContent(), "1×");
  const time = async () => {
    await press(page, "Home");
    const start = Date.now();
    await page.click("[aria-label='play (space)']");
    await page.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("step 7"));
    return Date.now() - start;
  };
  for (let click = 0; click < 2; click++) await speed.click();
  assert.equal(await speed.textContent(), "4×");
  const fast = await time();
  for (let click = 0; click < 4; click++) await speed.click();
  assert.equal(await speed.textContent(), "1×");
  const slow = await time();
  assert.ok(slow > 1.5 * fast, `${slow} ms, and ${fast} ms at four times the speed`);
  // Space stops it, and every step stops it.
  await press(page, "Home", " ");
  await page.waitForFunction(() => document.querySelector(".counter").textContent.startsWith("step 1"));
  await press(page, " ");
  const there = await counter(page);
  await page.waitForTimeout(900);
  assert.equal(await counter(page), there);
  await close();
});

test("channels and locks have columns on demand: what they hold, and who holds them", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "o");
  assert.deepEqual((await texts(page, ".lane-head.object b")).sort(), ["ada.mu", "grace.mu", "jobs"]);
  const held = await texts(page, ".holds");
  assert.ok(held.includes("[10] 1/2"), String(held));
  assert.ok(held.includes("main"), String(held));
  assert.ok((await page.locator(".lanes-svg .held").count()) >= 2);
  assert.equal(await page.locator(".lanes-svg .link").count(), 1);
  await press(page, "o");
  assert.equal(await page.locator(".lane-head.object").count(), 0);
  await page.selectOption(".toolbar select", "object grace.mu");
  assert.equal(await page.locator(".lanes-svg .row").count(), 1);
  await close();
});

test("preemptions are told from switches at which there was no choice", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  const marks = await texts(page, ".lane-numbers .preempts");
  assert.deepEqual(marks, ["⇄ 6"]);
  await close();
});

test("local work is collapsed into one row, which says how much it was", async () => {
  const { page, close } = await open(url);
  await press(page, "Home", "j", "j", "j", "j", "j", "j");
  await page.click(".choices .take button:has-text('run on')");
  await page.waitForSelector(".back");
  const rows = await page.locator(".lanes-svg .row").count();
  await press(page, "c");
  assert.ok((await page.locator(".lanes-svg .row").count()) < rows);
  const collapsed = await texts(page, ".what");
  assert.ok(collapsed.some((text) => /^\d local steps, then/.test(text)), String(collapsed));
  await press(page, "c");
  assert.equal(await page.locator(".lanes-svg .row").count(), rows);
  await close();
});

test("a failing run stands beside the nearest one that ends well", async () => {
  const { page, close } = await open(url);
  await page.click("[role=tab]:text-is('Compare')");
  assert.match(await page.textContent(".compare-sentence"), /The first 6 steps are the same in both\. Then, on the left, goroutine 1 locks ada\.mu.*; on the right, main locks ada\.mu.*, and everybody comes to an end/);
  const rows = async (side) => (await page.$$eval(`.side.${side} .row`, (all) => all.map((row) => row.getAttribute("aria-label")))).slice(0, 6);
  assert.deepEqual(await rows("fails"), await rows("passes"));
  // Beside each other: what differs begins at the same height.
  const height = (side) => page.$eval(`.side.${side} #row-6`, (row) => Math.round(row.getBoundingClientRect().top));
  assert.equal(await height("fails"), await height("passes"));
  await press(page, "End");
  assert.equal(await page.locator(".side.fails .row.selected").count(), 1);
  await press(page, "v");
  assert.equal(await page.locator("[role=tab][aria-selected=true]").first().textContent(), "Lanes");
  await close();
});

test("a race shows both accesses", async () => {
  const race = join(here, "programs/race.go");
  vtrace("check", "--format", "json", "--output", join(scratch, "race.json"), race);
  const { page, close } = await open(await serve("view", "--no-open", join(scratch, "race.json")));
  assert.match(await page.textContent(".verdict .kind"), /race/);
  assert.equal(await page.locator(".stand.wrong").count(), 2);
  assert.equal(await page.locator(".line.said").count(), 2);
  await close();
});
