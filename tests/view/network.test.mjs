// A simulation as a network: nodes, messages, faults, traffic.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { counter, end, here, open, press, scratch, serve, serveSimulation, texts, vtrace } from "./harness.mjs";

let url;

before(async () => (url = await serveSimulation("ring", "-q", "A<> terminated", "--crash", "1")));
after(end);

test("a simulation is shown as a network with faults", async () => {
  const { page, close } = await open(url);
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


test("traffic is counted per link, up to the step that is shown", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  assert.deepEqual(await texts(page, ".bar b"), ["0", "0"]);
  await press(page, "End");
  assert.deepEqual(await texts(page, ".bar b"), ["1", "1"]);
  const widths = await page.$$eval(".bar i", (all) => all.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(widths.every((width) => width > 20), String(widths));
  assert.deepEqual((await texts(page, ".bar span")).sort(), ["node0 → node1", "node1 → node2"]);
  await close();
});

test("a node tells its variables, its logical clock and why it waits; a message tells its way", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  await page.click(".network-svg [data-lane='1']");
  assert.match(await page.textContent(".network-detail h3"), /node1 logical time 0/);
  await press(page, "End");
  assert.match(await page.textContent(".network-detail h3"), /node1 logical time [1-9]/);
  assert.match(await page.textContent(".network-detail"), /leader\s*-1/);
  await page.focus(".network-svg [data-lane='2']");
  await press(page, "Enter");
  assert.match(await page.textContent(".network-detail h3"), /node2/);
  await page.click(".network-svg .message");
  assert.match(await page.textContent(".network-detail"), /Message.*node1 sends .* to node2.*sent in step \d+, not received/);
  await close();
});

test("a node's variables, its own lines and what it does are shown, and nothing of the framework around it", async () => {
  const { page, close } = await open(await serveSimulation("snapshot"));
  await press(page, "Home", "v");
  const said = await page.$$eval(".lanes-svg .row", (rows) => rows.map((row) => row.getAttribute("aria-label")));
  assert.ok(said.some((text) => /bank1 takes alternative/.test(text)), String(said));
  assert.ok(!said.some((text) => /vtraceChoose|WaitGroup/.test(text)), String(said));
  await press(page, "j", "j", "j");
  assert.deepEqual(await texts(page, ".source .tabs button"), ["main.go"]);
  assert.match(await page.textContent(".goroutine.current"), /balance\s*\d+/);
  await close();
});

test("the network is zoomed and moved", async () => {
  const { page, close } = await open(url);
  const width = () => page.$eval(".node circle", (circle) => circle.getBoundingClientRect().width);
  const before = await width();
  await press(page, "+");
  assert.ok((await width()) > 1.15 * before);
  await press(page, "0");
  assert.ok(Math.abs((await width()) - before) < 1);
  const place = () => page.$eval(".node circle", (circle) => circle.getBoundingClientRect().x);
  const x = await place();
  await page.mouse.move(40, 300);
  await page.mouse.down();
  await page.mouse.move(90, 300, { steps: 3 });
  await page.mouse.up();
  assert.ok(Math.abs((await place()) - x - 50) < 3);
  await close();
});

test("time has an axis where it passes", async () => {
  const file = join(scratch, "sleepers.schedule");
  vtrace("run", "--time", "virtual", "--record", file, join(here, "programs/sleepers.go"));
  const { page, close } = await open(await serve("view", "--no-open", file));
  assert.match(await page.textContent(".lane-head.corner"), /time/);
  const clocks = await texts(page, ".lane-numbers .clock");
  assert.ok(clocks.includes("5.0 ms") && clocks.includes("20.0 ms"), String(clocks));
  await press(page, "End");
  assert.match(await counter(page), /20\.0 ms/);
  await close();
});
