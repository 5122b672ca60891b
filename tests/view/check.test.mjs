// A check that is watched, and one that opens what it found.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { end, here, open, serve } from "./harness.mjs";

const bank = join(here, "programs/bank.go");
const workers = join(here, "programs/workers.go");
after(end);

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


test("check --open shows what it found at once, and the first finding first", async () => {
  const address = await serve("check", "--open", bank);
  const { page, close } = await open(address);
  assert.match(await page.textContent(".verdict h1"), /wait for each other's locks/);
  assert.equal(await page.textContent(".standing"), "confirmed");
  const status = await page.evaluate(() => document.querySelectorAll(".lanes-svg .row").length);
  assert.equal(status, 7);
  await close();
});

test("findings are told while the check still runs", async () => {
  const address = await serve("check", "--watch", "--no-cache", "--budget", "20s", bank, "--no-replay");
  const { page, close } = await open(address, { wait: ".progress, .top" });
  // It may be over before anybody looks: then the finding itself is there.
  await page.waitForFunction(() => /wait for each other's locks/.test(document.body.textContent), null, { timeout: 60_000 });
  await page.waitForSelector(".verdict, .index", { timeout: 60_000 });
  await close();
});

test("replays are told while they run, and what came out of them", async () => {
  const address = await serve("check", "--watch", "--no-cache", bank);
  // What the page is told, all of it: it may take longer to open than Go to build the program.
  const told = fetch(`${address}progress`).then((answer) => answer.text());
  const { page, close } = await open(address, { wait: ".progress, .top" });
  const events = (await told).split("\n").filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)));
  const replays = events.filter((event) => event.replaying).map((event) => event.findings.map((finding) => finding.replay).join());
  assert.ok(replays.includes("running"), String(replays));
  assert.equal(replays.at(-1), "confirmed");
  await page.waitForSelector(".verdict .standing", { timeout: 90_000 });
  assert.equal(await page.textContent(".standing"), "confirmed");
  await close();
});

test("progress says what is not known yet", async () => {
  const address = await serve("check", "--watch", "--no-cache", "--budget", "5s", workers);
  const { page, close } = await open(address, { wait: ".progress" });
  await page.waitForFunction(() => /states\/s/.test(document.querySelector(".now")?.textContent || ""));
  assert.match(await page.textContent(".now"), /waiting, \d+ MB, \d+ s/);
  assert.match(await page.textContent(".budget"), /of 5 s/);
  await page.waitForSelector(".index", { timeout: 60_000 });
  // Not everything was looked at, and that is said in words.
  assert.match(await page.textContent(".entries"), /bounded/);
  assert.match(await page.textContent(".entries"), /incomplete/);
  await close();
});
