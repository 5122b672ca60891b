// How far a check is, while it runs.
import { entryName, h, plural } from "./dom.js";

/** @param {HTMLElement} place @param {(name: string) => void} open */
export function watchProgress(place, open) {
  const head = h("h1", {}, "Checking…");
  const now = h("p", { class: "now", role: "status" });
  const budget = h("p", { class: "budget" });
  const rate = h("canvas", { class: "rate", role: "img", "aria-label": "states per second" });
  const entries = h("ul", { class: "entries" });
  const found = h("div", { class: "cards" });
  place.replaceChildren(h("main", { class: "progress" }, head, now, budget, rate, h("h2", {}, "Entries"), entries, h("h2", {}, "Found so far"), found));
  /** @type {number[]} */ const rates = [];
  /** How much waits, now and some seconds ago. @type {{ entry: string, seconds: number, waiting: number }[]} */ let seen = [];
  const stream = new EventSource("progress");
  const show = (/** @type {any} */ data) => {
    const { entry, states = 0, rate: speed = 0, depth = 0, waiting = 0, memory = 0, seconds = 0 } = data.now || {};
    now.textContent = entry ? `${entryName(entry)}: ${plural(states, "state")}, ${Math.round(speed).toLocaleString("en")} states/s, depth ${depth}, ${waiting.toLocaleString("en")} waiting, ${memory} MB, ${seconds.toFixed(0)} s` : "";
    if (data.replaying) now.textContent = `Playing back on the real program: ${data.findings.filter((/** @type {any} */ each) => !/^(waiting|running)$/.test(each.replay)).length} of ${plural(data.findings.length, "finding")} done`;
    if (entry) rates.push(speed);
    const limit = data.now?.limit || 0;
    seen = [...seen.filter((each) => each.entry === entry && each.seconds > seconds - 4), { entry, seconds, waiting }];
    budget.textContent = limit ? `${seconds.toFixed(0)} of ${limit.toFixed(0)} s. ${estimate(seen, limit)}` : "";
    drawRates(rate, rates.slice(-200));
    entries.replaceChildren(...data.entries.map((/** @type {any} */ each) => h("li", { class: each.state }, h("b", { class: `verdict ${each.state.replace(" ", "-")}` }, each.state), ` ${entryName(each.name)} `, h("span", { class: "place" }, each.state === "bounded" ? `incomplete: ${each.why}` : each.why || ""))));
    found.replaceChildren(...(data.findings.length ? data.findings.map((/** @type {any} */ each) => h("p", {}, h("b", { class: "kind" }, each.kind), ` ${each.message} `, h("span", { class: "place" }, each.place), each.replay ? h("span", { class: `replay ${each.replay === "confirmed" ? "confirmed" : ""}` }, ` ${each.replay === "running" ? "is being replayed" : each.replay === "waiting" ? "waits for its replay" : each.replay}`) : "")) : [h("p", { class: "empty" }, "Nothing yet.")]));
  };
  stream.addEventListener("progress", (event) => show(JSON.parse(event.data)));
  stream.addEventListener("end", (event) => {
    stream.close();
    show(JSON.parse(event.data));
    head.textContent = "The check is over.";
    now.textContent = "";
    open("index");
  });
}

/** How long it may still take, as far as that can be said. @param {{ seconds: number, waiting: number }[]} seen @param {number} limit */
function estimate(seen, limit) {
  const [first, last] = [seen[0], seen[seen.length - 1]];
  const time = last.seconds - first.seconds;
  const drained = (first.waiting - last.waiting) / time;
  const left = Math.max(0, limit - last.seconds);
  if (time > 1.5 && drained > 0 && last.waiting / drained < left) return `About ${Math.ceil(last.waiting / drained)} s more, if what waits becomes less as it does now.`;
  return `At most ${Math.ceil(left)} s more; until then it is not known whether everything will have been looked at.`;
}

/** @param {HTMLCanvasElement} canvas @param {number[]} rates */
function drawRates(canvas, rates) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { clientWidth: width, clientHeight: height } = canvas;
  const scale = window.devicePixelRatio || 1;
  // A new size also clears it.
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  const most = Math.max(1, ...rates);
  const style = getComputedStyle(document.documentElement);
  context.fillStyle = style.getPropertyValue("--accent").trim();
  rates.forEach((rate, index) => context.fillRect(index * 4, height - (rate / most) * (height - 14), 3, (rate / most) * (height - 14)));
  context.fillStyle = style.getPropertyValue("--ink-2").trim();
  context.font = "11px system-ui";
  if (rates.length) context.fillText(`${Math.round(most).toLocaleString("en")} states/s at most`, 4, 11);
}
