// Going another way: from a finding, from a simulation, with faults.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { counter, end, open, press, root, serve, serveBank, serveSimulation, texts } from "./harness.mjs";

let url;

before(async () => ({ url } = await serveBank()));
after(end);

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
  assert.match(await page.textContent(".choices"), /What can happen now.*main reads, line 18/);
  await close();
});

const ring = join(root, "examples/distributed/ring");
const simulate = (...args) => serveSimulation("ring", ...args);

test("a simulation is driven from the page, step by step", async () => {
  const { page, close } = await open(await serve("sim", "--open", ring, "-q", "E<> deadlock"));
  await page.waitForSelector(".network-svg .node");
  // Nothing shows a deadlock, so that one begins at the start.
  assert.match(await page.textContent(".verdict h1"), /Violated: E<> deadlock/);
  const choices = await texts(page, ".choices .own li > span:not(.take)");
  assert.ok(choices.some((text) => /^node\d sends \{elected:false id:\d\} on/.test(text)), String(choices));
  await page.click(".choices .own .take button:text-is('take')");
  await page.waitForFunction(() => /^step [1-9]/.test(document.querySelector(".counter").textContent));
  const first = await counter(page);
  await page.click(".onward button:text-is('1 step')");
  await page.waitForFunction((first) => document.querySelector(".counter").textContent !== first, first);
  await page.click(".onward button:text-is('to the end')");
  await page.waitForFunction(() => /all nodes have returned/.test(document.querySelector(".verdict").textContent));
  assert.equal(await page.locator(".which").count(), 0, "it is one run all the time");
  await press(page, "End");
  assert.equal(await page.locator(".network-svg .node.ended").count(), 3);
  assert.match(await page.textContent(".choices"), /Nothing can happen any more/);
  await close();
});

test("a node is crashed where nobody had asked for crashes", async () => {
  const { page, close } = await open(await simulate("-q", "E<> node0.leader == 2"));
  await press(page, "Home");
  await page.click(".network-svg [data-lane='1']");
  await page.click("text=Crash it now");
  await page.waitForSelector(".back");
  assert.equal(await page.locator(".network-svg .node.panicked").count(), 1);
  await page.click(".onward button:text-is('to the end')");
  await page.waitForFunction(() => /nobody can go on/.test(document.querySelector(".verdict").textContent));
  // It comes back, and goes on.
  await press(page, "End");
  await page.click(".faults summary:has-text('come back')");
  await page.click(".faults[open] .take button:text-is('take')");
  await page.waitForFunction(() => document.querySelectorAll(".network-svg .node.panicked").length === 0);
  assert.ok((await page.locator(".choices .own li").count()) > 0);
  await close();
});

test("a message is lost, or the network falls apart", async () => {
  const { page, close } = await open(await simulate("-q", "E<> node0.leader == 2"));
  await press(page, "Home");
  while ((await page.locator(".network-svg .message").count()) === 0) await press(page, "j");
  await page.click(".network-svg .message");
  await page.click(".what-if button:text-is('Lose it')");
  await page.waitForSelector(".back");
  assert.match(await page.textContent("#announcer"), /gets lost/);
  // From the same step, something else goes wrong.
  await page.click(".back");
  await press(page, "Home", "j");
  await page.click(".faults summary:has-text('cut the network')");
  assert.equal(await page.locator(".faults[open] li").count(), 3, "three ways to cut three nodes in two");
  await page.click(".faults[open] .take button:text-is('take')");
  await page.waitForSelector(".back");
  assert.match(await page.textContent("#announcer"), /the network falls apart/);
  await press(page, "v");
  assert.equal(await page.locator(".lanes-svg .act.fault").count(), 1);
  await close();
});

test("what cannot be done is refused in words", async () => {
  const address = await simulate("-q", "E<> node0.leader == 2");
  const answer = await fetch(`${address}branch/run-1`, { method: "POST", body: JSON.stringify({ schedule: ["nonsense 1"] }) });
  assert.equal(answer.status, 400);
  assert.match(await answer.text(), /no step of a run/);
  const { branch } = await (await fetch(`${address}branch/run-1`, { method: "POST", body: JSON.stringify({ schedule: ["crash 99"] }) })).json();
  const stream = await (await fetch(`${address}branch/${branch}`)).text();
  assert.match(stream, /`crash 99` is not possible here/);
});
