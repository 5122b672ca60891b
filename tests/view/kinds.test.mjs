// Findings of every sort: what each of them must show, on the programs that the checker itself is tested with.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { end, open, press, root, scratch, serve, texts, vtrace } from "./harness.mjs";

after(end);

/** Checks a program of tests/ui, and opens the report. */
async function found(program, ...args) {
  const report = join(scratch, `${program.replace(/\W+/g, "-")}.json`);
  vtrace("check", "--format", "json", "--output", report, "--no-replay", "--threads", "1", ...args, join(root, "tests/ui", program));
  return open(await serve("view", "--no-open", report));
}

/** Who is to blame, as the last row has it. */
const blamed = (page) => texts(page, ".stand.wrong title");

test("in a deadlock all who are stuck at the place are marked, and each says for what it waits", async () => {
  const { page, close } = await found("channel/both_send_first.go");
  const stands = await texts(page, ".stand title");
  assert.deepEqual(stands, ["main: blocked at line 23. waits for the group partners", "goroutine 1: blocked at line 7. waits to send on left", "goroutine 2: blocked at line 7. waits to send on right"]);
  assert.deepEqual(await blamed(page), stands);
  // A channel is one channel, also where a function may only send on it.
  assert.deepEqual(await texts(page, ".group:has(h3:text-is('Channels')) th"), ["left", "right"]);
  // Nothing has changed where nothing is known of before.
  assert.equal(await page.locator("tr.changed").count(), 0);
  await close();
});

test("two channels of one name are told from each other", async () => {
  const { page, close } = await found("server/fan_in_left.go");
  const said = await texts(page, ".what");
  assert.ok(said.some((text) => text.startsWith("sends 1 on s ")) && said.some((text) => text.startsWith("sends 2 on s (2) ")), String(said));
  await close();
});

test("of a race the two who are at the same place are said in whole sentences", async () => {
  const { page, close } = await found("errgroup/first_error_unprotected.go");
  await page.click(".card:has(.kind:text-is('race')) >> nth=0");
  await page.waitForSelector(".lanes-svg .stand");
  assert.equal((await blamed(page)).length, 2);
  for (const text of await blamed(page)) assert.match(text, /goroutine 1 and goroutine 2 are both here/);
  await close();
});

test("a livelock is a loop, and says to whom it is fair", async () => {
  const { page, close } = await found("livelock/too_polite.go");
  assert.match(await page.textContent(".loop-text"), /for ever/);
  assert.ok((await page.locator(".lane-numbers .loop").count()) > 0);
  assert.deepEqual(await texts(page, ".stand .reason"), ["waits for the group both", "acts again and again", "acts again and again"]);
  // Goroutines that the library starts on somebody's behalf are named after his line.
  assert.match((await texts(page, ".lane-head small")).join(), /main\.func1 started at line 21/);
  assert.deepEqual(await texts(page, ".source .tabs button"), ["too_polite.go"]);
  await close();
});

test("who panics, and who finds an assertion false, is marked", async () => {
  const panic = await found("channel/close_in_two_places.go");
  assert.match((await blamed(panic.page)).join(), /goroutine 1: crashed at line 9\. panic: close of closed channel/);
  await panic.close();
  const assertion = await found("assert/peterson_without_turn.go");
  assert.equal((await blamed(assertion.page)).length, 1);
  assert.match((await texts(assertion.page, ".act.panic .what")).join(), /finds that together == 1 is false/);
  await assertion.close();
});

test("a test of a module, and a function with unknown arguments, are shown with their values from a report alone", async () => {
  const test = await found("testing/broadcast_under_lock");
  assert.equal(await test.page.locator(".note").count(), 0, "it is found where its sources are");
  assert.match(await test.page.textContent(".facts"), /found in example\.com\/watch\.TestBroadcast/);
  assert.ok((await texts(test.page, ".state th")).includes("b.updates"));
  await test.close();
  const { page, close } = await found("unknown/callback_fails.go");
  assert.equal(await page.locator(".note").count(), 0);
  assert.match(await page.textContent(".inputs"), /len\(jobs\) = 3/);
  assert.match(await page.textContent(".facts"), /possible.*found in \(\*server\)\.Run/);
  assert.match((await texts(page, ".lane-head small")).join(), /^,\(\*server\)\.Run\.func1/);
  await close();
});

test("what calls a function on behalf of a test, or with unknown arguments, is not taken for it", async () => {
  const { page, close } = await found("unknown/find_all.go");
  assert.equal(await page.locator(".note").count(), 0);
  await press(page, "End");
  const values = await page.$$eval(".group:has(h3:text-is('Channels')) tr", (rows) => rows.map((row) => row.textContent.replace("☆", "")));
  assert.ok(values.includes("foundunbuffered") && values.some((text) => text.startsWith("slots")), String(values));
  await close();
});

test("the run is shown short, and on demand as the search came upon it", async () => {
  const { page, close } = await found("unknown/callback_fails.go");
  const versions = page.locator(".versions button");
  assert.equal(await versions.count(), 2);
  const [short, raw] = (await versions.allTextContents()).map((text) => Number(/: (\d+) choices/.exec(text)[1]));
  assert.ok(raw > short, `${raw} and ${short}`);
  assert.equal(await versions.nth(0).getAttribute("aria-pressed"), "true");
  await versions.nth(1).click();
  await page.waitForFunction(() => location.hash.includes("~found"));
  await page.waitForSelector(".versions button:nth-child(2)[aria-pressed=true]");
  assert.match(await page.textContent(".note"), /the run by which the search came upon it/);
  assert.match(await page.textContent(".verdict h1"), /All goroutines are blocked/);
  // It leads to the same, and every one of its choices is there.
  assert.ok((await blamed(page)).length >= 2);
  const [address, name] = page.url().split("#");
  const run = await (await fetch(`${address}document/${name.split("@")[0]}`)).json();
  assert.equal(run.steps.length, raw + 1);
  await press(page, "Home", "j");
  const link = page.url();
  await page.click(".versions button >> nth=0");
  await page.waitForSelector(".versions button:nth-child(1)[aria-pressed=true]");
  assert.equal(await page.locator(".note").count(), 0);
  await close();
  const again = await open(link);
  await again.page.waitForSelector(".versions button:nth-child(2)[aria-pressed=true]");
  await again.close();
});

test("a page on disk has both versions of a run", async () => {
  const report = join(scratch, "both.json");
  vtrace("check", "--format", "json", "--output", report, "--no-replay", "--threads", "1", join(root, "tests/ui/unknown/callback_fails.go"));
  const file = join(scratch, "both.html");
  vtrace("view", report, "--export", file);
  const { page, close } = await open(`file://${file}`);
  await page.click(".versions button >> nth=1");
  await page.waitForSelector(".versions button:nth-child(2)[aria-pressed=true]");
  assert.match(await page.textContent(".note"), /the run by which the search came upon it/);
  await close();
});
