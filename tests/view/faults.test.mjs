// What-if faults of messages: a second copy, one that overtakes others, one that is lost as it is sent.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { end, open, press, serveSimulation } from "./harness.mjs";

after(end);

/** Simulates an example without any faults, and shows it from its start. */
async function simulated(example) {
  const { page, close } = await open(`${await serveSimulation(example)}#run-1`);
  await page.waitForSelector(".network-svg .node");
  await press(page, "Home");
  return { page, close };
}

const underWay = (page) => page.locator(".network-svg .message:not(.lost)").count();
const labels = (page) => page.$$eval(".lanes-svg .row", (rows) => rows.map((row) => row.getAttribute("aria-label")));

/** Goes on until messages under way have this many, then makes something go wrong with the last one that allows it. */
async function fail(page, many, word) {
  for (let step = 0; step < 30; step++) {
    await press(page, "j");
    const messages = page.locator(".network-svg .message");
    if ((await messages.count()) < many) continue;
    for (let index = (await messages.count()) - 1; index >= 0; index--) {
      await messages.nth(index).dispatchEvent("click");
      const button = page.locator(`.what-if button:text-is('${word}')`);
      if (!(await button.count())) continue;
      const before = await underWay(page);
      const text = await page.textContent(".network-detail p");
      await button.click();
      await page.waitForSelector(".back");
      return { before, text };
    }
  }
  throw new Error(`nowhere in this run: ${word}`);
}

test("a message is delivered twice, and both copies arrive", async () => {
  const { page, close } = await simulated("snapshot");
  const { before, text } = await fail(page, 1, "Deliver it twice");
  assert.match(await page.textContent("#announcer"), /is there twice/);
  assert.equal(await underWay(page), before + 1, "the copy is under way, and the first one still is");
  const [, value, to] = /sends (\{.*\}) to (\w+)/.exec(text);
  const already = (await traffic(page)).join();
  await page.click(".onward button:text-is('to the end')");
  await page.waitForFunction(() => /In the end|ends badly/.test(document.querySelector(".verdict").textContent));
  await press(page, "v");
  const received = (await labels(page)).filter((label) => label.includes(`${to} receives ${value}`));
  assert.ok(received.length >= 2, `${received}`);
  assert.ok((await page.locator(".lanes-svg .act.fault").count()) >= 1);
  assert.match(already, /→/);
  await close();
});

/** How many messages went along each link. */
const traffic = (page) => page.$$eval(".bar", (bars) => bars.map((bar) => bar.textContent));

test("a copy is no message that somebody has sent: it does not count as traffic", async () => {
  const { page, close } = await simulated("snapshot");
  for (let step = 0; step < 30 && !(await underWay(page)); step++) await press(page, "j");
  // Of the links that no message has taken yet, the other run knows nothing.
  const before = (await traffic(page)).filter((text) => !/ → \w+\d0$/.test(text));
  assert.deepEqual(before, ["bank0 → bank11"], "one message, from bank0 to bank1");
  await page.locator(".network-svg .message").first().dispatchEvent("click");
  await page.click(".what-if button:text-is('Deliver it twice')");
  await page.waitForSelector(".back");
  assert.deepEqual(await traffic(page), before);
  await close();
});

test("a message overtakes those before it, and is received first", async () => {
  const { page, close } = await simulated("snapshot");
  const { before, text } = await fail(page, 2, "Let it overtake");
  assert.match(await page.textContent("#announcer"), /overtakes what was sent before/);
  assert.equal(await underWay(page), before, "nothing is lost, and nothing is new");
  const [, from, value, to] = /(\w+) sends (\{.*\}) to (\w+)/.exec(text);
  await press(page, "v");
  const made = (await labels(page)).length;
  await page.click(".onward button:text-is('to the end')");
  await page.waitForFunction(() => /In the end|ends badly/.test(document.querySelector(".verdict").textContent));
  const later = (await labels(page)).slice(made).filter((label) => label.includes(`${to} receives`) && label.includes(`from ${from}`));
  assert.match(later[0], new RegExp(`receives ${value.replace(/[{}]/g, "\\$&")}`), `${later}`);
  await close();
});

test("a message is lost as it is sent, and nothing of it is under way", async () => {
  const { page, close } = await simulated("bully-unbuffered");
  await press(page, "j", "j");
  await page.locator(".network-svg .node").first().dispatchEvent("click");
  for (let step = 0; step < 10 && !(await page.locator(".what-if button:text-is('Lose what it sends')").count()); step++) await press(page, "j");
  await page.locator(".what-if button:text-is('Lose what it sends')").first().click();
  await page.waitForSelector(".back");
  assert.match(await page.textContent("#announcer"), /gets lost/);
  assert.match(await page.textContent(".state tr:has(th:text-is('messages under way'))"), /none/);
  assert.equal(await page.locator(".network-svg .message.lost").count(), 0, "it has fallen down already");
  await close();
});
