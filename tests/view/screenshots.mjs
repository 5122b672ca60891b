// The pictures of the documentation, from vtrace's real output.
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { end, here, open, root, scratch, serve, vtrace } from "./harness.mjs";

const docs = join(root, "docs/view");
mkdirSync(docs, { recursive: true });
const size = { viewport: { width: 1200, height: 720 } };

async function shoot(name, url, keys, act = async () => {}, options = {}) {
  const { page, close } = await open(url, { ...size, ...options });
  for (const key of keys) await page.keyboard.press(key);
  await act(page);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(docs, `${name}.png`) });
  await close();
}

// Beside each other, so that pictures show no paths of this machine.
for (const file of ["programs/bank.go", "programs/workers.go", "../../examples/protocols/star.dcj"]) cpSync(join(here, file), join(scratch, file.split("/").pop()));

vtrace("check", "--format", "json", "bank.go");
const finding = await serve("view", "--no-open");
await shoot("finding", finding, ["End"]);
await shoot("step", finding, ["Home", "j", "j", "j", "j", "j", "o"], async () => {}, { colorScheme: "dark" });
await shoot("compare", finding, ["End"], async (page) => page.click("[role=tab]:text-is('Compare')"));
await shoot("explore", finding, ["Home", "j", "j", "j", "j", "j", "j"], async (page) => {
  await page.click(".choices .take button:has-text('run on')");
  await page.waitForSelector(".back");
  for (const key of ["End", "k", "k", "k", "h"]) await page.keyboard.press(key);
});
await shoot("shape", finding, ["Home"], async (page) => {
  await page.fill("input[type=search]", "$a: sends => $b: receives -> $b: locks");
  await page.focus("input[type=search]");
  await page.keyboard.press("Enter");
});
vtrace("run", "--seed", "3", "--record", "workers.schedule", "workers.go");
await shoot("long", await serve("view", "--no-open", "workers.schedule"), ["Home", "PageDown", "PageDown", "-"]);
const star = await serve("view", "--no-open", "star.dcj", "-p", "n=3", "-f", 'G F "worker_2_ RECV *"');
await shoot("graph", `${star}#graph`, ["j", "j", "j"]);
for (const dir of ["examples", "go"]) cpSync(join(root, dir), join(scratch, dir), { recursive: true });
writeFileSync(join(scratch, "ring.json"), vtrace("sim", "examples/distributed/ring", "-q", "A<> terminated", "--crash", "1", "--format", "json"));
await shoot("network", await serve("view", "--no-open", "ring.json"), ["End"], async (page) => {
  await page.click(".network-svg [data-lane='1']");
  await page.click("[aria-label='watch leader']");
});
await end();
