// Searching by shape: several events, their lanes, and how one leads to the other.
import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { counter, end, open, press, serveBank, serveSimulation, texts } from "./harness.mjs";

let url;

before(async () => ({ url } = await serveBank()));
after(end);

/** Searches, and gives what is said and which rows are marked. */
async function look(page, pattern) {
  await page.fill("input[type=search]", pattern);
  const rows = await page.$$eval(".lanes-svg .row.found", (all) => all.map((row) => Number(row.id.slice(4)) + 1));
  return { said: await page.textContent(".hits"), rows };
}

test("an arrow, an order and its absence are told from each other", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  // main sends 10 and 20, and goroutine 1 receives 10 in step 6.
  assert.deepEqual(await look(page, "main: sends => receives 10"), { said: "1 match", rows: [2, 6] });
  assert.deepEqual(await look(page, "sends 20 => receives"), { said: "0 matches", rows: [] });
  assert.deepEqual(await look(page, "sends 10 -> locks ada"), { said: "1 match", rows: [2, 7] });
  assert.deepEqual(await look(page, "sends 20 -> locks ada"), { said: "0 matches", rows: [] });
  assert.deepEqual(await look(page, "sends 20 || locks ada"), { said: "1 match", rows: [3, 7] });
  assert.deepEqual(await look(page, "sends 10 || locks ada"), { said: "0 matches", rows: [] });
  await close();
});

test("variables stand for lanes: the same one, or different ones", async () => {
  const { page, close } = await open(url);
  assert.deepEqual(await look(page, "$a: locks || $b: locks"), { said: "2 matches", rows: [5, 7] });
  assert.deepEqual(await look(page, "$a: locks || $a: locks"), { said: "0 matches", rows: [] });
  assert.deepEqual(await look(page, "goroutine 1: -> goroutine 1: locks"), { said: "1 match", rows: [6, 7] });
  assert.deepEqual(await look(page, "$a: sends 10 => $b: receives & $a: sends 20 -> $a: locks"), { said: "1 match", rows: [2, 3, 5, 6] });
  assert.match((await look(page, "sends =>")).said, /0 matches; something is missing beside the arrow/);
  await close();
});

test("matches are gone through, and nothing else is shown if that is wanted", async () => {
  const { page, close } = await open(url);
  await press(page, "Home");
  await look(page, "$a: locks || $b: locks");
  await page.focus("input[type=search]");
  await press(page, "Enter");
  assert.match(await counter(page), /^step 5 of/);
  assert.equal(await page.locator(".row.part").count(), 2);
  assert.equal(await page.textContent(".hits"), "match 1 of 2: steps 5, 7");
  await press(page, "Escape");
  await page.click("text=Only matches");
  assert.equal(await page.locator(".lanes-svg .row").count(), 2);
  await close();
});

test("ready-made shapes are offered, and found in a simulation", async () => {
  const { page, close } = await open(await serveSimulation("twophase-broken"));
  await press(page, "v", "p");
  await page.waitForSelector("dialog[open]");
  assert.ok((await texts(page, ".shapes li button")).some((text) => text.includes("a request and its answer")));
  await page.click(".shapes li button:has-text('two tell one')");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.match(await page.textContent(".hits"), /^match 1 of 2: steps \d+, \d+, \d+, \d+/);
  const parts = await page.$$eval(".row.part", (all) => all.map((row) => row.getAttribute("aria-label")));
  assert.equal(parts.filter((text) => /participant\d sends/.test(text)).length, 2, String(parts));
  assert.equal(parts.filter((text) => /coordinator0 receives/.test(text)).length, 2, String(parts));
  await press(page, "p");
  await page.fill(".shapes input", "coordinator0: send => $a: receive");
  await press(page, "Enter");
  assert.match(await page.textContent(".hits"), /^match 1 of/);
  await close();
});
