// Starts vtrace and a browser; makes every test fail that leaves an error in the console or asks a stranger.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import assert from "node:assert/strict";

export const here = dirname(fileURLToPath(import.meta.url));
export const root = join(here, "../..");
export const scratch = mkdtempSync(join(tmpdir(), "vtrace-view-"));
export const binary = process.env.VTRACE || join(root, "target/debug/vtrace");
// Where scripts/test-view has installed it.
const { chromium } = createRequire(join(process.env.VTRACE_VIEW_MODULES || here, "x.js"))("playwright-core");

/** Runs vtrace to its end. */
export function vtrace(...args) {
  const done = spawnSync(binary, args, { cwd: scratch, encoding: "utf8", timeout: 120_000 });
  assert.ok(done.status === 0 || done.status === 1, `vtrace ${args.join(" ")}: ${done.status} ${done.stderr}`);
  return done.stdout;
}

const children = [];

/** Starts `vtrace` with these arguments, and gives the address that it prints. */
export async function serve(...args) {
  const child = spawn(binary, args, { cwd: scratch, stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, BROWSER: "true" } });
  children.push(child);
  let text = "";
  return new Promise((resolve, reject) => {
    child.stderr.on("data", (data) => {
      text += data;
      const url = /http:\/\/\S+/.exec(text);
      if (url) resolve(url[0]);
    });
    child.on("exit", (code) => reject(new Error(`vtrace ${args.join(" ")} ended with ${code}: ${text}`)));
  });
}

/** Checks the program in which two transfers wait for each other, and gives its report and the address of the viewer. */
export async function serveBank() {
  const report = JSON.parse(vtrace("check", "--format", "json", join(here, "programs/bank.go")));
  return { finding: report.findings[0], url: await serve("view", "--no-open") };
}

/** Simulates an example, and gives the address of the viewer. */
export function serveSimulation(example, ...args) {
  const file = join(scratch, `${[example, ...args].join("-").replace(/\W+/g, "-")}.json`);
  writeFileSync(file, vtrace("sim", join(root, "examples/distributed", example), ...args, "--format", "json"));
  return serve("view", "--no-open", file);
}

let browser;

/** Opens a page. `check` says at the end that nothing went wrong on it. */
export async function open(url, { wait = ".top", ...options } = {}) {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 860 }, ...options });
  page.setDefaultTimeout(30_000);
  const wrong = [];
  const own = new URL(url).origin;
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack}`));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    const inside = ["data:", "blob:", "about:"].includes(asked.protocol) || (asked.origin === own && asked.protocol !== "file:") || request.url().split("#")[0] === url.split("#")[0];
    if (!inside) wrong.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForSelector(wait);
  const close = async () => {
    await page.close();
    assert.deepEqual(wrong, []);
  };
  return { page, close };
}

/** What Chromium's own trace says about something that is done. */
export async function trace(page, act) {
  await browser.startTracing(page, { categories: ["devtools.timeline", "cc", "toplevel"] });
  await act();
  return JSON.parse((await browser.stopTracing()).toString()).traceEvents;
}

/** The texts of elements. */
export const texts = (page, selector) => page.$$eval(selector, (found) => found.map((element) => element.textContent));

/** Presses keys, one after the other. */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/** Where the page says that it is: `step 3 of 7`. */
export const counter = (page) => page.textContent(".counter");

export async function end() {
  await browser?.close();
  for (const child of children) {
    child.removeAllListeners("exit");
    child.kill("SIGKILL");
  }
}
