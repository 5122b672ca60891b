// State graphs: of a transition system, and of a protocol with a counterexample.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { end, open, press, root, scratch, serve, texts, vtrace } from "./harness.mjs";

const star = join(root, "examples/protocols/star.dcj");
const formula = 'G F "worker_2_ RECV *"';
after(end);

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
  assert.match(await page.textContent(".network-detail h3"), /^worker\[0\]/);
  assert.deepEqual(await texts(page, ".bar b"), ["1", "0"]);
  await press(page, "Home", " ");
  await page.waitForSelector(".network-svg .message");
  await page.selectOption(".which", "graph");
  await page.waitForSelector(".state-node");
  await press(page, "End");
  assert.ok((await page.locator(".edge.walked").count()) >= 4);
  await close();
});


/** The boxes of elements, on the screen. */
const boxes = (page, selector) => page.$$eval(selector, (all) => all.map((element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { left, right, top, bottom, text: element.textContent };
}));

test("in a small graph no label covers another one, or a state", async () => {
  const { page, close } = await open(`${await serve("view", "--no-open", star, "-p", "n=3", "-f", formula)}#graph`);
  const labels = await boxes(page, ".graph-svg .label");
  assert.equal(labels.length, 10);
  const states = await boxes(page, ".state-node circle");
  const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  labels.forEach((label, index) => {
    for (const other of labels.slice(index + 1)) assert.ok(!covers(label, other), `${label.text} and ${other.text}`);
    for (const state of states) assert.ok(!covers(label, state), `${label.text} and a state`);
    assert.ok(!label.text.includes("…"), label.text);
  });
  await close();
});

test("the counterexample is stepped along in the graph, and the part that repeats is said", async () => {
  const { page, close } = await open(`${await serve("view", "--no-open", star, "-p", "n=3", "-f", formula)}#graph`);
  const at = () => page.textContent(".state-node.current text");
  const counter = () => page.textContent(".counter");
  assert.equal(await at(), "0");
  assert.equal(await page.locator(".edge.ahead").count(), 5);
  assert.match(await page.textContent(".walk"), /for ever:/);
  await page.click("[aria-label='next (↓)']");
  assert.equal(await counter(), "step 1 of 5");
  assert.equal(await page.locator(".edge.walked").count(), 1);
  await press(page, "ArrowDown", "j");
  assert.equal(await counter(), "step 3 of 5");
  await page.fill("[aria-label='Step of the run']", "5");
  assert.equal(await counter(), "step 5 of 5");
  assert.equal(await page.locator(".edge.walked").count(), 5);
  const link = page.url();
  assert.match(link, /#graph@5$/);
  await press(page, "k");
  assert.equal(await counter(), "step 4 of 5");
  await close();
  const again = await open(link);
  assert.equal(await again.page.textContent(".counter"), "step 5 of 5");
  await again.close();
});

test("a graph is moved, and zoomed around the pointer", async () => {
  const { page, close } = await open(`${await serve("view", "--no-open", star, "-p", "n=3")}#graph`);
  const place = () => page.$eval("#state-3 circle", (circle) => circle.getBoundingClientRect()).then(({ x, y, width }) => ({ x, y, width }));
  await page.waitForTimeout(100);
  const before = await place();
  await page.mouse.move(40, 300);
  await page.mouse.down();
  await page.mouse.move(90, 330, { steps: 3 });
  await page.mouse.up();
  const moved = await place();
  assert.ok(Math.abs(moved.x - before.x - 50) < 2 && Math.abs(moved.y - before.y - 30) < 2, JSON.stringify([before, moved]));
  await page.mouse.wheel(0, -300);
  const larger = await place();
  assert.ok(larger.width > 1.1 * moved.width, JSON.stringify([moved, larger]));
  await press(page, "0");
  const again = await place();
  assert.ok(Math.abs(again.x - before.x) < 2, JSON.stringify([before, again]));
  await close();
});
